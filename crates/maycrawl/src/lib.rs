//! *May I crawl this?* Reads robots.txt and says who may crawl what, by which
//! line and why. It gives the verdicts of Google's parser, and can read a file as
//! RFC 9309 and six other dialects do.
//!
//! # Ask once
//!
//! ```
//! let file = "User-agent: *\nDisallow: /private/";
//! assert!(maycrawl::is_allowed(file, "MyBot", "https://example.com/"));
//! assert!(!maycrawl::is_allowed(file, "MyBot", "https://example.com/private/a"));
//! ```
//!
//! # Ask often
//!
//! Parse a file once, compile the [`Rules`] of your agent once, then ask for
//! every URL. Rules own their data and are shared freely between threads.
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let file = "User-agent: MyBot\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow: /";
//! let robots = Robots::parse(file, &Dialect::GOOGLE);
//! let rules = robots.rules(&Agent::token("MyBot"));
//! assert!(rules.check_url("https://example.com/a.html").is_allowed());
//! assert!(!rules.check_url("https://example.com/a.pdf").is_allowed());
//! ```
//!
//! # Ask for many agents
//!
//! A [`UrlPath`] is normalised once and matched against the rules of many agents.
//! An agent may have fallbacks, and may ignore the group for `*`.
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots, UrlPath};
//!
//! let google = Dialect::GOOGLE;
//! let robots = Robots::parse("User-agent: Googlebot\nDisallow: /drafts/", &google);
//! let agents = [
//!     Agent::first_of(["Googlebot-Image", "Googlebot"]),
//!     Agent::token("AdsBot-Google").ignoring_global(true),
//! ];
//! let path = UrlPath::parse("https://example.com/drafts/a.png", &google);
//! let allowed = agents.map(|agent| robots.rules(&agent).check(&path).is_allowed());
//! assert_eq!(allowed, [false, true]);
//! ```
//!
//! # Ask why
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots, UrlPath, verdict::Reason};
//!
//! let file = "User-agent: *\nDisallow: /shop/\nAllow: /shop/*/photo";
//! let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
//! let path = UrlPath::parse("https://example.com/shop/lamp/photo", &Dialect::GOOGLE);
//! let why = rules.explain(&path);
//! assert_eq!(why.verdict.reason(), Reason::AllowRule);
//! let rule = why.rule.unwrap();
//! assert_eq!((rule.line, &*rule.value), (3, &b"/shop/*/photo"[..]));
//! assert_eq!(&why.path[rule.pieces[1].path.clone()], b"lamp"); // what `*` took
//! assert_eq!(why.others[0].0.line, 2); // matched too, but is shorter
//! ```
//!
//! # Ask otherwise
//!
//! Parsers disagree about robots.txt. A [`Dialect`] is the list of all points
//! on which they do; presets are constants, and [`Knob`](knobs::Knob)
//! lists every point.
//!
//! ```
//! use maycrawl::{Dialect, knobs::Knob};
//!
//! let file = "User-agent: *\nDisallow: /a b";
//! assert!(!Dialect::RFC9309.is_allowed(file, "MyBot", "/a%20b"));
//! assert!(Dialect::GOOGLE.is_allowed(file, "MyBot", "/a%20b"));
//! let knob = Knob::find("paths.normalise").unwrap();
//! assert_eq!(knob.value(&Dialect::RFC9309), "rfc");
//! assert_eq!(knob.value(&Dialect::GOOGLE), "google");
//! ```
//!
//! # Where things are
//!
//! The root holds what every user needs; the rest is grouped by question:
//!
//! | question | module |
//! |---|---|
//! | What does the file contain, byte by byte? | [`lines`], [`document`] |
//! | Which groups and rules does a dialect read? | [`robots`], [`rules`], [`agent`] |
//! | How was a URL decided, and why? | [`verdict`], [`explain`] |
//! | What else does the file state? | [`terms`], [`preferences`] |
//! | How do parsers differ? | [`dialect`], [`knobs`] |
//! | What does one pattern match, or two? | [`pattern`], [`algebra`] |
//! | What holds after a fetch, and for how long? | [`access`], [`content`] |
//!
//! # Guarantees
//!
//! **Errors.** Parsing and matching cannot fail: any bytes are a robots.txt,
//! any text is a path. Only reading a name, such as `"google".parse::<Dialect>()`,
//! returns an [`Error`].
//!
//! **Panics.** None, whatever the input. There is no `unsafe` code.
//!
//! **Complexity.** Parsing is linear in the bytes. Compiling rules is linear
//! in the bytes of the agent's rules and of all `User-agent` lines, for each of
//! the agent's tokens. Normalising a URL is linear in its bytes. One check is
//! linear in the path for each rule that is tried and in the bytes of the
//! rules; patterns do not backtrack. (In [`Dialect::DRAFT_1996`] choosing a group
//! also costs the product of an agent line and the token.)
//!
//! **Memory.** [`Document`] and [`Robots`] hold a copy of the file (`Robots` of
//! the part that its dialect reads) and a few words a line. [`Rules`] hold a copy
//! of the agent's groups. The one-shot forms allocate only to normalise what is
//! not in normal form already.
//!
//! **Untrusted input.** Files and URLs may be an attacker's. Dialects cap bodies,
//! lines and rules as the crawlers do; [`Dialect::GOOGLE_PARSER`] and
//! [`Dialect::DRAFT_1996`] have no cap on bodies, so bound these yourself. What
//! lies beyond 4 GiB of a file is not read.
//!
//! **Versions.** Semantic versioning covers the public items, the codes and
//! numbers of [`Reason`](verdict::Reason), and the names and values of
//! [`Knob`](knobs::Knob)s. A change of a
//! verdict that a preset's source demands is a bug fix and stands in the change
//! log. No feature changes a verdict, and both are on by default. `std` only lets
//! `memchr` pick its fastest search at run time; without it the crate is `no_std`,
//! with `alloc`. `compiled` compiles rules that are asked often; a small program that
//! asks little leaves it out.
#![no_std]
#![deny(clippy::std_instead_of_core, clippy::std_instead_of_alloc, clippy::alloc_instead_of_core)]
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod ask;
mod causes;
mod codes;
mod dialect_text;
mod directive;
mod escapes;
mod filter;
mod group;
mod groups;
mod heads;
mod invalid;
mod line;
mod line_index;
mod marks;
mod matcher;
mod memory;
mod one_shot;
mod path;
mod precedence;
mod span;
mod steps;
mod usual;
mod values;
mod wildcards;

pub mod access;
pub mod agent;
pub mod algebra;
pub mod content;
pub mod dialect;
pub mod document;
pub mod error;
pub mod explain;
pub mod knobs;
pub mod lines;
pub mod pattern;
pub mod preferences;
pub mod robots;
pub mod rules;
pub mod terms;
pub mod verdict;

pub use agent::Agent;
pub use dialect::Dialect;
pub use document::Document;
pub use error::Error;
pub use explain::Explanation;
pub use path::UrlPath;
pub use robots::Robots;
pub use rules::Rules;
pub use verdict::Verdict;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;

/// Whether `token` may crawl `url`, as Google's crawlers decide.
///
/// `bytes` are the robots.txt; the dialect is [`Dialect::GOOGLE`].
///
/// ```
/// assert!(!maycrawl::is_allowed("User-agent: *\nDisallow: /a", "MyBot", "/a"));
/// ```
pub fn is_allowed(bytes: impl AsRef<[u8]>, token: impl AsRef<[u8]>, url: impl AsRef<[u8]>) -> bool {
    Dialect::GOOGLE.is_allowed(bytes, token, url)
}

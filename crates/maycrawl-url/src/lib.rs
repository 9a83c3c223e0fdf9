//! Which robots.txt governs a URL.
//!
//! A [`Target`] is a URL that a crawler may want: an [`Origin`] and a path. A
//! robots.txt binds exactly one origin: scheme, host and port (RFC 9309
//! section 2.3).
//!
//! ```
//! use maycrawl_url::Target;
//!
//! let target = Target::parse("https://WWW.Exämple.com:443/a?b#c")?;
//! assert_eq!(target.origin().robots_url(), "https://www.xn--exmple-cua.com/robots.txt");
//! assert_eq!(target.path(), "/a?b");
//! # Ok::<(), maycrawl_url::Error>(())
//! ```
//!
//! Hosts are compared as WHATWG and UTS-46 (non-transitional) write them:
//! lower case, A-labels, IP addresses in one form. Default ports are dropped,
//! and so is user information. A trailing dot makes another host.
//!
//! The crate opens no connection. Everything is linear in the text and fails
//! only by returning an [`Error`].

mod asked;
mod error;
mod origin;
mod target;

pub use asked::{AskedUrl, UrlPaths, takes_any_text, with_https, with_scheme};
pub use error::{Error, ErrorKind};
pub use origin::Origin;
pub use target::Target;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

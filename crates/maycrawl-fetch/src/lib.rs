//! Fetches robots.txt files, and decides by them whether a crawler may fetch a URL.
//!
//! A [`Gatekeeper`] is the front door: it fetches the robots.txt of an origin once, through
//! redirects and outages, caches it, and answers for each URL and agent.
//!
//! The core crate says what an answer means ([`maycrawl::access`]); this crate gets the
//! answer. Its parts work alone, without sockets, clock and runtime:
//!
//! - [`Flow`] is one fetch as a state machine: it returns the next request and takes its
//!   answer.
//! - [`Entry`] is what is remembered of an origin, independent of any dialect. A failed
//!   fetch never loses the last good file.
//! - [`Guard`] checks the addresses and ports that a fetcher may connect to.
//! - [`Pacer`] keeps the pause between requests to an origin.
//!
//! ```
//! use maycrawl::{Dialect, access::{InForce, Timestamp}};
//! use maycrawl_fetch::{Body, Entry, Flow, Headers, Needs, Response, Step};
//! use maycrawl_url::Target;
//!
//! let target = Target::parse("https://example.com/private/a")?;
//! let mut entry = Entry::default();
//! let now = Timestamp(0);
//! let mut flow = Flow::new(target.origin(), &entry, Needs::of(&Dialect::GOOGLE), now);
//! let mut step = flow.next_step();
//! while let Step::Ask(request) = step {
//!     assert_eq!(request.url.as_str(), "https://example.com/robots.txt");
//!     let body = Body::whole(*b"User-agent: *\nDisallow: /private/");
//!     step = flow.receive(Ok(Response::new(200, Headers::default(), body)), now);
//! }
//! let Step::Done(attempt) = step else { unreachable!() };
//! entry.learn(attempt);
//! let access = entry.access(&Dialect::GOOGLE, &Default::default(), now);
//! assert_eq!(access.in_force, InForce::Rules(0));
//! assert!(entry.robots(&Dialect::GOOGLE).is_some());
//! # Ok::<(), maycrawl_url::Error>(())
//! ```
//!
//! # Features
//!
//! Without features, the crate has the four parts above, and builds for WebAssembly.
//!
//! | feature | adds |
//! |---|---|
//! | `gatekeeper` | [`Gatekeeper`] and the contract of a [`Store`]; brings tokio, moka and tracing |
//! | `http` (default) | [`HttpTransport`], [`HostResolver`], [`BlockingGatekeeper`] |
//! | `ftp` | `HttpFtpTransport` |
//! | `reqwest` | `ReqwestTransport`, a client of your own |
//! | `sqlite` | `SqliteStore`, which outlives the process |
//! | `tower` | `PermissionLayer` |
//!
//! # Names of things
//!
//! An *origin* is a scheme, a host and a port; it has one robots.txt. A *hop* is a request
//! and its answer; a fetch with redirects has several. Failures are of four kinds, which are
//! separate types: only a [`Problem`] of the site is evidence about the site. A [`Refusal`]
//! by the guard, a fetch that has [`Spent`] its time or bytes, and a [`MachineError`] are not.

mod attempt;
#[cfg(feature = "http")]
mod blocking;
#[cfg(feature = "reqwest")]
mod client;
#[cfg(feature = "gatekeeper")]
mod clock;
mod code;
#[cfg(feature = "http")]
mod coding;
#[cfg(feature = "http")]
mod connect;
#[cfg(feature = "gatekeeper")]
mod decision;
#[cfg(feature = "http")]
mod descriptors;
mod entry;
#[cfg(feature = "gatekeeper")]
mod error;
mod flow;
#[cfg(feature = "ftp")]
mod ftp;
#[cfg(feature = "gatekeeper")]
mod gatekeeper;
mod guard;
mod headers;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "http")]
mod in_flight;
#[cfg(feature = "tower")]
mod layer;
#[cfg(feature = "gatekeeper")]
mod may_fetch;
#[cfg(feature = "gatekeeper")]
mod memory;
#[cfg(feature = "http")]
mod meter;
mod needs;
#[cfg(feature = "gatekeeper")]
mod origin_record;
mod pacer;
#[cfg(feature = "http")]
mod places;
#[cfg(feature = "http")]
mod proxy;
#[cfg(feature = "http")]
mod resolve;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "gatekeeper")]
mod store;
mod transport;
#[cfg(feature = "http")]
mod turns;
mod validators;

pub use attempt::{Attempt, Body, CachedFile, Hop, Problem, Response};
#[cfg(feature = "http")]
pub use blocking::BlockingGatekeeper;
#[cfg(feature = "reqwest")]
pub use client::ReqwestTransport;
#[cfg(feature = "gatekeeper")]
pub use clock::{Clock, SystemClock};
pub use code::UnknownCode;
#[cfg(feature = "gatekeeper")]
pub use decision::{Decision, Permission};
#[cfg(feature = "http")]
pub use descriptors::raise_descriptor_limit;
pub use entry::Entry;
#[cfg(feature = "gatekeeper")]
pub use error::{Error, ErrorKind};
pub use flow::{Flow, Request, Step};
#[cfg(feature = "ftp")]
pub use ftp::HttpFtpTransport;
#[cfg(feature = "gatekeeper")]
pub use gatekeeper::Gatekeeper;
pub use guard::{Guard, Nat64Error, Nat64Prefix, PortUse, Refusal, RefusalKind};
pub use headers::{Headers, HeadersIter};
#[cfg(feature = "http")]
pub use http::{HttpError, HttpErrorKind, HttpSettings, HttpTransport};
pub use ipnet::IpNet;
#[cfg(feature = "tower")]
pub use layer::{PermissionError, PermissionLayer, PermissionService};
#[cfg(feature = "gatekeeper")]
pub use may_fetch::MayFetch;
pub use needs::{Allowance, Needs, Spent};
#[cfg(feature = "gatekeeper")]
pub use origin_record::OriginRecord;
pub use pacer::{Pacer, Turn};
#[cfg(feature = "http")]
pub use proxy::Proxy;
#[cfg(feature = "http")]
pub use resolve::{HostResolver, ResolveError, ResolveErrorKind};
#[cfg(feature = "sqlite")]
pub use sqlite::{SqliteLease, SqliteStore, StillStores};
#[cfg(feature = "gatekeeper")]
pub use store::{Store, StoreError, StoreErrorKind};
pub use transport::{MachineError, SendError, Transport};

#[cfg(all(doctest, feature = "http"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "reqwest", feature = "sqlite", feature = "tower"))]
#[doc = include_str!("../../../docs/polite-crawler.md")]
struct PoliteCrawler;

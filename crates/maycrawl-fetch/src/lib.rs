//! From a URL to what is in force for it: asks for robots.txt files, through
//! redirects and outages, and keeps what came of it.
//!
//! The core decides what answers mean ([`maycrawl::access`]); this crate asks. Its
//! parts can be used alone:
//!
//! - [`Flow`] says what to request next and is told what came, without a socket or
//!   a clock of its own.
//! - [`Guard`] says which addresses and ports a fetcher may connect to.
//! - [`Entry`] is all that is remembered of an origin, independent of any dialect: a
//!   failed refresh never loses the last good copy.
//!
//! # Features
//!
//! Without features the crate is what stands above, and a [`Pacer`]: it does no I/O, has
//! no runtime and builds for WebAssembly. `gatekeeper` adds the one who asks and
//! remembers; `http` (the default) a transport over the network, `ftp` another, `reqwest`
//! one that uses a crawler's own client, `disk` a file that outlives the process, `tower`
//! a layer for services.
//!
//! ```
//! use maycrawl::{Dialect, access::{FetchOutcome, InForce, Timestamp}};
//! use maycrawl_fetch::{Body, Entry, Flow, Headers, Needs, Response, Step};
//! use maycrawl_url::Target;
//!
//! let target = Target::parse("https://example.com/private/a").unwrap();
//! let mut entry = Entry::default();
//! let now = Timestamp(0);
//! let mut flow = Flow::new(target.origin(), &entry, Needs::of(&Dialect::GOOGLE), now);
//! let mut step = flow.next_step();
//! while let Step::Ask(request) = step {
//!     assert_eq!(request.url.as_str(), "https://example.com/robots.txt");
//!     let body = Body::whole(*b"User-agent: *\nDisallow: /private/");
//!     step = flow.answered(Ok(Response::new(200, Headers::default(), body)), now);
//! }
//! let Step::Done(attempt) = step else { unreachable!() };
//! entry.learn(attempt);
//! let state = entry.state(&Dialect::GOOGLE, &Default::default(), now);
//! assert_eq!(state.access.in_force, InForce::Rules(0));
//! assert!(state.robots.is_some());
//! ```

mod attempt;
#[cfg(feature = "http")]
mod blocking;
#[cfg(feature = "reqwest")]
mod client;
#[cfg(feature = "http")]
mod coding;
#[cfg(feature = "http")]
mod connect;
#[cfg(feature = "http")]
mod descriptors;
#[cfg(feature = "disk")]
mod disk;
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
#[cfg(feature = "gatekeeper")]
mod known;
#[cfg(feature = "tower")]
mod layer;
#[cfg(feature = "gatekeeper")]
mod memory;
#[cfg(feature = "http")]
mod meter;
mod needs;
mod pacer;
#[cfg(feature = "http")]
mod places;
#[cfg(feature = "http")]
mod proxy;
#[cfg(feature = "http")]
mod resolve;
#[cfg(feature = "gatekeeper")]
mod store;
mod transport;

pub use attempt::{Attempt, Body, Copy, Hop, Problem, Response};
#[cfg(feature = "http")]
pub use blocking::Blocking;
#[cfg(feature = "reqwest")]
pub use client::ReqwestTransport;
#[cfg(feature = "http")]
pub use descriptors::raise_descriptor_limit;
#[cfg(feature = "disk")]
pub use disk::{Disk, DiskLease};
pub use entry::{Entry, State};
#[cfg(feature = "gatekeeper")]
pub use error::Error;
pub use flow::{Flow, Request, Step};
#[cfg(feature = "ftp")]
pub use ftp::HttpAndFtp;
#[cfg(feature = "gatekeeper")]
pub use gatekeeper::{Answer, Clock, Gatekeeper, Permission, SystemClock};
pub use guard::{Guard, Nat64Error, Nat64Prefix, PortUse, Refused};
pub use headers::Headers;
#[cfg(feature = "http")]
pub use http::{Http, HttpError, HttpSettings};
pub use ipnet::IpNet;
#[cfg(feature = "gatekeeper")]
pub use known::Known;
#[cfg(feature = "tower")]
pub use layer::{PermissionError, PermissionLayer, Permitted};
pub use needs::{Allowance, Needs};
pub use pacer::Pacer;
#[cfg(feature = "http")]
pub use proxy::Proxy;
#[cfg(feature = "http")]
pub use resolve::{HostResolver, ResolveError};
#[cfg(feature = "gatekeeper")]
pub use store::{Store, StoreError};
pub use transport::{MachineError, SendError, Transport};

#[cfg(all(doctest, feature = "disk", feature = "reqwest", feature = "tower"))]
#[doc = include_str!("../../../docs/polite-crawler.md")]
struct PoliteCrawler;

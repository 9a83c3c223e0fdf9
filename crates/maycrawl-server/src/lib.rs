//! A small service that answers questions about robots.txt over HTTP.
//!
//! [`app`] makes a router of a [`Service`]:
//!
//! - `POST /v1/<operation>` for each operation of [`maycrawl_api`]: a question as JSON to the
//!   answer that `maycrawl … --format json` prints;
//! - `GET` and `POST /v1/may-fetch`: may a crawler fetch a URL now, by the robots.txt of its site?
//! - `GET /v1/fetch`: the result of fetching a site's robots.txt;
//! - `/docs`, `/openapi.json`, `/problems/<code>` and `/healthz`.
//!
//! ```
//! use std::sync::Arc;
//!
//! use maycrawl_fetch::Gatekeeper;
//! # use maycrawl_fetch::{Allowance, Body, Headers, Request, Response, SendError, Transport};
//! # struct Site;
//! # impl Transport for Site {
//! #     async fn send(&self, _: &Request, _: &mut Allowance) -> Result<Response, SendError> {
//! #         Ok(Response::new(200, Headers::default(), Body::whole(*b"")))
//! #     }
//! # }
//! # let transport = Site;
//!
//! let keeper = Gatekeeper::new(transport).with_other_dialects(maycrawl_server::dialects());
//! let address = "127.0.0.1:8080".parse()?;
//! let app = maycrawl_server::app(maycrawl_server::Service::new(Arc::new(keeper), address));
//! # let _ = app;
//! # Ok::<(), std::net::AddrParseError>(())
//! ```
//!
//! # Security
//!
//! The service is for programs of the same machine, and for its own pages. It answers only
//! requests whose `Host` is a name of the loopback interface with the port of the service, so that
//! no page can reach it under another name. Pages of other sites cause no work. What a question
//! may cost is limited, in bytes, time and number at once. Which addresses it connects to is up to
//! the guard of the gatekeeper.

mod app;
mod asked_by;
mod body;
#[cfg(feature = "schema")]
pub mod documents;
mod fetch;
mod gate;
mod idle;
mod kinds;
mod listen;
mod may_fetch;
mod operations;
mod pages;
mod query;
mod reply;
mod service;
mod web;
mod write_time;

pub use app::app;
pub use fetch::{FetchQuestion, WhichAnswer};
pub use kinds::problem_kinds;
pub use listen::serve;
pub use may_fetch::MayFetchQuestion;
pub use service::{Service, Settings, dialects};
pub use web::{PAGE_FILES, PageFile};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

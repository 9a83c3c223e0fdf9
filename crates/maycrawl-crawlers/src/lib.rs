//! A catalogue of web crawlers: product token, operator, purposes, what of
//! robots.txt each obeys, and who says so, with the date on which that was read.
//!
//! ```
//! use maycrawl::Robots;
//! use maycrawl_crawlers::Catalogue;
//!
//! let catalogue = Catalogue::built_in();
//! let image_bot = catalogue.find("googlebot-image").unwrap();
//! assert_eq!(image_bot.operator(), "Google");
//!
//! // Each crawler reads in a dialect of its own. The agent knows its fallbacks, and whether
//! // it ignores the group for `*`.
//! let file = "User-agent: Googlebot\nDisallow: /a";
//! let robots = Robots::parse(file, &image_bot.own_dialect());
//! assert!(!robots.rules(&image_bot.agent()).check_url("/a").is_allowed());
//! ```
//!
//! Facts only: where no source says something, it is unknown. They were
//! gathered from the pages of the operators and from public catalogues, and
//! every sentence was written anew.

mod askers;
mod catalogue;
mod crawler;
mod error;
mod filter;
mod looked_up;
mod named;
mod own_robots;
mod reading;
mod similar;

pub use askers::{Asker, Askers, NameKind, NamedAsker, OWN, Reading, distinct};
pub use catalogue::{Active, Catalogue, RunBy};
pub use crawler::{Crawler, Obeys, Purpose};
pub use error::{Error, ErrorKind};
pub use filter::CrawlerFilter;
pub use looked_up::{LookedUp, looked_up};
pub use own_robots::OwnRobots;
pub use reading::NameMatch;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

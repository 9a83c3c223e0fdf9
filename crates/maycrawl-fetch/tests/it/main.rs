//! The flow and what is remembered, over simulated time; then the same over sockets.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unnecessary_wraps,
    reason = "a test may fail; answers of a script read best alike"
)]

mod broken;
mod caps;
mod client;
mod coding;
mod connections;
mod crawler;
mod floods;
mod flow;
mod freshness;
#[cfg(feature = "ftp")]
mod ftp;
#[cfg(feature = "ftp")]
mod ftp_guard;
#[cfg(feature = "ftp")]
mod ftp_server;
mod gatekeeper;
mod hostile;
#[cfg(feature = "tower")]
mod layer;
#[cfg(feature = "sqlite")]
mod leases;
mod once;
mod outages;
mod poisoning;
mod proxy;
mod redirects;
mod resolve;
mod scripts;
mod server;
mod site;
mod slow;
mod sockets;
#[cfg(feature = "sqlite")]
mod store;
mod tls;
mod validators;
mod ways;

//! The flow and what is remembered, over simulated time; then the same over sockets.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unnecessary_wraps,
    reason = "a test may fail; answers of a script read best alike"
)]

mod crawler;
mod flow;
mod ftp;
mod ftp_guard;
mod ftp_server;
mod hostile;
mod outages;
mod server;
mod site;
mod sockets;
mod tls;

//! The flow and what is remembered, over simulated time and without a socket.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unnecessary_wraps,
    reason = "a test may fail; answers of a script read best alike"
)]

mod flow;
mod outages;
mod site;

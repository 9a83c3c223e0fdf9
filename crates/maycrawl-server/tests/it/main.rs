//! The service as its clients see it, without a socket: a fake site, and a clock that is set by
//! hand.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unnecessary_wraps,
    reason = "a test names itself and may fail; answers of a script read best alike"
)]

mod fetch;
mod host;
mod hostile;
mod large;
mod may_fetch;
mod operations;
mod pages;
#[path = "../../../maycrawl-api/tests/vectors/question.rs"]
mod question;
#[path = "../../../maycrawl-fetch/tests/it/scripts.rs"]
mod scripts;
mod security;
#[allow(dead_code, reason = "the tests of the fetcher use all of it")]
#[path = "../../../maycrawl-fetch/tests/it/server.rs"]
mod server;
#[allow(dead_code, reason = "the tests of the fetcher use all of it")]
#[path = "../../../maycrawl-fetch/tests/it/site.rs"]
mod site;
mod tables;

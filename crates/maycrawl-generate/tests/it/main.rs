//! What the generator promises, held against an oracle.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    reason = "a test may fail"
)]

mod meaning;
mod merge;
mod oracle;
mod plans;

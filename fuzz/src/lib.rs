//! What the fuzz targets hold, each a function of bytes that panics where it does not hold.
//!
//! The programs in `fuzz_targets/` hand these functions to libFuzzer; `tests/findings.rs` runs
//! them as they are, on past findings and on a few inputs of its own.
#![forbid(unsafe_code)]

pub mod access;
pub mod agree;
pub mod case;
pub mod choices;
pub mod fix;
pub mod fmt;
pub mod grammar;
pub mod history;
pub mod lint;
pub mod parse;
pub mod path;
pub mod questions;
mod reason;
mod same;
pub mod steps;

/// A target's name, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("parse", parse::run),
    ("agree", agree::run),
    ("steps", steps::run),
    ("path", path::run),
    ("access", access::run),
    ("lint", lint::run),
    ("fix", fix::run),
    ("fmt", fmt::run),
];

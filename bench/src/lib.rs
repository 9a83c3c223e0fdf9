//! What the benchmarks are run on: files, URLs and hostile input, each the same in every run.

pub mod corpus;
pub mod hostile;
pub mod random;
pub mod synthetic;
pub mod urls;
mod words;

/// The crawler that asks. No file names it, and no part of it: it gets the group of `*`.
pub const AGENT: &str = "Zzyzx";

//! The oracle against the vectors, the generators against the oracle, and the
//! comparison of answers.

#![allow(clippy::expect_used, reason = "a panic here fails a test")]

mod answers;
mod generators;
mod vectors;

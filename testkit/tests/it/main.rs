//! The oracle against the vectors, and the generators against the oracle.

#![allow(clippy::expect_used, reason = "a panic here fails a test")]

mod generators;
mod vectors;

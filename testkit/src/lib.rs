//! What the tests of all crates share.
//!
//! - [`naive`]: an oracle, the specification written out literally.
//! - [`vectors`]: the tables of `testdata/`, as cases.
//! - [`generate`]: proptest strategies shaped like real robots.txt files.
//! - [`url_crate`]: a second oracle, of paths alone.
//! - [`answers`]: whether two files answer the same.
//! - [`fixes`]: what edits make of lines and URLs.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    reason = "test support: a panic here fails a test, which is its purpose"
)]

pub mod answers;
pub mod fixes;
pub mod generate;
pub mod naive;
pub mod url_crate;
pub mod vectors;

//! The core through its public surface.
#![allow(missing_docs, reason = "tests name themselves")]

mod knobs;

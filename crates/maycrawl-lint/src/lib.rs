//! What is wrong with a robots.txt, where, and why it matters.

mod openings;

pub use openings::{OpenRule, Opening, openings};

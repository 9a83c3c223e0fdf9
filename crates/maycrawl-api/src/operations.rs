//! A file for each operation: its question, an example, and how it is answered.

pub(crate) mod check;
pub(crate) mod crawlers;

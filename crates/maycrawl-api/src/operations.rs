//! A file for each operation: its question, an example, and how it is answered.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod crawlers;
pub(crate) mod dialects;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod format;
pub(crate) mod generate;
pub(crate) mod lint;
pub(crate) mod policy;
pub(crate) mod presets;
pub(crate) mod test;

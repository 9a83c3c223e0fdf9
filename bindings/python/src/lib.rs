//! maycrawl for Python: thin faces of the crates, without logic of their own.
//!
//! What is asked millions of times (`Robots`, `Rules`, `Verdict`) is written here. Answers that people read
//! come as the documents of `maycrawl-report`, which `maycrawl/_documents.py` turns into classes.

use pyo3::prelude::*;

mod agent;
mod arrow;
mod cache_file;
mod command;
mod decision;
mod dialect;
mod document;
mod documents;
mod engine;
mod failure;
mod gatekeeper;
mod input;
mod messenger;
mod pacer;
mod process;
mod robots;
mod rules;
mod setup;
mod time;
mod values;
mod verdict;

/// The compiled part of maycrawl. Import `maycrawl` instead.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::agent::Agent;
    #[pymodule_export]
    use super::arrow::{Checker, Column, Table, VerdictStream, Verdicts, directives, lint, policy};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::dialect::Dialect;
    #[pymodule_export]
    use super::document::Document;
    #[pymodule_export]
    use super::documents::answer;
    #[pymodule_export]
    use super::gatekeeper::Keeper;
    #[pymodule_export]
    use super::pacer::Pacer;
    #[pymodule_export]
    use super::process::{after_fork, before_fork, end};
    #[pymodule_export]
    use super::robots::Robots;
    #[pymodule_export]
    use super::rules::{Rules, check};
    #[pymodule_export]
    use super::verdict::Verdict;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("REASONS", super::decision::reasons(module.py())?)?;
        super::process::register(module)
    }
}

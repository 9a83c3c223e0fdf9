//! The core through its public surface.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test names itself, may fail, and reads best with plain values"
)]

mod access;
mod agents;
mod document;
mod documents;
mod explain;
mod knobs;
mod limits;
mod paths;
mod properties;
mod terms;
mod verdicts;

use maycrawl::{Agent, Dialect, Robots, Verdict};

/// The verdict of `dialect` on one question.
fn ask(dialect: &Dialect, robots: &str, agent: &Agent, url: &str) -> Verdict {
    Robots::parse(robots, dialect).rules(agent).check_url(url)
}

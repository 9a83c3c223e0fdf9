//! The core through its public surface.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

mod agents;
mod document;
mod explain;
mod knobs;
mod limits;
mod paths;
mod properties;
mod verdicts;

use maycrawl::{Agent, Dialect, Robots, Verdict};

/// The verdict of `dialect` on one question.
fn ask(dialect: &Dialect, robots: &str, agent: &Agent, url: &str) -> Verdict {
    Robots::parse(robots, dialect).rules(agent).check_url(url)
}

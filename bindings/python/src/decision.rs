//! `Decision`: what a gatekeeper says about a URL.

use std::time::Duration;

use maycrawl::access::{AccessReason, InForce, Timestamp};
use maycrawl::verdict::Reason;
use maycrawl::{Agent, Dialect, Robots, UrlPath};
use maycrawl_fetch::{Clock as _, Permission, SystemClock};
use maycrawl_report::fetched::Story;
use maycrawl_report::{Answer, Outcome};
use maycrawl_url::Target;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFrozenSet, PyType};

use crate::time::{seconds, seconds_since_1970};

/// The code of each reason that a decision may have: of the file, or of what is in force without one.
pub(crate) fn reasons(py: Python<'_>) -> PyResult<Bound<'_, PyFrozenSet>> {
    let of_rules = Reason::ALL.iter().map(|reason| reason.code());
    PyFrozenSet::new(py, of_rules.chain(AccessReason::ALL.iter().map(|reason| reason.code())))
}

/// What becomes a `maycrawl.Decision`.
pub(crate) struct Decision {
    verdict: &'static str,
    reason: &'static str,
    line: Option<u32>,
    why: String,
    is_undefined: bool,
    pause: Option<Duration>,
    valid_until: Option<Timestamp>,
    retry_at: Option<Timestamp>,
    robots_url: String,
}

impl Decision {
    /// What a gatekeeper decided about a URL, with its path as rules see it.
    pub(crate) fn new(
        decided: &maycrawl_fetch::Decision,
        target: &Target,
        path: &UrlPath<'_>,
        agent: &Agent,
        dialect: &Dialect,
    ) -> Self {
        let (origin, access) = (target.origin(), decided.access);
        let (verdict, retry_at) = match decided.permission {
            Permission::Allowed => ("allow", None),
            Permission::Disallowed(_) => ("disallow", None),
            Permission::Later { until, .. } => ("later", Some(until)),
        };
        let answer = match &decided.verdict {
            Some((rules, _)) => Answer::explain(rules, path),
            // Only the robots.txt itself may be fetched in an outage.
            None if retry_at.is_none() && access.in_force == InForce::DenyAll => {
                Answer::explain(&Robots::parse("", dialect).rules(agent), path)
            }
            None => {
                let story = Story::new(origin, decided.record.entry(), SystemClock.now());
                let why = story.outcome(&access, dialect);
                Answer::new(agent, path.text(), dialect, Outcome::NoRules { access, why })
            }
        };
        Self {
            verdict,
            reason: answer.reason_code(),
            line: Some(answer.line()).filter(|line| *line > 0),
            why: answer.why(),
            is_undefined: answer.explanation().is_some_and(|known| known.verdict.is_undefined()),
            pause: decided.pause,
            valid_until: Some(access.next_try).filter(|time| time.0 != i64::MAX),
            retry_at,
            robots_url: origin.robots_url(),
        }
    }

    pub(crate) fn into_object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(py, "maycrawl._gatekeeper", "Decision")?;
        class.call1((
            self.verdict,
            self.reason,
            self.line,
            self.why,
            self.is_undefined,
            self.pause.map(seconds),
            self.valid_until.map(seconds_since_1970),
            self.retry_at.map(seconds_since_1970),
            self.robots_url,
        ))
    }
}

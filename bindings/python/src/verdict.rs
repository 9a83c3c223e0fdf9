//! `Verdict`: the answer, its reason and the line.

use std::num::NonZeroU32;

use maycrawl::Rules;
use maycrawl::verdict::Reason;
use pyo3::prelude::*;

use crate::input::input_error;
use crate::values::{flag_of, optional, text_of, whole_number_of};

/// Whether a crawler may fetch a URL, why, and by which line. It is true where the URL is allowed.
///
/// `reason` is one of the codes of https://github.com/maycrawl/maycrawl/blob/main/docs/reasons.md. `line` is the number
/// of the deciding line from 1; None if no rule decided.
///
/// >>> from maycrawl import check
/// >>> verdict = check("User-agent: *\nDisallow: /private/", "https://example.com/private/a", "MyBot")
/// >>> verdict
/// Verdict(allowed=False, reason='disallow-rule', line=2)
/// >>> "yes" if verdict else "no"
/// 'no'
#[pyclass(frozen, eq, hash, get_all, module = "maycrawl")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Verdict {
    /// Whether the URL may be fetched.
    allowed: bool,
    /// The code of the reason.
    reason: &'static str,
    /// The number of the deciding line, from 1; None if no rule decided.
    line: Option<u32>,
}

impl Verdict {
    pub(crate) fn new(rules: &Rules, verdict: maycrawl::Verdict) -> Self {
        Self {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().code(),
            line: rules.deciding_rule(verdict).map(|rule| rule.line()),
        }
    }
}

#[pymethods]
impl Verdict {
    #[new]
    fn from_parts<'py>(
        py: Python<'py>,
        allowed: &Bound<'py, PyAny>,
        reason: &Bound<'py, PyAny>,
        line: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let allowed = flag_of("allowed", allowed)?;
        let reason = text_of("reason", reason)?;
        let reason: Reason = reason
            .parse()
            .map_err(|_| input_error(py, &format!("reason: there is no code {reason:?}")))?;
        let line: Option<NonZeroU32> = optional("line", line, |name, line| {
            whole_number_of(name, line, "write the number of a line, from 1")
        })?;
        Ok(Self { allowed, reason: reason.code(), line: line.map(NonZeroU32::get) })
    }

    /// Whether the dialect's document leaves the point undefined. It is decided all the same.
    ///
    /// >>> from maycrawl import check
    /// >>> file = "User-agent: *\nAllow: /a\nDisallow: /a"
    /// >>> check(file, "/a", "MyBot", dialect="google-2012").is_undefined
    /// True
    #[getter]
    fn is_undefined(&self) -> bool {
        Reason::ALL.iter().any(|reason| reason.is_undefined() && reason.code() == self.reason)
    }

    fn __bool__(&self) -> bool {
        self.allowed
    }

    fn __repr__(&self) -> String {
        let allowed = if self.allowed { "True" } else { "False" };
        let line = self.line.map_or("None".into(), |line| line.to_string());
        format!("Verdict(allowed={allowed}, reason='{}', line={line})", self.reason)
    }

    fn __getnewargs__(&self) -> (bool, &'static str, Option<u32>) {
        (self.allowed, self.reason, self.line)
    }
}

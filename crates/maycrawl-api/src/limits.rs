//! What a question may cost.

use crate::problem::{Problem, kinds};

/// What a question may cost. Checked before work begins, where its cost is known by then.
///
/// Within the defaults a hostile question takes half a minute and 200 MB; a service for strangers
/// sets less, and stops work that takes too long.
///
/// ```
/// use maycrawl_api::Limits;
///
/// let mut limits = Limits::default();
/// limits.urls = 10;
/// assert_eq!(limits.robots_bytes, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a question: 8 MiB.
    pub question_bytes: usize,
    /// Bytes of an answer: 64 MiB.
    pub answer_bytes: usize,
    /// Bytes of each robots.txt: 1 MiB. Crawlers read at least 500 KiB (RFC 9309 section 2.5), and
    /// most read no more.
    pub robots_bytes: usize,
    /// Agents in one question: 1,000.
    pub agents: usize,
    /// Bytes of an agent's name, and of any other name: 4 KiB.
    pub name_bytes: usize,
    /// Bytes of a URL: 16 KiB. Servers take at least 8,000 (RFC 9110 section 4.1).
    pub url_bytes: usize,
    /// URLs or cases in one question: 100,000.
    pub urls: usize,
    /// Verdicts in one answer, agents × URLs: 1,000,000.
    pub verdicts: usize,
    /// Verdicts that are explained in one answer: 10,000.
    pub explanations: usize,
    /// Bytes of rules, agents × bytes of the robots.txt: 64 MiB. Each agent has rules of its own.
    pub rules_bytes: usize,
    /// Findings of the linter in one answer: 10,000.
    pub findings: usize,
    /// Choices for the generator in one question: 5,000.
    pub choices: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            question_bytes: 8 << 20,
            answer_bytes: 64 << 20,
            robots_bytes: 1 << 20,
            agents: 1_000,
            name_bytes: 4 << 10,
            url_bytes: 16 << 10,
            urls: 100_000,
            verdicts: 1_000_000,
            explanations: 10_000,
            rules_bytes: 64 << 20,
            findings: 10_000,
            choices: 5_000,
        }
    }
}

/// An error if there are more of something, such as URLs, than a limit allows.
pub(crate) fn at_most(
    most: usize,
    count: usize,
    what: &str,
    pointer: impl Into<String>,
) -> Result<(), Problem> {
    if count <= most {
        return Ok(());
    }
    let detail = format!("{count} {what}, but one question may have {most}");
    Err(Problem::new(&kinds::TOO_MANY, detail).at(pointer))
}

/// An error if a text is longer than a limit allows.
pub(crate) fn not_longer(
    most: usize,
    text: &str,
    pointer: impl FnOnce() -> String,
) -> Result<(), Problem> {
    if text.len() <= most {
        return Ok(());
    }
    let detail = format!("{} bytes, but there may be {most} here", text.len());
    Err(Problem::new(&kinds::TOO_LARGE, detail).at(pointer()))
}

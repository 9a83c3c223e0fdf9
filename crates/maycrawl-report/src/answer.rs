//! One question and all that is known about it.

use maycrawl::{Agent, Dialect, Explanation, Rules};

/// One question, whether an agent may crawl a URL, and all that is known
/// about it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who asks.
    pub agent: Agent,
    /// The URL or path as it was given.
    pub url: Box<[u8]>,
    /// In which dialect the file was read.
    pub dialect: Dialect,
    /// The answer.
    pub outcome: Outcome,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The file decides.
    Decided(Box<Explanation>),
    /// The URL belongs to another origin than the file.
    OutOfScope {
        /// The origin that the file governs.
        origin: String,
    },
}

impl Answer {
    /// Asks rules about a URL or path.
    pub fn ask(rules: &Rules, url: impl AsRef<[u8]>) -> Self {
        let url = url.as_ref();
        Self::new(rules, url, Outcome::Decided(Box::new(rules.explain_url(url))))
    }

    /// The answer for a URL of another origin than the file's, `origin`.
    pub fn out_of_scope(rules: &Rules, url: impl AsRef<[u8]>, origin: impl Into<String>) -> Self {
        Self::new(rules, url.as_ref(), Outcome::OutOfScope { origin: origin.into() })
    }

    fn new(rules: &Rules, url: &[u8], outcome: Outcome) -> Self {
        Self { agent: rules.agent().clone(), url: url.into(), dialect: *rules.dialect(), outcome }
    }

    /// Whether the agent may crawl the URL. Out of scope is no permission.
    pub fn is_allowed(&self) -> bool {
        match &self.outcome {
            Outcome::Decided(explanation) => explanation.verdict.is_allowed(),
            Outcome::OutOfScope { .. } => false,
        }
    }

    /// `allow`, `disallow` or `out-of-scope`.
    pub fn verdict_name(&self) -> &'static str {
        match &self.outcome {
            Outcome::Decided(_) if self.is_allowed() => "allow",
            Outcome::Decided(_) => "disallow",
            Outcome::OutOfScope { .. } => "out-of-scope",
        }
    }

    /// The code of the reason.
    pub fn reason_code(&self) -> &'static str {
        match &self.outcome {
            Outcome::Decided(explanation) => explanation.verdict.reason().code(),
            Outcome::OutOfScope { .. } => "out-of-scope",
        }
    }

    /// The number of the deciding line, 0 if no rule decided.
    pub fn line(&self) -> u32 {
        self.explanation()
            .and_then(|explanation| explanation.rule.as_ref())
            .map_or(0, |rule| rule.line)
    }

    /// All that the core knows about the verdict, if the file decides.
    pub fn explanation(&self) -> Option<&Explanation> {
        match &self.outcome {
            Outcome::Decided(explanation) => Some(explanation),
            Outcome::OutOfScope { .. } => None,
        }
    }
}

//! One question and all that is known about it.

use maycrawl::{
    Agent, Dialect, Explanation, Rules, UrlPath,
    access::{Access, InForce, Timestamp},
};

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
    /// The URL of the robots.txt that was asked, where the site's own was.
    pub robots_url: Option<String>,
    /// The answer.
    pub outcome: Outcome,
}

/// The result of a question.
///
/// New kinds may be added.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The file decides.
    Decided(Box<Explanation>),
    /// The URL belongs to another origin than the file.
    OutOfScope {
        /// The origin that the file governs.
        origin: String,
    },
    /// The site of the URL was asked, and no rules are in force.
    NoRules {
        /// What is in force instead.
        access: Access,
        /// What came of asking, in a sentence.
        why: String,
    },
    /// This machine could not ask the site, so there is no answer yet.
    CouldNotAsk {
        /// What failed, in a sentence.
        why: String,
        /// When to try again.
        retry_at: Timestamp,
    },
    /// There is nothing that could be asked: no URL, or one that is refused.
    Unasked {
        /// Why, in a sentence.
        why: String,
    },
}

impl Answer {
    /// Asks rules about a URL or path.
    pub fn ask(rules: &Rules, url: impl AsRef<[u8]>) -> Self {
        Self::explain(rules, &UrlPath::parse(url.as_ref(), rules.dialect()))
    }

    /// Asks rules about a URL or path that was read before.
    pub fn explain(rules: &Rules, path: &UrlPath<'_>) -> Self {
        let outcome = Outcome::Decided(Box::new(rules.explain(path)));
        Self::new(rules.agent(), path.text(), rules.dialect(), outcome)
    }

    /// The answer for a URL of another origin than the file's, `origin`.
    pub fn out_of_scope(rules: &Rules, url: impl AsRef<[u8]>, origin: impl Into<String>) -> Self {
        let outcome = Outcome::OutOfScope { origin: origin.into() };
        Self::new(rules.agent(), url.as_ref(), rules.dialect(), outcome)
    }

    /// An answer that no rules give.
    pub fn new(agent: &Agent, url: &[u8], dialect: &Dialect, outcome: Outcome) -> Self {
        let agent = agent.clone();
        Self { agent, url: url.into(), dialect: *dialect, robots_url: None, outcome }
    }

    /// The same with the URL of the robots.txt that was asked.
    #[must_use]
    pub fn with_robots_url(self, robots_url: impl Into<String>) -> Self {
        Self { robots_url: Some(robots_url.into()), ..self }
    }

    /// Whether the agent may crawl the URL. What nobody forbids is no permission
    /// either: out of scope, later, unasked.
    pub fn is_allowed(&self) -> bool {
        match &self.outcome {
            Outcome::Decided(explanation) => explanation.verdict.is_allowed(),
            Outcome::NoRules { access, .. } => access.in_force != InForce::DenyAll,
            Outcome::OutOfScope { .. } | Outcome::CouldNotAsk { .. } | Outcome::Unasked { .. } => {
                false
            }
        }
    }

    /// `allow`, `disallow`, `later`, `out-of-scope` or `unasked`.
    pub fn verdict_name(&self) -> &'static str {
        match &self.outcome {
            Outcome::Decided(_) | Outcome::NoRules { .. } if self.is_allowed() => "allow",
            Outcome::Decided(_) => "disallow",
            Outcome::NoRules { .. } | Outcome::CouldNotAsk { .. } => "later",
            Outcome::OutOfScope { .. } => "out-of-scope",
            Outcome::Unasked { .. } => "unasked",
        }
    }

    /// When to ask the site again, if there is no answer before that: the verdict is
    /// `later`.
    pub fn retry_at(&self) -> Option<Timestamp> {
        match &self.outcome {
            Outcome::NoRules { access, .. } if !self.is_allowed() => Some(access.next_try),
            Outcome::CouldNotAsk { retry_at, .. } => Some(*retry_at),
            _ => None,
        }
    }

    /// The code of the reason.
    pub fn reason_code(&self) -> &'static str {
        match &self.outcome {
            Outcome::Decided(explanation) => explanation.verdict.reason().code(),
            Outcome::NoRules { access, .. } => access.reason.code(),
            Outcome::OutOfScope { .. } => "out-of-scope",
            Outcome::CouldNotAsk { .. } => "could-not-ask",
            Outcome::Unasked { .. } => "unasked",
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
            _ => None,
        }
    }
}

//! Everything about a verdict that a person wants to know.
//!
//! A verdict never pays for its explanation. [`Rules::explain`] computes one on demand: the
//! deciding rule and what each of its pieces matched, the rules that lost and why, and the
//! `User-agent` lines that gave the agent its group. [`deciding_knobs`] says why two
//! dialects decide otherwise.
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let file = "User-agent: *\nDisallow: /a\nAllow: /a/b";
//! let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
//! let why = rules.explain_url("https://example.com/a/b");
//! assert_eq!(why.rule.unwrap().line, 3);
//! assert_eq!(why.others.len(), 1);
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::agent::{GroupChoice, is_global, names};
use crate::dialect::PathKnobs;
use crate::group::{RuleKind, RuleLine};
use crate::path::UrlPath;
use crate::pattern::PieceMatch;
use crate::precedence::Rank;
use crate::rules::{Compiled, Rules};
use crate::span::Span;
use crate::verdict::{LossReason, Verdict};

pub use crate::causes::deciding_knobs;

/// Why a verdict is what it is. See [`Rules::explain`].
///
/// It owns its data, so that it can be kept and sent anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The verdict that is explained.
    pub verdict: Verdict,
    /// The path in the normal form that was compared.
    pub path: Box<[u8]>,
    /// How the agent came to its group.
    pub choice: GroupChoice,
    /// The `User-agent` lines of the agent's groups.
    pub agents: Vec<ExplainedAgent>,
    /// The rule that decided, if one did.
    pub rule: Option<ExplainedRule>,
    /// The other rules that matched, and why they lost, strongest first: at
    /// most [`Explanation::MAX_OTHERS`].
    pub others: Vec<(ExplainedRule, LossReason)>,
    /// How many more rules matched than `others` lists.
    pub unlisted_others: usize,
    /// The strongest rule that matched and says the opposite of the verdict.
    /// It is in `others` too, unless that leaves it out.
    pub rival: Option<ExplainedRule>,
}

impl Explanation {
    /// How many rules that lost are listed. A file may hold tens of thousands
    /// that match one path, and each costs memory in every answer.
    pub const MAX_OTHERS: usize = 100;
}

/// A `User-agent` line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedAgent {
    /// The value as written.
    pub value: Box<[u8]>,
    /// The line's number, from 1.
    pub line: u32,
    /// Where the value stands in the file.
    pub span: Span,
    /// Whether this line gave the agent its group.
    pub is_cause: bool,
}

/// A rule and how it matched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedRule {
    /// Whether the line says `Allow` or `Disallow`.
    pub kind: RuleKind,
    /// The path as written.
    pub value: Box<[u8]>,
    /// The line's number, from 1.
    pub line: u32,
    /// The column of the value in bytes, from 1.
    pub column: u32,
    /// Where the value stands in the file.
    pub span: Span,
    /// The pattern that matched, in normal form. It differs from the value
    /// where an escape was normalised, or where the rule stands for another
    /// (`/a/index.html` for `/a/$`, an empty Disallow for `/`).
    pub pattern: Box<[u8]>,
    /// Which part of the path each piece of the pattern matched.
    pub pieces: Vec<PieceMatch>,
}

impl Rules {
    /// Explains the verdict of these rules on `path`.
    ///
    /// Computed on demand: a verdict never pays for it. Linear in the path for
    /// each rule; what it returns is bounded by [`Explanation::MAX_OTHERS`].
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect, Robots, UrlPath, verdict::LossReason};
    ///
    /// let file = "User-agent: *\nDisallow: /a/\nAllow: /a/b";
    /// let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
    /// let path = UrlPath::parse("https://example.com/a/b", &Dialect::GOOGLE);
    /// let why = rules.explain(&path);
    /// assert_eq!(why.rule.unwrap().line, 3);
    /// assert_eq!(why.others[0].0.line, 2);
    /// assert_eq!(why.others[0].1, LossReason::Shorter);
    /// ```
    pub fn explain(&self, path: &UrlPath<'_>) -> Explanation {
        let path = path.in_form(self.dialect().paths.normalise);
        let verdict = self.check(&path);
        let mut losers = self.matching(&path, verdict);
        let winner = losers.iter().position(|one| Some(one.compiled.rule) == verdict.rule);
        let winner = winner.map(|at| losers.remove(at));
        let is_rival = |one: &&Matching<'_>| {
            !one.compiled.pattern.is_empty()
                && verdict.is_allowed() != (one.compiled.kind == RuleKind::Allow)
        };
        let knobs = &self.dialect().paths;
        let rivals = losers.iter().filter(is_rival);
        let rival = rivals.min_by_key(|one| one.rank().strength(knobs)).copied();
        let unlisted_others = keep_strongest(&mut losers, knobs);
        Explanation {
            verdict,
            path: path.as_bytes().into(),
            choice: self.choice(),
            agents: self
                .agent_lines()
                .map(|line| ExplainedAgent {
                    value: line.value().into(),
                    line: line.line(),
                    span: line.span(),
                    is_cause: self.is_cause(line.value()),
                })
                .collect(),
            rule: winner.map(|one| one.explained(&path)),
            others: losers
                .iter()
                .filter_map(|one| {
                    Some((one.explained(&path), one.rank().loses_to(&winner?.rank(), knobs)))
                })
                .collect(),
            unlisted_others,
            rival: rival.map(|one| one.explained(&path)),
        }
    }

    /// The rules that match where a rule decided, in the file's order. Those
    /// without a path are among them.
    fn matching(&self, path: &UrlPath<'_>, verdict: Verdict) -> Vec<Matching<'_>> {
        if verdict.rule.is_none() {
            return Vec::new();
        }
        let mut matching: Vec<_> = self
            .compiled_lines()
            .filter(|(rule, _)| rule.pattern.is_empty() || rule.pattern.matches(path))
            .map(|(compiled, line)| Matching { compiled, line })
            .collect();
        // Of a rule that stands for two patterns the first is the stronger.
        matching.dedup_by_key(|one| one.compiled.rule);
        matching
    }

    /// Explains the verdict on a URL: [`UrlPath::parse`] and [`Rules::explain`] in one call.
    pub fn explain_url(&self, url: impl AsRef<[u8]>) -> Explanation {
        let path = UrlPath::with_form(url.as_ref(), self.dialect().paths.normalise);
        self.explain(&path)
    }

    /// Whether a `User-agent` line of this value gave the agent its group.
    fn is_cause(&self, value: &[u8]) -> bool {
        let knobs = &self.dialect().groups;
        match self.choice() {
            GroupChoice::ByName { token } => {
                let tokens = self.agent().tokens().skip(token as usize);
                let limit = if self.agent().is_pooled() { usize::MAX } else { 1 };
                tokens.take(limit).any(|token| names(value, token, knobs).is_some())
            }
            _ => is_global(value, knobs),
        }
    }
}

/// A rule that matches, and the line that gives it.
#[derive(Clone, Copy)]
struct Matching<'r> {
    compiled: &'r Compiled,
    line: RuleLine<'r>,
}

impl Matching<'_> {
    /// No two rules rank the same.
    fn rank(&self) -> Rank {
        let Compiled { kind, pattern, rule } = self.compiled;
        Rank::new(*kind, pattern, rule.number())
    }

    fn explained(&self, path: &UrlPath<'_>) -> ExplainedRule {
        let Self { compiled, line } = self;
        ExplainedRule {
            kind: line.kind(),
            value: line.value().into(),
            line: line.line(),
            column: line.column(),
            span: line.span(),
            pattern: compiled.pattern.as_bytes().into(),
            pieces: compiled.pattern.pieces(path).unwrap_or_default(),
        }
    }
}

/// Keeps the rules that an explanation lists, strongest first, and returns how
/// many it drops. Linear: only those that stay are sorted.
fn keep_strongest(rules: &mut Vec<Matching<'_>>, knobs: &PathKnobs) -> usize {
    let dropped = rules.len().saturating_sub(Explanation::MAX_OTHERS);
    if dropped > 0 {
        rules.select_nth_unstable_by_key(Explanation::MAX_OTHERS, |one| one.rank().strength(knobs));
        rules.truncate(Explanation::MAX_OTHERS);
    }
    rules.sort_unstable_by_key(|one| one.rank().strength(knobs));
    dropped
}

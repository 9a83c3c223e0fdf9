//! Everything about a verdict that a person wants to know.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::agent::{GroupChoice, is_global, names};
use crate::dialect::Precedence;
use crate::groups::RuleKind;
use crate::path::Path;
use crate::pattern::PieceMatch;
use crate::rules::{Compiled, Rules};
use crate::span::Span;
use crate::verdict::Verdict;

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
    /// The other rules that matched, and why they lost, strongest first.
    pub others: Vec<(ExplainedRule, Lost)>,
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
    /// Whether this line gave the agent the group, rather than one beside it.
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
    /// The column of the value in octets, from 1.
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

/// Why a rule that matched did not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lost {
    /// A longer rule matched.
    Shorter,
    /// A rule of the other kind is as long, and the dialect prefers that.
    Tie,
    /// An equal or equally long rule stands before it, or any rule does where
    /// the first match counts.
    Later,
    /// It is stronger, but the dialect disallows where rules with wildcards
    /// conflict.
    WildcardConflict,
    /// It has no path, so it decides nothing.
    Empty,
}

impl Lost {
    /// The stable code, such as `shorter`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Shorter => "shorter",
            Self::Tie => "tie",
            Self::Later => "later",
            Self::WildcardConflict => "wildcard-conflict",
            Self::Empty => "empty",
        }
    }
}

impl Rules {
    /// Explains a verdict that these rules gave on `path`.
    ///
    /// Computed on demand: a verdict never pays for it. A verdict of other
    /// rules or of another path is replaced by the right one.
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect, Lost, Path, Robots};
    ///
    /// let file = "User-agent: *\nDisallow: /a/\nAllow: /a/b";
    /// let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
    /// let path = Path::parse("https://example.com/a/b", &Dialect::GOOGLE);
    /// let why = rules.explain(&path, rules.check(&path));
    /// assert_eq!(why.rule.unwrap().line, 3);
    /// assert_eq!(why.others[0].0.line, 2);
    /// assert_eq!(why.others[0].1, Lost::Shorter);
    /// ```
    pub fn explain(&self, path: &Path<'_>, verdict: Verdict) -> Explanation {
        let actual = self.check(path);
        let verdict = if verdict == actual { verdict } else { actual };
        let form = self.dialect().paths.normalise;
        let path = Path::with_form(path.text(), form);
        let is_by_rule = verdict.rule.is_some();
        let mut matched: Vec<&Compiled> = self
            .compiled()
            .iter()
            .filter(|rule| is_by_rule && (rule.pattern.is_empty() || rule.pattern.matches(&path)))
            .collect();
        // Of a rule that stands for two patterns the first is the stronger.
        matched.dedup_by_key(|rule| rule.rule);
        if self.dialect().paths.precedence == Precedence::Longest {
            // Stable: rules of one length stay in the file's order.
            matched.sort_by_key(|rule| core::cmp::Reverse(rule.pattern.len()));
        }
        let winner = matched.iter().find(|rule| Some(rule.rule) == verdict.rule).copied();
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
            rule: winner.and_then(|rule| self.explained(rule, &path)),
            others: matched
                .iter()
                .filter(|rule| Some(rule.rule) != verdict.rule)
                .filter_map(|rule| Some((self.explained(rule, &path)?, self.lost(rule, winner?))))
                .collect(),
        }
    }

    /// Asks about a URL and explains the verdict: [`Path::parse`],
    /// [`Rules::check`] and [`Rules::explain`] in one call.
    pub fn explain_url(&self, url: impl AsRef<[u8]>) -> Explanation {
        let path = Path::with_form(url.as_ref(), self.dialect().paths.normalise);
        self.explain(&path, self.check(&path))
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

    fn explained(&self, rule: &Compiled, path: &Path<'_>) -> Option<ExplainedRule> {
        let line = self.rule(rule.rule)?;
        Some(ExplainedRule {
            kind: line.kind(),
            value: line.value().into(),
            line: line.line(),
            column: line.column(),
            span: line.span(),
            pattern: rule.pattern.as_bytes().into(),
            pieces: rule.pattern.pieces(path).unwrap_or_default(),
        })
    }

    fn lost(&self, rule: &Compiled, winner: &Compiled) -> Lost {
        if rule.pattern.is_empty() {
            return Lost::Empty;
        }
        if self.dialect().paths.precedence == Precedence::First {
            return Lost::Later;
        }
        match rule.pattern.len().cmp(&winner.pattern.len()) {
            core::cmp::Ordering::Less => Lost::Shorter,
            core::cmp::Ordering::Equal if rule.kind == winner.kind => Lost::Later,
            core::cmp::Ordering::Equal => Lost::Tie,
            core::cmp::Ordering::Greater => Lost::WildcardConflict,
        }
    }
}

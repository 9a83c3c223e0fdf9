//! Answers of `check`.

use std::borrow::Cow;

use maycrawl::{Agent, Dialect, Explanation, agent::GroupChoice, explain::ExplainedRule};
use serde::{Deserialize, Serialize};

use super::{MAX_LISTED, VERSION, text};
use crate::answer::Answer;
use crate::comparison::{Comparison, DialectAnswer};
use crate::file::File;
use crate::times::rfc3339;

wire! {
    /// Answers with their reasons.
    pub struct CheckDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file that was asked, unless each site was asked for its own.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub robots: Option<RobotsFile>,
        /// The dialect in which it was read; `own` if each agent was asked as it reads itself,
        /// and each answer names its dialect.
        pub dialect: String,
        /// The answers: all agents for the first URL, then for the second.
        pub answers: Vec<WireAnswer>,
        /// What to know about the file and the names of the agents, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// The answers of `check` without words, as columns: of many questions, or for programs.
    ///
    /// The columns have a row for each agent and URL: all agents for the first URL, then for the
    /// second.
    pub struct CheckColumns {
        /// The version of this form: 1.
        pub version: u32,
        /// The file that was asked.
        pub robots: RobotsFile,
        /// The dialect in which it was read; `own` if each agent was asked as it reads itself.
        pub dialect: String,
        /// Who asks.
        pub agents: Vec<WireAgent>,
        /// The dialect of each agent.
        pub dialects: Vec<String>,
        /// `allow`, `disallow`, `out-of-scope` or `unasked` (no URL).
        pub verdict: Vec<Cow<'static, str>>,
        /// The codes of the reasons.
        pub reason: Vec<Cow<'static, str>>,
        /// The numbers of the deciding lines, 0 where no rule decided.
        pub line: Vec<u32>,
        /// What to know about the file and the names of the agents, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// The answers of all dialects.
    pub struct ComparisonDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file that was asked.
        pub robots: RobotsFile,
        /// The dialect that the others are compared with.
        pub dialect: String,
        /// The questions, each with the answers of all dialects.
        pub comparisons: Vec<WireComparison>,
    }

    /// A file.
    pub struct RobotsFile {
        /// Its name.
        pub name: String,
        /// Its size in bytes.
        pub bytes: usize,
        /// How many bytes at its end the dialect does not read; of several dialects, the most.
        pub unread: u32,
    }

    /// What `check --format jsonl` prints on every line.
    pub struct CheckLine {
        /// The version of this form: 1.
        pub version: u32,
        /// The answer.
        #[serde(flatten)]
        pub answer: WireAnswer,
    }

    /// What `check --all-dialects --format jsonl` prints on every line.
    pub struct ComparisonLine {
        /// The version of this form: 1.
        pub version: u32,
        /// The question with the answers of all dialects.
        #[serde(flatten)]
        pub comparison: WireComparison,
    }

    /// The first line of a file that `check --format jsonl --resume FILE` writes; of
    /// `--format tsv`, the content of FILE.run.json.
    pub struct RunLine {
        /// The version of this form: 1.
        pub version: u32,
        /// What the run was begun with.
        pub run: WireRun,
    }

    /// What a run of `check` was begun with. Only a run with the same can go on with it.
    pub struct WireRun {
        /// The dialect in which files are read, or `own`.
        pub dialect: String,
        /// Who asks, in the order of the answers to a URL.
        pub agents: Vec<WireAgent>,
        /// The `User-Agent` header that sites get.
        pub user_agent: String,
        /// Whether product tokens were taken as they are, without the catalogue.
        pub plain: bool,
        /// The dialect of each agent, if `dialect` is `own`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub own_dialects: Vec<String>,
    }

    /// One answer.
    pub struct WireAnswer {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// The URL of the robots.txt that was asked, if the site's own was.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub robots_url: Option<String>,
        /// The dialect in which the file was read.
        pub dialect: String,
        /// `allow`, `disallow`, `later` (the site cannot be asked now),
        /// `out-of-scope` or `unasked` (no URL, or one that may not be asked).
        pub verdict: Cow<'static, str>,
        /// When to ask again, in milliseconds since 1970, if the verdict is `later`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub retry_at: Option<i64>,
        /// The same as text, in UTC (RFC 3339), rounded up to a second.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub retry_at_utc: Option<String>,
        /// Whether the dialect leaves the point undefined; the verdict holds
        /// all the same.
        pub undefined: bool,
        /// The code of the reason.
        pub reason: Cow<'static, str>,
        /// The reason as a sentence.
        pub why: String,
        /// The path in the normal form that was compared.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        /// How the agent came to its group.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub group: Option<WireGroup>,
        /// The deciding rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rule: Option<WireRule>,
        /// The other rules that matched, strongest first: at most 100.
        pub others: Vec<WireOther>,
        /// How many more rules matched than `others` lists.
        pub unlisted_others: usize,
    }

    /// An agent.
    pub struct WireAgent {
        /// Its product tokens, in order.
        pub tokens: Vec<String>,
        /// Whether they are one pooled set instead of a list of fallbacks.
        pub pooled: bool,
        /// Whether it ignores the group for `*`.
        pub ignores_global: bool,
        /// Whether any `User-agent` line could name it in this dialect.
        pub can_be_named: bool,
    }

    /// How an agent came to its group.
    pub struct WireGroup {
        /// `by-name`, `global`, `no-group` or `ignores-global`.
        pub choice: Cow<'static, str>,
        /// The token that the group names.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub token: Option<String>,
        /// The `User-agent` lines of the agent's groups: at most 100, among them one that gave the
        /// agent the group.
        pub agents: Vec<WireAgentLine>,
        /// How many more lines there are than `agents` lists.
        #[serde(default, skip_serializing_if = "super::is_zero")]
        pub unlisted_agents: usize,
    }

    /// A `User-agent` line.
    pub struct WireAgentLine {
        /// The value as written.
        pub value: String,
        /// The line's number, from 1.
        pub line: u32,
        /// Whether this line gave the agent the group.
        pub is_cause: bool,
    }

    /// A rule and how it matched.
    pub struct WireRule {
        /// `Allow` or `Disallow`, as the line says.
        pub kind: Cow<'static, str>,
        /// The path as written.
        pub value: String,
        /// The line's number, from 1.
        pub line: u32,
        /// The column of the value in bytes, from 1.
        pub column: u32,
        /// Where the value begins in the file.
        pub start: u32,
        /// Where the value ends in the file.
        pub end: u32,
        /// The pattern that was compared, in normal form.
        pub pattern: String,
        /// Which part of the path each piece of the pattern matched: at most 100.
        pub pieces: Vec<WirePiece>,
        /// How many more pieces there are than `pieces` lists.
        #[serde(default, skip_serializing_if = "super::is_zero")]
        pub unlisted_pieces: usize,
    }

    /// A piece of a pattern and what it matched.
    pub struct WirePiece {
        /// Literal text, `*` or `$`.
        pub piece: String,
        /// The part of the path that it matched.
        pub matched: String,
    }

    /// A rule that matched but did not decide.
    pub struct WireOther {
        /// The rule.
        pub rule: WireRule,
        /// Why it lost: `shorter`, `tie`, `later`, `wildcard-conflict` or
        /// `empty`.
        pub lost: Cow<'static, str>,
    }

    /// One question in every dialect.
    pub struct WireComparison {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// The answers.
        pub dialects: Vec<WireDialectAnswer>,
    }

    /// The answer of one dialect.
    pub struct WireDialectAnswer {
        /// The dialect's name.
        pub dialect: Cow<'static, str>,
        /// `allow` or `disallow`.
        pub verdict: Cow<'static, str>,
        /// Whether the dialect leaves the point undefined.
        pub undefined: bool,
        /// The code of the reason.
        pub reason: Cow<'static, str>,
        /// The number of the deciding line, 0 if no rule decided.
        pub line: u32,
        /// The knobs that make the decision another than that of the dialect
        /// compared with.
        pub knobs: Vec<Cow<'static, str>>,
    }
}

impl CheckDocument {
    /// Answers in a dialect, of a file, unless each site was asked for its own.
    pub fn new(
        robots: Option<RobotsFile>,
        dialect: impl Into<String>,
        answers: Vec<WireAnswer>,
    ) -> Self {
        Self { version: VERSION, robots, dialect: dialect.into(), answers, notes: Vec::new() }
    }
}

impl CheckColumns {
    /// No answers yet, of a file to these agents, each in its dialect.
    pub fn new<'a>(
        robots: RobotsFile,
        dialect: impl Into<String>,
        askers: impl IntoIterator<Item = (&'a Agent, &'a Dialect)>,
    ) -> Self {
        let askers = askers.into_iter();
        let (agents, dialects) = askers
            .map(|(agent, dialect)| (WireAgent::new(agent, dialect), dialect.to_string()))
            .unzip();
        Self {
            version: VERSION,
            robots,
            dialect: dialect.into(),
            agents,
            dialects,
            verdict: Vec::new(),
            reason: Vec::new(),
            line: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, verdict: &'static str, reason: &'static str, line: u32) {
        self.verdict.push(verdict.into());
        self.reason.push(reason.into());
        self.line.push(line);
    }
}

impl CheckLine {
    /// A line for an answer.
    pub const fn new(answer: WireAnswer) -> Self {
        Self { version: VERSION, answer }
    }
}

impl ComparisonDocument {
    /// Comparisons of all dialects with one, for a file.
    pub fn new(
        robots: RobotsFile,
        dialect: impl Into<String>,
        comparisons: Vec<WireComparison>,
    ) -> Self {
        Self { version: VERSION, robots, dialect: dialect.into(), comparisons }
    }
}

impl ComparisonLine {
    /// A line for a comparison.
    pub const fn new(comparison: WireComparison) -> Self {
        Self { version: VERSION, comparison }
    }
}

impl RunLine {
    /// The line for a run.
    pub const fn new(run: WireRun) -> Self {
        Self { version: VERSION, run }
    }
}

impl WireRun {
    /// A run of these agents in a dialect, under a `User-Agent` header.
    pub fn new(
        dialect: impl Into<String>,
        agents: Vec<WireAgent>,
        user_agent: impl Into<String>,
        plain: bool,
    ) -> Self {
        let (dialect, user_agent) = (dialect.into(), user_agent.into());
        Self { dialect, agents, user_agent, plain, own_dialects: Vec::new() }
    }
}

impl RobotsFile {
    /// A file of which a dialect leaves `unread` bytes.
    pub fn new(file: &File, unread: u32) -> Self {
        Self { name: file.name().to_owned(), bytes: file.source().len(), unread }
    }
}

impl From<&Answer> for WireAnswer {
    fn from(answer: &Answer) -> Self {
        let explanation = answer.explanation();
        Self {
            agent: WireAgent::new(&answer.agent, &answer.dialect),
            url: text(&answer.url),
            robots_url: answer.robots_url.clone(),
            dialect: answer.dialect.to_string(),
            verdict: answer.verdict_name().into(),
            retry_at: answer.retry_at().map(|time| time.0),
            retry_at_utc: answer.retry_at().map(rfc3339),
            undefined: is_undefined(answer),
            reason: answer.reason_code().into(),
            why: answer.why(),
            path: explanation.map(|explanation| text(&explanation.path)),
            group: explanation.map(|explanation| WireGroup::new(answer, explanation)),
            rule: explanation.and_then(|explanation| {
                Some(WireRule::new(explanation.rule.as_ref()?, explanation))
            }),
            others: explanation.map_or_else(Vec::new, |explanation| {
                let others = explanation.others.iter().map(|(rule, lost)| WireOther {
                    rule: WireRule::new(rule, explanation),
                    lost: lost.code().into(),
                });
                others.collect()
            }),
            unlisted_others: explanation.map_or(0, |explanation| explanation.unlisted_others),
        }
    }
}

impl WireAgent {
    /// An agent that asks in a dialect.
    pub fn new(agent: &Agent, dialect: &Dialect) -> Self {
        Self {
            tokens: agent.tokens().map(text).collect(),
            pooled: agent.is_pooled(),
            ignores_global: agent.ignores_global(),
            can_be_named: agent.can_be_named(dialect),
        }
    }
}

impl WireGroup {
    fn new(answer: &Answer, explanation: &Explanation) -> Self {
        let token = match explanation.choice {
            GroupChoice::ByName { token } => answer.agent.tokens().nth(token as usize),
            _ => None,
        };
        let all = &explanation.agents;
        // The first that gave the group may stand after many others.
        let cause = all.iter().position(|agent| agent.is_cause).unwrap_or(0);
        let n_first = if cause < MAX_LISTED { MAX_LISTED } else { MAX_LISTED - 1 };
        let listed = all.iter().enumerate().filter(|(at, _)| *at < n_first || *at == cause);
        let agents: Vec<_> = listed
            .map(|(_, agent)| WireAgentLine {
                value: text(&agent.value),
                line: agent.line,
                is_cause: agent.is_cause,
            })
            .collect();
        Self {
            choice: explanation.choice.code().into(),
            token: token.map(text),
            unlisted_agents: all.len() - agents.len(),
            agents,
        }
    }
}

impl WireRule {
    pub(super) fn new(rule: &ExplainedRule, explanation: &Explanation) -> Self {
        let pieces = rule.pieces.iter().take(MAX_LISTED).map(|piece| WirePiece {
            piece: text(rule.pattern.get(piece.piece.clone()).unwrap_or_default()),
            matched: text(explanation.path.get(piece.path.clone()).unwrap_or_default()),
        });
        Self {
            kind: rule.kind.name().into(),
            value: text(&rule.value),
            line: rule.line,
            column: rule.column,
            start: rule.span.start,
            end: rule.span.end,
            pattern: text(&rule.pattern),
            pieces: pieces.collect(),
            unlisted_pieces: rule.pieces.len().saturating_sub(MAX_LISTED),
        }
    }
}

impl From<&Comparison> for WireComparison {
    fn from(comparison: &Comparison) -> Self {
        Self {
            agent: WireAgent::new(&comparison.agent, &comparison.base),
            url: text(&comparison.url),
            dialects: comparison.answers.iter().map(WireDialectAnswer::from).collect(),
        }
    }
}

impl From<&DialectAnswer> for WireDialectAnswer {
    fn from(one: &DialectAnswer) -> Self {
        Self {
            dialect: one.dialect.into(),
            verdict: one.answer.verdict_name().into(),
            undefined: is_undefined(&one.answer),
            reason: one.answer.reason_code().into(),
            line: one.answer.line(),
            knobs: one.causes.iter().map(|knob| knob.name.into()).collect(),
        }
    }
}

fn is_undefined(answer: &Answer) -> bool {
    answer.explanation().is_some_and(|explanation| explanation.verdict.is_undefined())
}

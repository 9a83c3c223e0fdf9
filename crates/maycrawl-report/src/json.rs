//! Answers as JSON, in a versioned form.
//!
//! `version` is 1. Fields may be added under it; none is removed, renamed or
//! given another meaning. Text that is not UTF-8 has its octets replaced by
//! U+FFFD; spans count octets of the file as it was given.

use std::collections::BTreeMap;

use maycrawl::{Agent, Dialect, ExplainedRule, Explanation, GroupChoice, Rules};
use maycrawl_crawlers::Crawler;
use serde::Serialize;

use crate::answer::Answer;
use crate::changes::Change;
use crate::comparison::{Comparison, DialectAnswer};
use crate::display::field;
use crate::explain::Topic;
use crate::file::File;
use crate::policy::{Counts, Policy, Standing};

/// Derives what every wire type has.
macro_rules! wire {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug, Serialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub struct $name {
                $($(#[$field_meta])* pub $field: $type,)+
            }
        )+
    };
}

wire! {
    /// What `check --format json` prints.
    pub struct CheckDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file that was asked.
        pub robots: RobotsFile,
        /// The dialect in which it was read.
        pub dialect: String,
        /// The answers: all agents for the first URL, then for the second.
        pub answers: Vec<WireAnswer>,
    }

    /// What `check --all-dialects --format json` prints.
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
        /// Its name as given on the command line.
        pub name: String,
        /// Its size in octets.
        pub octets: usize,
        /// How many octets at its end the dialect does not read.
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

    /// One answer.
    pub struct WireAnswer {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// `allow`, `disallow` or `out-of-scope`.
        pub verdict: &'static str,
        /// Whether the dialect leaves the point undefined; the verdict holds
        /// all the same.
        pub undefined: bool,
        /// The code of the reason.
        pub reason: &'static str,
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
        /// The other rules that matched, strongest first.
        pub others: Vec<WireOther>,
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
        pub choice: &'static str,
        /// The token that the group names.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub token: Option<String>,
        /// The `User-agent` lines of the agent's groups.
        pub agents: Vec<WireAgentLine>,
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
        pub kind: &'static str,
        /// The path as written.
        pub value: String,
        /// The line's number, from 1.
        pub line: u32,
        /// The column of the value in octets, from 1.
        pub column: u32,
        /// Where the value begins in the file.
        pub start: u32,
        /// Where the value ends in the file.
        pub end: u32,
        /// The pattern that was compared, in normal form.
        pub pattern: String,
        /// Which part of the path each piece of the pattern matched.
        pub pieces: Vec<WirePiece>,
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
        pub lost: &'static str,
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
        pub dialect: &'static str,
        /// `allow` or `disallow`.
        pub verdict: &'static str,
        /// Whether the dialect leaves the point undefined.
        pub undefined: bool,
        /// The code of the reason.
        pub reason: &'static str,
        /// The number of the deciding line, 0 if no rule decided.
        pub line: u32,
        /// The knobs that make the decision another than that of the dialect
        /// compared with.
        pub knobs: Vec<&'static str>,
    }
}

impl RobotsFile {
    /// A file of which a dialect leaves `unread` octets.
    pub fn new(file: &File, unread: u32) -> Self {
        Self { name: file.name().to_owned(), octets: file.source().len(), unread }
    }
}

impl From<&Answer> for WireAnswer {
    fn from(answer: &Answer) -> Self {
        let explanation = answer.explanation();
        Self {
            agent: WireAgent::new(&answer.agent, &answer.dialect),
            url: text(&answer.url),
            verdict: answer.verdict_name(),
            undefined: is_undefined(answer),
            reason: answer.reason_code(),
            why: answer.why(),
            path: explanation.map(|explanation| text(&explanation.path)),
            group: explanation.map(|explanation| WireGroup::new(answer, explanation)),
            rule: explanation.and_then(|explanation| {
                Some(WireRule::new(explanation.rule.as_ref()?, explanation))
            }),
            others: explanation.map_or_else(Vec::new, |explanation| {
                let others = explanation.others.iter().map(|(rule, lost)| WireOther {
                    rule: WireRule::new(rule, explanation),
                    lost: lost.code(),
                });
                others.collect()
            }),
        }
    }
}

impl WireAgent {
    fn new(agent: &Agent, dialect: &Dialect) -> Self {
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
        let (choice, token) = match explanation.choice {
            GroupChoice::ByName { token } => ("by-name", answer.agent.tokens().nth(token as usize)),
            GroupChoice::Global => ("global", None),
            GroupChoice::IgnoresGlobal => ("ignores-global", None),
            _ => ("no-group", None),
        };
        let agents = explanation.agents.iter().map(|agent| WireAgentLine {
            value: text(&agent.value),
            line: agent.line,
            is_cause: agent.is_cause,
        });
        Self { choice, token: token.map(text), agents: agents.collect() }
    }
}

impl WireRule {
    fn new(rule: &ExplainedRule, explanation: &Explanation) -> Self {
        let pieces = rule.pieces.iter().map(|piece| WirePiece {
            piece: text(rule.pattern.get(piece.piece.clone()).unwrap_or_default()),
            matched: text(explanation.path.get(piece.path.clone()).unwrap_or_default()),
        });
        Self {
            kind: field(rule.kind),
            value: text(&rule.value),
            line: rule.line,
            column: rule.column,
            start: rule.span.start,
            end: rule.span.end,
            pattern: text(&rule.pattern),
            pieces: pieces.collect(),
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
            dialect: one.dialect,
            verdict: one.answer.verdict_name(),
            undefined: is_undefined(&one.answer),
            reason: one.answer.reason_code(),
            line: one.answer.line(),
            knobs: one.causes.iter().map(|knob| knob.name).collect(),
        }
    }
}

fn is_undefined(answer: &Answer) -> bool {
    answer.explanation().is_some_and(|explanation| explanation.verdict.is_undefined())
}

fn text(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

wire! {
    /// What `check --cases --format json` prints.
    pub struct CasesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The dialect in which the files were read.
        pub dialect: String,
        /// How many cases were asked.
        pub cases: u64,
        /// How many of them have a URL that is none.
        pub errors: u64,
        /// How many were answered otherwise than expected.
        pub failed: u64,
        /// The answers in the order of the cases.
        pub answers: Vec<WireCase>,
    }

    /// What `check --cases --format jsonl` prints on every line.
    pub struct CaseLine {
        /// The version of this form: 1.
        pub version: u32,
        /// The answer.
        #[serde(flatten)]
        pub case: WireCase,
    }

    /// The answer to one case.
    pub struct WireCase {
        /// The line of the file of cases, from 1.
        pub case_line: u64,
        /// The cells of the case by column.
        pub input: BTreeMap<String, String>,
        /// `allow`, `disallow` or `error`.
        pub verdict: &'static str,
        /// The number of the deciding line, 0 if no rule decided.
        pub line: u32,
        /// What was expected and not answered.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub missed: Option<String>,
    }
}

wire! {
    /// What `explain --format json` prints.
    pub struct ExplainDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The codes and their pages.
        pub topics: Vec<WireTopic>,
    }

    /// Something with a code and a page.
    pub struct WireTopic {
        /// `reason`, `dialect` or `knob`.
        pub kind: &'static str,
        /// The code.
        pub code: &'static str,
        /// What it is, in a few words.
        pub title: String,
        /// All that there is to say, as text.
        pub page: String,
    }
}

impl ExplainDocument {
    /// A document of these topics.
    pub fn new(topics: &[Topic]) -> Self {
        let topics = topics.iter().map(|topic| WireTopic {
            kind: topic.kind(),
            code: topic.code(),
            title: topic.title(),
            page: topic.page(),
        });
        Self { version: 1, topics: topics.collect() }
    }
}

wire! {
    /// What `crawlers --format json` prints.
    pub struct CrawlersDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The crawlers.
        pub crawlers: Vec<WireCrawler>,
    }

    /// A crawler of the catalogue. What no source says is absent.
    pub struct WireCrawler {
        /// The product token.
        pub token: String,
        /// Who runs it.
        pub operator: String,
        /// What it is for.
        pub purposes: Vec<&'static str>,
        /// The tokens that it falls back to before `*`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fallback: Option<Vec<String>>,
        /// Whether it obeys the group for `*`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub obeys_global: Option<bool>,
        /// Whether it honours `Crawl-delay`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub honours_crawl_delay: Option<bool>,
        /// Whether it obeys robots.txt: `yes`, `no`, `may-not`, `undocumented`
        /// or `disputed`.
        pub obeys: &'static str,
        /// How its addresses can be verified.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub verification: Option<String>,
        /// A `User-Agent` header that it sends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub user_agent: Option<String>,
        /// What blocking it costs a site.
        pub blocking_costs: String,
        /// The page that says all this.
        pub source: String,
        /// The day on which that page was read.
        pub read_on: String,
        /// With a file: `allow` or `disallow` for `/`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub verdict: Option<&'static str>,
    }
}

impl WireCrawler {
    /// A crawler, and what rules say to it about `/`.
    pub fn new(crawler: &Crawler, rules: Option<&Rules>) -> Self {
        let is_allowed = |rules: &Rules| rules.check_url("/").is_allowed();
        Self {
            token: crawler.token().into(),
            operator: crawler.operator().into(),
            purposes: crawler.purposes().iter().map(|purpose| purpose.name()).collect(),
            fallback: crawler.fallback().map(<[String]>::to_vec),
            obeys_global: crawler.obeys_global(),
            honours_crawl_delay: crawler.honours_crawl_delay(),
            obeys: crawler.obeys().name(),
            verification: crawler.verification().map(Into::into),
            user_agent: crawler.user_agent().map(Into::into),
            blocking_costs: crawler.blocking_costs().into(),
            source: crawler.source().into(),
            read_on: crawler.read_on().into(),
            verdict: rules.map(|rules| if is_allowed(rules) { "allow" } else { "disallow" }),
        }
    }
}

wire! {
    /// What `check --against --format json` prints.
    pub struct ChangesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The name of the old version.
        pub old: String,
        /// The name of the new version.
        pub new: String,
        /// The dialect in which they were read.
        pub dialect: String,
        /// How many questions were asked.
        pub asked: u64,
        /// The answers that changed.
        pub changed: Vec<WireChange>,
    }

    /// An answer that changed.
    pub struct WireChange {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// What the old version answers.
        pub old: WireSide,
        /// What the new version answers.
        pub new: WireSide,
    }

    /// The answer of one version.
    pub struct WireSide {
        /// `allow`, `disallow` or `out-of-scope`.
        pub verdict: &'static str,
        /// The code of the reason.
        pub reason: &'static str,
        /// The deciding rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rule: Option<WireRule>,
    }
}

impl From<&Change> for WireChange {
    fn from(change: &Change) -> Self {
        let side = |answer: &Answer| WireSide {
            verdict: answer.verdict_name(),
            reason: answer.reason_code(),
            rule: answer.explanation().and_then(|explanation| {
                Some(WireRule::new(explanation.rule.as_ref()?, explanation))
            }),
        };
        Self {
            agent: WireAgent::new(&change.new.agent, &change.new.dialect),
            url: text(&change.new.url),
            old: side(&change.old),
            new: side(&change.new),
        }
    }
}

wire! {
    /// What `policy --format json` prints.
    pub struct PolicyDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file's name.
        pub robots: String,
        /// The dialect in which it was read.
        pub dialect: String,
        /// How many crawlers stand how, by purpose.
        pub purposes: BTreeMap<String, WireCounts>,
        /// How many crawlers stand how, by operator.
        pub operators: BTreeMap<String, WireCounts>,
        /// Every crawler: `everywhere`, `partly`, `nowhere` or `undecided`.
        pub crawlers: BTreeMap<String, &'static str>,
        /// What `Content-Signal` says: its keys with `true` for yes.
        pub content_signal: BTreeMap<&'static str, bool>,
        /// What `Content-Usage` says about `/`.
        pub content_usage: BTreeMap<String, bool>,
        /// The licences that the file names.
        pub licenses: Vec<String>,
        /// What does not go together.
        pub contradictions: Vec<String>,
        /// Groups that leave open what the group for `*` forbids.
        pub dropped: Vec<WireDropped>,
    }

    /// How many crawlers stand how.
    pub struct WireCounts {
        /// Every path is allowed.
        pub everywhere: usize,
        /// Some paths are allowed.
        pub partly: usize,
        /// No path is allowed but `/robots.txt`.
        pub nowhere: usize,
        /// Not decided.
        pub undecided: usize,
    }

    /// A rule of the group for `*` that a named group does not repeat.
    pub struct WireDropped {
        /// The crawlers that the group names.
        pub agents: String,
        /// The first line of the group.
        pub line: u32,
        /// The rule, with its line.
        pub rule: String,
        /// A path that the rule forbids to others and the group allows.
        pub path: String,
    }
}

impl PolicyDocument {
    /// The policy of a file of this name.
    pub fn new(policy: &Policy<'_>, name: &str) -> Self {
        let counts = |counts: &Counts| {
            let of = |standing| counts.get(&standing).copied().unwrap_or(0);
            WireCounts {
                everywhere: of(Standing::Everywhere),
                partly: of(Standing::Partly),
                nowhere: of(Standing::Nowhere),
                undecided: of(Standing::Undecided),
            }
        };
        let signal = policy.content_signal.as_ref();
        let signals = [
            ("search", signal.and_then(|signal| signal.search)),
            ("ai-input", signal.and_then(|signal| signal.ai_input)),
            ("ai-train", signal.and_then(|signal| signal.ai_train)),
        ];
        let usage = policy.content_usage.iter().flat_map(|usage| &usage.keys);
        Self {
            version: 1,
            robots: name.into(),
            dialect: policy.dialect.to_string(),
            purposes: policy
                .purposes
                .iter()
                .map(|(purpose, of)| (purpose.name().into(), counts(of)))
                .collect(),
            operators: policy
                .operators
                .iter()
                .map(|(operator, of)| ((*operator).into(), counts(of)))
                .collect(),
            crawlers: policy
                .crawlers
                .iter()
                .map(|(crawler, standing)| (crawler.token().into(), standing.name()))
                .collect(),
            content_signal: signals
                .iter()
                .filter_map(|(key, value)| Some((*key, (*value)?)))
                .collect(),
            content_usage: usage.map(|(key, granted)| (text(key), *granted)).collect(),
            licenses: policy.licenses.clone(),
            contradictions: policy.contradictions.clone(),
            dropped: policy
                .dropped
                .iter()
                .map(|one| WireDropped {
                    agents: one.agents.clone(),
                    line: one.line,
                    rule: one.rule.clone(),
                    path: one.path.clone(),
                })
                .collect(),
        }
    }
}

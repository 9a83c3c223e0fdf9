//! `check`: may these agents fetch these URLs, by which line, and why?

mod dialects;

use maycrawl::dialect::Preset;
use maycrawl::robots::RuleLine;
use maycrawl::{Robots, Rules};
use maycrawl_crawlers::OwnRobots;
use maycrawl_report::json::{
    CheckColumns, CheckDocument, ComparisonDocument, RobotsFile, WireAnswer, WireRule,
};
use maycrawl_report::{Answer, File, Outcome, file_notes, shortened, stated_notes};
use maycrawl_url::{AskedUrl, Origin, with_scheme};
use serde::Serialize;

use crate::asked::{AgentName, AskedBy, DialectName, count_askers, origin, within_rules_bytes};
use crate::limits::{at_most, not_longer};
use crate::problem::{Problem, kinds};
use crate::question::{Question, question, words};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /",
  "agents": ["GPTBot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
  "urls": ["https://shop.example/drafts/1"],
  "detail": "rule"
}"#;

/// A second example for the reference.
pub(crate) const COLUMNS: (&str, &str) = (
    "Two agents and two URLs, in columns. The rows are GPTBot and `/`, bingbot and `/`, GPTBot and `/drafts/1`, bingbot and\n`/drafts/1`; line 0 means that no line decided:",
    r#"{
  "robots": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /",
  "agents": ["GPTBot", "bingbot"],
  "urls": ["/", "/drafts/1"],
  "detail": "columns"
}"#,
);

question! {
    /// May these agents fetch these URLs, by which line, and why?
    pub struct CheckQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// Who asks; without any, a crawler that no group names.
        #[serde(default)]
        pub agents: Vec<AgentName>,
        /// URLs, or paths that begin with `/`. What is neither, such as `shop.example/a` without
        /// a scheme, gets the verdict `unasked`.
        pub urls: Vec<String>,
        /// How the file is read.
        #[serde(default)]
        pub dialect: DialectName,
        /// The origin that serves the file: URLs of others are out of scope. Without it, all URLs
        /// are in scope.
        #[serde(default)]
        pub origin: Option<String>,
        /// How much each answer says.
        #[serde(default)]
        pub detail: Detail,
    }
}

words! {
    /// How much each answer says.
    pub enum Detail {
        /// The deciding rule, how the agent came to its group, and the other rules that match.
        #[default]
        Full = "full",
        /// The same without the other rules.
        Rule = "rule",
        /// Verdict, code of the reason and line alone, as columns: for many URLs. The rows are all
        /// agents for the first URL, then all for the second; line 0 means that no line decided.
        Columns = "columns",
        /// The answers of all dialects, and the knobs that make some differ from `dialect`.
        Dialects = "dialects",
    }
}

/// The answer of `check`, in the form that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum CheckAnswer {
    /// Answers with their reasons.
    Document(CheckDocument),
    /// Answers without words.
    Columns(CheckColumns),
    /// The answers of all dialects.
    Dialects(ComparisonDocument),
}

impl Question for CheckQuestion {
    type Answer = CheckAnswer;

    fn answer(&self, work: &Work<'_>) -> Result<CheckAnswer, Problem> {
        work.check()?;
        let reading = self.dialect.reading()?;
        let origin = origin(self.origin.as_deref())?;
        let file = self.robots.file(work, "/robots")?;
        let n_readings = if self.detail == Detail::Dialects { Preset::ALL.len() } else { 1 };
        let n_askers = count_askers(&self.agents, work)?.saturating_mul(n_readings);
        count(&self.urls, n_askers, self.detail != Detail::Columns, work)?;
        within_rules_bytes(n_askers, file.source().len(), "/agents", work)?;
        let by = AskedBy::new(&self.agents, reading, work)?;
        if self.detail == Detail::Dialects {
            let reading = (&reading.of_nobody(), origin.as_ref());
            let document = dialects::answer(&file, &by, &self.urls, reading, work)?;
            return Ok(CheckAnswer::Dialects(document));
        }
        let mut own = OwnRobots::new(file.source());
        let rules = by.rules(&mut own, work)?;
        let asked = Asked { file: &file, by: &by, rules: &rules, origin: origin.as_ref() };
        let unread = own.readings().iter().map(Robots::unread).max().unwrap_or_default();
        let robots = RobotsFile::new(asked.file, unread);
        let notes = notes(&asked, &own);
        if self.detail == Detail::Columns {
            let askers = by.askers.iter().map(|asker| (&asker.agent, &asker.dialect));
            let mut columns = CheckColumns::new(robots, reading.to_string(), askers);
            columns.notes = notes;
            asked.each(&self.urls, work, |question| {
                let (verdict, reason, line) = question.in_brief();
                columns.push(verdict, reason, line);
                Ok(())
            })?;
            columns.notes.extend(asked.unasked_note(&columns, &self.urls));
            return Ok(CheckAnswer::Columns(columns));
        }
        let mut left = work.limits().answer_bytes;
        let mut answers = Vec::new();
        asked.each(&self.urls, work, |question| {
            let mut answer = WireAnswer::from(&question.answer());
            if self.detail == Detail::Rule {
                answer.unlisted_others += answer.others.len();
                answer.others = Vec::new();
            }
            left = left.checked_sub(size(&answer)).ok_or_else(too_large)?;
            answers.push(answer);
            Ok(())
        })?;
        let mut document = CheckDocument::new(Some(robots), reading.to_string(), answers);
        document.notes = notes;
        Ok(CheckAnswer::Document(document))
    }
}

/// Holds URLs and the number of verdicts against the limits.
pub(crate) fn count(
    urls: &[String],
    n_agents: usize,
    are_explained: bool,
    work: &Work<'_>,
) -> Result<(), Problem> {
    let limits = work.limits();
    at_most(limits.urls, urls.len(), "URLs", "/urls")?;
    let n_verdicts = urls.len().saturating_mul(n_agents);
    at_most(limits.verdicts, n_verdicts, "verdicts (agents × URLs)", "/urls")?;
    if are_explained {
        let what = "explained verdicts (agents × URLs; the detail `columns` takes more)";
        at_most(limits.explanations, n_verdicts, what, "/urls")?;
    }
    for (index, url) in urls.iter().enumerate() {
        not_longer(limits.url_bytes, url, || format!("/urls/{index}"))?;
    }
    Ok(())
}

/// A file, those who ask it, and the origin that it governs.
pub(crate) struct Asked<'a> {
    pub(crate) file: &'a File,
    pub(crate) by: &'a AskedBy,
    pub(crate) rules: &'a [Rules],
    pub(crate) origin: Option<&'a Origin>,
}

/// One agent and one URL.
pub(crate) struct OneAsked<'a> {
    pub(crate) rules: &'a Rules,
    url: &'a [u8],
    asked: Result<&'a AskedUrl<'a>, &'a maycrawl_url::Error>,
    origin: Option<&'a Origin>,
}

impl Asked<'_> {
    /// How many texts are no URLs, and why the first is none: columns have no room for it.
    fn unasked_note(&self, columns: &CheckColumns, urls: &[String]) -> Option<String> {
        let rows = columns.verdict.chunks(self.rules.len().max(1)).zip(urls);
        let mut wrong = rows.filter(|(row, _)| row.iter().any(|verdict| verdict == "unasked"));
        let (_, url) = wrong.next()?;
        let url = with_scheme(url.as_bytes(), self.origin, &self.by.dialects);
        let error = AskedUrl::parse(&url, &self.by.dialects, self.origin).err()?;
        let more = match wrong.count() {
            0 => String::new(),
            1 => "; 1 other was not asked either".into(),
            more => format!("; {more} others were not asked either"),
        };
        Some(format!("{:?} was not asked: {error}{more}", shortened(&url)))
    }

    /// Calls `each` for all agents and the first URL, then the second.
    fn each(
        &self,
        urls: &[String],
        work: &Work<'_>,
        mut each: impl FnMut(&OneAsked<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for url in urls {
            let url = with_scheme(url.as_bytes(), self.origin, &self.by.dialects);
            let asked = AskedUrl::parse(&url, &self.by.dialects, self.origin);
            for rules in self.rules {
                work.check()?;
                let asked = asked.as_ref();
                each(&OneAsked { rules, url: &url, asked, origin: self.origin })?;
            }
        }
        Ok(())
    }
}

impl OneAsked<'_> {
    /// The verdict, the code of its reason, and the deciding line.
    fn in_brief(&self) -> (&'static str, &'static str, u32) {
        let path = match self.asked {
            Ok(asked) if asked.is_in_scope() => asked.path(self.rules.dialect()),
            _ => {
                let answer = self.answer();
                return (answer.verdict_name(), answer.reason_code(), 0);
            }
        };
        let verdict = self.rules.check(path);
        let name = if verdict.is_allowed() { "allow" } else { "disallow" };
        let line = self.rules.deciding_rule(verdict).as_ref().map_or(0, RuleLine::line);
        (name, verdict.reason().code(), line)
    }

    /// The answer with all that is known about it.
    fn answer(&self) -> Answer {
        let rules = self.rules;
        match (self.asked, self.origin) {
            (Err(error), _) => {
                let outcome = Outcome::Unasked { why: error.to_string() };
                Answer::new(rules.agent(), self.url, rules.dialect(), outcome)
            }
            (Ok(asked), Some(origin)) if !asked.is_in_scope() => {
                Answer::out_of_scope(rules, self.url, origin.to_string())
            }
            (Ok(asked), _) => Answer::explain(rules, asked.path(rules.dialect())),
        }
    }
}

/// What to know about names and file, and what the file states beside its rules.
fn notes(asked: &Asked<'_>, own: &OwnRobots<'_>) -> Vec<String> {
    let mut notes = asked.by.notes.clone();
    notes.extend(file_notes(asked.file, own.readings()));
    let readings = asked.by.askers.iter().filter_map(|asker| {
        let robots = own.readings().iter().find(|robots| *robots.dialect() == asker.dialect)?;
        Some((robots, &asker.agent))
    });
    notes.extend(stated_notes(readings));
    notes
}

pub(crate) fn too_large() -> Problem {
    Problem::new(&kinds::ANSWER_TOO_LARGE, "the explanations grow too long; ask about fewer URLs")
}

/// About how many bytes an answer takes.
fn size(answer: &WireAnswer) -> usize {
    /// What stands around texts.
    const FRAME: usize = 300;
    let WireAnswer { url, why, path, group, rule, others, .. } = answer;
    let texts = url.len() + why.len() + path.as_ref().map_or(0, String::len);
    let agents = group.iter().flat_map(|group| &group.agents);
    let agents: usize = agents.map(|agent| agent.value.len() + FRAME / 5).sum();
    let rules = rule.iter().chain(others.iter().map(|other| &other.rule));
    FRAME + texts + agents + rules.map(rule_size).sum::<usize>()
}

/// About how many bytes a rule takes.
pub(crate) fn rule_size(rule: &WireRule) -> usize {
    const FRAME: usize = 200;
    let pieces = rule.pieces.iter().map(|one| one.piece.len() + one.matched.len() + FRAME / 5);
    FRAME + rule.value.len() + rule.pattern.len() + pieces.sum::<usize>()
}

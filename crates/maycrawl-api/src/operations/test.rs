//! `test`: does a robots.txt answer these cases as expected?

use std::collections::{BTreeMap, BTreeSet};

use maycrawl::Rules;
use maycrawl::robots::RuleLine;
use maycrawl_crawlers::{Asker, Askers, Catalogue, OwnRobots};
use maycrawl_report::cases::Expected;
use maycrawl_report::json::{CasesDocument, WireCase};
use maycrawl_report::name_note;
use maycrawl_url::{AskedUrl, with_scheme};
use serde::{Deserialize, Serialize};

use crate::asked::{DialectName, within_rules_bytes};
use crate::limits::{at_most, not_longer};
use crate::problem::Problem;
use crate::question::{Question, question, words};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "robots": "User-agent: *\nDisallow: /drafts/",
  "cases": [
    { "agent": "Googlebot", "url": "/drafts/1", "expect": "disallow", "line": 2 },
    { "agent": "Googlebot", "url": "/drafts", "expect": "disallow" }
  ]
}"#;

question! {
    /// Does a robots.txt answer these cases as expected?
    pub struct TestQuestion {
        /// The robots.txt.
        pub robots: RobotsText,
        /// The cases.
        pub cases: Vec<Case>,
        /// How the file is read.
        #[serde(default)]
        pub dialect: DialectName,
    }
}

/// A question, and the expected answer.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Case {
    /// Who asks: a product token or a `User-Agent` header.
    #[serde(deserialize_with = "crate::asked::name")]
    pub agent: String,
    /// A URL, or a path that begins with `/`. What is neither, such as `shop.example/a` without a
    /// scheme, gets the verdict `error`.
    pub url: String,
    /// The expected verdict.
    #[serde(default)]
    pub expect: Option<ExpectedVerdict>,
    /// The expected number of the deciding line, 0 for none.
    #[serde(default)]
    pub line: Option<u32>,
}

words! {
    /// The verdict that a case expects.
    pub enum ExpectedVerdict {
        /// The agent may fetch the URL.
        #[default]
        Allow = "allow",
        /// It may not.
        Disallow = "disallow",
    }
}

impl ExpectedVerdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Disallow => "disallow",
        }
    }
}

impl Question for TestQuestion {
    type Answer = CasesDocument;

    fn answer(&self, work: &Work<'_>) -> Result<CasesDocument, Problem> {
        work.check()?;
        let limits = work.limits();
        at_most(limits.urls, self.cases.len(), "cases", "/cases")?;
        for (index, case) in self.cases.iter().enumerate() {
            not_longer(limits.name_bytes, &case.agent, || format!("/cases/{index}/agent"))?;
            not_longer(limits.url_bytes, &case.url, || format!("/cases/{index}/url"))?;
        }
        let agents: BTreeSet<&str> = self.cases.iter().map(|case| &*case.agent).collect();
        at_most(limits.agents, agents.len(), "agents", "/cases")?;
        let reading = self.dialect.reading()?;
        let source = self.robots.bytes(work, "/robots")?;
        within_rules_bytes(agents.len(), source.len(), "/cases", work)?;
        let askers = Askers::new(Catalogue::built_in(), reading);
        let mut own = OwnRobots::new(&source);
        let mut rules: BTreeMap<&str, Rules> = BTreeMap::new();
        let mut notes = Vec::new();
        for case in &self.cases {
            work.check()?;
            if !rules.contains_key(&*case.agent) {
                let named = askers.named(case.agent.as_bytes());
                notes.extend(name_note(case.agent.as_bytes(), &named, "write a case for each"));
                let Asker { agent, dialect } = named.asker;
                rules.insert(&case.agent, own.rules(&agent, &dialect));
            }
        }
        let mut document = CasesDocument::new(reading.to_string(), Vec::new());
        document.notes = notes;
        for (number, case) in (1..).zip(&self.cases) {
            work.check()?;
            let Some(rules) = rules.get(&*case.agent) else { continue };
            let answer = case.answer(number, rules);
            document.cases += 1;
            document.errors += u64::from(answer.verdict == "error");
            document.failed += u64::from(answer.missed.is_some());
            document.answers.push(answer);
        }
        Ok(document)
    }
}

impl Case {
    fn answer(&self, number: u64, rules: &Rules) -> WireCase {
        let dialect = *rules.dialect();
        let url = with_scheme(self.url.as_bytes(), None, &[dialect]);
        let (verdict, line) = match AskedUrl::parse(&url, &[dialect], None) {
            Err(_) => ("error", 0),
            Ok(asked) => {
                let verdict = rules.check(asked.path(&dialect));
                let line = rules.deciding_rule(verdict).as_ref().map_or(0, RuleLine::line);
                (if verdict.is_allowed() { "allow" } else { "disallow" }, line)
            }
        };
        let expected = Expected::new(self.expect.map(ExpectedVerdict::name), self.line);
        let mut answer = WireCase::new(number, dialect.to_string(), verdict, line);
        answer.missed = expected.missed(verdict, line);
        answer.input = BTreeMap::from([
            ("agent".to_owned(), self.agent.clone()),
            ("url".to_owned(), self.url.clone()),
        ]);
        answer
    }
}

//! `crawlers`: which crawlers are there, who operates them, and what do they obey?

use maycrawl_crawlers::{Catalogue, Crawler, CrawlerFilter, OwnRobots, Purpose};
use maycrawl_report::json::{CrawlersDocument, WireCrawler};

use crate::asked::{DialectName, unknown, unknown_crawler};
use crate::limits::{at_most, not_longer};
use crate::problem::{Problem, kinds};
use crate::question::{Question, question};
use crate::robots_text::RobotsText;
use crate::work::Work;

pub(crate) const EXAMPLE: &str = r#"{
  "operators": ["OpenAI"],
  "purposes": ["ai-training"],
  "robots": "User-agent: GPTBot\nDisallow: /"
}"#;

question! {
    /// Which crawlers are there, who operates them, and what do they obey?
    pub struct CrawlersQuestion {
        /// Product tokens or `User-Agent` headers; without any, all crawlers.
        #[serde(default)]
        pub tokens: Vec<String>,
        /// Only crawlers whose token or operator contains one of these texts.
        #[serde(default)]
        pub search: Vec<String>,
        /// Only crawlers of these operators.
        #[serde(default)]
        pub operators: Vec<String>,
        /// Only crawlers with one of these purposes, such as `ai-training`.
        #[serde(default)]
        pub purposes: Vec<String>,
        /// A robots.txt: the answer says whether it allows each crawler to fetch `/`.
        #[serde(default)]
        pub robots: Option<RobotsText>,
        /// How that file is read.
        #[serde(default)]
        pub dialect: DialectName,
    }
}

impl Question for CrawlersQuestion {
    type Answer = CrawlersDocument;

    fn answer(&self, work: &Work<'_>) -> Result<CrawlersDocument, Problem> {
        work.check()?;
        let reading = self.dialect.reading()?;
        let catalogue = Catalogue::built_in();
        let chosen = self.chosen(catalogue, work)?;
        let source =
            self.robots.as_ref().map(|robots| robots.bytes(work, "/robots")).transpose()?;
        let mut own = source.as_deref().map(OwnRobots::new);
        let mut crawlers = Vec::with_capacity(chosen.len());
        for crawler in chosen {
            work.check()?;
            let dialect = reading.dialect(|| crawler.own_dialect());
            let rules = own.as_mut().map(|own| own.rules(&crawler.agent(), &dialect));
            crawlers.push(WireCrawler::new(crawler, rules.as_ref()));
        }
        Ok(CrawlersDocument::new(crawlers))
    }
}

impl CrawlersQuestion {
    /// The crawlers that are asked for.
    fn chosen<'c>(
        &self,
        catalogue: &'c Catalogue,
        work: &Work<'_>,
    ) -> Result<Vec<&'c Crawler>, Problem> {
        let limits = work.limits();
        let lists = [
            ("tokens", &self.tokens),
            ("search", &self.search),
            ("operators", &self.operators),
            ("purposes", &self.purposes),
        ];
        for (member, list) in lists {
            let pointer = format!("/{member}");
            let what = format!("texts in `{member}`");
            at_most(limits.agents, list.len(), &what, &pointer)?;
            for (index, text) in list.iter().enumerate() {
                not_longer(limits.name_bytes, text, || format!("{pointer}/{index}"))?;
            }
        }
        let mut chosen = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            work.check()?;
            chosen.push(catalogue.meant(token).ok_or_else(|| {
                let detail = unknown_crawler(token, catalogue);
                Problem::new(&kinds::UNKNOWN_NAME, detail).at(format!("/tokens/{index}"))
            })?);
        }
        if self.tokens.is_empty() {
            chosen.extend(catalogue.crawlers());
        }
        for (index, operator) in self.operators.iter().enumerate() {
            if catalogue.run_by(operator).next().is_none() {
                let operators = catalogue.crawlers().iter().map(Crawler::operator);
                let detail = unknown("operator", operator, operators);
                let problem = Problem::new(&kinds::UNKNOWN_NAME, detail);
                return Err(problem.at(format!("/operators/{index}")));
            }
        }
        let purpose = |(index, name): (usize, &String)| {
            Purpose::named(name).ok_or_else(|| {
                let names: Vec<_> = Purpose::ALL.iter().map(|purpose| purpose.name()).collect();
                let known = unknown("purpose", name, names.iter().copied());
                let detail = format!("{known}; there are {}", names.join(", "));
                Problem::new(&kinds::INVALID_VALUE, detail).at(format!("/purposes/{index}"))
            })
        };
        let purposes =
            self.purposes.iter().enumerate().map(purpose).collect::<Result<Vec<_>, _>>()?;
        let mut filter = CrawlerFilter::default();
        filter.texts.clone_from(&self.search);
        filter.operators.clone_from(&self.operators);
        filter.purposes = purposes;
        filter.apply(&mut chosen);
        Ok(chosen)
    }
}

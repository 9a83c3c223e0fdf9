//! Crawlers of the catalogue.

use std::borrow::Cow;

use maycrawl::Rules;
use maycrawl_crawlers::Crawler;
use serde::{Deserialize, Serialize};

use super::VERSION;

wire! {
    /// Crawlers of the catalogue.
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
        pub purposes: Vec<Cow<'static, str>>,
        /// The dialect in which its operator documents that it reads.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub dialect: Option<Cow<'static, str>>,
        /// How its operator documents that it looks for its name: `token` or `literal`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub name_match: Option<Cow<'static, str>>,
        /// The dialect in which it is asked by default, with what is assumed.
        pub own_dialect: String,
        /// The page that says how it reads.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reading_source: Option<String>,
        /// The day on which that page was read.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reading_read_on: Option<String>,
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
        pub obeys: Cow<'static, str>,
        /// Since when it has been retired: a date, a year, `yes` or `unknown`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub retired: Option<String>,
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
        pub verdict: Option<Cow<'static, str>>,
        /// With a file: the dialect in which it was read.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub verdict_dialect: Option<String>,
    }
}

impl CrawlersDocument {
    /// These crawlers.
    pub const fn new(crawlers: Vec<WireCrawler>) -> Self {
        Self { version: VERSION, crawlers }
    }
}

impl WireCrawler {
    /// A crawler, and what rules say to it about `/`.
    pub fn new(crawler: &Crawler, rules: Option<&Rules>) -> Self {
        let is_allowed = |rules: &Rules| rules.check_url("/").is_allowed();
        Self {
            token: crawler.token().into(),
            operator: crawler.operator().into(),
            purposes: crawler.purposes().iter().map(|purpose| purpose.name().into()).collect(),
            dialect: crawler.dialect().map(|preset| preset.name.into()),
            name_match: crawler.name_match().map(|name_match| name_match.name().into()),
            own_dialect: crawler.own_dialect().to_string(),
            reading_source: crawler.reading_source().map(Into::into),
            reading_read_on: crawler.reading_read_on().map(Into::into),
            fallback: crawler.fallback().map(<[String]>::to_vec),
            obeys_global: crawler.obeys_global(),
            honours_crawl_delay: crawler.honours_crawl_delay(),
            obeys: crawler.obeys().name().into(),
            retired: crawler.retired().map(Into::into),
            verification: crawler.verification().map(Into::into),
            user_agent: crawler.user_agent().map(Into::into),
            blocking_costs: crawler.blocking_costs().into(),
            source: crawler.source().into(),
            read_on: crawler.read_on().into(),
            verdict: rules.map(|rules| if is_allowed(rules) { "allow" } else { "disallow" }.into()),
            verdict_dialect: rules.map(|rules| rules.dialect().to_string()),
        }
    }
}

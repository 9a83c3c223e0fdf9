//! One crawler and what is known about it.

use maycrawl::dialect::Preset;
use maycrawl::{Agent, Dialect};

use crate::named::named;
use crate::reading::{NameMatch, own_dialect};

/// A crawler, or a token that stands for a use of what a crawler fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crawler {
    pub(crate) token: String,
    pub(crate) operator: Option<String>,
    pub(crate) purposes: Vec<Purpose>,
    pub(crate) dialect: Option<&'static Preset>,
    pub(crate) name_match: Option<NameMatch>,
    pub(crate) reading_source: Option<String>,
    pub(crate) reading_read_on: Option<String>,
    pub(crate) fallback: Option<Vec<String>>,
    pub(crate) obeys_global: Option<bool>,
    pub(crate) honours_crawl_delay: Option<bool>,
    pub(crate) obeys: Obeys,
    pub(crate) retired: Option<String>,
    pub(crate) verification: Option<String>,
    pub(crate) user_agent: Option<String>,
    pub(crate) blocking_costs: String,
    pub(crate) source: String,
    pub(crate) read_on: String,
}

named! {
    /// What a crawler is for.
    Purpose {
        /// A search engine's index.
        Search = "search",
        /// Advertising.
        Ads = "ads",
        /// Training models.
        AiTraining = "ai-training",
        /// Search and grounding for answers of models.
        AiSearch = "ai-search",
        /// Fetches that a person asks for.
        UserFetch = "user-fetch",
        /// Data sets for others to use.
        Dataset = "dataset",
        /// Keeping copies for posterity.
        Archive = "archive",
        /// Tools for search engine optimisation.
        Seo = "seo",
        /// Watching sites and mentions.
        Monitoring = "monitoring",
        /// Previews of links.
        Preview = "preview",
        /// Security.
        Security = "security",
        /// Other tools.
        Tool = "tool",
        /// No crawler: a token that allows or denies a use of what others fetch.
        ControlToken = "control-token",
    }
}

named! {
    /// Whether a crawler obeys robots.txt at all.
    Obeys {
        /// Its operator says so.
        Yes = "yes",
        /// Its operator says that it does not.
        No = "no",
        /// Its operator says that it may not.
        MayNot = "may-not",
        /// Its operator does not say.
        Undocumented = "undocumented",
        /// Its operator says so, and others contradict.
        Disputed = "disputed",
    }
}

impl Crawler {
    /// The product token as its operator writes it.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Who runs it; `unknown` if no source says.
    pub fn operator(&self) -> &str {
        self.operator.as_deref().unwrap_or("unknown")
    }

    /// What it is for.
    pub fn purposes(&self) -> &[Purpose] {
        &self.purposes
    }

    /// The dialect in which its operator documents that it reads, if one is documented.
    pub const fn dialect(&self) -> Option<&'static Preset> {
        self.dialect
    }

    /// How it looks for its name in `User-agent` lines, if that is documented.
    pub const fn name_match(&self) -> Option<NameMatch> {
        self.name_match
    }

    /// Whether it is only assumed that it looks for its whole name: the name is no product
    /// token, and nobody documents how it is looked for.
    pub fn is_name_assumed(&self) -> bool {
        self.name_match.is_none() && NameMatch::assumed(&self.token) == NameMatch::Literal
    }

    /// The URL of the page that says how it reads, if that is documented.
    pub fn reading_source(&self) -> Option<&str> {
        self.reading_source.as_deref()
    }

    /// The day on which that page was read.
    pub fn reading_read_on(&self) -> Option<&str> {
        self.reading_read_on.as_deref()
    }

    /// The dialect in which it reads: the documented one, else
    /// [`Dialect::GOOGLE`](maycrawl::Dialect::GOOGLE). If it looks for its whole name,
    /// `groups.ua_match` is `whole`.
    ///
    /// ```
    /// use maycrawl::Robots;
    /// use maycrawl_crawlers::Catalogue;
    ///
    /// let crawler = Catalogue::built_in().find("MJ12bot").unwrap();
    /// let robots = Robots::parse("User-agent: MJ12bot\nDisallow: /", &crawler.own_dialect());
    /// assert!(!robots.rules(&crawler.agent()).check_url("/").is_allowed());
    /// ```
    pub fn own_dialect(&self) -> Dialect {
        own_dialect(&self.token, self.dialect, self.name_match)
    }

    /// The tokens that it falls back to before `*`, if that is known.
    pub fn fallback(&self) -> Option<&[String]> {
        self.fallback.as_deref()
    }

    /// Whether it obeys the group for `*`, if that is known.
    pub const fn obeys_global(&self) -> Option<bool> {
        self.obeys_global
    }

    /// Whether it honours `Crawl-delay`, if that is known.
    pub const fn honours_crawl_delay(&self) -> Option<bool> {
        self.honours_crawl_delay
    }

    /// Whether it obeys robots.txt at all.
    pub const fn obeys(&self) -> Obeys {
        self.obeys
    }

    /// Since when it has been retired: a date, a year, or `yes` without one; `unknown` if it
    /// seems to be and no source says so. `None` if it is active.
    pub fn retired(&self) -> Option<&str> {
        self.retired.as_deref()
    }

    /// Whether it is retired, or seems to be.
    pub const fn is_retired(&self) -> bool {
        self.retired.is_some()
    }

    /// How its addresses can be verified, if that is known.
    pub fn verification(&self) -> Option<&str> {
        self.verification.as_deref()
    }

    /// A `User-Agent` header that it sends, if that is known.
    pub fn user_agent(&self) -> Option<&str> {
        self.user_agent.as_deref()
    }

    /// What blocking it costs a site, in one sentence.
    pub fn blocking_costs(&self) -> &str {
        &self.blocking_costs
    }

    /// The URL of the page that says all this.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The day on which that page was read, as `2026-11-21`.
    pub fn read_on(&self) -> &str {
        &self.read_on
    }

    /// Whether it is for this purpose.
    pub fn is_for(&self, purpose: Purpose) -> bool {
        self.purposes.contains(&purpose)
    }

    /// Whether its token or its operator contains a text, in any case of letters.
    pub fn is_like(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        [self.token(), self.operator()].iter().any(|name| name.to_lowercase().contains(&text))
    }

    /// The crawler as an agent: its token, its fallbacks, and whether it
    /// ignores `*`. Whether these count is the dialect's to say.
    pub fn agent(&self) -> Agent {
        let fallback = self.fallback.iter().flatten().map(String::as_str);
        Agent::first_of(std::iter::once(self.token.as_str()).chain(fallback))
            .ignoring_global(self.obeys_global == Some(false))
    }

    /// Whether a text in lower case has the token as a word of its own.
    pub(crate) fn is_word_of(&self, header: &str) -> bool {
        let token = self.token.to_ascii_lowercase();
        let is_word = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_');
        header.match_indices(&token).any(|(at, _)| {
            let before = header.get(..at).and_then(|text| text.chars().next_back());
            let after = header.get(at + token.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
    }
}

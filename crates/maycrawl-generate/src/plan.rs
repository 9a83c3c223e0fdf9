//! Who is told what: choices, settled.

use maycrawl_crawlers::{Catalogue, Crawler, Obeys};

use crate::choice::{Choice, What, Who};
use crate::error::Error;
use crate::group::{self, Group};
use crate::notes;
use crate::path::PathRule;
use crate::text;
use crate::who;

/// How many path rules one crawler may be told: as many as Yandex reads.
pub(crate) const MOST_RULES: usize = 2048;

/// What every crawler is told. Made from choices that do not contradict each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What is said of everyone.
    pub everyone: Wish,
    /// What is said of crawlers by their names, in the order in which they were
    /// first named.
    pub crawlers: Vec<(String, Wish)>,
    /// Where sitemaps lie.
    pub sitemaps: Vec<String>,
    /// Where licences lie.
    pub licenses: Vec<String>,
    /// Crawlers of which something was said, but which obey no robots.txt.
    pub obey_nothing: Vec<String>,
    /// What a person should know who made the choices.
    pub notes: Vec<String>,
    /// Crawlers that are not named, ignore the group for `*`, and obey their own.
    pub(crate) ignore_global: Vec<String>,
    /// Crawlers that may ignore whatever is written, the group for `*` included.
    pub(crate) may_ignore: Vec<String>,
    pub(crate) groups: Vec<Group>,
    /// Whether those who ignore the group for `*` are left out.
    pub(crate) is_star_only: bool,
}

/// What is said of everyone, or of one crawler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Whether it may fetch nothing, or everything, where no rule says otherwise.
    pub blocked: Option<Said<bool>>,
    /// Its path rules; no path twice.
    pub rules: Vec<Said<PathRule>>,
    /// `Crawl-delay`
    pub crawl_delay: Option<Said<String>>,
    /// `Content-Signal`
    pub content_signal: Option<Said<String>>,
    /// `Content-Usage`, a line each.
    pub content_usage: Vec<Said<String>>,
}

/// Something that was said, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said<T> {
    /// What was said.
    pub value: T,
    /// Where: `--block GPTBot`.
    pub said: String,
    /// Why, if that was said.
    pub because: Option<String>,
    pub(crate) weight: u8,
}

impl Plan {
    /// Settles choices. The crawlers of purposes and operators, and what each
    /// crawler obeys, are the catalogue's to say.
    ///
    /// An error if there is no choice, if two contradict each other, or if a token
    /// is not known but nearly so.
    pub fn new(choices: &[Choice], catalogue: &Catalogue) -> Result<Self, Error> {
        Self::settle(choices, catalogue, false)
    }

    /// The same, with tokens that are nearly known taken as they are.
    pub fn with_any_token(choices: &[Choice], catalogue: &Catalogue) -> Result<Self, Error> {
        Self::settle(choices, catalogue, true)
    }

    /// The same plan for those only who obey the group for `*`: crawlers that ignore
    /// it are not named beside it, and what is said of everyone is not said to them.
    #[must_use]
    pub fn star_only(mut self) -> Self {
        self.is_star_only = true;
        self.ignore_global.clear();
        for group in &mut self.groups {
            group.ignore_global.clear();
        }
        self
    }

    /// The file, with comments that explain it or without. Ends in a line feed;
    /// the same plan always gives the same octets.
    pub fn write(&self, with_comments: bool) -> String {
        text::file(self, with_comments)
    }

    fn settle(choices: &[Choice], catalogue: &Catalogue, any_token: bool) -> Result<Self, Error> {
        if choices.is_empty() {
            return Err(Error::new("nothing is asked for"));
        }
        let mut plan = Self {
            everyone: Wish::default(),
            crawlers: Vec::new(),
            sitemaps: Vec::new(),
            licenses: Vec::new(),
            obey_nothing: Vec::new(),
            notes: Vec::new(),
            ignore_global: Vec::new(),
            may_ignore: Vec::new(),
            groups: Vec::new(),
            is_star_only: false,
        };
        for choice in choices {
            match (&choice.what, &choice.who) {
                (What::Sitemap(url), _) => add(&mut plan.sitemaps, url),
                (What::License(url), _) => add(&mut plan.licenses, url),
                (_, Who::Everyone) => plan.everyone.take(choice, "everyone")?,
                (_, who) => {
                    for token in who::tokens(choice, who, catalogue, any_token)? {
                        plan.tell(&token, choice, catalogue)?;
                    }
                }
            }
        }
        let is_named = |crawler: &Crawler| {
            let mut tokens = std::iter::once(crawler.token())
                .chain(crawler.fallback().unwrap_or_default().iter().map(String::as_str));
            tokens.any(|token| plan.names(token))
        };
        let ignoring =
            |crawler: &&Crawler| crawler.obeys_global() == Some(false) && !is_named(crawler);
        let (may_ignore, ignore_global): (Vec<_>, Vec<_>) = catalogue
            .crawlers()
            .iter()
            .filter(ignoring)
            .partition(|crawler| matches!(crawler.obeys(), Obeys::No | Obeys::MayNot));
        let names =
            |crawlers: Vec<&Crawler>| crawlers.iter().map(|one| one.token().into()).collect();
        (plan.may_ignore, plan.ignore_global) = (names(may_ignore), names(ignore_global));
        plan.groups = group::groups(&plan, catalogue)?;
        plan.check_sitemaps()?;
        notes::add(&mut plan, choices, catalogue);
        Ok(plan)
    }

    /// Whether something is said of a crawler by its name.
    pub(crate) fn names(&self, token: &str) -> bool {
        self.crawlers.iter().any(|(named, _)| named.eq_ignore_ascii_case(token))
    }

    /// Takes a choice about one crawler.
    fn tell(&mut self, token: &str, choice: &Choice, catalogue: &Catalogue) -> Result<(), Error> {
        let known = catalogue.find(token);
        let token = known.map_or(token, Crawler::token);
        if known.is_some_and(|crawler| crawler.obeys() == Obeys::No) {
            if !self.obey_nothing.iter().any(|one| one == token) {
                self.obey_nothing.push(token.into());
                let todo = match &choice.what {
                    What::Block | What::Rule(_) => "to keep it out, block it on the server",
                    _ => "nothing is said of it",
                };
                self.notes.push(format!("{token} obeys no robots.txt ({}); {todo}", choice.said));
            }
            return Ok(());
        }
        let is_it = |(named, _): &&mut (String, Wish)| named.eq_ignore_ascii_case(token);
        if let Some((_, wish)) = self.crawlers.iter_mut().find(is_it) {
            return wish.take(choice, token);
        }
        if known.is_none() {
            self.notes.push(format!(
                "{token} is not in the catalogue; make sure that a crawler goes by this name"
            ));
        }
        let mut wish = Wish::default();
        wish.take(choice, token)?;
        self.crawlers.push((token.into(), wish));
        Ok(())
    }

    /// A sitemap that everyone may not fetch helps nobody.
    fn check_sitemaps(&self) -> Result<(), Error> {
        let Some(everyone) = self.groups.iter().find(|group| group.is_for_everyone()) else {
            return Ok(());
        };
        for url in &self.sitemaps {
            if let Some(rule) =
                everyone.says.forbidding(url).filter(|_| !everyone.says.forbids_everything())
            {
                let path = maycrawl::UrlPath::parse(url, &maycrawl::Dialect::GOOGLE);
                let path = String::from_utf8_lossy(path.as_bytes()).into_owned();
                return Err(Error::new(format!(
                    "{rule} keeps crawlers from the sitemap {url}; add --allow-path '{path}$', or change one of them"
                )));
            }
        }
        Ok(())
    }
}

impl Wish {
    /// Whether anything is said.
    pub fn is_said(&self) -> bool {
        *self != Self::default()
    }

    /// Whether it is said of many only, not of one by its name.
    pub(crate) fn is_of_many(&self) -> bool {
        let texts = self.crawl_delay.iter().chain(&self.content_signal).chain(&self.content_usage);
        let weights = texts.map(|said| said.weight);
        let weights = weights.chain(self.blocked.iter().map(|said| said.weight));
        weights.chain(self.rules.iter().map(|said| said.weight)).max() == Some(1)
    }

    /// Why it is blocked, or open.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.blocked.as_ref().and_then(|said| said.because.as_deref())
    }

    fn take(&mut self, choice: &Choice, whom: &str) -> Result<(), Error> {
        let text = |value: &String| said(value.clone(), choice);
        match &choice.what {
            What::Block => settle(&mut self.blocked, said(true, choice), whom),
            What::Allow => settle(&mut self.blocked, said(false, choice), whom),
            What::Rule(rule) => {
                let new = said(rule.clone(), choice);
                let is_it = |one: &&mut Said<PathRule>| one.value.path() == rule.path();
                if let Some(old) = self.rules.iter_mut().find(is_it) {
                    return weigh(old, new, whom);
                }
                if self.rules.len() == MOST_RULES {
                    return Err(Error::new(format!(
                        "there are more than {MOST_RULES} path rules for {whom}; say with * what many rules say"
                    )));
                }
                self.rules.push(new);
                Ok(())
            }
            What::CrawlDelay(seconds) => settle(&mut self.crawl_delay, text(seconds), whom),
            What::ContentSignal(signal) => {
                let new = text(signal);
                match &mut self.content_signal {
                    // Two that speak of different uses are one.
                    Some(old) if old.weight == new.weight && are_apart(&old.value, signal) => {
                        old.value = format!("{}, {signal}", old.value);
                        Ok(())
                    }
                    slot => settle(slot, new, whom),
                }
            }
            What::ContentUsage(usage) => {
                let new = text(usage);
                if !self.content_usage.iter().any(|old| old.value == new.value) {
                    self.content_usage.push(new);
                }
                Ok(())
            }
            What::Sitemap(_) | What::License(_) => Ok(()),
        }
    }
}

fn said<T>(value: T, choice: &Choice) -> Said<T> {
    let weight = choice.who.weight();
    Said { value, said: choice.said.clone(), because: choice.because.clone(), weight }
}

fn settle<T: PartialEq>(slot: &mut Option<Said<T>>, new: Said<T>, whom: &str) -> Result<(), Error> {
    if let Some(old) = slot {
        return weigh(old, new, whom);
    }
    *slot = Some(new);
    Ok(())
}

/// Keeps what weighs more; the first, if both say the same.
fn weigh<T: PartialEq>(old: &mut Said<T>, new: Said<T>, whom: &str) -> Result<(), Error> {
    if old.weight < new.weight {
        *old = new;
    } else if old.weight == new.weight && old.value != new.value {
        return Err(Error::new(format!(
            "{} and {} contradict each other about {whom}; leave one of them out",
            old.said, new.said
        )));
    }
    Ok(())
}

/// Whether two content signals have no key in common.
fn are_apart(one: &str, other: &str) -> bool {
    let keys = |signal: &str| -> Vec<String> {
        let pairs = signal.split([',', ' ']).filter_map(|pair| pair.split_once('='));
        pairs.map(|(key, _)| key.trim().to_ascii_lowercase()).collect()
    };
    let held = keys(one);
    !keys(other).iter().any(|key| held.contains(key))
}

fn add(list: &mut Vec<String>, url: &str) {
    if !list.iter().any(|one| one == url) {
        list.push(url.into());
    }
}

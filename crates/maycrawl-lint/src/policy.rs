//! A policy at a glance: who may crawl everything, a part, or nothing.
//!
//! *Nowhere* means that no path is allowed but `/robots.txt`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::fmt;

use maycrawl::{
    Agent, Dialect, Robots, Rules, UrlPath,
    agent::GroupChoice,
    dialect::Preset,
    preferences::{ContentSignal, ContentUsage},
};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys, OwnRobots, Purpose};

use crate::openings::{Opening, openings};
use crate::standing::{Standing, UNLIKELY, standing};
use crate::text::lossy;

/// How many crawlers may go where.
pub type Counts = BTreeMap<Standing, usize>;

/// What a file says to the crawlers of a catalogue.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// The dialect in which the file was read; `None` if each crawler was asked as it reads
    /// itself, and the rest of the file was read as Google does.
    pub dialect: Option<Dialect>,
    /// Every crawler and where it may go.
    pub crawlers: Vec<CrawlerStanding>,
    /// By purpose. A crawler of several purposes counts in each.
    pub purposes: Vec<(Purpose, Counts)>,
    /// By operator, those with most crawlers first.
    pub operators: Vec<(String, Counts)>,
    /// What `Content-Signal` says to a crawler without a group of its own.
    pub content_signal: Option<ContentSignal>,
    /// What `Content-Usage` says to it about `/`.
    pub content_usage: Option<ContentUsage>,
    /// The licences that the file names.
    pub licenses: Vec<String>,
    /// What contradicts itself.
    pub contradictions: Vec<Contradiction>,
    /// Groups that name crawlers and leave open what the group for `*` forbids.
    pub openings: Vec<Opening>,
    /// Names in the file that do not reach the crawlers that they are for.
    pub unread_names: Vec<UnreadName>,
    /// Names in the file that are not those of active crawlers, each once: the first 1,000.
    pub other_names: Vec<OtherName>,
}

/// A crawler and where it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrawlerStanding {
    /// The crawler.
    pub crawler: Crawler,
    /// The dialect in which it was asked.
    pub dialect: Dialect,
    /// Where it may go.
    pub standing: Standing,
    /// Whether it may fetch URLs that no path of its rules is about.
    pub may_fetch_rest: bool,
    /// Whether it has a group of its own.
    pub is_named: bool,
    /// Whether it follows the group of another crawler, because it has none.
    pub falls_back: bool,
}

/// A name in a file that the catalogue does not have, or only as that of a retired crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherName {
    /// The name.
    pub token: String,
    /// The line that names it first, counted from 1.
    pub line: u32,
    /// Where a crawler of that name may go.
    pub standing: Standing,
}

/// A crawler that a file names, but whose name its dialect cannot read there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadName {
    /// Its product token.
    pub token: String,
    /// The line that names it, counted from 1.
    pub line: u32,
    /// The dialect in which it was asked.
    pub dialect: Dialect,
}

/// Two things in a file that do not go together.
///
/// Displayed, it is one sentence. New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// A preference denies training, and no rule does.
    TrainingDeniedInWords {
        /// `Content-Signal` or `Content-Usage`.
        field: &'static str,
    },
    /// A preference permits training, and every crawler for it is blocked.
    TrainingAllowedInWords {
        /// `Content-Signal` or `Content-Usage`.
        field: &'static str,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TrainingDeniedInWords { field } => write!(
                f,
                "{field} denies AI training, but every crawler that collects training data may fetch every page"
            ),
            Self::TrainingAllowedInWords { field } => write!(
                f,
                "{field} permits AI training, but no crawler that collects training data may fetch a page"
            ),
        }
    }
}

impl Policy {
    /// What a file says to every crawler of a catalogue that is not retired, each asked as it
    /// reads itself ([`Crawler::own_dialect`]).
    pub fn own(file: &mut OwnRobots<'_>, catalogue: &Catalogue) -> Self {
        let Ok(policy) = Self::own_unless(file, catalogue, || Ok::<_, Infallible>(()));
        policy
    }

    /// [`own`](Self::own), which ends with the first error of `go_on`. It asks that before each
    /// crawler.
    pub fn own_unless<E>(
        file: &mut OwnRobots<'_>,
        catalogue: &Catalogue,
        go_on: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        let crawlers = standings(catalogue, &go_on, |crawler| file.rules_for(crawler))?;
        let names = other_names(file.reading(&Preset::DEFAULT.dialect), catalogue);
        let other_names = standings_of(names, &go_on, |token| {
            file.rules(&Agent::token(token), &catalogue.own_dialect(token))
        })?;
        let robots = file.reading(&Preset::DEFAULT.dialect);
        let own = |crawler: &Crawler| crawler.own_dialect();
        let policy = Self::of_crawlers(crawlers, robots, catalogue, own);
        Ok(Self { dialect: None, other_names, ..policy })
    }

    /// The same, all read in the dialect of `robots`.
    pub fn new(robots: &Robots, catalogue: &Catalogue) -> Self {
        let Ok(policy) = Self::new_unless(robots, catalogue, || Ok::<_, Infallible>(()));
        policy
    }

    /// [`new`](Self::new), which ends with the first error of `go_on`. It asks that before each
    /// crawler.
    pub fn new_unless<E>(
        robots: &Robots,
        catalogue: &Catalogue,
        go_on: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        let crawlers = standings(catalogue, &go_on, |crawler| robots.rules(&crawler.agent()))?;
        let dialect = *robots.dialect();
        let one = |_: &Crawler| dialect;
        let names = other_names(robots, catalogue);
        let other_names = standings_of(names, &go_on, |token| robots.rules(&Agent::token(token)))?;
        let policy = Self::of_crawlers(crawlers, robots, catalogue, one);
        Ok(Self { dialect: Some(dialect), other_names, ..policy })
    }

    fn of_crawlers(
        crawlers: Vec<CrawlerStanding>,
        robots: &Robots,
        catalogue: &Catalogue,
        dialect_of: impl Fn(&Crawler) -> Dialect,
    ) -> Self {
        let nobody = Agent::token("*");
        let terms = robots.terms(&nobody);
        let content_signal = terms.content_signal().value;
        let content_usage = terms.content_usage(&UrlPath::parse("/", robots.dialect())).value;
        let licenses = robots.licenses().value.unwrap_or_default();
        let mut policy = Self {
            dialect: None,
            purposes: by_purpose(&crawlers),
            operators: by_operator(&crawlers),
            crawlers,
            content_signal,
            content_usage,
            licenses: licenses.into_iter().map(lossy).collect(),
            contradictions: Vec::new(),
            openings: openings(robots, catalogue),
            unread_names: unread_names(robots, catalogue, dialect_of),
            other_names: Vec::new(),
        };
        policy.contradictions = policy.find_contradictions();
        policy
    }

    /// The crawlers of a purpose and where they may go.
    pub fn of_purpose(&self, purpose: Purpose) -> impl Iterator<Item = &CrawlerStanding> {
        self.crawlers.iter().filter(move |one| one.crawler.is_for(purpose))
    }

    fn find_contradictions(&self) -> Vec<Contradiction> {
        let mut found = Vec::new();
        let training = || {
            // A control token fetches nothing; a crawler that obeys nothing proves nothing.
            self.of_purpose(Purpose::AiTraining).filter(|one| {
                !one.crawler.is_for(Purpose::ControlToken) && one.crawler.obeys() != Obeys::No
            })
        };
        let all_may = training().all(|one| one.standing == Standing::Everywhere);
        let none_may = training().all(|one| one.standing == Standing::Nowhere);
        let preferences = [
            ("Content-Signal", self.content_signal.as_ref().and_then(|signal| signal.ai_train)),
            ("Content-Usage", self.content_usage.as_ref().and_then(|usage| usage.get("train-ai"))),
        ];
        for (field, granted) in preferences {
            match granted {
                Some(false) if all_may => {
                    found.push(Contradiction::TrainingDeniedInWords { field });
                }
                Some(true) if none_may => {
                    found.push(Contradiction::TrainingAllowedInWords { field });
                }
                _ => {}
            }
        }
        found
    }
}

/// Where agents may go by rules, and whether they may fetch what no rule is about. Few groups serve
/// many crawlers, so each set of rules is judged once.
#[derive(Default)]
struct KnownStandings(HashMap<(Dialect, Vec<u32>), (Standing, bool)>);

impl KnownStandings {
    fn of(&mut self, rules: &Rules) -> (Standing, bool) {
        let lines = rules.rule_lines().map(|rule| rule.line()).collect();
        let judged = || (standing(rules), rules.check_url(UNLIKELY).is_allowed());
        *self.0.entry((*rules.dialect(), lines)).or_insert_with(judged)
    }
}

/// Where the active crawlers of a catalogue may go by their rules.
fn standings<E>(
    catalogue: &Catalogue,
    go_on: &impl Fn() -> Result<(), E>,
    mut rules_of: impl FnMut(&Crawler) -> Rules,
) -> Result<Vec<CrawlerStanding>, E> {
    let mut known = KnownStandings::default();
    let standing = |crawler: &Crawler| {
        go_on()?;
        let rules = rules_of(crawler);
        let (standing, may_fetch_rest) = known.of(&rules);
        Ok(CrawlerStanding {
            crawler: crawler.clone(),
            dialect: *rules.dialect(),
            standing,
            may_fetch_rest,
            is_named: matches!(rules.choice(), GroupChoice::ByName { token: 0 }),
            falls_back: matches!(rules.choice(), GroupChoice::ByName { token: 1.. }),
        })
    };
    catalogue.active().map(standing).collect()
}

/// The names of a file that are not those of active crawlers, each once, with its first line.
fn other_names(robots: &Robots, catalogue: &Catalogue) -> Vec<(String, u32)> {
    const MOST: usize = 1_000;
    let mut seen = BTreeSet::new();
    let lines = robots.groups().flat_map(|group| group.agents());
    let named = lines.filter_map(|line| {
        let name = std::str::from_utf8(line.value()).ok()?.trim();
        let is_other = !matches!(name, "" | "*")
            && catalogue.find(name).is_none_or(Crawler::is_retired)
            && seen.insert(name.to_ascii_lowercase());
        is_other.then(|| (name.to_owned(), line.line()))
    });
    named.take(MOST).collect()
}

/// Where crawlers of these names may go, of those that a line can name.
fn standings_of<E>(
    names: Vec<(String, u32)>,
    go_on: &impl Fn() -> Result<(), E>,
    mut rules_of: impl FnMut(&str) -> Rules,
) -> Result<Vec<OtherName>, E> {
    let mut known = KnownStandings::default();
    let mut others = Vec::with_capacity(names.len());
    for (token, line) in names {
        go_on()?;
        let rules = rules_of(&token);
        if matches!(rules.choice(), GroupChoice::ByName { .. }) {
            let (standing, _) = known.of(&rules);
            others.push(OtherName { token, line, standing });
        }
    }
    Ok(others)
}

/// The crawlers of the catalogue that lines name, but do not reach.
fn unread_names(
    robots: &Robots,
    catalogue: &Catalogue,
    dialect_of: impl Fn(&Crawler) -> Dialect,
) -> Vec<UnreadName> {
    let lines = robots.groups().flat_map(|group| group.agents());
    let unread = lines.filter_map(|line| {
        let crawler = catalogue.find(std::str::from_utf8(line.value()).ok()?)?;
        let dialect = dialect_of(crawler);
        let is_reached = Agent::token(crawler.token()).can_be_named(&dialect);
        let (token, line) = (crawler.token().into(), line.line());
        (!is_reached).then_some(UnreadName { token, line, dialect })
    });
    unread.collect()
}

fn by_purpose(crawlers: &[CrawlerStanding]) -> Vec<(Purpose, Counts)> {
    let counted = Purpose::ALL.iter().map(|purpose| {
        (*purpose, counts(crawlers.iter().filter(|one| one.crawler.is_for(*purpose))))
    });
    counted.filter(|(_, counts)| !counts.is_empty()).collect()
}

fn by_operator(crawlers: &[CrawlerStanding]) -> Vec<(String, Counts)> {
    let operators: BTreeSet<&str> = crawlers.iter().map(|one| one.crawler.operator()).collect();
    let counted = operators.into_iter().map(|operator| {
        let own = crawlers.iter().filter(|one| one.crawler.operator() == operator);
        (operator.to_owned(), counts(own))
    });
    let mut counted: Vec<_> = counted.collect();
    counted.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.values().sum::<usize>()));
    counted
}

fn counts<'a>(crawlers: impl Iterator<Item = &'a CrawlerStanding>) -> Counts {
    let mut counts = Counts::new();
    for one in crawlers {
        *counts.entry(one.standing).or_default() += 1;
    }
    counts
}

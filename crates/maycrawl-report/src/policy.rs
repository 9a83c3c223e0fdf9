//! A policy at a glance: who may crawl everything, a part, or nothing.
//!
//! Decided with the algebra of patterns and the matcher, never by looking at
//! the text. *Nowhere* means that no path is allowed but `/robots.txt`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use maycrawl::{
    Agent, ContentSignal, ContentUsage, Covers, Dialect, GroupChoice, Meets, Path, Pattern,
    Precedence, Robots, RuleId, RuleKind, Rules, Tie, WildcardConflict,
};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys, Purpose};
use maycrawl_lint::{Budget, Opening, openings};

use crate::file::shown;

/// Where a crawler may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Every path is allowed.
    Everywhere,
    /// Some paths are allowed and some are not.
    Partly,
    /// No path is allowed but `/robots.txt`.
    Nowhere,
    /// To decide it the union of several rules would be needed, and neither a
    /// proof nor a path was found.
    Undecided,
}

impl Standing {
    /// Every standing.
    pub const ALL: [Self; 4] = [Self::Everywhere, Self::Partly, Self::Nowhere, Self::Undecided];

    /// The standing in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Partly => "partly",
            Self::Nowhere => "nowhere",
            Self::Undecided => "undecided",
        }
    }
}

/// How many crawlers stand how.
pub type Counts = BTreeMap<Standing, usize>;

/// What a file says to the crawlers of a catalogue.
#[derive(Clone, Debug)]
pub struct Policy<'c> {
    /// The dialect in which the file was read.
    pub dialect: Dialect,
    /// Every crawler and where it may go.
    pub crawlers: Vec<(&'c Crawler, Standing)>,
    /// The crawlers that have a group of their own.
    pub named: BTreeSet<&'c str>,
    /// By purpose. A crawler of several purposes counts in each.
    pub purposes: Vec<(Purpose, Counts)>,
    /// By operator, those with most crawlers first.
    pub operators: Vec<(&'c str, Counts)>,
    /// What `Content-Signal` says to a crawler without a group of its own.
    pub content_signal: Option<ContentSignal>,
    /// What `Content-Usage` says to it about `/`.
    pub content_usage: Option<ContentUsage>,
    /// The licences that the file names.
    pub licenses: Vec<String>,
    /// What does not go together.
    pub contradictions: Vec<String>,
    /// Groups that name crawlers and leave open what the group for `*` forbids.
    pub openings: Vec<Opening>,
    /// Crawlers that the file names in vain, as their token is none to the
    /// dialect, and the line that does.
    pub in_vain: Vec<(&'c str, u32)>,
}

impl<'c> Policy<'c> {
    /// Asks a file for every crawler of a catalogue.
    pub fn of(source: &[u8], dialect: &Dialect, catalogue: &'c Catalogue) -> Self {
        let robots = Robots::parse(source, dialect);
        let mut known = HashMap::new();
        let mut named = BTreeSet::new();
        let crawlers: Vec<_> = catalogue
            .crawlers()
            .iter()
            .map(|crawler| {
                let rules = robots.rules(&crawler.agent());
                if let GroupChoice::ByName { token: 0 } = rules.choice() {
                    named.insert(crawler.token());
                }
                // Few groups serve many crawlers.
                let lines: Vec<u32> = rules.rule_lines().map(|rule| rule.line()).collect();
                (crawler, *known.entry(lines).or_insert_with(|| standing(&rules)))
            })
            .collect();
        let nobody = Agent::token("*");
        let terms = robots.terms(&nobody);
        let content_signal = terms.content_signal().value;
        let content_usage = terms.content_usage(&Path::parse("/", dialect)).value;
        let licenses = robots.licenses().value.unwrap_or_default();
        let mut policy = Self {
            dialect: *dialect,
            named,
            purposes: by_purpose(&crawlers),
            operators: by_operator(&crawlers),
            crawlers,
            content_signal,
            content_usage,
            licenses: licenses.into_iter().map(shown).collect(),
            contradictions: Vec::new(),
            openings: openings(&robots, catalogue),
            in_vain: in_vain(&robots, catalogue),
        };
        policy.contradictions = policy.find_contradictions();
        policy
    }

    /// The crawlers of a purpose and where they may go.
    pub fn of_purpose(&self, purpose: Purpose) -> impl Iterator<Item = &(&'c Crawler, Standing)> {
        self.crawlers.iter().filter(move |(crawler, _)| crawler.is_for(purpose))
    }

    fn find_contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        let training = || {
            // Control tokens fetch nothing, and what obeys nothing proves nothing.
            let fetches = |one: &&(&Crawler, Standing)| {
                !one.0.is_for(Purpose::ControlToken) && one.0.obeys() != Obeys::No
            };
            self.of_purpose(Purpose::AiTraining).filter(fetches)
        };
        let all_may = training().all(|(_, standing)| *standing == Standing::Everywhere);
        let none_may = training().all(|(_, standing)| *standing == Standing::Nowhere);
        let said = [
            ("Content-Signal", self.content_signal.as_ref().and_then(|signal| signal.ai_train)),
            ("Content-Usage", self.content_usage.as_ref().and_then(|usage| usage.get("train-ai"))),
        ];
        for (field, granted) in said {
            match granted {
                Some(false) if all_may => found.push(format!(
                    "{field} says no to training, but every crawler that collects training data may fetch every page",
                )),
                Some(true) if none_may => found.push(format!(
                    "{field} says yes to training, but no crawler that collects training data may fetch a page",
                )),
                _ => {}
            }
        }
        let is_denied = |(crawler, standing): &&(&Crawler, Standing)| {
            *standing == Standing::Nowhere
                && crawler.is_for(Purpose::ControlToken)
                && self.may_be_fetched_by_operator(crawler)
        };
        found.extend(self.crawlers.iter().filter(is_denied).map(|(crawler, _)| {
            format!(
                "{} is blocked, but no fetch ever carries this token: {} goes on fetching, and only the use is denied",
                crawler.token(),
                crawler.operator(),
            )
        }));
        found
    }

    /// Whether a crawler of the same operator that does fetch may do so.
    fn may_be_fetched_by_operator(&self, control: &Crawler) -> bool {
        self.crawlers.iter().any(|(crawler, standing)| {
            crawler.operator() == control.operator()
                && !crawler.is_for(Purpose::ControlToken)
                && crawler.is_for(Purpose::Search)
                && *standing != Standing::Nowhere
        })
    }
}

/// The crawlers of the catalogue that lines name and yet do not reach.
fn in_vain<'c>(robots: &Robots, catalogue: &'c Catalogue) -> Vec<(&'c str, u32)> {
    let lines = robots.groups().flat_map(|group| group.agents());
    let known = lines.filter_map(|line| {
        let crawler = catalogue.find(std::str::from_utf8(line.value()).ok()?)?;
        let is_reached = Agent::token(crawler.token()).can_be_named(robots.dialect());
        (!is_reached).then_some((crawler.token(), line.line()))
    });
    known.collect()
}

fn by_purpose(crawlers: &[(&Crawler, Standing)]) -> Vec<(Purpose, Counts)> {
    let counted = Purpose::ALL.iter().map(|purpose| {
        (*purpose, counts(crawlers.iter().filter(|(crawler, _)| crawler.is_for(*purpose))))
    });
    counted.filter(|(_, counts)| !counts.is_empty()).collect()
}

fn by_operator<'c>(crawlers: &[(&'c Crawler, Standing)]) -> Vec<(&'c str, Counts)> {
    let mut operators: Vec<&str> = crawlers.iter().map(|(crawler, _)| crawler.operator()).collect();
    operators.sort_unstable();
    operators.dedup();
    let counted = operators.into_iter().map(|operator| {
        let own = crawlers.iter().filter(|(crawler, _)| crawler.operator() == operator);
        (operator, counts(own))
    });
    let mut counted: Vec<_> = counted.collect();
    counted.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.values().sum::<usize>()));
    counted
}

fn counts<'a, 'c: 'a>(crawlers: impl Iterator<Item = &'a (&'c Crawler, Standing)>) -> Counts {
    let mut counts = Counts::new();
    for (_, standing) in crawlers {
        *counts.entry(*standing).or_default() += 1;
    }
    counts
}

/// Where an agent may go by these rules.
pub fn standing(rules: &Rules) -> Standing {
    let patterns = rules.patterns().filter(|(_, _, pattern)| !pattern.is_empty()).collect();
    let question = Question { rules, patterns, budget: Budget::new(MOST_WORK) };
    match question.seen() {
        (true, true) => Standing::Partly,
        (true, false) if question.is_everywhere() => Standing::Everywhere,
        (false, true) if question.is_nowhere() => Standing::Nowhere,
        _ => Standing::Undecided,
    }
}

/// How much comparing of patterns one question may cost: the product of two
/// lengths for each pair. Beyond it, nothing more is proved.
const MOST_WORK: usize = 20_000_000;

/// A rule as it is matched.
type Rule<'r> = (RuleId, RuleKind, &'r Pattern);

/// Where may an agent go by these rules?
struct Question<'r> {
    rules: &'r Rules,
    patterns: Vec<Rule<'r>>,
    budget: Budget,
}

impl<'r> Question<'r> {
    /// Whether a path was found that is allowed, and one that is not.
    fn seen(&self) -> (bool, bool) {
        let (mut allowed, mut disallowed) = (false, false);
        let mut look = |path: &[u8]| {
            if path != b"/robots.txt" {
                let is_allowed = self.rules.check_url(path).is_allowed();
                allowed |= is_allowed;
                disallowed |= !is_allowed;
            }
            allowed && disallowed
        };
        // A path that rules are unlikely to be about, and the shortest.
        if look(b"/c9b1e7d3") || look(b"/") || look(b"/robots.txt?") {
            return (true, true);
        }
        for (_, kind, one) in &self.patterns {
            if let Meets::Yes(path) = self.meets(one, one)
                && look(&path)
            {
                return (true, true);
            }
            for (_, _, other) in self.patterns.iter().filter(|other| other.1 != *kind) {
                if let Covers::No(path) = self.covers(other, one)
                    && look(&path)
                {
                    return (true, true);
                }
            }
        }
        (allowed, disallowed)
    }

    /// Whether every Disallow provably yields: it matches nothing, or an Allow
    /// that beats it covers it.
    fn is_everywhere(&self) -> bool {
        self.of_kind(RuleKind::Disallow).all(|disallow| self.yields(disallow))
    }

    /// Whether a Disallow provably covers everything, and every Allow that beats
    /// it yields to another or is for `/robots.txt` alone.
    fn is_nowhere(&self) -> bool {
        let everything = Pattern::parse("/", self.rules.dialect());
        let robots_txt = Pattern::parse("/robots.txt$", self.rules.dialect());
        let is_harmless = |allow: Rule<'_>| {
            self.covers(&robots_txt, allow.2) == Covers::Yes || self.yields(allow)
        };
        self.of_kind(RuleKind::Disallow).any(|disallow| {
            self.covers(disallow.2, &everything) == Covers::Yes
                && self
                    .of_kind(RuleKind::Allow)
                    .all(|allow| !self.beats(allow, disallow) || is_harmless(allow))
        })
    }

    /// Whether a rule decides nothing: it matches no path, or a rule of the
    /// other kind that beats it covers it.
    fn yields(&self, rule: Rule<'_>) -> bool {
        self.meets(rule.2, rule.2) == Meets::No
            || self.patterns.iter().any(|other| {
                other.1 != rule.1
                    && self.beats(*other, rule)
                    && self.covers(other.2, rule.2) == Covers::Yes
            })
    }

    /// Whether `one` decides where both match.
    fn beats(&self, one: Rule<'_>, other: Rule<'_>) -> bool {
        let knobs = &self.rules.dialect().paths;
        if knobs.precedence == Precedence::First {
            return one.0 < other.0;
        }
        let is_disallow = one.1 == RuleKind::Disallow;
        let is_conflict = one.2.has_wildcard() || other.2.has_wildcard();
        if is_conflict && knobs.wildcard_conflict == WildcardConflict::Disallow {
            return is_disallow;
        }
        let wins_tie = is_disallow == (knobs.tie == Tie::Disallow);
        one.2.len() > other.2.len() || (one.2.len() == other.2.len() && wins_tie)
    }

    fn of_kind(&self, kind: RuleKind) -> impl Iterator<Item = Rule<'r>> {
        self.patterns.iter().filter(move |rule| rule.1 == kind).copied()
    }

    fn covers(&self, one: &Pattern, other: &Pattern) -> Covers {
        if self.may_compare(one, other) { one.covers(other) } else { Covers::Unknown }
    }

    fn meets(&self, one: &Pattern, other: &Pattern) -> Meets {
        if self.may_compare(one, other) { one.meets(other) } else { Meets::Unknown }
    }

    /// Whether there is work left to compare two patterns; takes it.
    fn may_compare(&self, one: &Pattern, other: &Pattern) -> bool {
        let work = (one.len() as usize + 2).saturating_mul(other.len() as usize + 2);
        self.budget.spend_or_end(work)
    }
}

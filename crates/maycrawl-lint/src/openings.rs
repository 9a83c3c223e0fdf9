//! What the group for `*` forbids and named groups leave open.

use std::collections::{HashMap, HashSet};

use maycrawl::{
    Agent, Robots, Rules, UrlPath, algebra::Overlap, lines::Span, pattern::Pattern,
    robots::RuleKind,
};
use maycrawl_crawlers::Catalogue;

use crate::budget::Budget;

/// A group whose crawlers may fetch what the group for `*` forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The crawlers, as the file names them.
    pub names: Vec<Vec<u8>>,
    /// The line that names the first.
    pub line: u32,
    /// The span of its name.
    pub span: Span,
    /// The rules that do not apply to them.
    pub rules: Vec<OpenRule>,
    /// Whether their rules forbid nothing at all, which must be deliberate.
    pub is_deliberate: bool,
}

/// A rule of the group for `*` that does not apply to a named crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenRule {
    /// The number of its line.
    pub line: u32,
    /// The span of its path.
    pub span: Span,
    /// Its path as written.
    pub value: Vec<u8>,
    /// A path that it forbids, and that the named crawler may fetch.
    pub path: Vec<u8>,
}

/// The work for one file: agent lines and rules looked at, and for each comparison the
/// product of the lengths of two patterns. Beyond it, nothing more is found.
const MOST_WORK: usize = 20_000_000;

/// Finds what the group for `*` forbids and named groups leave open. It leaves out
/// crawlers that ignore `*` anyway.
///
/// Each opening comes with a path that proves it. One that only several rules
/// together make may be missed.
///
/// ```
/// use maycrawl::{Dialect, Robots};
/// use maycrawl_crawlers::Catalogue;
/// use maycrawl_lint::openings;
///
/// let file = "User-agent: *\nDisallow: /cart/\n\nUser-agent: MyBot\nDisallow: /tmp/";
/// let robots = Robots::parse(file, &Dialect::GOOGLE);
/// let openings = openings(&robots, Catalogue::built_in());
/// assert_eq!((openings[0].line, &*openings[0].rules[0].path), (4, &b"/cart/"[..]));
/// ```
pub fn openings(robots: &Robots, catalogue: &Catalogue) -> Vec<Opening> {
    let names = |group: maycrawl::robots::Group<'_>| {
        group.agents().any(|agent| !agent.token(robots.dialect()).is_empty())
    };
    if !robots.groups().any(names) {
        return Vec::new();
    }
    let agent_lines = robots.groups().map(|group| group.agents().len()).sum();
    let everyone = robots.rules(&Agent::token("*"));
    let search = Search { robots, everyone: &everyone, budget: Budget::new(MOST_WORK) };
    let forbidden = search.forbidden();
    let mut seen = HashSet::new();
    let mut known_rules = HashMap::new();
    let mut openings = Vec::new();
    for group in robots.groups() {
        let mut in_group: Vec<Opening> = Vec::new();
        for agent in group.agents() {
            let token = agent.token(robots.dialect());
            if token.is_empty() || !seen.insert(token.to_ascii_lowercase()) {
                continue;
            }
            // A crawler with a longer token has a way of its own to find its group.
            let find = |text| std::str::from_utf8(text).ok().and_then(|text| catalogue.find(text));
            if agent.value() != token && find(agent.value()).is_some() {
                continue;
            }
            let known = find(token);
            if known.is_some_and(|crawler| crawler.obeys_global() == Some(false)) {
                continue;
            }
            // Choosing its rules looks at every line that names an agent.
            if !search.budget.spend_or_end(agent_lines) {
                return openings;
            }
            let own = robots.rules(&Agent::token(token));
            // Many crawlers share few sets of rules.
            let lines: Vec<u32> = own.rule_lines().map(|rule| rule.line()).collect();
            let found = known_rules.entry(lines).or_insert_with(|| {
                let forbids_nothing = !own.patterns().any(|(_, kind, pattern)| {
                    kind == RuleKind::Disallow && pattern.meets(pattern) != Overlap::No
                });
                (search.open(&forbidden, &own), forbids_nothing)
            });
            let (rules, is_deliberate) = found.clone();
            let name = agent.value().to_vec();
            match in_group.iter_mut().find(|one| one.rules == rules) {
                Some(one) => one.names.push(name),
                None if rules.is_empty() => {}
                None => in_group.push(Opening {
                    names: vec![name],
                    line: agent.line(),
                    span: agent.span(),
                    rules,
                    is_deliberate,
                }),
            }
        }
        openings.append(&mut in_group);
    }
    openings
}

struct Search<'r> {
    robots: &'r Robots,
    everyone: &'r Rules,
    budget: Budget,
}

/// A rule of the group for `*`, with a path that it forbids.
struct Forbidden<'r> {
    rule: maycrawl::robots::RuleLine<'r>,
    pattern: &'r Pattern,
    path: Vec<u8>,
}

impl<'r> Search<'r> {
    fn forbidden(&self) -> Vec<Forbidden<'r>> {
        let disallows = self.everyone.patterns().filter(|rule| rule.1 == RuleKind::Disallow);
        let forbidden = disallows.filter_map(|(id, _, pattern)| {
            let path = self.meeting(pattern, pattern)?;
            let rule = self.everyone.rule(id)?;
            self.is_forbidden(self.everyone, &path)?.then_some(Forbidden { rule, pattern, path })
        });
        forbidden.collect()
    }

    /// The rules that do not apply to an agent with these rules.
    fn open(&self, forbidden: &[Forbidden<'r>], own: &Rules) -> Vec<OpenRule> {
        let open = forbidden.iter().filter_map(|one| {
            let Forbidden { rule, path, .. } = one;
            let path = if self.is_forbidden(own, path)? {
                self.open_path(one, own)?
            } else {
                path.clone()
            };
            let (line, span, value) = (rule.line(), rule.span(), rule.value().to_vec());
            Some(OpenRule { line, span, value, path })
        });
        open.collect()
    }

    /// A forbidden path that one of the agent's own Allow rules opens.
    fn open_path(&self, forbidden: &Forbidden<'r>, own: &Rules) -> Option<Vec<u8>> {
        let allows = own.patterns().filter(|rule| rule.1 == RuleKind::Allow);
        let mut paths = allows.filter_map(|(_, _, allow)| self.meeting(allow, forbidden.pattern));
        paths.find(|path| {
            self.is_forbidden(self.everyone, path) == Some(true)
                && self.is_forbidden(own, path) == Some(false)
        })
    }

    fn meeting(&self, one: &Pattern, other: &Pattern) -> Option<Vec<u8>> {
        if !self
            .budget
            .spend_or_end((one.len() as usize + 2).saturating_mul(other.len() as usize + 2))
        {
            return None;
        }
        match one.meets(other) {
            Overlap::Yes(path) => Some(path),
            Overlap::No | Overlap::Unknown => None,
        }
    }

    fn is_forbidden(&self, rules: &Rules, path: &[u8]) -> Option<bool> {
        if !self.budget.spend_or_end(rules.patterns().len() + 1) {
            return None;
        }
        Some(!rules.check(&UrlPath::parse(path, self.robots.dialect())).is_allowed())
    }
}

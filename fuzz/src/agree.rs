//! The compiled rules, the one-shot check and the oracle say the same, in every
//! dialect: whether it may be crawled, by which line, and why.

use std::fmt::Debug;

use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath, dialect::Preset, verdict::Reason};
use testkit::naive::{self, Answer, Asker};

use crate::case::Case;
use crate::reason::reason;

pub fn run(bytes: &[u8]) {
    let case = Case::read(bytes);
    let presets = Preset::ALL.iter().map(|Preset { dialect, .. }| *dialect);
    for dialect in presets.chain(case.dialect()) {
        let robots = Robots::parse(&case.robots, &dialect);
        for asker in &case.askers {
            let rules = robots.rules(&agent(asker));
            for url in &case.urls {
                let asked = compiled(&case, asker, url, &robots, &rules)
                    .and_then(|()| one_shot(&case, asker, url, &robots));
                if let Err(differs) = asked {
                    panic!("{differs} in {dialect}\n{}", case.narrowed(asker, url));
                }
            }
        }
    }
}

pub(crate) fn agent(asker: &Asker) -> Agent {
    let agent =
        if asker.pooled { Agent::any_of(&asker.tokens) } else { Agent::first_of(&asker.tokens) };
    agent.ignoring_global(asker.ignores_global)
}

fn is_undefined(reason: Reason) -> bool {
    matches!(reason, Reason::UndefinedTie | Reason::UndefinedWildcard)
}

/// What the compiled rules say otherwise, if anything.
fn compiled(
    case: &Case,
    asker: &Asker,
    url: &[u8],
    robots: &Robots,
    rules: &Rules,
) -> Result<(), String> {
    let dialect = rules.dialect();
    let path = UrlPath::parse(url, dialect);
    let verdict = rules.check(&path);
    // Later verdicts are given another way, where many are asked for.
    let later = robots.rules(rules.agent()).check_all([&path]).next();
    same("the first verdict and a later one", Some(verdict), later)?;
    let line = rules.deciding_rule(verdict).map_or(0, |rule| rule.line());
    let (allowed, undefined) = (verdict.is_allowed(), verdict.is_undefined());
    let expected = naive::check(&case.robots, asker, url, dialect);
    same("the oracle and the compiled rules", expected, Answer { allowed, undefined, line })?;
    let expected = reason(rules, robots.is_refused(), &path);
    let found = match verdict.reason() {
        // The oracle has agreed that these are undefined. The patterns do not know where a rule
        // stands: for them, another reason decides, which is not undefined itself.
        Reason::UndefinedPath | Reason::UndefinedGroup if !is_undefined(expected) => expected,
        found => found,
    };
    same("the patterns and the reason", expected, found)?;
    let explained = rules.explain(&path).rule.map_or(0, |rule| rule.line);
    same("the verdict and its explanation", line, explained)?;
    same("a path and its URL", verdict, rules.check_url(url))?;
    // A path remembers its text, so that rules of another dialect may be asked.
    for other in [Dialect::GOOGLE_PARSER, Dialect::DRAFT_1996] {
        let path = UrlPath::parse(url, &other);
        same("a path of another dialect", verdict, rules.check(&path))?;
    }
    Ok(())
}

/// What the one-shot check says otherwise than the compiled rules, if anything.
/// It knows one token.
fn one_shot(case: &Case, asker: &Asker, url: &[u8], robots: &Robots) -> Result<(), String> {
    let token = asker.tokens.first().cloned().unwrap_or_default();
    let expected = robots.rules(&Agent::token(&token)).check_url(url).is_allowed();
    let found = robots.dialect().is_allowed(&case.robots, token, url);
    same("the compiled rules and the one-shot check", expected, found)
}

fn same<T: Copy + Debug + PartialEq>(what: &str, expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: {expected:?} and {found:?}")) }
}

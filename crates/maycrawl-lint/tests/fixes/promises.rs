//! What unsafe fixes promise of any file.

use std::cell::RefCell;
use std::collections::BTreeSet;

use maycrawl::{Agent, Document, Robots, UrlPath, dialect::Preset, lines::Span};
use maycrawl_lint::{
    Applicability, Finding, Fix, LintContext, Settings, apply, changes, lint, repair,
};
use testkit::fixes::{activated, lost_urls};

/// The fixes of one file that are tried alone.
const MOST_FIXES: usize = 40;

/// The agents and the paths of one file that are asked.
const MOST_AGENTS: usize = 6;
const MOST_PATHS: usize = 60;

/// What a fix that makes a directive of a line must say.
const SAYS_SO: &str = "so that crawlers obey";

/// What of the promises does not hold for a file: no fix makes a line active unless it says so, none
/// changes a URL that its finding does not name, and no verdict changes without being reported.
pub(crate) fn broken_promises(source: &[u8]) -> Vec<String> {
    let broken = RefCell::new(BTreeSet::new());
    let find = |document: &Document| {
        let found = lint(document, &LintContext::default(), &Settings::default());
        let fixes = found.iter().flat_map(|one| one.fixes.iter().map(move |fix| (one, fix)));
        for (finding, fix) in fixes.take(MOST_FIXES) {
            broken.borrow_mut().extend(of_fix(document.source(), finding, fix));
        }
        found
    };
    let repaired = repair(source, Applicability::Unsafe, find);
    let mut broken: Vec<String> = broken.into_inner().into_iter().collect();
    broken.extend(unreported(source, &repaired.source));
    broken
}

fn of_fix(source: &[u8], finding: &Finding, fix: &Fix) -> Vec<String> {
    let mut broken = Vec::new();
    let edits: Vec<_> = fix.edits.iter().map(|edit| (edit.span, &*edit.text)).collect();
    let may_activate = fix.applicability == Applicability::Unsafe && fix.title.contains(SAYS_SO);
    let mut knobs = Vec::new();
    for Preset { name, dialect, .. } in Preset::ALL {
        if may_activate || knobs.contains(&dialect.lines) {
            continue;
        }
        knobs.push(dialect.lines);
        for line in activated(source, &edits, dialect) {
            let line = line.escape_ascii();
            broken.push(format!("{} makes {line} active in {name}", finding.rule.name));
        }
    }
    let after = apply(source, &fix.edits);
    let said = format!("{} {} {}", finding.message, finding.help, fix.title);
    let related = finding.related.iter().map(|(span, _)| *span);
    let spans: Vec<Span> = related.chain([finding.span]).collect();
    for url in lost_urls(source, &after) {
        let text = String::from_utf8_lossy(url.of(source));
        let is_in = |span: &Span| span.start <= url.start && url.end <= span.end;
        if !spans.iter().any(is_in) && !said.contains(&*text) {
            broken.push(format!("{} changes {text}", finding.rule.name));
        }
    }
    broken
}

/// A verdict that differs between two versions of a file, and that [`changes`] does not report.
fn unreported(before: &[u8], after: &[u8]) -> Option<String> {
    if before == after {
        return None;
    }
    let reported = changes(before, after, usize::MAX);
    if reported.are_cut {
        return None;
    }
    for Preset { name, dialect, .. } in Preset::ALL {
        let (old, new) = (Robots::parse(before, dialect), Robots::parse(after, dialect));
        let mut agents = BTreeSet::from([b"*".to_vec()]);
        let mut paths = BTreeSet::from([b"/".to_vec(), b"/x/y.html?a=b&c=d".to_vec()]);
        for robots in [&old, &new] {
            let lines = robots.groups().flat_map(|group| group.agents());
            let tokens = lines.map(|line| line.token(dialect).to_ascii_lowercase());
            agents.extend(tokens.filter(|token| !token.is_empty()).take(MOST_AGENTS));
            let rules = robots.groups().flat_map(|group| group.rules()).take(MOST_PATHS);
            let patterns = rules.flat_map(|rule| rule.patterns(dialect));
            for path in patterns.filter_map(|(_, pattern)| pattern.shortest_path()) {
                for end in [&b""[..], b"x", b"/x", b"?x=1", b".html"] {
                    paths.insert([&*path, end].concat());
                }
            }
        }
        for agent in agents {
            let crawler = Agent::token(&agent);
            let (was, is) = (old.rules(&crawler), new.rules(&crawler));
            for path in &paths {
                let asked = UrlPath::parse(path, dialect);
                let was_allowed = was.check(&asked).is_allowed();
                if was_allowed == is.check(&asked).is_allowed() {
                    continue;
                }
                let is_reported = reported.found.iter().any(|change| {
                    change.agent == agent
                        && change.was_allowed == was_allowed
                        && change.dialects.contains(name)
                });
                if !is_reported {
                    let (agent, path) = (agent.escape_ascii(), path.escape_ascii());
                    return Some(format!("{path} changes for {agent} in {name}, not reported"));
                }
            }
        }
    }
    None
}

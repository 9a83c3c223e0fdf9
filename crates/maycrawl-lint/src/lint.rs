//! Runs the rules.

use std::collections::BTreeMap;
use std::fmt;
use std::mem;

use maycrawl::Document;

use crate::budget::Budget;
use crate::changes::locked_out_unless;
use crate::context::LintContext;
use crate::diagnostic::Diagnostic;
use crate::file::File;
use crate::finding::Finding;
use crate::fix::{Applicability, Edit, Fix, apply};
use crate::ignore::{Ignore, ignores};
use crate::rule::{Check, IgnoreOutcome, Rule};
use crate::rule_group::RuleGroup;
use crate::rules::RULES;
use crate::settings::Settings;
use crate::severity::Severity;

/// Finds what is wrong with a file, in the file's order. That the whole site is blocked comes
/// first.
pub fn lint(document: &Document, context: &LintContext<'_>, settings: &Settings) -> Vec<Finding> {
    lint_unless(document, context, settings, || false).unwrap_or_default()
}

/// Lints a file like [`lint`], but stops when it is cancelled.
///
/// It asks before each rule, whose work is bounded, and while it tries fixes, so an editor or a
/// page that has a newer version of the file need not wait for the old one.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use maycrawl::Document;
/// use maycrawl_lint::{Cancelled, LintContext, Settings, lint_unless};
///
/// let is_outdated = AtomicBool::new(true); // set by another thread
/// let document = Document::parse("User-agent: *");
/// let (context, settings) = (LintContext::default(), Settings::default());
/// let found = lint_unless(&document, &context, &settings, || is_outdated.load(Ordering::Relaxed));
/// assert_eq!(found.unwrap_err(), Cancelled);
/// ```
pub fn lint_unless(
    document: &Document,
    context: &LintContext<'_>,
    settings: &Settings,
    is_cancelled: impl Fn() -> bool,
) -> Result<Vec<Finding>, Cancelled> {
    let go_on = || if is_cancelled() { Err(Cancelled) } else { Ok(()) };
    go_on()?;
    let file = File::new(document, context);
    let guard = HomeGuard::new(document.source(), file.agents().count());
    let mut findings = Vec::new();
    for (rule, severity) in settings.rules() {
        let check = match rule.check {
            Check::Ignores(_) => continue,
            // A file that is no robots.txt at all has one mistake, not many.
            Check::Text(_) if !file.is_robots_txt() => continue,
            Check::Text(check) | Check::Content(check) | Check::Answer(check) => check,
        };
        go_on()?;
        let mut diagnostics = Vec::new();
        check(&file, &mut diagnostics);
        if matches!(rule.group, RuleGroup::Encoding | RuleGroup::Syntax) {
            guard.keep_harmless(&mut diagnostics, &go_on)?;
        }
        add(&mut findings, diagnostics, rule, severity);
    }
    let mut ignores = ignores(document);
    silence(&mut findings, &mut ignores);
    let running: Vec<_> = settings.rules().map(|(rule, _)| rule).collect();
    let outcome = IgnoreOutcome { ignores: &ignores, all: RULES, running: &running };
    for (rule, severity) in settings.rules() {
        if let Check::Ignores(check) = rule.check {
            let mut diagnostics = Vec::new();
            check(&outcome, &mut diagnostics);
            add(&mut findings, diagnostics, rule, severity);
        }
    }
    findings.retain(|finding| settings.concerns(&finding.dialects));
    let place =
        |finding: &Finding| (finding.rule.name != FIRST, finding.span.start, finding.rule.code);
    findings.sort_by_key(place);
    Ok(findings)
}

/// The rule whose finding comes before all others.
const FIRST: &str = "group-blocks-everything";

/// The work of trying fixes of one file: bytes, and agents at the price of some.
const MOST_TRIED: usize = 300_000;

/// The work of one try. A file that costs more has too many agents to ask each.
const MOST_PER_TRY: usize = 10_000_000;

/// Withholds the fixes that make a rule of a line that was none, where that would block the
/// home page for somebody.
struct HomeGuard<'s> {
    source: &'s [u8],
    /// The cost of one try.
    cost: usize,
    budget: Budget,
}

impl<'s> HomeGuard<'s> {
    fn new(source: &'s [u8], agents: usize) -> Self {
        const AGENT: usize = 200;
        // Choosing the rules of one looks at the lines of all.
        let cost = source.len().saturating_add(agents.saturating_mul(AGENT.max(agents)));
        Self { source, cost, budget: Budget::new(MOST_TRIED.max(cost.min(MOST_PER_TRY))) }
    }

    /// Keeps the fixes of a rule that lock nobody out: all, if together they do not.
    fn keep_harmless<E>(
        &self,
        diagnostics: &mut [Diagnostic],
        go_on: &impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        let is_unsafe = |fix: &&Fix| fix.applicability == Applicability::Unsafe;
        let fixes = diagnostics.iter().filter_map(|one| one.fixes.first()).filter(is_unsafe);
        let mut edits: Vec<_> = fixes.flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut rest = diagnostics.iter().flat_map(|one| one.fixes.get(1..).unwrap_or_default());
        if edits.is_empty()
            || (!rest.any(|fix| is_unsafe(&fix)) && self.is_harmless(edits, go_on)?)
        {
            return Ok(());
        }
        for diagnostic in diagnostics {
            let mut harmless = Vec::with_capacity(diagnostic.fixes.len());
            for fix in mem::take(&mut diagnostic.fixes) {
                if !is_unsafe(&&fix) || self.is_harmless(&fix.edits, go_on)? {
                    harmless.push(fix);
                }
            }
            diagnostic.fixes = harmless;
        }
        Ok(())
    }

    fn is_harmless<'e, E>(
        &self,
        edits: impl IntoIterator<Item = &'e Edit>,
        go_on: &impl Fn() -> Result<(), E>,
    ) -> Result<bool, E> {
        if !self.budget.spend(self.cost) {
            return Ok(false);
        }
        let fixed = apply(self.source, edits);
        Ok(locked_out_unless(self.source, &fixed, go_on)?.is_empty())
    }
}

/// Adds the findings of a rule, and names their fixes.
fn add(
    findings: &mut Vec<Finding>,
    mut diagnostics: Vec<Diagnostic>,
    rule: &'static Rule,
    severity: Severity,
) {
    let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for fix in diagnostics.iter_mut().flat_map(|diagnostic| &mut diagnostic.fixes) {
        let extent = fix.extent();
        let count = counts.entry((extent.start, extent.end)).or_default();
        *count += 1;
        let id = format!("{}@{}-{}", rule.name, extent.start, extent.end);
        fix.id = if *count == 1 { id } else { format!("{id}.{count}") };
    }
    let diagnostics = diagnostics.into_iter();
    findings.extend(diagnostics.map(|one| Finding::new(one, rule, severity)));
}

/// Removes the findings that comments silence, and marks these as used.
fn silence(findings: &mut Vec<Finding>, ignores: &mut [Ignore]) {
    findings.retain(|finding| {
        let mut is_silenced = false;
        for ignore in &mut *ignores {
            let is_named = ignore.names.iter().any(|name| finding.rule.is_called(name));
            if is_named && ignore.concerns(finding.span.start) {
                ignore.is_used = true;
                is_silenced = true;
            }
        }
        !is_silenced
    });
}

/// The error of a lint that was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the lint was cancelled")
    }
}

impl std::error::Error for Cancelled {}

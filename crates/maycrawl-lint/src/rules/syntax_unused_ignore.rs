//! The rule `syntax-unused-ignore`: its page, what it finds, and what mends it.

use crate::finding::Finding;
use crate::ignore::Ignore;
use crate::prelude::*;
use crate::rule::Rule;
use crate::rules::RULES;
use crate::settings::Settings;

rule! {
    /// A comment that silences a rule silences nothing, names no rule, or gives no reason.
    ///
    /// ## Why
    ///
    /// `# maycrawl: ignore NAME REASON` keeps a rule from reporting the line it stands on, or, if it
    /// stands alone, the next. One that is not needed any more hides the next mistake of its kind,
    /// and without a reason nobody dares to take it away.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// # maycrawl: ignore path-space we have such folders
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// # maycrawl: ignore path-no-leading-slash a crawler of ours reads it so
    /// Disallow: private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: a comment that silences nothing is taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "syntax-unused-ignore", "S019", Warning, check
}

/// Whether a comment is used is known only when all other rules have run.
fn check(_: &File<'_>, _: &mut Vec<Report>) {}

/// The findings about comments that silence rules, after these have run.
pub(crate) fn unused_ignores(
    document: &Document,
    ignores: &[Ignore],
    settings: &Settings,
) -> Vec<Finding> {
    let mut rules = settings.rules();
    let Some((rule, severity)) = rules.find(|(rule, _)| **rule == RULE) else { return Vec::new() };
    let running: Vec<&Rule> = settings.rules().map(|(rule, _)| rule).collect();
    let reports = ignores.iter().filter_map(|ignore| {
        let named = |rules: &[&Rule], name: &String| rules.iter().any(|rule| rule.is_called(name));
        let unknown = ignore.names.iter().find(|name| !named(RULES, name));
        let all = ignore.names.join(", ");
        let (what, todo) = match ignore {
            Ignore { names, .. } if names.is_empty() => (
                "it is not said which rule is ignored".into(),
                "name a rule: maycrawl explain rules lists all",
            ),
            _ if unknown.is_some() => (
                format!("there is no rule {:?} to ignore", unknown.map_or("", String::as_str)),
                "name a rule: maycrawl explain rules lists all",
            ),
            // A rule that does not run could not find anything.
            Ignore { is_used: false, names, .. }
                if !names.iter().all(|name| named(&running, name)) =>
            {
                return None;
            }
            Ignore { is_used: false, .. } => {
                (format!("{all} finds nothing here to ignore"), "take the comment away")
            }
            Ignore { has_reason: false, .. } => {
                (format!("it is not said why {all} is ignored"), "add the reason after the name")
            }
            _ => return None,
        };
        let report = Report::new(ignore.span, what, todo);
        let is_idle = unknown.is_none() && !ignore.names.is_empty() && !ignore.is_used;
        let line = document.lines().find(|line| line.comment() == ignore.span)?;
        let stands_alone = line.field().is_empty() && line.value().is_empty();
        let span = if stands_alone {
            Span::new(line.span().start, line.line_end().end)
        } else {
            Span::new(line.value().end, line.comment().end)
        };
        let fix = Fix::safe("take the comment away", vec![Edit::replace(span, "")]);
        Some(if is_idle { report.fix(fix) } else { report })
    });
    reports.map(|report| report.of(rule, severity)).collect()
}

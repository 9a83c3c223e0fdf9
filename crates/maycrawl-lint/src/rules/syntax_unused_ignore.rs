//! The rule `syntax-unused-ignore`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A comment that silences a rule silences nothing, names no rule, or gives no reason.
    ///
    /// ## Why
    ///
    /// `# maycrawl: ignore NAME REASON` stops a rule from reporting the comment's line or, if the
    /// comment is alone on its line, the next line. A comment that is no longer needed hides the
    /// next mistake of the same kind, and without a reason nobody dares to delete it.
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
    /// Safe: a comment that silences nothing is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-unused-ignore", "S019", Note, Ignores(check)
}

fn check(outcome: &IgnoreOutcome<'_>, out: &mut Vec<Diagnostic>) {
    let is_named = |rules: &[&Rule], name: &String| rules.iter().any(|rule| rule.is_called(name));
    for ignore in outcome.ignores {
        let unknown = ignore.names.iter().find(|name| !is_named(outcome.all, name));
        let all = ignore.names.join(", ");
        let (message, help) = match ignore {
            Ignore { names, .. } if names.is_empty() => (
                "the comment names no rule".into(),
                "name a rule; maycrawl explain rules lists them all",
            ),
            _ if unknown.is_some() => (
                format!("there is no rule {:?} to ignore", unknown.map_or("", String::as_str)),
                "name a rule; maycrawl explain rules lists them all",
            ),
            // A rule that does not run finds nothing.
            Ignore { is_used: false, names, .. }
                if !names.iter().all(|name| is_named(outcome.running, name)) =>
            {
                continue;
            }
            Ignore { is_used: false, .. } => {
                (format!("{all} finds nothing on this line"), "delete the comment")
            }
            Ignore { has_reason: false, .. } => (
                format!("the comment gives no reason why {all} is ignored"),
                "add the reason after the name",
            ),
            _ => continue,
        };
        let report = Diagnostic::new(ignore.span, message, help);
        let is_idle = unknown.is_none() && !ignore.names.is_empty() && !ignore.is_used;
        let edit = Edit::replace(ignore.with_space, "");
        let fix = Fix::safe("delete the comment", vec![edit]);
        out.push(if is_idle { report.fix(fix) } else { report });
    }
}

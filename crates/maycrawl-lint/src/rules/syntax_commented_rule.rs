//! The rule `syntax-commented-rule`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule is commented out.
    ///
    /// ## Why
    ///
    /// Everything after `#` is a comment
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), so the
    /// rule has no effect. Perhaps it was switched off for a test, or is left over.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// # Disallow: /drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file. `syntax-nothing-said` reports a file whose rules are all commented
    /// out.
    ///
    /// ## Pedantic
    ///
    /// Most such lines are examples in a template or switched off on purpose, and a person who
    /// reads the file sees them.
    Syntax, "syntax-commented-rule", "S022", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.groups.is_empty() {
        return;
    }
    let is_rule = |line: &Line<'_>| {
        text_span(line).is_empty()
            && matches!(commented_rule(line), Some(Field::Allow | Field::Disallow))
    };
    let mut rules = file.lines().filter(is_rule);
    let Some(first) = rules.next() else { return };
    let report = Diagnostic::new(
        first.comment(),
        "this rule is commented out and has no effect",
        "delete the line, or delete the # if the rule should apply",
    );
    out.push(rules.fold(report, |report, line| report.related(line.comment(), "so is this one")));
}

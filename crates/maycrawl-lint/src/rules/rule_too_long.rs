//! The rule `rule-too-long`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule is longer than Yandex accepts.
    ///
    /// ## Why
    ///
    /// Yandex reports a rule of more than 1,024 characters as
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt). Its page
    /// does not say what happens to the rule; we assume that Yandex ignores it.
    ///
    /// ## Bad
    ///
    /// ```robots repeated=1100
    /// User-agent: *
    /// Disallow: /x
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /x
    /// ```
    Rule, "rule-too-long", "R011", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(limits) = Dialect::YANDEX.fetch.rule_limits else { return };
    for rule in file.rules().filter(|rule| rule.span.len() > limits.bytes) {
        out.push(
            Diagnostic::new(
                rule.span,
                format!(
                    "the rule has {} bytes; Yandex accepts no more than {} and may ignore the rule",
                    rule.span.len(),
                    limits.bytes
                ),
                "write a shorter path: a path matches every URL that begins with it",
            )
            .where_dialect(|dialect| dialect.fetch.rule_limits.is_some()),
        );
    }
}

//! The rule `rule-too-long`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule is longer than Yandex reads.
    ///
    /// ## Why
    ///
    /// To Yandex a rule of more than 1,024 characters is
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt). It does not
    /// say what becomes of the rule; we take it for ignored.
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
                    "the rule has {} bytes; Yandex ignores rules of more than {}",
                    rule.span.len(),
                    limits.bytes
                ),
                "write a shorter path: it matches everything that begins with it",
            )
            .where_dialect(|dialect| dialect.fetch.rule_limits.is_some()),
        );
    }
}

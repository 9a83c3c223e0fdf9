//! The rule `rule-too-many`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file has more rules than Yandex reads.
    ///
    /// ## Why
    ///
    /// To Yandex more than 2,048 rules are
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt). It does not
    /// say what becomes of the rest; we take them for ignored. What a wildcard can say once need
    /// not be said a thousand times.
    ///
    /// ## Bad
    ///
    /// ```robots lines=2060 also=rule-repeated
    /// User-agent: *
    /// Disallow: /a
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a
    /// ```
    Rule, "rule-too-many", "R010", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(limits) = Dialect::YANDEX.fetch.rule_limits else { return };
    let is_rule =
        |entry: &&DirectiveEntry| matches!(entry.directive.field, Field::Allow | Field::Disallow);
    let beyond = file.directives.iter().filter(is_rule).nth(limits.rules as usize);
    if let Some(beyond) = beyond {
        out.push(
            Diagnostic::new(
                beyond.directive.value,
                format!("this rule is beyond the {} that Yandex allows", limits.rules),
                "say with wildcards what many rules say",
            )
            .where_dialect(|dialect| dialect.fetch.rule_limits.is_some()),
        );
    }
}

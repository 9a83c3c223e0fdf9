//! The rule `rule-too-many`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file has more rules than crawlers read.
    ///
    /// ## Why
    ///
    /// To Yandex more than 2,048 rules are
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt). It does not
    /// say what becomes of the rest; we take them for ignored. Beyond 5,000 other crawlers may stop
    /// too. What a wildcard can say once need not be said a thousand times.
    ///
    /// ## Bad
    ///
    /// ```robots lines=2060
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
    Rule, "rule-too-many", "R010", Warning, Text(check)
}

/// From this number on, any crawler may stop.
const MOST_RULES: usize = 5_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(limits) = Dialect::YANDEX.fetch.rule_limits else { return };
    let is_rule =
        |entry: &&DirectiveEntry| matches!(entry.directive.field, Field::Allow | Field::Disallow);
    let rules: Vec<_> = file.directives.iter().filter(is_rule).collect();
    let Some(beyond) = rules.get(limits.rules as usize) else { return };
    let count = rules.len();
    let help = "one rule with * may replace many";
    let report = |what: String| Diagnostic::new(beyond.directive.value, what, help);
    out.push(if count > MOST_RULES {
        report(format!("the file has {count} rules; crawlers may ignore those from here on"))
    } else {
        report(format!(
            "the file has {count} rules; Yandex reads {} and ignores what begins here",
            limits.rules
        ))
        .where_dialect(|dialect| dialect.fetch.rule_limits.is_some())
    });
}

//! The rule `rule-too-many`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file has more rules than some crawlers accept.
    ///
    /// ## Why
    ///
    /// Yandex reports more than 2,048 rules as
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt). Its page
    /// does not say what happens to the other rules; we assume that Yandex ignores them. Beyond
    /// 5,000 rules, other crawlers may stop reading too. One rule with a wildcard can replace
    /// many.
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
        report(format!("the file has {count} rules; crawlers may ignore the rules from here on"))
    } else {
        report(format!(
            "the file has {count} rules; Yandex accepts no more than {} and may ignore the rules from here on",
            limits.rules
        ))
        .where_dialect(|dialect| dialect.fetch.rule_limits.is_some())
    });
}

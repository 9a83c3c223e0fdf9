//! The rule `path-no-leading-slash`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path begins with neither `/` nor `*`.
    ///
    /// ## Why
    ///
    /// A path is compared with the URL's from its first octet, and that is `/`
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so the
    /// rule matches nothing. It still ends the group's list of agents.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: *.pdf$
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the slash is written. The rule decides then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Whole URLs and paths that begin with a dot are other rules'.
    Path, "path-no-leading-slash", "P001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| !rule.value.is_empty() && !rule.can_match()) {
        if rule.is_shaped(PathShape::Url) || rule.value.starts_with(b".") || rule.value == b"$" {
            continue;
        }
        let report = Diagnostic::new(
            rule.span,
            "the path does not begin with /, so the rule matches nothing",
            "begin it with /",
        );
        let is_plain = rule.value.first().is_some_and(u8::is_ascii_alphanumeric)
            && rule.value_shape.second_directive.is_none();
        let fix = Fix::unsafe_("begin it with /", vec![Edit::insert(rule.span.start, "/")]);
        out.push(if is_plain { report.fix(fix) } else { report });
    }
}

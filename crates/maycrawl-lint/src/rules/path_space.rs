//! The rule `path-space`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A rule's path holds a space.
    ///
    /// ## Why
    ///
    /// A URL holds `%20` for it. As we read RFC 9309, both sides are encoded
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)); Google's
    /// parser keeps the rule's space as it is, and then the rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my files/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: spaces are written as `%20`.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    "path-space", "P004", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let is_space = |octet: &u8| matches!(octet, b' ' | b'\t');
    for rule in file.rules().filter(|rule| rule.can_match() && rule.value.iter().any(is_space)) {
        let text = lossy(&rule.value).replace(' ', "%20").replace('\t', "%09");
        let is_two = super::syntax_two_directives::second(&rule.value).is_some();
        let has_comment =
            [" //", " ;", " /*", " <!--"].iter().any(|mark| lossy(&rule.value).contains(mark));
        if has_comment {
            continue;
        }
        let report = Report::new(
            rule.span,
            "the path holds a space, and some crawlers never match such a rule",
            "write the space as %20; if two paths were meant, give each a line",
        )
        .in_dialects([
            "google",
            "google-parser",
            "google-2012",
            "bing",
            "yandex",
            "cautious",
        ]);
        let fix = Fix::unsafe_("write %20", vec![Edit::replace(rule.span, text)]);
        out.push(if is_two { report } else { report.fix(fix) });
    }
}

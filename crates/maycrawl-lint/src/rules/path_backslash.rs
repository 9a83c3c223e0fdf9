//! The rule `path-backslash`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path contains backslashes.
    ///
    /// ## Why
    ///
    /// Browsers and crawlers turn `\` in a URL's path into `/`
    /// ([WHATWG URL](https://url.spec.whatwg.org/#path-state)), so no such path contains a
    /// backslash, and the rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private\files\
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/files/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix writes slashes instead.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/files/
    /// ```
    ///
    /// ## Limits
    ///
    /// Another rule reports what looks like a regular expression.
    Path, "path-backslash", "P009", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.value.contains(&b'\\')) {
        if rule.is_shaped(PathShape::Regex) {
            continue;
        }
        let text = lossy(&rule.value).replace('\\', "/");
        out.push(
            Diagnostic::new(
                rule.span,
                "no URL path contains a backslash, so the rule matches nothing",
                "write / instead",
            )
            .fix(Fix::unsafe_("write /", vec![Edit::replace(rule.span, text)])),
        );
    }
}

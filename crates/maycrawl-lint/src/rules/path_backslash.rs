//! The rule `path-backslash`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path is written with backslashes.
    ///
    /// ## Why
    ///
    /// Browsers and crawlers turn `\` in an address into `/`
    /// ([WHATWG URL](https://url.spec.whatwg.org/#path-state)), so no URL's path holds one, and the
    /// rule matches nothing.
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
    /// Unsafe: slashes are written.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/files/
    /// ```
    ///
    /// ## Limits
    ///
    /// What looks like a regular expression is another rule's.
    Path, "path-backslash", "P009", Warning, Text(check)
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
                "no URL contains a backslash, so the rule matches nothing",
                "write /",
            )
            .fix(Fix::unsafe_("write /", vec![Edit::replace(rule.span, text)])),
        );
    }
}

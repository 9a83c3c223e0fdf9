//! The rule `path-backslash`: its page, its check and its fix.

use std::collections::HashSet;

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
    /// Unsafe: the fix writes slashes instead. Crawlers then obey the line. There is no fix for a path
    /// on a Windows disk, or for a backslash before another sign.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/files/
    /// ```
    ///
    /// ## Limits
    ///
    /// Another rule reports what looks like a regular expression. Not reported beside a rule with the
    /// same path without backslashes.
    Path, "path-backslash", "P009", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let is_it =
            |rule: &&RuleEntry| rule.value.contains(&b'\\') && !rule.is_shaped(PathShape::Regex);
        let mut rules = group.rules.iter().filter(is_it).peekable();
        if rules.peek().is_none() {
            continue;
        }
        // Beside the same path without backslashes, it is there for another kind of parser.
        let values: HashSet<&[u8]> = group.rules.iter().map(|rule| &*rule.value).collect();
        let plain = |rule: &RuleEntry| -> Vec<u8> {
            rule.value.iter().copied().filter(|byte| *byte != b'\\').collect()
        };
        out.extend(rules.filter(|rule| !values.contains(&*plain(rule))).map(report));
    }
}

fn report(rule: &RuleEntry) -> Diagnostic {
    let is_drive = rule.value.get(1) == Some(&b':') || rule.value.starts_with(b"\\\\");
    if is_drive {
        return Diagnostic::new(
            rule.span,
            "this is a path on a Windows disk, not in a URL, so the rule matches nothing",
            "write the path as it stands in the URL, such as /shop/",
        );
    }
    let text = String::from_utf8_lossy(&rule.value).replace('\\', "/");
    let report = Diagnostic::new(
        rule.span,
        "no URL path contains a backslash, so the rule matches nothing",
        format!("write {text}"),
    );
    // Before a sign, a backslash may be an escape.
    let is_folder = |pair: &[u8]| !matches!(pair, [b'\\', next] if !next.is_ascii_alphanumeric() && *next != b'_');
    let is_path = str::from_utf8(&rule.value).is_ok() && rule.value.windows(2).all(is_folder);
    report.maybe_fix(
        is_path.then(|| {
            Fix::activating(format!("write {text}"), vec![Edit::replace(rule.span, text)])
        }),
    )
}

//! The rule `path-blocks-robots-txt`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule names `/robots.txt` itself.
    ///
    /// ## Why
    ///
    /// `/robots.txt` is always allowed
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so
    /// the rule has no effect. In a parser that does not make this exception, it may keep a
    /// crawler from reading the file.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /robots.txt
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the rule. (The rule also matches `/robots.txt.bak`.)
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Path, "path-blocks-robots-txt", "P017", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        for rule in &group.rules {
            let names_it =
                matches!(&*rule.value, b"/robots.txt" | b"/robots.txt$" | b"/robots.txt*");
            if !names_it || rule.kind == RuleKind::Allow {
                continue;
            }
            let report = Diagnostic::new(
                rule.span,
                "crawlers may always fetch /robots.txt, so the rule has no effect",
                group.removal(),
            );
            let line = file.line(rule.line).filter(|_| group.rules.len() > 1);
            out.push(match line {
                Some(line) => {
                    report.fix(Fix::unsafe_("delete the line", vec![Edit::remove(&line)]))
                }
                None => report,
            });
        }
    }
}

//! The rule `syntax-nothing-said`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file is empty, or contains only comments.
    ///
    /// ## Why
    ///
    /// A file without groups allows everything
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), just
    /// as a missing file does. That may be intended. But a failed deployment can also leave an
    /// empty file, and rules that are all commented out may be left over from a test.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// # User-agent: *
    /// # Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow:
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where a line could be a rule: other rules report what is wrong with it.
    Syntax, "syntax-nothing-said", "S012", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_comment =
        |line: &Line<'_>| line.text().trim_ascii().is_empty() || !line.comment().is_empty();
    let says = |line: &Line<'_>| !text_span(line).is_empty() || !is_comment(line);
    // Where there is no file, another rule says so.
    if file.evidence.is_some_and(is_absent) || file.lines().any(|line| says(&line)) {
        return;
    }
    let mut comments = file.lines().filter(|line| !line.comment().is_empty());
    let rule = file.lines().find(|line| commented_rule(line).is_some());
    let (span, what) = match (rule, comments.next()) {
        (Some(rule), _) => (rule.comment(), "every rule is commented out"),
        (None, Some(first)) => (first.comment(), "the file contains only comments"),
        (None, None) => (Span::new(0, 0), "the file is empty"),
    };
    out.push(Diagnostic::new(
        span,
        format!("{what}, so crawlers may fetch everything"),
        "if that is meant, say so with User-agent: * and an empty Disallow:",
    ));
}

fn is_absent(evidence: &maycrawl::access::Evidence) -> bool {
    use maycrawl::access::FetchOutcome;
    !matches!(evidence.answer, FetchOutcome::Http { status: 200..=299, .. })
}

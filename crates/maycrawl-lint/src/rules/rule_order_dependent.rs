use crate::prelude::*;

rule! {
    /// An exception stands after the rule from which it excepts.
    ///
    /// ## Why
    ///
    /// Crawlers that follow RFC 9309 take the longest match, wherever it stands
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). Those that follow
    /// the draft of 1996, Python's `urllib.robotparser` among them, take the first, and never come to
    /// the exception.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /shop/
    /// Allow: /shop/catalogue/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/catalogue/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the exception is moved before the rule. Crawlers that take the first match obey it
    /// then.
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /shop/catalogue/
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Limits
    ///
    /// Paths without wildcards only: those crawlers know none. Reported once a group.
    "rule-order-dependent", "R008", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for group in &file.groups {
        let is_plain = |rule: &&Matched| rule.can_match() && !rule.value.contains(&b'*') && !rule.value.ends_with(b"$");
        let plain: Vec<_> = group.rules.iter().filter(is_plain).collect();
        let found = plain.iter().enumerate().find_map(|(at, exception)| {
            let before = plain.get(..at)?.iter();
            let mut wider = before.filter(|rule| rule.kind != exception.kind
                    && rule.value != exception.value
                    && exception.value.starts_with(&rule.value));
            Some((*wider.next()?, *exception))
        });
        let Some((rule, exception)) = found else { continue };
        let lines = (file.line(rule.line), file.line(exception.line));
        let (Some(above), Some(below)) = lines else { continue };
        let own = Span::new(below.span().start, below.line_end().end);
        let moved = own.of(file.source()).to_vec();
        let report = Report::new(
            exception.span,
            format!("a crawler that takes the first match never comes to this exception from line {}", rule.line),
            "write the exception before the rule",
        )
        .in_dialects(["draft-1996"])
        .related(rule.span, "matches first")
        .path(exception.value.clone());
        let fix = Fix::unsafe_(
            "move it before the rule",
            vec![Edit::insert(above.span().start, moved), Edit::replace(own, "")],
        );
        out.push(if below.line_end().is_empty() { report } else { report.fix(fix) });
    }
}

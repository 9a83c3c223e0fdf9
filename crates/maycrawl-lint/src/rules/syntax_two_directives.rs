//! The rule `syntax-two-directives`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line contains two directives.
    ///
    /// ## Why
    ///
    /// A line is one directive
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)):
    /// everything after the first colon is its value. The second directive is lost, and the first
    /// has the wrong value.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/ Disallow: /b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix splits the line. Crawlers then obey the second directive.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    Syntax, "syntax-two-directives", "S017", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        // After an unknown field it may be a quotation.
        let is_known = canonical(entry.directive.field).is_some();
        let Some(start) = entry.shape.second_directive.filter(|_| is_known) else { continue };
        let value = entry.directive.value;
        let before = line.get(Span::new(value.start, start));
        let space = before.len() - before.trim_ascii_end().len();
        let gap = Span::new(start - u32::try_from(space).unwrap_or(0), start);
        out.push(
            Diagnostic::new(
                Span::new(start, value.end),
                "crawlers read this as part of the value before it",
                "give it a line of its own",
            )
            .fix(Fix::activating("split the line", vec![Edit::replace(gap, file.line_end())])),
        );
    }
}

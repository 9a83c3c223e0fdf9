//! The rule `syntax-extra-colon`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A second colon or a `=` follows the colon after a field.
    ///
    /// ## Why
    ///
    /// One colon separates a field from its value
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Another
    /// sign after it is part of the value, so the path matches nothing, the name is no
    /// crawler's, and the URL is wrong.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow:: /private/
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
    /// Unsafe: the fix deletes the sign. Crawlers then obey the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-extra-colon", "S024", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        let is_known = canonical(entry.directive.field).is_some();
        let Some(sign) = entry.shape.extra_separator.filter(|_| is_known) else { continue };
        let what = match entry.directive.field {
            Field::UserAgent => "so the line names no crawler",
            Field::Allow | Field::Disallow => "so the rule matches nothing",
            _ => "so crawlers cannot use it",
        };
        let space = if line.separator().end == sign.start { " " } else { "" };
        let edits = vec![Edit::replace(sign, space)];
        out.push(
            Diagnostic::new(
                Span::new(entry.directive.name.start, sign.end),
                format!("the sign after the colon is part of the value, {what}"),
                "write one colon",
            )
            .fix(Fix::activating("delete the sign", edits)),
        );
    }
}

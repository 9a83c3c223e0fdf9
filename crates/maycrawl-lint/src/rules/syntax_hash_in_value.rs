//! The rule `syntax-hash-in-value`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `#` right after a path or URL cuts it short.
    ///
    /// ## Why
    ///
    /// `#` begins a comment wherever it stands
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), with or
    /// without a space before it. Crawlers read `Disallow: /a#b` as `Disallow: /a`, which blocks
    /// far more than it seems to. A URL that a crawler requests never contains a fragment.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /page#section
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /page # the whole page
    /// Disallow: /c%23/
    /// ```
    ///
    /// ## Limits
    ///
    /// A `#` followed by white space is taken for a comment. There is no fix: with `%23` in place of
    /// the `#`, the rule would match other URLs.
    Syntax, "syntax-hash-in-value", "S002", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        let is_url =
            matches!(entry.directive.field, Field::Allow | Field::Disallow | Field::Sitemap);
        let comment = line.get(line.comment());
        let is_glued = line.value().end == line.comment().start && !line.value().is_empty();
        let goes_on = comment.get(1).is_some_and(|byte| !byte.is_ascii_whitespace());
        if !(is_url && is_glued && goes_on) {
            continue;
        }
        let value = lossy(line.get(line.value()));
        let home = UrlPath::parse("/", &BASE);
        let closes = entry.directive.field == Field::Disallow
            && Pattern::parse(line.get(line.value()), &BASE).matches(&home);
        let cost = if closes { ", and the rule blocks the home page" } else { "" };
        out.push(Diagnostic::new(
            line.comment(),
            format!("# begins a comment, so crawlers read only {value}{cost}"),
            "if it begins a comment, put a space before it; the part of a URL from # on never reaches the server, so no rule can match it",
        ));
    }
}

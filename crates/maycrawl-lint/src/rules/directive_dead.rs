//! The rule `directive-dead`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field is one that search engines gave up: `Noindex`, `Nofollow`, `Noarchive`.
    ///
    /// ## Why
    ///
    /// Google stopped reading such fields on 1 September 2019
    /// ([announcement](https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt)).
    /// A page that must not be shown needs a `noindex` in itself or in its header, and must be open
    /// to crawlers, or they do not see it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Noindex: /old/
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
    /// Safe: the line is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Directive, "directive-dead", "X001", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Obsolete) {
        let name = lossy(line.get(entry.directive.name));
        out.push(
            Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                format!("no crawler obeys {name} in a robots.txt, so these pages stay in search"),
                "put noindex into the pages or their headers, and let crawlers fetch them",
            )
            .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
        );
    }
}

//! The rule `syntax-bare-url`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A line is a URL and nothing else.
    ///
    /// ## Why
    ///
    /// A line is a field, a colon and a value
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). To a
    /// parser this one is an unknown field `https`, and it is dropped. Most such lines were meant
    /// as `Sitemap`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: `Sitemap: ` is put before a URL that looks like a sitemap's.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    "syntax-bare-url", "S001", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines().filter(is_bare_url) {
        let url = Span::new(line.field().start, line.value().end);
        let report = Report::new(
            url,
            "this line is a URL without a field, and says nothing",
            "put the field before it, such as Sitemap:",
        );
        let text = line.get(url).to_ascii_lowercase();
        let is_sitemap = [&b".xml"[..], b".gz", b"sitemap"]
            .iter()
            .any(|part| memchr::memmem::find(&text, part).is_some());
        let fix = Fix::unsafe_("make it a Sitemap", vec![Edit::insert(url.start, "Sitemap: ")]);
        out.push(if is_sitemap { report.fix(fix) } else { report });
    }
}

/// Whether a line is a URL without a field.
pub(super) fn is_bare_url(line: &Line<'_>) -> bool {
    let name = line.get(line.field());
    (name.eq_ignore_ascii_case(b"http") || name.eq_ignore_ascii_case(b"https"))
        && line.get(line.value()).starts_with(b"//")
}

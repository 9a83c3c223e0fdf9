//! The rule `sitemap-not-absolute`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Sitemap` is not a full URL.
    ///
    /// ## Why
    ///
    /// The value must be a full URL
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap)).
    /// A crawler that does not add the host to a path never finds the sitemap.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: /sitemap.xml
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
    /// ## Limits
    ///
    /// Reported once per file. There is no fix: the file does not say which host it is on.
    Sitemap, "sitemap-not-absolute", "M001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found = file.of_field(Field::Sitemap).filter(|(line, entry)| {
        let value = line.get(entry.directive.value);
        Value::parse(Field::Sitemap, value).is_err()
            && entry.shape.quoted.is_none()
            && entry.shape.unclosed.is_none()
            && entry.shape.extra_separator.is_none()
            && invisible(value, 0).is_empty()
    });
    let span = |line: &Line<'_>, entry: &DirectiveEntry| {
        let end = entry.directive.value.end.max(line.separator().end);
        Span::new(entry.directive.name.start, end)
    };
    let Some((line, entry)) = found.next() else { return };
    let value = line.get(entry.directive.value);
    let next = file.line(line.number().saturating_add(1));
    let is_below =
        next.is_some_and(|next| file.shapes_of(&next).any(|shape| shape == LineShape::BareUrl));
    let (what, todo) = match () {
        () if value.is_empty() && is_below => (
            "the URL is missing: it is on the next line, where no crawler looks for it".into(),
            "write Sitemap: and the URL on one line",
        ),
        () if value.is_empty() => {
            ("the URL is missing".into(), "write the full URL, with https:// and the host")
        }
        () => (
            format!(
                "{} is not a full URL: a crawler that does not add the host never finds the sitemap",
                lossy(value)
            ),
            "write the full URL, with https:// and the host",
        ),
    };
    out.push(
        Diagnostic::new(span(&line, &entry), what, todo)
            .also(found.map(|(line, entry)| span(&line, &entry)), "this is not a full URL either"),
    );
}

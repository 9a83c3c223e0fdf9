//! The rule `sitemap-not-absolute`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Sitemap` is no absolute URL.
    ///
    /// ## Why
    ///
    /// The value is a full URL
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#sitemap)).
    /// A crawler that does not complete a path with the host never finds the sitemap.
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
    /// Reported once a file. There is no fix: a file does not say on which host it is.
    Sitemap, "sitemap-not-absolute", "M001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut found = file.of_field(Field::Sitemap).filter(|(line, entry)| {
        let value = line.get(entry.directive.value);
        Value::parse(Field::Sitemap, value).is_err()
            && entry.shape.quoted.is_none()
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
            ("the URL is missing".into(), "write the whole URL, with https:// and the host")
        }
        () => (
            format!(
                "{} is not a whole URL: a crawler that does not complete it never finds the sitemap",
                lossy(value)
            ),
            "write the whole URL, with https:// and the host",
        ),
    };
    out.push(
        Diagnostic::new(span(&line, &entry), what, todo)
            .also(found.map(|(line, entry)| span(&line, &entry)), "nor is this a whole URL"),
    );
}

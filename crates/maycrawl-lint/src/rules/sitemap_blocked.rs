//! The rule `sitemap-blocked`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule blocks a sitemap that the file names.
    ///
    /// ## Why
    ///
    /// A crawler that obeys the rules does not fetch a blocked sitemap, even if the file names it
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots)):
    /// [RFC 9309](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2) makes no exception
    /// for sitemaps.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /files/
    ///
    /// Sitemap: https://shop.example/files/sitemap.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /files/sitemap.xml
    /// Disallow: /files/
    ///
    /// Sitemap: https://shop.example/files/sitemap.xml
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the sitemap is allowed.
    ///
    /// ```robots
    /// User-agent: *
    /// Allow: /files/sitemap.xml$
    /// Disallow: /files/
    ///
    /// Sitemap: https://shop.example/files/sitemap.xml
    /// ```
    ///
    /// ## Limits
    ///
    /// The linter assumes that the sitemap is on the same host as the file. Not reported where the
    /// group for `*` blocks everything, because that is intended.
    Sitemap, "sitemap-blocked", "M004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.global_block().is_some() {
        return;
    }
    let rules = file.rules_of(&Agent::token("*"));
    for (line, entry) in file.of_field(Field::Sitemap) {
        let Ok(Value::Sitemap(url)) = Value::parse(Field::Sitemap, line.get(entry.directive.value))
        else {
            continue;
        };
        let path = UrlPath::parse(&url, &BASE);
        let verdict = rules.check(&path);
        let Some(rule) = rules.deciding_rule(verdict).filter(|_| !verdict.is_allowed()) else {
            continue;
        };
        let report = Diagnostic::new(
            entry.directive.value,
            format!(
                "line {} blocks this sitemap, so crawlers that obey that line do not read the sitemap",
                rule.line()
            ),
            "add an Allow line for the sitemap",
        )
        .related(rule.span(), "blocks it")
        .path(path.as_bytes().to_vec());
        let allow = [b"Allow: ", path.as_bytes(), b"$", file.line_end()].concat();
        // Only an Allow of at least the same length wins.
        let is_stronger = rule.value().len() <= path.as_bytes().len() + 1;
        let is_plain = !path.as_bytes().iter().any(|byte| matches!(byte, b'*' | b'$'));
        let before = file.line(rule.line()).map(|line| line.span().start);
        let before = before.filter(|_| is_stronger && is_plain);
        out.push(match before {
            Some(at) => {
                report.fix(Fix::unsafe_("allow the sitemap", vec![Edit::insert(at, allow)]))
            }
            None => report,
        });
    }
}

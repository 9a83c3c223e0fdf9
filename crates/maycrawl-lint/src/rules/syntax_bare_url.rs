//! The rule `syntax-bare-url`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is a URL and nothing else.
    ///
    /// ## Why
    ///
    /// A line is a field, a colon and a value
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). A parser
    /// reads this line as an unknown field `https` and drops it. Most such lines were meant as
    /// `Sitemap`.
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
    /// Unsafe: `Sitemap: ` is added before a URL that looks like that of a sitemap.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    Syntax, "syntax-bare-url", "S001", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        if shape != LineShape::BareUrl {
            continue;
        }
        let url = text_span(&line);
        let report = Diagnostic::new(
            url,
            "a URL alone has no effect",
            "if it is a sitemap, write Sitemap: before it; otherwise delete the line",
        );
        let text = line.get(url).to_ascii_lowercase();
        let is_sitemap = [&b".xml"[..], b".gz", b"sitemap"]
            .iter()
            .any(|part| memchr::memmem::find(&text, part).is_some());
        let fix = Fix::activating("make it a Sitemap", vec![Edit::insert(url.start, "Sitemap: ")]);
        out.push(if is_sitemap { report.fix(fix) } else { report });
    }
}

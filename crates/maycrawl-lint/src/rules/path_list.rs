//! The rule `path-list`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule lists several paths on one line.
    ///
    /// ## Why
    ///
    /// A rule has one path
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Crawlers
    /// read `/a/, /b/` as a single path, which no URL begins with.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/, /drafts/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix gives each path a line of its own. Crawlers then obey them.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    /// Disallow: /drafts/
    /// ```
    ///
    /// ## Limits
    ///
    /// Each path must begin with `/`, and none may contain a `?`. Not reported if a URL of the site
    /// begins with the whole value.
    Path, "path-list", "P023", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.is_shaped(PathShape::List)) {
        if file.urls.iter().any(|url| rule.pattern.matches(url)) {
            continue;
        }
        let paths = paths_in(&rule.value);
        let begin = [file.line_end(), rule.kind.name().as_bytes(), b": "].concat();
        let edits = vec![Edit::replace(rule.span, paths.join(&begin[..]))];
        out.push(
            Diagnostic::new(
                rule.span,
                format!(
                    "crawlers read these {} paths as one, which no URL begins with",
                    paths.len()
                ),
                format!("write a {} line for each path", rule.kind.name()),
            )
            .fix(Fix::activating("give each path a line of its own", edits)),
        );
    }
}

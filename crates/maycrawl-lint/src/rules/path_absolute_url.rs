//! The rule `path-absolute-url`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path is a whole URL, or begins with a host.
    ///
    /// ## Why
    ///
    /// A robots.txt governs the host that serves it, and only the path of a URL is compared
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). No path
    /// begins with `https:` or a host, so the rule matches nothing. A rule for another host
    /// belongs in that host's robots.txt.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: https://shop.example/cart/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: scheme and host are removed, if the file's sitemaps are on the same host. A line
    /// for the host of no sitemap is deleted, if the group has other rules.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /cart/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Limits
    ///
    /// A file does not say which host serves it; its sitemaps usually do. Without a sitemap there
    /// is no fix. A URL without a path is never turned into `/`, which would block the whole site.
    Path, "path-absolute-url", "P002", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let own: Vec<Vec<u8>> = file
        .of_field(Field::Sitemap)
        .filter_map(|(line, entry)| Some(UrlParts::of(line.get(entry.directive.value))?.site()))
        .collect();
    for group in &file.groups {
        for rule in group.rules.iter().filter(|rule| rule.is_shaped(PathShape::Url)) {
            let Some(url) = UrlParts::of(&rule.value) else { continue };
            let host = lossy(url.host);
            let is_whole_site = url.path.iter().all(|byte| b"/*$".contains(byte));
            let is_own = own.contains(&url.site());
            let is_foreign = !own.is_empty() && !is_own;
            let (what, todo) = if is_foreign {
                let what = "this names another host, which this file cannot govern";
                (format!("{what}: {host}"), group.removal().to_owned())
            } else {
                let todo = match (is_whole_site, is_own) {
                    (true, _) => group.removal().into(),
                    (false, true) => format!("write {}", lossy(url.path)),
                    (false, false) => format!(
                        "if this site is {host}, write {}; otherwise {}",
                        lossy(url.path),
                        group.removal()
                    ),
                };
                ("a rule contains a path, not a host, so this one matches nothing".into(), todo)
            };
            let delete = || {
                let line = file.line(rule.line).filter(|_| group.rules.len() > 1)?;
                Some(Fix::remove_rule(file, &line))
            };
            let fix = match (is_whole_site, is_own) {
                (false, true) => Some(Fix::unsafe_(
                    "write the path alone",
                    vec![Edit::replace(rule.span, url.path)],
                )),
                _ if is_foreign || is_whole_site => delete(),
                _ => None,
            };
            out.push(Diagnostic::new(rule.span, what, todo).maybe_fix(fix));
        }
    }
}

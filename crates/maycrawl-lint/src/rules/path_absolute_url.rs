//! The rule `path-absolute-url`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A rule contains a whole URL, or a path that begins with a host.
    ///
    /// ## Why
    ///
    /// A robots.txt applies to the host that serves it, and crawlers compare a rule only with the
    /// path of a URL
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). A
    /// rule for another host belongs in that host's robots.txt.
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
    /// Unsafe: the fix removes the scheme and the host, if the file's sitemaps are on the same
    /// host. It deletes a line for a host that serves none of the sitemaps, if the group has
    /// other rules.
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
    /// A file does not say which host serves it; its sitemaps usually do. Without a sitemap, or
    /// with sitemaps on several hosts, the fix only deletes lines with a host and no path. A URL
    /// without a path is never turned into `/`, which would block the whole site. Rules of one
    /// kind are one finding.
    Path, "path-absolute-url", "P002", Error, Text(check)
}

/// What the host of a rule is to the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Host {
    /// The host of every sitemap.
    Own,
    /// The host of no sitemap.
    Foreign,
    /// One of several hosts, or the file names no sitemap.
    Unknown,
}

/// A rule that names a host.
struct Named<'r> {
    rule: &'r RuleEntry,
    url: UrlParts<'r>,
    line: Line<'r>,
    group: &'r Group<'r>,
    /// Whether its group keeps a rule if all of these are deleted.
    may_go: bool,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let own: BTreeSet<Vec<u8>> = file
        .of_field(Field::Sitemap)
        .filter_map(|(line, entry)| Some(UrlParts::of(line.get(entry.directive.value))?.site()))
        .collect();
    let mut found: Vec<(Host, bool, Vec<Named<'_>>)> = Vec::new();
    for group in &file.groups {
        let named = || group.rules.iter().filter(|rule| rule.is_shaped(PathShape::Url));
        let may_go = named().count() < group.rules.len();
        for rule in named() {
            let parts = UrlParts::of(&rule.value).zip(file.line(rule.line));
            let Some((url, line)) = parts else { continue };
            let host = match (own.contains(&url.site()), own.len()) {
                (true, 1) => Host::Own,
                (false, 1..) => Host::Foreign,
                _ => Host::Unknown,
            };
            let is_whole_site = url.path.iter().all(|byte| b"/*$".contains(byte));
            let one = Named { rule, url, line, group, may_go };
            match found.iter_mut().find(|kind| (kind.0, kind.1) == (host, is_whole_site)) {
                Some((.., rules)) => rules.push(one),
                None => found.push((host, is_whole_site, vec![one])),
            }
        }
    }
    out.extend(
        found.iter().filter_map(|(host, is_whole, rules)| report(file, *host, *is_whole, rules)),
    );
}

/// Reports the rules for hosts of one kind.
fn report(
    file: &File<'_>,
    host: Host,
    is_whole_site: bool,
    rules: &[Named<'_>],
) -> Option<Diagnostic> {
    let [first, others @ ..] = rules else { return None };
    let (name, path) = (lossy(first.url.host), lossy(first.url.path));
    let what = match rules.len() {
        1 => format!(
            "this rule names the host {name}, but a rule takes only a path, so it matches nothing"
        ),
        count => format!(
            "{count} rules name a host, such as {name} here, but a rule takes only a path, so they match nothing"
        ),
    };
    let delete = if others.is_empty() { first.group.removal() } else { "delete the lines" };
    let elsewhere = match first.rule.kind {
        RuleKind::Disallow if path.is_empty() => "Disallow: /".into(),
        kind => format!("{}: {path}", kind.name()),
    };
    let likewise =
        if others.is_empty() { "" } else { ", and correct the other lines in the same way" };
    let todo = match (host, is_whole_site) {
        (Host::Own, false) => format!("write {path}{likewise}"),
        (Host::Unknown, false) => {
            format!("if this site is {name}, write {path}{likewise}; otherwise {delete}")
        }
        (Host::Own, true) => delete.into(),
        (Host::Foreign | Host::Unknown, _) if first.rule.kind == RuleKind::Allow => delete.into(),
        (Host::Foreign | Host::Unknown, _) => {
            format!("{delete}; to keep crawlers off {name}, put {elsewhere} in its own robots.txt")
        }
    };
    let fix = match (host, is_whole_site) {
        (Host::Own, false) => Some(Fix::unsafe_(
            "write only the path",
            rules.iter().map(|one| Edit::replace(one.rule.span, one.url.path)).collect(),
        )),
        (Host::Unknown, false) => None,
        _ => {
            let may_go = rules.iter().filter(|one| one.may_go);
            let lines: Vec<_> = may_go.map(|one| one.line).collect();
            (!lines.is_empty()).then(|| Fix::remove_rules(file, &lines))
        }
    };
    let report = Diagnostic::new(first.rule.span, what, todo)
        .also(others.iter().map(|one| one.rule.span), "so does this");
    Some(report.maybe_fix(fix))
}

//! The rule `path-prefix-trap`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule for one folder or page also blocks others whose names begin with its name.
    ///
    /// ## Why
    ///
    /// A path matches everything that begins with it
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)):
    /// `/shop` also matches `/shopping-guide`.
    ///
    /// ## Bad
    ///
    /// ```robots urls=/shop/cart,/shopping-guide
    /// User-agent: *
    /// Disallow: /shop
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots urls=/shop/cart,/shopping-guide
    /// User-agent: *
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: a `/` is added to the end of the path.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Limits
    ///
    /// If you give the linter URLs of the site, it reports a rule that matches some URLs in the
    /// folder and some beside it. From the file alone, it reports a rule that blocks something
    /// beside the folder which another group allows by name.
    Path, "path-prefix-trap", "P020", Warning, Text(check)
}

/// The pairs that are compared in one file.
const MOST_COMPARED: usize = 2_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_COMPARED);
    let allowed: Vec<&RuleEntry> =
        file.rules().filter(|rule| rule.kind == RuleKind::Allow && rule.can_match()).collect();
    for group in &file.groups {
        for rule in group.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
            let value = &rule.value;
            let is_name = value.last().is_some_and(u8::is_ascii_alphanumeric)
                && value.starts_with(b"/")
                && !value.contains(&b'*')
                && !value.contains(&b'?');
            if !is_name {
                continue;
            }
            if !budget.spend_or_end(file.urls.len() + allowed.len()) {
                return;
            }
            let after = || {
                file.urls
                    .iter()
                    .filter_map(|url| Some((url, url.as_bytes().strip_prefix(&**value)?)))
            };
            let within = after().find(|(_, rest)| rest.starts_with(b"/"));
            let beside = after().find(|(_, rest)| is_sibling(rest));
            let by_url = within.and(beside).map(|(url, _)| url.as_bytes());
            let by_rule = || {
                let is_open = |path: &[u8]| {
                    group.rules.iter().any(|own| {
                        own.kind == RuleKind::Allow
                            && own.pattern.matches(&UrlPath::parse(path, &BASE))
                    })
                };
                let beside = allowed.iter().find(|other| {
                    other.value.strip_prefix(&**value).is_some_and(is_sibling)
                        && !other.value.iter().any(|byte| b"*$".contains(byte))
                        && !is_open(&other.value)
                });
                beside.map(|other| &*other.value)
            };
            if let Some(path) = by_url.or_else(by_rule) {
                out.push(
                    Diagnostic::new(
                        rule.span,
                        format!("{} also blocks {}", lossy(value), lossy(path)),
                        format!("write {}/ for the folder alone", lossy(value)),
                    )
                    .path(path)
                    .fix(Fix::unsafe_("end it with /", vec![Edit::insert(rule.span.end, "/")])),
                );
            }
        }
    }
}

/// Whether a name goes on, so that it is another name.
fn is_sibling(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

//! The rule `path-prefix-trap`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule for one folder or page also matches others whose names begin with its name.
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
    /// Unsafe: the folder's slash is written.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /shop/
    /// ```
    ///
    /// ## Limits
    ///
    /// Only with URLs of the site to weigh the rule against, and only where some of them lie in the
    /// folder and some beside it.
    Path, "path-prefix-trap", "P020", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.kind == RuleKind::Disallow) {
        let value = &rule.value;
        let is_name = value.last().is_some_and(u8::is_ascii_alphanumeric)
            && !value.contains(&b'*')
            && !value.contains(&b'?');
        if !is_name || !rule.can_match() {
            continue;
        }
        let after = || {
            file.urls.iter().filter_map(|url| Some((url, url.as_bytes().strip_prefix(&**value)?)))
        };
        let within = after().find(|(_, rest)| rest.starts_with(b"/"));
        let beside = after().find(|(_, rest)| {
            rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        });
        if let (Some(_), Some((url, _))) = (within, beside) {
            let path = url.as_bytes().to_vec();
            out.push(
                Diagnostic::new(
                    rule.span,
                    format!("this also forbids {}", lossy(&path)),
                    format!("write {}/ for the folder alone", lossy(value)),
                )
                .path(path)
                .fix(Fix::unsafe_("end it with /", vec![Edit::insert(rule.span.end, "/")])),
            );
        }
    }
}

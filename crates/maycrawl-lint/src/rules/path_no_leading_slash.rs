//! The rule `path-no-leading-slash`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path begins with neither `/` nor `*`.
    ///
    /// ## Why
    ///
    /// A path is compared with the URL's from its first byte, and that is `/`
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), so the
    /// rule matches nothing: what should be blocked is open. A parameter or an ending needs `/*`
    /// before it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: private/
    /// Disallow: ?sid=
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /*?sid=
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: `/` is written before a folder or a file, `/*` before a parameter or an ending. The
    /// rule takes effect then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Disallow: /*?sid=
    /// ```
    ///
    /// ## Limits
    ///
    /// Hosts, quotation marks and two directives on a line are other rules'. What may be a path as
    /// well as a parameter, such as `sid=`, and words such as `all` and `none` have no fix.
    Path, "path-no-leading-slash", "P001", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| !rule.value.is_empty() && !rule.can_match()) {
        if is_explained(rule) {
            continue;
        }
        let text = lossy(&rule.value);
        let (todo, start) = match rule.value.as_slice() {
            [b'?' | b'&', next, ..] if next.is_ascii_alphanumeric() => {
                (format!("write /*{text}"), Some("/*"))
            }
            [b'.', next, ..] if next.is_ascii_alphanumeric() => {
                (format!("write /*{text}"), Some("/*"))
            }
            word if is_word(word) => {
                let todo = "write / to block the whole site, nothing to block nothing";
                (todo.into(), None)
            }
            value if value.contains(&b'=') && !value.contains(&b'/') => {
                (format!("write /*{text} if it is a parameter, /{text} if it is a page"), None)
            }
            [first, ..] if first.is_ascii_alphanumeric() => (format!("write /{text}"), Some("/")),
            _ => ("write the path as the address bar of a browser shows it".into(), None),
        };
        let fix = start.map(|start| {
            Fix::unsafe_(
                format!("begin it with {start}"),
                vec![Edit::insert(rule.span.start, start)],
            )
        });
        let what = "the path does not begin with /, so the rule matches nothing";
        out.push(Diagnostic::new(rule.span, what, todo).maybe_fix(fix));
    }
}

/// Whether a value is a word for everything or nothing.
fn is_word(value: &[u8]) -> bool {
    let words = ["all", "none", "everything", "nothing", "yes", "no", "true", "false"];
    words.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether another rule reports what is wrong with the value.
fn is_explained(rule: &RuleEntry) -> bool {
    rule.is_shaped(PathShape::Url)
        || rule.is_shaped(PathShape::Regex)
        || rule.is_shaped(PathShape::Invisible)
        || rule.value_shape.quoted.is_some()
        || rule.value_shape.second_directive.is_some()
        || rule.value.starts_with(b"./")
        || rule.value.starts_with(b"../")
        || rule.value.starts_with(b"\\")
        || rule.value == b"$"
}

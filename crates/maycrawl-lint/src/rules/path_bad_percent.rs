//! The rule `path-bad-percent`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path contains a `%` without two hexadecimal digits after it, so the rule matches
    /// nothing.
    ///
    /// ## Why
    ///
    /// In a URL, `%` begins an encoded byte, and two hexadecimal digits must follow it
    /// ([RFC 3986 section 2.1](https://www.rfc-editor.org/rfc/rfc3986.html#section-2.1)). The
    /// rule matches no valid URL, so it blocks nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*user=%name%
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*user=
    /// Disallow: /jobs*%
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix replaces a template's placeholder with `*`.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*user=*
    /// ```
    ///
    /// ## Limits
    ///
    /// A `%` at the end matches any encoded byte; that may be deliberate, and is not reported.
    /// Only placeholders have a fix, because nothing shows what else was meant.
    Path, "path-bad-percent", "P006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match() && !rule.is_shaped(PathShape::Spaced)) {
        let is_bad = |at: &usize| {
            // A URL may go on where the rule ends.
            let mut digits =
                rule.value.iter().skip(at + 1).take(2).take_while(|byte| **byte != b'*');
            digits.any(|digit| !digit.is_ascii_hexdigit())
        };
        let Some(at) = memchr::memchr_iter(b'%', &rule.value).find(is_bad) else { continue };
        let Ok(offset) = u32::try_from(at) else { continue };
        let span = Span::new(rule.span.start + offset, rule.span.start + offset + 1);
        let what = "no valid URL has these characters after a %, so the rule matches nothing";
        out.push(match placeholder(&rule.value, at) {
            Some(filled) => {
                let fix = Fix::unsafe_("write *", vec![Edit::replace(rule.span, filled)]);
                let what = "this is a placeholder that a template did not fill in, so the rule matches nothing";
                Diagnostic::new(span, what, "write * in its place").fix(fix)
            }
            None => Diagnostic::new(
                span,
                what,
                "copy the URL of a page from a browser and use its path",
            ),
        });
    }
}

/// The value with `*` in place of a placeholder such as `%name%`, if that cannot block the
/// home page.
fn placeholder(value: &[u8], start: usize) -> Option<Vec<u8>> {
    let name = value.get(start + 1..)?;
    let len = name.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let is_placeholder = len > 1 && name.get(len) == Some(&b'%');
    let filled = [value.get(..start)?, b"*", name.get(len + 1..)?].concat();
    let home = UrlPath::parse("/", &BASE);
    (is_placeholder && !Pattern::parse(&filled, &BASE).matches(&home)).then_some(filled)
}

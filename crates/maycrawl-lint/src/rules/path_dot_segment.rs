//! The rule `path-dot-segment`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path contains a `.` or `..` segment, such as `/./` or `/../`.
    ///
    /// ## Why
    ///
    /// Crawlers resolve these segments before they request a URL
    /// ([RFC 3986 section 5.2.4](https://www.rfc-editor.org/rfc/rfc3986.html#section-5.2.4)), so
    /// no URL that they compare with the rule contains one, and the rule matches nothing.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /shop/../private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the segments are resolved.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Path, "path-dot-segment", "P003", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules() {
        let value = &rule.value;
        let path = value.split(|byte| *byte == b'?').next().unwrap_or_default();
        let mut segments = path.split(|byte| *byte == b'/');
        // The last segment is a prefix: `/.` matches `/.well-known`.
        let has_dots = segments.next_back().is_some()
            && segments.any(|segment| segment == b"." || segment == b"..");
        if !has_dots || rule.is_shaped(PathShape::Url) {
            continue;
        }
        let report = Diagnostic::new(
            rule.span,
            "no URL that a crawler asks for contains ./ or ../, so the rule matches nothing",
            "write the path without them",
        );
        let rooted = [&b"/"[..], value.trim_ascii_start()].concat();
        let whole = if value.starts_with(b"/") { value } else { &rooted };
        let resolved = UrlPath::parse(whole, &BASE).as_bytes().to_vec();
        let is_plain = !value.contains(&b'*') && !value.contains(&b'$');
        let fix = Fix::unsafe_("resolve the segments", vec![Edit::replace(rule.span, resolved)]);
        out.push(if is_plain { report.fix(fix) } else { report });
    }
}

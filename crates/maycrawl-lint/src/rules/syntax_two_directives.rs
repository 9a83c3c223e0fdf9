//! The rule `syntax-two-directives`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// Two directives stand on one line.
    ///
    /// ## Why
    ///
    /// A line is one directive
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)): all that
    /// follows the first colon is its value. The second directive is lost, and the first gets a
    /// value that nothing matches.
    ///
    /// ## Bad
    ///
    /// ```robots also=path-space
    /// User-agent: *
    /// Disallow: /a/ Disallow: /b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the line is split.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    "syntax-two-directives", "S017", Error, check
}

const NAMES: [&str; 5] = ["user-agent:", "disallow:", "allow:", "sitemap:", "crawl-delay:"];

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.placed() {
        let value = line.get(placed.directive.value);
        let Some(at) = second(value) else { continue };
        let Ok(len) = u32::try_from(at) else { continue };
        let start = placed.directive.value.start + len;
        let rest = Span::new(start, placed.directive.value.end);
        let space = value.get(..at).unwrap_or_default();
        let space = space.len() - space.trim_ascii_end().len();
        let gap = Span::new(start - u32::try_from(space).unwrap_or(0), start);
        out.push(
            Report::new(
                rest,
                "this directive is lost in the value of the one before it",
                "write it on a line of its own",
            )
            .fix(Fix::unsafe_("split the line", vec![Edit::replace(gap, file.line_end())])),
        );
    }
}

/// Where a second directive begins in a value.
pub(super) fn second(value: &[u8]) -> Option<usize> {
    let lower = value.to_ascii_lowercase();
    let after_space = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| lower.get(before));
        before.is_none_or(u8::is_ascii_whitespace)
    };
    let found = NAMES
        .iter()
        .filter_map(|name| memchr::memmem::find_iter(&lower, name.as_bytes()).find(after_space));
    found.min()
}

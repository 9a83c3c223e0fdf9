//! The rule `syntax-markdown`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A fence of a Markdown code block was pasted with the rules.
    ///
    /// ## Why
    ///
    /// Answers of chat assistants come in Markdown. A fence (three backticks) is no directive
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)) and is
    /// dropped; it shows that the file was pasted without a look, and what else came with it may
    /// not be harmless.
    ///
    /// ## Bad
    ///
    /// ````robots
    /// ```
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    /// ````
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
    /// Safe: the fences are taken away.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "syntax-markdown", "S007", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines().filter(is_fence) {
        out.push(
            Report::new(
                line.span(),
                "this is Markdown, pasted with the rules",
                "take it away, and read the rest again",
            )
            .fix(Fix::safe("take the fence away", vec![Edit::remove(&line)])),
        );
    }
}

/// Whether a line is a fence of a code block.
pub(super) fn is_fence(line: &Line<'_>) -> bool {
    let text = line.text().trim_ascii();
    let after = text.strip_prefix(b"```").or_else(|| text.strip_prefix(b"~~~"));
    after.is_some_and(|info| info.iter().all(u8::is_ascii_alphanumeric))
}

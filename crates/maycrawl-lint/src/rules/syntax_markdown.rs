//! The rule `syntax-markdown`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The fence of a Markdown code block was pasted with the rules.
    ///
    /// ## Why
    ///
    /// Chat assistants answer in Markdown. A fence (three backticks) is not a directive
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), and
    /// crawlers drop it. But it shows that nobody checked the file after pasting it, and other
    /// pasted lines may do harm.
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
    /// Safe: the fences are deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Syntax, "syntax-markdown", "S007", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        if shape != LineShape::Fence {
            continue;
        }
        out.push(
            Diagnostic::new(
                line.span(),
                "this is Markdown, pasted with the rules; crawlers ignore it",
                "delete the line, and check what else was pasted",
            )
            .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
        );
    }
}

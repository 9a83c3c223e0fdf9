//! The rule `syntax-line-too-long`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is longer than Google reads.
    ///
    /// ## Why
    ///
    /// Google's parser reads the first 16,663 bytes of a line and drops the rest
    /// ([google/robotstxt](https://github.com/google/robotstxt), `kMaxLineLen`: 2,083 bytes of a
    /// URL eight times over). A rule cut short matches more than it says.
    ///
    /// ## Bad
    ///
    /// ```robots repeated=17000 also=rule-too-long
    /// User-agent: *
    /// Disallow: /x
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /x
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix: no tool can know how the line was meant.
    Syntax, "syntax-line-too-long", "S006", Warning, Text(check)
}

const MAX_BYTES: u32 = 16_663;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines().filter(|line| line.span().len() > MAX_BYTES) {
        let lost = Span::new(line.span().start + MAX_BYTES, line.span().end);
        let comment_only = !line.comment().is_empty() && line.comment().start < lost.start;
        if !comment_only {
            out.push(
                Diagnostic::new(
                    lost,
                    "Google reads 16,663 bytes of a line, and not this part of it",
                    "write a shorter line",
                )
                .where_dialect(|dialect| dialect.lines.line_cap.is_some()),
            );
        }
    }
}

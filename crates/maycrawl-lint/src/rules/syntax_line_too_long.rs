//! The rule `syntax-line-too-long`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is longer than Google reads.
    ///
    /// ## Why
    ///
    /// Google's parser reads the first 16,663 bytes of a line and drops the rest
    /// ([google/robotstxt](https://github.com/google/robotstxt), `kMaxLineLen`: eight times 2,083
    /// bytes, the longest URL it expects). A rule that is cut short matches more than it says.
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
    /// There is no fix: only you know what the line should say.
    Syntax, "syntax-line-too-long", "S006", Error, Text(check)
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
                    "Google reads only the first 16,663 bytes of a line and ignores this part",
                    "write a shorter line",
                )
                .where_dialect(|dialect| dialect.lines.line_cap.is_some()),
            );
        }
    }
}

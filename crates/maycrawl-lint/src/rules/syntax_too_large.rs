//! The rule `syntax-too-large`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file is larger than crawlers read.
    ///
    /// ## Why
    ///
    /// Crawlers must read at least 500 kibibytes and may stop there
    /// ([RFC 9309 section 2.5](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.5)). Google
    /// stops there and ignores the rest;
    /// [Yandex](https://yandex.com/support/webmaster/en/controlling-robot/robots-txt) treats a
    /// larger file as one that allows everything.
    ///
    /// ## Bad
    ///
    /// ```robots repeated=520000
    /// User-agent: *
    /// Disallow: /private/
    /// #
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// No rule offers a fix for such a file: a change of its size changes what crawlers read.
    Syntax, "syntax-too-large", "S016", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let unread = file.robots.unread();
    if unread == 0 {
        return;
    }
    let source = file.source();
    let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let start = end.saturating_sub(unread);
    let lost = file.lines().find(|line| line.span().start >= start);
    let span = lost.map_or(Span::new(start, end), |line| line.span());
    out.push(
        Diagnostic::new(
            span,
            format!(
                "the file has {} bytes; crawlers such as Google's read the first 512,000 and ignore the rest, from here on",
                source.len()
            ),
            "make the file smaller: one rule with * may replace many",
        )
        .where_dialect(|dialect| dialect.fetch.body_cap.is_some()),
    );
}

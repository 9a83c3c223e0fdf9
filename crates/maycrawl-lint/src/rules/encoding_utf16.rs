//! The rule `encoding-utf16`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::prelude::*;

rule! {
    /// The file is UTF-16.
    ///
    /// ## Why
    ///
    /// The file must be UTF-8
    /// ([RFC 9309 section 2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3)). In UTF-16
    /// every other byte is NUL, no parser finds a field, and everything is allowed.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// \xFF\xFEU\x00s\x00e\x00r\x00-\x00
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
    /// The linter reports nothing else about such a file. There is no fix: save the file as UTF-8
    /// in your editor.
    Encoding, "encoding-utf16", "E007", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.content == ContentKind::Utf16 {
        let span = file.lines().next().map_or(Span::new(0, 0), |line| line.span());
        out.push(Diagnostic::new(
            span,
            "the file is UTF-16: crawlers find no rule in it and may fetch everything",
            "save it as UTF-8 without a byte order mark",
        ));
    }
}

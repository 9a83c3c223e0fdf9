//! The rule `encoding-binary`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::prelude::*;

rule! {
    /// The file is binary data: an image, an archive or the like.
    ///
    /// ## Why
    ///
    /// A robots.txt is plain text in UTF-8
    /// ([RFC 9309 section 2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3)). Crawlers
    /// find no rule in other data, and may fetch everything. A file that was compressed with gzip is
    /// read only if the server says so in `Content-Encoding`.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// \x1F\x8B\x08\x00\x00\x00
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
    /// Nothing else is reported about such a file, and there is no fix: check what was saved or sent.
    Encoding, "encoding-binary", "E009", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.content == ContentKind::Binary {
        out.push(Diagnostic::new(
            Span::new(0, 0),
            "the file is binary data, not a robots.txt: crawlers find no rule in it and may fetch everything",
            "save the rules as plain text in UTF-8",
        ));
    }
}

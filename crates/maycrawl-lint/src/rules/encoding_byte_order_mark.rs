//! The rule `encoding-byte-order-mark`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file begins with a byte order mark.
    ///
    /// ## Why
    ///
    /// Google skips it
    /// ([file format](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-format)),
    /// and RFC 9309 is silent. A parser that does not skip it loses the first line, which is
    /// usually the first `User-agent`.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// \xEF\xBB\xBFUser-agent: *
    /// Disallow: /private/
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
    /// Safe: the mark is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Encoding, "encoding-byte-order-mark", "E001", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let bom = file.document.bom();
    if bom.is_empty() {
        return;
    }
    let report = Diagnostic::new(
        bom,
        "the file begins with a byte order mark; a simple parser loses its first line",
        "save it as UTF-8 without a byte order mark",
    );
    let fix = Fix::safe("delete the byte order mark", vec![Edit::replace(bom, "")]);
    out.push(report.fix(fix));
}

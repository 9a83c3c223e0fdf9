//! The rule `syntax-html`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::prelude::*;

rule! {
    /// The file is a web page or an error message in XML, not a robots.txt.
    ///
    /// ## Why
    ///
    /// Parsers try each line and drop what is no rule
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), so a page
    /// allows everything. Usually the server answers every unknown address with its front page or
    /// an error page and status 200; a robots.txt that does not exist should be answered with 404.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// <!DOCTYPE html>
    /// <html><head><title>Not found</title></head></html>
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
    /// Nothing else is said of such a file.
    Syntax, "syntax-html", "S003", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.content != ContentKind::Html {
        return;
    }
    let what = if file.groups.is_empty() {
        "this is a web page, not a robots.txt: crawlers find no rule and may fetch everything"
    } else {
        "this is a web page, not a robots.txt, and crawlers obey the lines in it that look like rules"
    };
    let span = file.lines().map(|line| line.span()).find(|span| !span.is_empty());
    out.push(Diagnostic::new(
        span.unwrap_or_default(),
        what,
        "serve the rules as plain text; if there are none, answer with status 404",
    ));
}

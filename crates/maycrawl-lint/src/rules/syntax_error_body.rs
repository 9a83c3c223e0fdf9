//! The rule `syntax-error-body`: its page, its check and its fix.

use crate::file::ErrorBody;
use crate::prelude::*;

rule! {
    /// The file is an error message, JSON, a script or a redirect, not a robots.txt.
    ///
    /// ## Why
    ///
    /// If the server sends it with status 200, crawlers take the body for a robots.txt, find no rule in
    /// it, and may fetch everything
    /// ([RFC 9309 section 2.3.1.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.1)). If
    /// there should be rules, they are gone; if there are none, the status should be 404.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// {"status": 404, "error": "Not Found", "path": "/robots.txt"}
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
    /// Only files without a single directive. Whole web pages are `syntax-html`'s. Nothing else is
    /// reported of such a file, and there is no fix: the server sends it.
    Syntax, "syntax-error-body", "S021", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let what = match file.error_body {
        None => return,
        Some(ErrorBody::Json) => "this is JSON",
        Some(ErrorBody::Script) => "this is a script",
        Some(ErrorBody::Redirect) => "this is a redirect for browsers",
        Some(ErrorBody::Login) => "this is a page to log in",
        Some(ErrorBody::Markup) => "this is HTML",
        Some(ErrorBody::ProgramError) => "this is an error message of a program on the server",
        Some(ErrorBody::Message) => "this is an error message",
    };
    let span = file.lines().map(|line| text_span(&line)).find(|span| !span.is_empty());
    out.push(Diagnostic::new(
        span.unwrap_or_default(),
        format!(
            "{what}, not a robots.txt: if the server sends it with status 200, crawlers find no rule and may fetch everything"
        ),
        "serve the rules as plain text; if there are none, answer with status 404",
    ));
}

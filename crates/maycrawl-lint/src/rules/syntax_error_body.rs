//! The rule `syntax-error-body`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::file::ErrorBody;
use crate::prelude::*;

rule! {
    /// The file is an error message, JSON, a script or a redirect, not a robots.txt.
    ///
    /// ## Why
    ///
    /// Crawlers find no rule in it. If the server sends it with status 200 or 404, they may fetch
    /// everything
    /// ([RFC 9309 section 2.3.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1)); with
    /// 429 or 5xx,
    /// [Google stops crawling](https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes).
    /// If the site should have rules, they are lost; if it should have none, the status should be
    /// 404.
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
    /// The linter does not know the status of the response. Only files without a single directive
    /// are reported; `syntax-html` reports whole web pages. No other rule checks such a file, and
    /// there is no fix: the server sends it.
    Syntax, "syntax-error-body", "S021", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(body) = file.error_body.filter(|_| file.content == ContentKind::Text) else { return };
    let what = match body {
        ErrorBody::Json => "this is JSON",
        ErrorBody::Script => "this is a script",
        ErrorBody::Redirect => "this is a redirect for browsers",
        ErrorBody::Login => "this is a login page",
        ErrorBody::ProgramError => "this is an error message from a program on the server",
        ErrorBody::Message => "this is an error message",
        ErrorBody::Refusal => "this is the refusal of a firewall or a CDN",
        _ => "this is HTML",
    };
    let todo = match body {
        ErrorBody::Refusal => "check that the firewall lets crawlers fetch /robots.txt",
        _ => "serve the rules as plain text; if there are none, check that the status is 404",
    };
    let span = file.lines().map(|line| text_span(&line)).find(|span| !span.is_empty());
    out.push(Diagnostic::new(
        span.unwrap_or_default(),
        format!(
            "{what}, not a robots.txt: if it is sent with status 200 or 404, crawlers may fetch everything; with 429 or 5xx Google stops crawling"
        ),
        todo,
    ));
}

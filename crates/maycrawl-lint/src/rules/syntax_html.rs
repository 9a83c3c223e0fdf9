//! The rule `syntax-html`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::file::ErrorBody;
use crate::prelude::*;

rule! {
    /// The file is a web page or an error message in XML, not a robots.txt.
    ///
    /// ## Why
    ///
    /// Parsers try each line and drop what is no rule
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). Sent with
    /// status 200 or any 4xx but 429, crawlers may fetch everything; with 429 or 5xx
    /// [Google stops crawling](https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes).
    /// Usually the server answers every unknown address with its front page or an error page; a
    /// robots.txt that does not exist should be answered with 404.
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
    /// Nothing else is said of such a file. Its title tells a page of the site from an error of the
    /// server, a page to log in and the refusal of a firewall, and so do the marks of some firewalls;
    /// the status of the answer is not known. A warning only where it says that nothing is there: with
    /// status 404 that is right if there are no rules.
    Syntax, "syntax-html", "S003", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.content != ContentKind::Html {
        return;
    }
    let serve = "serve the rules as plain text; if there are none, answer with status 404";
    let (severity, what, todo) = match file.error_body {
        Some(ErrorBody::Missing) => (
            Severity::Warning,
            "this is a page for what is not found, not a robots.txt: crawlers find no rule in it, and may fetch everything",
            "if there are rules, put them there as plain text; if there are none, check that the status is 404",
        ),
        Some(ErrorBody::Storage) => (
            Severity::Warning,
            "this is an error message of the storage behind the site, not a robots.txt: crawlers find no rule in it",
            "if there are rules, upload them as robots.txt and let everyone read that file; if there are none, answer with status 404",
        ),
        Some(ErrorBody::Outage) => (
            Severity::Error,
            "this is an error page of the server, not a robots.txt: sent with status 200, crawlers may fetch everything; with 5xx Google stops crawling",
            "mend the server, so that it answers with the rules, or with 404 if there are none",
        ),
        Some(ErrorBody::Refusal) => (
            Severity::Error,
            "a firewall or a CDN refused this request; a crawler that gets the same answer never sees the rules",
            "check that crawlers get through to /robots.txt",
        ),
        Some(ErrorBody::Login) => (
            Severity::Error,
            "this is a page to log in, not a robots.txt: crawlers that are sent here never see the rules",
            "let everyone read /robots.txt without logging in",
        ),
        _ if !file.groups.is_empty() => (
            Severity::Error,
            "this is a web page, not a robots.txt, and crawlers obey the lines in it that look like rules",
            serve,
        ),
        _ => (
            Severity::Error,
            "this is a web page, not a robots.txt: if it is sent with status 200 or 404, crawlers may fetch everything; with 429 or 5xx Google stops crawling",
            serve,
        ),
    };
    let span = file.lines().map(|line| line.span()).find(|span| !span.is_empty());
    out.push(Diagnostic::new(span.unwrap_or_default(), what, todo).severity(severity));
}

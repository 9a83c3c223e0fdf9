//! The rule `syntax-html`: its page, its check and its fix.

use maycrawl::content::ContentKind;

use crate::file::ErrorBody;
use crate::prelude::*;

rule! {
    /// The file is a web page or an error message in XML, not a robots.txt.
    ///
    /// ## Why
    ///
    /// Parsers try each line and drop what is not a rule
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). If the
    /// server sends the page with status 200 or any 4xx except 429, crawlers may fetch everything;
    /// with 429 or 5xx,
    /// [Google stops crawling](https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#http-status-codes).
    /// Usually the server answers every unknown address with its front page or an error page; if
    /// there is no robots.txt, it should answer with 404.
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
    /// No other rule checks such a file. By the title of the page, and by the marks of some
    /// firewalls, the linter tells a page of the site from a server error, a login page and a
    /// firewall's refusal. It does not know the status of the response. A page that says that
    /// nothing was found is only a warning: with status 404 it is right if there are no rules.
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
            "this is a \"not found\" page, not a robots.txt: crawlers find no rule in it and may fetch everything",
            "if you have rules, serve them at /robots.txt as plain text; if you have none, check that the status is 404",
        ),
        Some(ErrorBody::Storage) => (
            Severity::Warning,
            "this is an error message from the site's storage service, not a robots.txt: crawlers find no rule in it",
            "if you have rules, upload them as robots.txt and make that file public; if you have none, answer with status 404",
        ),
        Some(ErrorBody::Outage) => (
            Severity::Error,
            "this is an error page from the server, not a robots.txt: if it is sent with status 200, crawlers may fetch everything; with 5xx Google stops crawling",
            "repair the server so that it answers with the rules, or with 404 if there are none",
        ),
        Some(ErrorBody::Refusal) => (
            Severity::Error,
            "this is the refusal of a firewall or a CDN, not a robots.txt: a crawler that gets it never sees the rules",
            "check that the firewall lets crawlers fetch /robots.txt",
        ),
        Some(ErrorBody::Login) => (
            Severity::Error,
            "this is a login page, not a robots.txt: crawlers that get it never see the rules",
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

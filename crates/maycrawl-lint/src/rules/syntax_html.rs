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
    /// status 200 or 404, crawlers may fetch everything; with 429 or 5xx
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
    /// server and from the refusal of a firewall, and so do the marks of some firewalls; the status of
    /// the answer is not known.
    Syntax, "syntax-html", "S003", Error, Content(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if file.content != ContentKind::Html {
        return;
    }
    let has_groups = !file.groups.is_empty();
    let (what, todo) = match Body::of(file.source()) {
        Body::Page if has_groups => (
            "this is a web page, not a robots.txt, and crawlers obey the lines in it that look like rules",
            "serve the rules as plain text; if there are none, answer with status 404",
        ),
        Body::Page => (
            "this is a web page, not a robots.txt: if it is sent with status 200 or 404, crawlers may fetch everything; with 429 or 5xx Google stops crawling",
            "serve the rules as plain text; if there are none, answer with status 404",
        ),
        Body::Missing => (
            "this is a page for what is not found, not a robots.txt: if it is sent with status 200 or 404, crawlers may fetch everything",
            "if there are rules, serve them as plain text; if there are none, check that the status is 404",
        ),
        Body::Storage => (
            "this is an error message of the storage behind the site, not a robots.txt: crawlers find no rule in it",
            "put the rules there as plain text; if there are none, answer with status 404",
        ),
        Body::Outage => (
            "this is an error page of the server, not a robots.txt: sent with status 200, crawlers may fetch everything; with 5xx Google stops crawling",
            "mend the server, so that it answers with the rules, or with 404 if there are none",
        ),
        Body::Refusal => (
            "a firewall or a CDN refused this request; a crawler that gets the same answer never sees the rules",
            "check that crawlers get through to /robots.txt",
        ),
    };
    let span = file.lines().map(|line| line.span()).find(|span| !span.is_empty());
    out.push(Diagnostic::new(span.unwrap_or_default(), what, todo));
}

/// What a page says it is.
enum Body {
    /// A page of the site.
    Page,
    /// A page for an address that does not exist.
    Missing,
    /// An error of a file store, in XML.
    Storage,
    /// An error of the server.
    Outage,
    /// A request refused on its way.
    Refusal,
}

impl Body {
    fn of(source: &[u8]) -> Self {
        const MOST: usize = 20_000;
        const OUTAGES: [&str; 7] = [
            "500 ",
            "502 ",
            "503 ",
            "504 ",
            "internal server error",
            "bad gateway",
            "service unavailable",
        ];
        const MISSING: [&str; 2] = ["404", "not found"];
        const REFUSALS: [&str; 13] = [
            "access denied",
            "403",
            "forbidden",
            "attention required",
            "just a moment",
            "request rejected",
            "request blocked",
            "blocked",
            "406",
            "429",
            "too many requests",
            "not acceptable",
            // Intercepted, in Chinese.
            "拦截",
        ];
        let start = source.get(..source.len().min(MOST)).unwrap_or(source);
        let text = lossy(start).to_lowercase();
        if text.contains("<error>") && text.contains("<code>") {
            return Self::Storage;
        }
        let inside = |tag: &str| {
            let (_, rest) = text.split_once(&format!("<{tag}"))?;
            let (_, rest) = rest.split_once('>')?;
            Some(rest.split('<').next().unwrap_or_default())
        };
        let title = inside("title").filter(|title| !title.trim().is_empty()).or(inside("h1"));
        let title = format!("{} ", title.unwrap_or_default().trim());
        let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
        match () {
            () if says(&OUTAGES) => Self::Outage,
            () if says(&REFUSALS) || ErrorBody::is_challenge(source) => Self::Refusal,
            () if says(&MISSING) => Self::Missing,
            () => Self::Page,
        }
    }
}

//! The rule `access-server-error`: its page, its check and its fix.

use maycrawl::access::FetchOutcome;
use maycrawl::dialect::TryLater;

use crate::prelude::*;

rule! {
    /// The server answers the request for the file with a 5xx status or 429, or not at all.
    ///
    /// ## Why
    ///
    /// A crawler that cannot learn the rules must treat the whole site as blocked
    /// ([RFC 9309 section 2.3.1.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.4)).
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#http-status-codes)
    /// stops crawling for twelve hours, and treats 429 like a 5xx status.
    ///
    /// ## Bad
    ///
    /// ```robots answer=503
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots answer=200
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Access, "access-server-error", "C001", Error, Answer(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(evidence) = file.evidence else { return };
    let is_429 = matches!(evidence.answer, FetchOutcome::Http { status: 429, .. });
    let what = match evidence.answer {
        FetchOutcome::Http { status: status @ (429 | 500..), .. } => {
            format!("the server answered {status}: crawlers stop fetching the site")
        }
        FetchOutcome::Unreachable => {
            "the file could not be fetched: crawlers stop fetching the site".into()
        }
        _ => return,
    };
    out.push(
        Diagnostic::new(
            Span::new(0, 0),
            what,
            "make the server answer 200 with the file, or 404 if there is none",
        )
        .where_dialect(|dialect| {
            // Where 429 means that there is no file, all may be fetched.
            let is_outage = dialect.fetch.try_later != TryLater::Never || !is_429;
            is_outage && dialect.fetch.ladder != OutagePolicy::AllowAll
        }),
    );
}

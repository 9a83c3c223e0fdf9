//! The rule `access-redirects`: its page, its check and its fix.

use maycrawl::access::{BadRedirect, FetchOutcome};

use crate::prelude::*;

rule! {
    /// Too many redirects lead to the file, or the redirects never reach it.
    ///
    /// ## Why
    ///
    /// Crawlers should follow at least five redirects
    /// ([RFC 9309 section 2.3.1.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2)).
    /// After that, or in a redirect loop, a crawler may act as if there were no file, and fetch
    /// everything.
    ///
    /// ## Bad
    ///
    /// ```robots answer=6>200
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots answer=1>200
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Access, "access-redirects", "C003", Error, Answer(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(evidence) = file.evidence else { return };
    let most = Dialect::RFC9309.fetch.hops;
    let what = match evidence.answer {
        FetchOutcome::Http { redirects, .. } if redirects > most => {
            format!(
                "it takes {redirects} redirects to reach the file, and many crawlers stop after {most}"
            )
        }
        FetchOutcome::Redirect(BadRedirect::Loop) => "the redirects form a loop".into(),
        FetchOutcome::Redirect(BadRedirect::NoLocation) => {
            "a redirect has no usable Location header".into()
        }
        FetchOutcome::Redirect(BadRedirect::OtherScheme) => {
            "a redirect leads to a URL that is not http or https".into()
        }
        FetchOutcome::Redirect(BadRedirect::Disallowed) => {
            "a redirect leads to a URL that its own robots.txt blocks".into()
        }
        _ => return,
    };
    out.push(Diagnostic::new(
        Span::new(0, 0),
        format!("{what}, so most crawlers may fetch everything, as if there were no file"),
        "serve the file at /robots.txt itself",
    ));
}

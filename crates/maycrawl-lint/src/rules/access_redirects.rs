//! The rule `access-redirects`: its page, its check and its fix.

use maycrawl::access::{BadRedirect, FetchOutcome};

use crate::prelude::*;

rule! {
    /// The file is reached by too many redirects, or never.
    ///
    /// ## Why
    ///
    /// Crawlers should follow five
    /// ([RFC 9309 section 2.3.1.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2));
    /// after the sixth, as in a circle, they may take it that there is no file, and that everything
    /// is allowed.
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
    Access, "access-redirects", "C003", Warning, Answer(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(evidence) = file.evidence else { return };
    let most = Dialect::RFC9309.fetch.hops;
    let what = match evidence.answer {
        FetchOutcome::Http { redirects, .. } if redirects > most => {
            format!("it takes {redirects} redirects to the file, and crawlers follow {most}")
        }
        FetchOutcome::Redirect(BadRedirect::Loop) => "the redirects lead in a circle".into(),
        FetchOutcome::Redirect(BadRedirect::NoLocation) => "a redirect says nowhere to go".into(),
        FetchOutcome::Redirect(BadRedirect::OtherScheme) => {
            "a redirect leads away from http and https".into()
        }
        FetchOutcome::Redirect(BadRedirect::Disallowed) => {
            "a redirect leads to a URL that is forbidden".into()
        }
        _ => return,
    };
    out.push(Diagnostic::new(
        Span::new(0, 0),
        format!("{what}, so most crawlers may fetch everything, as if there were no file"),
        "serve the file at /robots.txt itself",
    ));
}

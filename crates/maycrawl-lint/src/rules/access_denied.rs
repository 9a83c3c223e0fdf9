//! The rule `access-denied`: its page, its check and its fix.

use maycrawl::access::FetchOutcome;

use crate::prelude::*;

rule! {
    /// The server refuses the file with a status other than 404 and 410.
    ///
    /// ## Why
    ///
    /// Any 4xx means that there is no file, so that everything is allowed
    /// ([RFC 9309 section 2.3.1.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.3)).
    /// 401 and 403 are often meant to keep crawlers out, and let them in instead.
    ///
    /// ## Bad
    ///
    /// ```robots answer=403
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots answer=404
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Access, "access-denied", "C002", Warning, Answer(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let answer = file.evidence.map(|evidence| evidence.answer);
    if let Some(FetchOutcome::Http { status: status @ 400..=499, .. }) = answer
        && ![404, 410, 429].contains(&status)
    {
        out.push(Diagnostic::new(
            Span::new(0, 0),
            format!("the server answered {status}, so most crawlers may fetch everything, as if there were no file"),
            "serve the file to everyone; to keep crawlers out, block them in it",
        ));
    }
}

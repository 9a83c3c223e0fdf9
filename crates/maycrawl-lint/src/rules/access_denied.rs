//! The rule `access-denied`: its page, its check and its fix.

use maycrawl::access::FetchOutcome;

use crate::prelude::*;

rule! {
    /// The server refuses the file with a 4xx status other than 404, 410 and 429.
    ///
    /// ## Why
    ///
    /// A 4xx status means that there is no file, so a crawler may fetch everything
    /// ([RFC 9309 section 2.3.1.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.3)).
    /// Sites often send 401 or 403 to keep crawlers out, but these statuses let them in.
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
            "serve /robots.txt to everyone with status 200; to keep crawlers out, block them in the file",
        ));
    }
}

//! The rule `access-partial`: its page, its check and its fix.

use maycrawl::access::FetchOutcome;

use crate::prelude::*;

rule! {
    /// The server sends only a part of the file, or nothing, with a success status.
    ///
    /// ## Why
    ///
    /// 204, 205 and 206 are success statuses, so crawlers obey the rules that the body contains
    /// ([RFC 9309 section 2.3.1.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.1)).
    /// Rules that the server did not send have no effect.
    ///
    /// ## Bad
    ///
    /// ```robots answer=206
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
    Access, "access-partial", "C004", Warning, Answer(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let answer = file.evidence.map(|evidence| evidence.answer);
    if let Some(FetchOutcome::Http { status: status @ (204..=206), .. }) = answer {
        out.push(Diagnostic::new(
            Span::new(0, 0),
            format!(
                "the server answered {status}, so crawlers get only a part of the file, or nothing"
            ),
            "answer 200 with the whole file",
        ));
    }
}

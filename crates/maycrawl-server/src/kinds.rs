//! The kinds of problems that only the service has.

use maycrawl_api::{ProblemKind, kinds};

/// Defines kinds, and the registry of all.
macro_rules! problems {
    ($($name:ident: $code:literal, $status:literal, $title:literal, $text:literal;)+) => {
        $(
            pub(crate) static $name: ProblemKind =
                ProblemKind { code: $code, title: $title, status: $status, text: $text };
        )+

        /// The kinds of problems of the service itself.
        pub(crate) static OWN: &[&ProblemKind] = &[$(&$name),+];
    };
}

problems! {
    INVALID_QUERY: "invalid-query", 400, "The query of the URL is not UTF-8",
        "Escape each value as `encodeURIComponent` or `curl --data-urlencode` does: UTF-8, then `%` and two hexadecimal digits for each byte.";
    BROKEN_BODY: "broken-body", 400, "The body of the request is not whole",
        "The connection ended before the body did, or a chunk is malformed (RFC 9112 section 7.1). Send as many bytes as `Content-Length` says.";
    CROSS_SITE: "cross-site", 403, "A page of another site asks",
        "The service works only for programs and for its own pages. The request has the header `Sec-Fetch-Site` or `Origin` of a browser, and it names another site.";
    NOT_FOUND: "not-found", 404, "There is no such page",
        "The page `/docs` lists all.";
    METHOD_NOT_ALLOWED: "method-not-allowed", 405, "The method is not allowed here",
        "The detail and the header `Allow` of the answer say which are.";
    SLOW_QUESTION: "slow-question", 408, "The question did not arrive in time",
        "Send the whole body at once.";
    NOT_JSON_TYPE: "unsupported-media-type", 415, "The question is not sent as JSON",
        "Send the header `Content-Type: application/json`, and no `Content-Encoding`.";
    WRONG_HOST: "wrong-host", 421, "The service has another name",
        "The header `Host` must be `localhost`, `127.0.0.1` or `[::1]` with the port of the service. This protects it from pages whose host name leads to this machine (DNS rebinding).";
    INVALID_URL: "invalid-url", 422, "The URL is not one that a robots.txt can govern",
        "Write an absolute URL, such as `https://example.com/a`.";
    REFUSED_TARGET: "refused-target", 422, "The service does not connect there",
        "The address is not public, or the port is not one of the web; or the site redirects to such a place. The options with which the service was started can allow it.";
    BUSY: "busy", 503, "The service is busy",
        "It works on as many questions, or asks as many sites, as it may at once. This says nothing about the site. Ask again after the seconds of the header `Retry-After`.";
    CANNOT_ASK: "cannot-ask", 503, "This machine cannot ask the site",
        "It has no network, no descriptor left or no proxy. Ask again later.";
    TOO_SLOW: "too-slow", 503, "The site took too long",
        "The service asked the site, and did not get a whole answer in the time that a question may take. Ask again later.";
}

/// Every kind of problem that the service answers with: its own, and those of the operations.
pub fn problem_kinds() -> impl Iterator<Item = &'static ProblemKind> {
    kinds::ALL.iter().chain(OWN).copied()
}

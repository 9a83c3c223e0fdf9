//! Where the documents about robots.txt disagree: in one line, and who says what.

use maycrawl::{access::FetchOutcome, verdict::Reason};

/// A point on which documents disagree.
#[derive(Debug)]
pub(crate) struct Disagreement {
    /// The point and its sides, in one line.
    pub(crate) line: &'static str,
    /// Each document, and what it says.
    pub(crate) sources: &'static [(&'static str, &'static str)],
}

const RFC: &str = "RFC 9309";
const OF_2012: &str = "Google's specification of 2012";
const GOOGLE: &str = "Google's documentation of 2026";
const CODE: &str = "Google's open-source parser";

/// What documents say about the point on which a reason rests, if they disagree.
pub(crate) fn disagreement(reason: Reason) -> Option<&'static Disagreement> {
    Some(match reason {
        Reason::Tie | Reason::UndefinedTie => &Disagreement {
            line: "RFC 9309 prefers Allow; Google's specification of 2012 leaves it open",
            sources: &[
                (RFC, "section 2.2.2: Allow should win"),
                (GOOGLE, "the least restrictive rule wins"),
                (OF_2012, "says nothing about rules of equal length"),
                ("the draft of 1996", "the first rule that matches wins"),
            ],
        },
        Reason::WildcardConflict | Reason::UndefinedWildcard => &Disagreement {
            line: "RFC 9309 prefers the longer rule; Google's specification of 2012 leaves it open",
            sources: &[
                (RFC, "section 2.2.2: the longest rule wins, with or without wildcards"),
                (OF_2012, "\"the order of precedence for rules with wildcards is undefined\""),
                ("the draft of 1996", "has no wildcards"),
            ],
        },
        Reason::IndexHtml => &Disagreement {
            line: "only Google's open-source parser does this",
            sources: &[
                (CODE, "Allow: /a/index.html also allows /a/"),
                (RFC, "does not mention it; the rule matches only what begins with its path"),
            ],
        },
        Reason::IgnoresGlobal => &Disagreement {
            line: "RFC 9309 applies * to every crawler; Google exempts its AdsBot crawlers",
            sources: &[
                (RFC, "section 2.2.1: * is for every crawler that no group names"),
                (GOOGLE, "AdsBot and some other crawlers must be named; * does not include them"),
            ],
        },
        Reason::RobotsTxt => &Disagreement {
            line: "RFC 9309 always allows /robots.txt; Google's open-source parser makes no exception",
            sources: &[
                (RFC, "section 2.2.2: /robots.txt is implicitly allowed"),
                (CODE, "compares it with the rules like any other path"),
            ],
        },
        Reason::EmptyDisallow => &Disagreement {
            line: "Yandex reads an empty Disallow as Allow: /; elsewhere it matches nothing",
            sources: &[
                ("Yandex's help", "Disallow without a path is the same as Allow: /"),
                (RFC, "section 2.2: an empty path matches nothing"),
                (OF_2012, "a rule without a path is ignored"),
            ],
        },
        Reason::BodyTooLarge => &Disagreement {
            line: "Yandex ignores a file that is too large; others read its beginning",
            sources: &[
                ("Yandex's help", "a larger file allows everything"),
                (RFC, "section 2.5: parsers read at least 500 KiB"),
                (GOOGLE, "reads 500 KiB and ignores the rest"),
            ],
        },
        Reason::UndefinedPath => &Disagreement {
            line: "Google's specification of 2012 wants a / at the start; others also accept a *",
            sources: &[
                (OF_2012, "\"the path value must start with /\""),
                (RFC, "the grammar wants a /, an example begins with *"),
                (CODE, "matches a rule that begins with *"),
            ],
        },
        Reason::UndefinedGroup => &Disagreement {
            line: "Google's specification of 2012 wants agents directly after each other; RFC 9309 \
                   ignores lines between them",
            sources: &[
                (OF_2012, "User-agent lines \"directly after each other\" share the rules"),
                (RFC, "section 2.2.4: other lines must not interfere with groups"),
                (CODE, "ignores other lines between User-agent lines"),
            ],
        },
        _ => return None,
    })
}

/// The sides on the answer to a request for a robots.txt, in one line.
pub(crate) const fn disagreement_about(answer: FetchOutcome) -> Option<&'static str> {
    match answer {
        FetchOutcome::Http { status: 401 | 403, .. } => Some(
            "RFC 9309 and Google take 401 and 403 for a missing file; the draft of 1996 and some \
             guides take them for a refusal (maycrawl explain fetch.auth_denied)",
        ),
        FetchOutcome::Http { status: 429, .. } => Some(
            "RFC 9309 takes 429 for a missing file, Google for a server that fails (maycrawl explain \
             fetch.try_later)",
        ),
        _ => None,
    }
}

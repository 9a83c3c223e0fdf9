//! The kinds of problems.

use super::ProblemKind;

/// Defines kinds, and the registry of all.
macro_rules! kinds {
    ($($name:ident: $code:literal, $status:literal, $title:literal, $text:literal;)+) => {
        $(
            #[doc = concat!($title, ".")]
            pub static $name: ProblemKind =
                ProblemKind { code: $code, title: $title, status: $status, text: $text };
        )+

        /// Every kind of problem of this crate.
        pub static ALL: &[&ProblemKind] = &[$(&$name),+];
    };
}

kinds! {
    NOT_UTF8: "not-utf8", 400, "The question is not UTF-8",
        "JSON is UTF-8 (RFC 8259 section 8.1). Encode the question as UTF-8; send a robots.txt that is not UTF-8 as `{\"base64\": …}`.";
    NOT_JSON: "not-json", 400, "The question is not JSON",
        "The text breaks off, nests more than 127 levels deep, begins with a byte order mark, contains half of a surrogate pair, or is malformed in another way. The detail has the line and the column.";
    UNKNOWN_OPERATION: "unknown-operation", 404, "There is no such operation",
        "The detail lists the operations, the reference explains them.";
    TOO_LARGE: "too-large", 413, "The question or a file in it is too large",
        "Send less, or raise the limit if the service is yours.";
    UNSUPPORTED_VERSION: "unsupported-version", 422, "The version is not supported",
        "`version` is 1, or left out.";
    WRONG_TYPE: "wrong-type", 422, "A value has the wrong type",
        "The detail says what was found and what was expected.";
    UNKNOWN_MEMBER: "unknown-member", 422, "There is no such member",
        "An object contains a member that the operation does not know. The detail lists those that it knows.";
    MISSING_MEMBER: "missing-member", 422, "A member is missing",
        "The pointer is that of the object, the detail names the member.";
    REPEATED_MEMBER: "repeated-member", 422, "A member is repeated",
        "Parsers of JSON disagree about which of the two counts, so neither does here.";
    INVALID_VALUE: "invalid-value", 422, "A value is not one of those that are possible",
        "The detail says what is possible.";
    UNKNOWN_DIALECT: "unknown-dialect", 422, "There is no such dialect",
        "Write `own`, the name of a preset, or a preset with values of knobs: `google+paths.tie=disallow`. The operation `dialects` lists all. In the query of a URL, the `+` is `%2B`.";
    UNKNOWN_RULE: "unknown-rule", 422, "There is no such lint rule",
        "Write the name, the code or the group of a rule, or `all`. The operation `explain` lists them for `rules`.";
    UNKNOWN_NAME: "unknown-name", 422, "There is no crawler, operator or topic of this name",
        "The detail has the nearest name, if any is near. The operations `crawlers` and `explain` list all.";
    INVALID_BASE64: "invalid-base64", 422, "A file is not valid base64",
        "Use the alphabet with `+` and `/` (RFC 4648 section 4), without line breaks; padding may be left out.";
    INVALID_ORIGIN: "invalid-origin", 422, "The origin is not valid",
        "Write it like `https://example.com`.";
    INVALID_CHOICE: "invalid-choice", 422, "A choice of the generator is not valid",
        "The detail says which and why: an unknown crawler or preset, a malformed path, or choices that contradict each other.";
    CANNOT_MERGE: "cannot-merge", 422, "The choices cannot be added to this file",
        "Lines of the file contradict the choices, or it is not a robots.txt. The detail names the lines.";
    TOO_MANY: "too-many", 422, "The question asks too much at once",
        "Split it into several questions, or ask with less detail.";
    ANSWER_TOO_LARGE: "answer-too-large", 422, "The answer would be too large",
        "Split the question into several, or ask with less detail.";
    INTERNAL: "internal", 500, "A fault of maycrawl",
        "Please report it with the question.";
    CANCELLED: "cancelled", 503, "The work was stopped",
        "Nobody waited for the answer any more, or it took too long.";
}

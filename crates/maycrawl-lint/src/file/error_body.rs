//! What a file is that contains no rule: an answer that was meant for people or programs.

use maycrawl::{content::ContentKind, lines::Field};

use super::line_shape::LineShape;

/// What a server sent in place of a robots.txt, with status 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorBody {
    /// JSON.
    Json,
    /// A script.
    Script,
    /// A redirect in HTML.
    Redirect,
    /// A page for people to log in.
    Login,
    /// Other markup.
    Markup,
    /// A message of the program that should have made the file.
    ProgramError,
    /// A short message for people.
    Message,
    /// What a firewall or a filter sends in place of the file.
    Refusal,
}

impl ErrorBody {
    /// Whether a short file has the marks of a firewall's test for robots, or of a filter.
    pub(crate) fn is_challenge(source: &[u8]) -> bool {
        const MOST: usize = 6_000;
        const MARKS: [&str; 7] = [
            "captcha-delivery.com",
            "errors.edgesuite.net",
            "errors&#46;edgesuite",
            "_incapsula_resource",
            "_cf_chl_opt",
            "__jsl_clearance",
            "/webadmin/deny/",
        ];
        if source.len() > MOST {
            return false;
        }
        let text = source.to_ascii_lowercase();
        let has = |text: &[u8], mark: &str| memchr::memmem::find(text, mark.as_bytes()).is_some();
        // The script spells its cookie letter by letter.
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_spelt = || {
            let letters: Vec<u8> = text.iter().copied().filter(is_word).collect();
            has(&letters, "__jsl_clearance")
        };
        MARKS.iter().any(|mark| has(&text, mark)) || (has(&text, "document.cookie") && is_spelt())
    }
}

/// The longest message that is taken for one.
const MOST_MESSAGE: usize = 1_000;

/// What messages say.
const MESSAGES: [&str; 30] = [
    "not found",
    "404",
    "403",
    "401",
    "406",
    "410",
    "429",
    "500",
    "502",
    "503",
    "forbidden",
    "denied",
    "error",
    "unauthorized",
    "not acceptable",
    "bad request",
    "unavailable",
    "does not exist",
    "no such",
    "request id",
    "sign in",
    "log in",
    "blocked",
    "maintenance",
    "get /",
    "invalid",
    "not_found",
    "could not",
    "sorry",
    "try again",
];

/// What refusals say.
const REFUSALS: [&str; 7] = [
    "too many requests",
    "not acceptable",
    "forbidden",
    "access denied",
    "request blocked",
    "request rejected",
    "blocked by",
];

/// What a file is, if no field in it is one that crawlers know. Fields and shapes are those
/// of all lines.
pub(super) fn classify(
    source: &[u8],
    fields: impl IntoIterator<Item = Field>,
    shapes: &[(u32, LineShape)],
) -> Option<ErrorBody> {
    if fields.into_iter().any(|field| field != Field::Other) {
        return None;
    }
    let is_foreign = |shape: &LineShape| {
        matches!(
            shape,
            LineShape::Markup | LineShape::ErrorMessage | LineShape::ForeignComment { .. }
        )
    };
    // A misspelt or decorated rule is still a robots.txt.
    if !shapes.iter().all(|(_, shape)| is_foreign(shape)) {
        return None;
    }
    if ContentKind::sniff(source) != ContentKind::Text {
        return None;
    }
    let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source).trim_ascii();
    let lower = text.get(..text.len().min(20_000)).unwrap_or(text).to_ascii_lowercase();
    let has = |part: &str| memchr::memmem::find(&lower, part.as_bytes()).is_some();
    let has_shape = |wanted: LineShape| shapes.iter().any(|(_, shape)| *shape == wanted);
    let is_json =
        matches!((text.first(), text.last()), (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')));
    let is_markup = text.starts_with(b"<") || has_shape(LineShape::Markup);
    let has_comment = text.starts_with(b"#") || has("\n#") || has("\r#");
    let is_short = text.len() <= MOST_MESSAGE;
    let is_code = || ["403", "406", "429"].iter().any(|code| lower.starts_with(code.as_bytes()));
    let is_program = has_shape(LineShape::ErrorMessage);
    let is_refusal =
        || !is_program && is_short && !has_comment && (is_code() || REFUSALS.into_iter().any(has));
    Some(match () {
        () if ErrorBody::is_challenge(text) || is_refusal() => ErrorBody::Refusal,
        () if is_json => ErrorBody::Json,
        () if is_markup && has("http-equiv") && has("refresh") => ErrorBody::Redirect,
        () if is_markup && has("password") => ErrorBody::Login,
        () if is_markup && has("<script") && !has("<div") && !has("<p>") => ErrorBody::Script,
        () if is_markup => ErrorBody::Markup,
        () if is_program => ErrorBody::ProgramError,
        () if !has_comment && is_short && MESSAGES.into_iter().any(has) => ErrorBody::Message,
        () => return None,
    })
}

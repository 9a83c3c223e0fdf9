//! What a file is that contains no rule: an answer that was meant for people or programs.

use maycrawl::lines::Field;

use super::line_shape::LineShape;

/// What a server sent in place of a robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorBody {
    /// A page of the site.
    Page,
    /// A page for an address that does not exist.
    Missing,
    /// An error of a file store, in XML.
    Storage,
    /// An error page of the server.
    Outage,
    /// What a firewall or a filter sends.
    Refusal,
    /// A page for people to log in.
    Login,
    /// JSON.
    Json,
    /// A script.
    Script,
    /// A redirect in HTML.
    Redirect,
    /// Markup that is no page.
    Markup,
    /// A message of the program that should have made the file.
    ProgramError,
    /// A short message for people.
    Message,
}

/// What refusals say, in a title or in a few words.
const REFUSALS: [&str; 7] = [
    "too many requests",
    "not acceptable",
    "forbidden",
    "access denied",
    "request blocked",
    "request rejected",
    "blocked by",
];

/// The status codes of refusals, in a title or at the start of a message.
const REFUSAL_CODES: [&str; 3] = ["403", "406", "429"];

/// What refusals say in the titles of pages only; the last is Chinese for "intercepted".
const REFUSAL_TITLES: [&str; 4] = ["attention required", "just a moment", "blocked", "拦截"];

/// What the titles of pages say that are shown when the server fails.
const OUTAGE_TITLES: [&str; 7] =
    ["500 ", "502 ", "503 ", "504 ", "internal server error", "bad gateway", "service unavailable"];

/// What the titles of pages say for addresses that do not exist.
const MISSING_TITLES: [&str; 14] = [
    "404",
    "not found",
    "doesn't exist",
    "does not exist",
    "nicht gefunden",
    "introuvable",
    "no encontrada",
    "não encontrada",
    "non trovata",
    "niet gevonden",
    "не найдена",
    "nie istnieje",
    "nie znaleziono",
    "找不到",
];

/// What the titles of pages say on which people log in.
const LOGIN_TITLES: [&str; 6] = ["log in", "login", "sign in", "signin", "anmelden", "connexion"];

/// The longest message that is taken for one.
const MOST_MESSAGE: usize = 1_000;

/// What messages say that are none of the above.
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

/// What a web page or an error in XML is.
pub(super) fn classify_page(source: &[u8]) -> ErrorBody {
    let text = start_of(source);
    if text.contains("<error>") && text.contains("<code>") {
        return ErrorBody::Storage;
    }
    let inside = |tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}"))?;
        let (_, rest) = rest.split_once('>')?;
        Some(rest.split('<').next().unwrap_or_default())
    };
    let title = inside("title").filter(|title| !title.trim().is_empty()).or(inside("h1"));
    let title = format!("{} ", title.unwrap_or_default().trim());
    let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
    // WordPress marks its pages so.
    let is_marked_missing = || text.contains("class=\"error404") || text.contains(" error404 ");
    let is_refusal = || {
        [&REFUSALS[..], &REFUSAL_CODES, &REFUSAL_TITLES].into_iter().any(says)
            || is_challenge(source)
    };
    match () {
        () if says(&OUTAGE_TITLES) => ErrorBody::Outage,
        () if is_refusal() => ErrorBody::Refusal,
        () if says(&MISSING_TITLES) || is_marked_missing() => ErrorBody::Missing,
        () if says(&LOGIN_TITLES) && text.contains("password") => ErrorBody::Login,
        () => ErrorBody::Page,
    }
}

/// What a file is that is no page, if no field in it is one that crawlers know. Fields and shapes
/// are those of all lines.
pub(super) fn classify_text(
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
            LineShape::Markup
                | LineShape::ErrorMessage
                | LineShape::ForeignComment { .. }
                | LineShape::InForeignComment { .. }
        )
    };
    // A misspelt or decorated rule is still a robots.txt.
    if !shapes.iter().all(|(_, shape)| is_foreign(shape)) {
        return None;
    }
    let text = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source).trim_ascii();
    let lower = start_of(text);
    let has = |part: &str| lower.contains(part);
    let has_shape = |wanted: LineShape| shapes.iter().any(|(_, shape)| *shape == wanted);
    let is_json =
        matches!((text.first(), text.last()), (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')));
    let is_markup = text.starts_with(b"<") || has_shape(LineShape::Markup);
    let has_comment = text.starts_with(b"#") || has("\n#") || has("\r#");
    let is_short = text.len() <= MOST_MESSAGE;
    let is_code = || REFUSAL_CODES.iter().any(|code| lower.starts_with(code));
    let is_program = has_shape(LineShape::ErrorMessage);
    let is_refusal =
        || !is_program && is_short && !has_comment && (is_code() || REFUSALS.into_iter().any(has));
    Some(match () {
        () if is_challenge(text) || is_refusal() => ErrorBody::Refusal,
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

/// As much of a file as tells what it is, in lower case.
fn start_of(source: &[u8]) -> String {
    const MOST: usize = 20_000;
    let start = String::from_utf8_lossy(source.get(..source.len().min(MOST)).unwrap_or(source));
    start.to_lowercase()
}

/// Whether a short file has the marks of a firewall's test for robots, or of a filter.
fn is_challenge(source: &[u8]) -> bool {
    const MOST: usize = 6_000;
    const MARKS: [&str; 8] = [
        "captcha-delivery.com",
        "errors.edgesuite.net",
        "errors&#46;edgesuite",
        "/akamai-block/",
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

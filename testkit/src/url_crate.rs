//! What the `url` crate makes of a URL: a second oracle of paths.

use url::{Position, Url};

use crate::naive;

/// A URL as the crate reads it, where it and the google form mean to say the same: a URL of
/// http, https or ftp, without `'`, which the crate encodes in queries.
pub fn read(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_left_out = text.contains('\'') || has_windows_drive(text);
    (matches!(url.scheme(), "http" | "https" | "ftp") && !is_left_out).then_some(url)
}

/// Whether a segment looks like `a:` or `a|`, beyond which the crate lets no `..` go. By the
/// WHATWG URL standard that is so in URLs of files alone.
fn has_windows_drive(text: &str) -> bool {
    let text = text.replace(['\t', '\n', '\r'], "");
    text.split(['/', '\\', '?', '#']).any(|segment| {
        matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
    })
}

/// Its path, and its query with the `?`.
pub fn path_and_query(url: &Url) -> (&str, &str) {
    (
        &url[Position::BeforePath..Position::AfterPath],
        &url[Position::AfterPath..Position::AfterQuery],
    )
}

/// Its path and query in google form. Two differences are meant: there, `^` is encoded in a
/// path, and escapes are in upper case.
pub fn google_path(url: &Url) -> Vec<u8> {
    let (path, query) = path_and_query(url);
    naive::with_upper_escapes([&path.replace('^', "%5E"), query].concat().as_bytes())
}

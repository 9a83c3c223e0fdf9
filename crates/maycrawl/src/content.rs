//! Whether a file is text at all, or a web page, or UTF-16.

use crate::codes::codes;

/// What a file contains that was fetched as a robots.txt.
///
/// Parsers read whatever they are given; a tool can warn that the file was not meant for them.
///
/// Exhaustive: who reads a file handles each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContentKind {
    /// Text: a robots.txt, good or bad.
    Text,
    /// A web page.
    Html,
    /// UTF-16, in which no parser finds a line.
    Utf16,
}

codes! { ContentKind {
    Text = 1, "text";
    Html = 2, "html";
    Utf16 = 3, "utf-16";
} }

impl ContentKind {
    /// Looks at the first bytes.
    ///
    /// ```
    /// use maycrawl::content::ContentKind;
    ///
    /// assert_eq!(ContentKind::sniff("User-agent: *\nDisallow: /a"), ContentKind::Text);
    /// assert_eq!(ContentKind::sniff("\n<!DOCTYPE html><title>Not found</title>"), ContentKind::Html);
    /// assert_eq!(ContentKind::sniff(b"\xFF\xFEU\0s\0e\0r\0"), ContentKind::Utf16);
    /// ```
    pub fn sniff(bytes: impl AsRef<[u8]>) -> Self {
        const TAGS: [&str; 5] = ["<!doctype", "<html", "<head", "<body", "<?xml"];
        let bytes = bytes.as_ref();
        let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        let begins = |with: &&str| {
            start.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
        };
        let is_wide = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
            || matches!(bytes, [first, 0, second, 0, ..] | [0, first, 0, second, ..]
                if first.is_ascii_graphic() && second.is_ascii_graphic());
        match () {
            () if is_wide => Self::Utf16,
            () if TAGS.iter().any(begins) => Self::Html,
            () => Self::Text,
        }
    }
}

//! Whether a file is text at all, a web page, UTF-16 or binary data.

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
    /// An image, an archive or other data that is not text.
    Binary,
}

codes! { ContentKind {
    Text = 1, "text";
    Html = 2, "html";
    Utf16 = 3, "utf-16";
    Binary = 4, "binary";
} }

impl ContentKind {
    /// Looks at the first bytes: at most 4,096.
    ///
    /// ```
    /// use maycrawl::content::ContentKind;
    ///
    /// assert_eq!(ContentKind::sniff("User-agent: *\nDisallow: /a"), ContentKind::Text);
    /// assert_eq!(ContentKind::sniff("\n<!DOCTYPE html><title>Not found</title>"), ContentKind::Html);
    /// assert_eq!(ContentKind::sniff("<meta http-equiv=refresh content='0; /r.txt'>"), ContentKind::Html);
    /// assert_eq!(ContentKind::sniff(b"\xFF\xFEU\0s\0e\0r\0"), ContentKind::Utf16);
    /// assert_eq!(ContentKind::sniff(b"\x89PNG\r\n\x1A\n"), ContentKind::Binary);
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
            () if is_binary(bytes) => Self::Binary,
            () if TAGS.iter().any(begins) => Self::Html,
            () if BARE_TAGS.iter().any(begins) && !names_agents(start) => Self::Html,
            () => Self::Text,
        }
    }
}

/// How the files of usual formats begin: gzip, zip, PNG, JPEG, GIF, PDF, Zstandard, bzip2, xz, ELF.
const MAGIC_NUMBERS: [&[u8]; 10] = [
    b"\x1F\x8B",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xFF\xD8\xFF",
    b"GIF8",
    b"%PDF-",
    b"\x28\xB5\x2F\xFD",
    b"BZh",
    b"\xFD7zXZ",
    b"\x7FELF",
];

/// How a page without its outer tags begins: one that only redirects, runs a script or has frames.
const BARE_TAGS: [&str; 9] = [
    "<meta",
    "<script",
    "<noscript",
    "<frameset",
    "<frame",
    "<iframe",
    "<title",
    "<link",
    "<style",
];

/// How far a file is looked at.
const LOOKED_AT: usize = 4_096;

/// Whether a line begins with `User-agent`: such a file is a robots.txt with a stray tag.
fn names_agents(text: &[u8]) -> bool {
    let start = text.get(..LOOKED_AT).unwrap_or(text);
    let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.any(|line| {
        let line = line.trim_ascii_start().get(..b"user-agent".len());
        line.is_some_and(|name| name.eq_ignore_ascii_case(b"user-agent"))
    })
}

/// Whether bytes begin as those of a usual format, or have more control characters than any text.
fn is_binary(bytes: &[u8]) -> bool {
    const FEW: usize = 4;
    const ONE_IN: usize = 20;
    let start = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let is_control = |byte: &u8| byte.is_ascii_control() && !b"\t\n\x0C\r\x1B".contains(byte);
    let controls = start.iter().copied().filter(is_control).count();
    MAGIC_NUMBERS.iter().any(|magic| start.starts_with(magic))
        || (controls >= FEW && controls > start.len() / ONE_IN)
}

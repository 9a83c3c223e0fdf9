//! The normal forms of URLs and rules, and whether a rule matches.

use maycrawl::{
    Dialect,
    dialect::{PathKnobs, UrlForm},
};

/// Path and query of `url` in the form that is compared with rules.
///
/// `url` is a path if it begins with `/`, or an absolute URL; anything else
/// becomes a path as in google/robotstxt's `GetPathParamsQuery`.
pub fn normal_path(url: &[u8], dialect: &Dialect) -> Vec<u8> {
    match dialect.paths.normalise {
        UrlForm::Parser => path_params_query(url),
        UrlForm::Draft => {
            let path = if url.starts_with(b"/") {
                up_to(url, b"#").to_vec()
            } else {
                path_params_query(url)
            };
            draft_bytes(&path)
        }
        UrlForm::Google => {
            let (path, query) = whatwg(url);
            let mut normal = rewrite(&path, |_| false, |o| !is_kept_in_path(o));
            normal.extend(rewrite(&query, |_| false, |o| !is_kept_in_query(o)));
            normal
        }
        UrlForm::Rfc => {
            let (path, query) = whatwg(url);
            rfc_bytes(&[path, query].concat())
        }
    }
}

/// The value of an `Allow` or `Disallow` line in the form that is compared
/// with URLs; special `*` and `$` stand for themselves.
pub fn normal_rule(value: &[u8], dialect: &Dialect) -> Vec<u8> {
    Pattern::new(value, &dialect.paths).normal_form()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Byte(u8),
    Star,
}

/// A rule in normal form.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
    /// Whether the path must end where the pattern does.
    anchored: bool,
}

impl Pattern {
    /// What is special is so as written: an escaped `*` or `$` never is (RFC
    /// 9309 section 2.2.3).
    pub(super) fn new(value: &[u8], knobs: &PathKnobs) -> Self {
        let literal = |text: &[u8]| {
            let bytes = match knobs.normalise {
                UrlForm::Rfc => rfc_bytes(text),
                // What google/robotstxt's `MaybeEscapePattern` does.
                UrlForm::Google | UrlForm::Parser => rewrite(text, |_| false, |o| o >= 0x80),
                // Decoded, a byte would be taken for a special one.
                UrlForm::Draft if knobs.wildcards => {
                    rewrite(text, |byte| !b"/*$".contains(&byte), |_| false)
                }
                UrlForm::Draft => draft_bytes(text),
            };
            bytes.into_iter().map(Piece::Byte).collect::<Vec<_>>()
        };
        if !knobs.wildcards {
            return Self { pieces: literal(value), anchored: false };
        }
        let (text, anchored) = match value.strip_suffix(b"$") {
            Some(text) => (text, true),
            None => (value, false),
        };
        let parts: Vec<Vec<Piece>> = text.split(|&byte| byte == b'*').map(literal).collect();
        Self { pieces: parts.join(&Piece::Star), anchored }
    }

    pub(super) fn normal_form(&self) -> Vec<u8> {
        let bytes = self.pieces.iter().map(|piece| match piece {
            Piece::Byte(byte) => *byte,
            Piece::Star => b'*',
        });
        bytes.chain(self.anchored.then_some(b'$')).collect()
    }

    pub(super) fn has_star(&self) -> bool {
        self.pieces.contains(&Piece::Star)
    }

    /// `…/` and nothing after it, for `…/index.htm…`. The end is one even where
    /// rules have no wildcards, or the folder itself would not be allowed.
    pub(super) fn folder_of_index(&self) -> Option<Self> {
        let slash = self.pieces.iter().rposition(|&piece| piece == Piece::Byte(b'/'))?;
        let is_index = self.normal_form()[slash..].starts_with(b"/index.htm");
        is_index.then(|| Self { pieces: self.pieces[..=slash].to_vec(), anchored: true })
    }

    /// Piece by piece: every position of the path that can be reached.
    pub(super) fn matches(&self, path: &[u8]) -> bool {
        let mut reached = vec![0];
        for piece in &self.pieces {
            reached = match piece {
                Piece::Byte(byte) => reached
                    .into_iter()
                    .filter(|&at| path.get(at) == Some(byte))
                    .map(|at| at + 1)
                    .collect(),
                Piece::Star => match reached.into_iter().min() {
                    Some(least) => (least..=path.len()).collect(),
                    None => Vec::new(),
                },
            };
        }
        if self.anchored { reached.contains(&path.len()) } else { !reached.is_empty() }
    }
}

/// google/robotstxt's `GetPathParamsQuery`.
fn path_params_query(url: &[u8]) -> Vec<u8> {
    let start = if url.starts_with(b"//") { 2 } else { 0 };
    let url = &url[start..];
    let first_mark = |from: usize| {
        let at = url[from..].iter().position(|byte| b"/?;".contains(byte));
        at.map(|at| at + from)
    };

    // A scheme ends before anything that begins a path.
    let scheme_end = url.windows(3).position(|part| part == b"://");
    let host = match scheme_end {
        Some(end) if first_mark(0).is_none_or(|mark| end < mark) => end + 3,
        _ => 0,
    };
    let Some(path_start) = first_mark(host) else { return b"/".to_vec() };
    let path_end = up_to(url, b"#").len();
    if path_end < path_start {
        return b"/".to_vec();
    }
    let mut path = url[path_start..path_end].to_vec();
    if path.first() != Some(&b'/') {
        path.insert(0, b'/');
    }
    path
}

/// Path and query (with its `?`) as the WHATWG URL standard takes them from a
/// text, nothing percent-encoded yet.
fn whatwg(url: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut text = url.to_vec();
    while text.last().is_some_and(|&byte| byte <= b' ') {
        text.pop();
    }
    while text.first().is_some_and(|&byte| byte <= b' ') {
        text.remove(0);
    }
    text.retain(|byte| !b"\t\r\n".contains(byte));

    let (text, backslash_is_slash) = after_authority(&text);
    let text = up_to(&text, b"#");
    let (path, query) = text.split_at(up_to(text, b"?").len());
    let mut path = path.to_vec();
    if backslash_is_slash {
        for byte in &mut path {
            if *byte == b'\\' {
                *byte = b'/';
            }
        }
    }
    (without_dot_segments(&path), query.to_vec())
}

/// What follows the authority, and whether `\` is a slash there.
fn after_authority(text: &[u8]) -> (Vec<u8>, bool) {
    if text.starts_with(b"/") {
        return (text.to_vec(), true);
    }
    let scheme = up_to(text, b":");
    let after_scheme = &text[scheme.len()..];
    let lower = scheme.to_ascii_lowercase();
    let is_special = [&b"http"[..], b"https", b"ftp", b"ws", b"wss"].contains(&lower.as_slice());
    if is_special && after_scheme.starts_with(b":") {
        let mut rest = &after_scheme[1..];
        while rest.starts_with(b"/") || rest.starts_with(b"\\") {
            rest = &rest[1..];
        }
        return (rest[up_to(rest, b"/\\?#").len()..].to_vec(), true);
    }
    if is_scheme(scheme) && after_scheme.starts_with(b"://") {
        let rest = &after_scheme[3..];
        return (rest[up_to(rest, b"/?#").len()..].to_vec(), false);
    }
    (path_params_query(text), true)
}

/// RFC 3986 section 3.1.
fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

/// The path with `.` and `..` resolved; an empty one is `/`.
fn without_dot_segments(path: &[u8]) -> Vec<u8> {
    let path = path.strip_prefix(b"/").unwrap_or(path);
    let segments: Vec<&[u8]> = path.split(|&byte| byte == b'/').collect();
    let mut kept: Vec<&[u8]> = Vec::new();
    for (index, &segment) in segments.iter().enumerate() {
        let is_last = index + 1 == segments.len();
        match dots(segment) {
            Some(count) => {
                if count == 2 {
                    kept.pop();
                }
                if is_last {
                    kept.push(b"");
                }
            }
            None => kept.push(segment),
        }
    }
    kept.iter().flat_map(|segment| [b"/", *segment]).flatten().copied().collect()
}

/// How many dots a segment is, if it is one or two: `.` may be written `%2e`.
fn dots(segment: &[u8]) -> Option<usize> {
    match segment.to_ascii_lowercase().as_slice() {
        b"." | b"%2e" => Some(1),
        b".." | b".%2e" | b"%2e." | b"%2e%2e" => Some(2),
        _ => None,
    }
}

/// One pass from left to right: an escape whose byte `decodes` becomes that
/// byte, any other has its hex digits in upper case; a byte outside escapes
/// that `encodes` becomes an escape. A `%` that begins no escape stays.
fn rewrite(text: &[u8], decodes: impl Fn(u8) -> bool, encodes: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if let Some(byte) = escape_at(text, at) {
            if decodes(byte) {
                out.push(byte);
            } else {
                out.extend(escape(byte));
            }
            at += 3;
        } else {
            if encodes(text[at]) {
                out.extend(escape(text[at]));
            } else {
                out.push(text[at]);
            }
            at += 1;
        }
    }
    out
}

/// The text with the digits of its escapes in upper case.
pub fn with_upper_escapes(text: &[u8]) -> Vec<u8> {
    rewrite(text, |_| false, |_| false)
}

fn escape_at(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..at + 3)? {
        [b'%', high, low] => {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
        }
        _ => None,
    }
}

fn escape(byte: u8) -> Vec<u8> {
    format!("%{byte:02X}").into_bytes()
}

/// RFC 9309 section 2.2.2: unreserved bytes decoded, what a URL cannot hold
/// encoded. Reserved bytes stay as written (RFC 3986 section 6.2.2.2), but
/// for `*` and `$`, which are special in rules.
fn rfc_bytes(text: &[u8]) -> Vec<u8> {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let is_encoded = |byte: u8| {
        !byte.is_ascii_graphic() || b"\"<>^{}`|\\".contains(&byte) || b"*$".contains(&byte)
    };
    rewrite(text, is_unreserved, is_encoded)
}

/// draft-koster-robots-00 section 3.2.2: both sides decoded, but for `%2F`.
fn draft_bytes(text: &[u8]) -> Vec<u8> {
    rewrite(text, |byte| byte != b'/', |_| false)
}

/// All but the WHATWG path percent-encode set.
fn is_kept_in_path(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"<>^{}`".contains(&byte)
}

/// All but the WHATWG query percent-encode set.
fn is_kept_in_query(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"<>".contains(&byte)
}

/// What comes before the first of `marks`, or everything.
fn up_to<'a>(text: &'a [u8], marks: &[u8]) -> &'a [u8] {
    let end = text.iter().position(|byte| marks.contains(byte)).unwrap_or(text.len());
    &text[..end]
}

//! Shapes of paths: what the path of a rule looks like.

use super::characters::invisible;
use super::line_shape::COMMENTS_AFTER_VALUE;

/// The shape of a rule's path. A path may have several; most have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathShape {
    /// A whole URL.
    Url,
    /// A regular expression.
    Regex,
    /// A path with spaces or tabs.
    Spaced,
    /// A path with invisible characters.
    Invisible,
    /// A path, then a comment of another language.
    ForeignComment,
}

/// The shapes of the path of a rule.
pub(super) fn classify(path: &[u8]) -> Vec<PathShape> {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let has_mark = |mark: &str| memchr::memmem::find(path, mark.as_bytes()).is_some();
    let mut shapes = Vec::new();
    let mut add = |is_so: bool, shape| shapes.extend(is_so.then_some(shape));
    add(is_url(path), PathShape::Url);
    add(is_regex(path), PathShape::Regex);
    add(path.iter().any(is_space), PathShape::Spaced);
    add(!invisible(path, 0).is_empty(), PathShape::Invisible);
    add(COMMENTS_AFTER_VALUE.into_iter().any(has_mark), PathShape::ForeignComment);
    shapes
}

fn is_url(path: &[u8]) -> bool {
    let begins = |scheme: &[u8]| {
        path.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    begins(b"http://") || begins(b"https://")
}

fn is_regex(path: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(path, part).is_some();
    let has_choice = || has(b"|") && has(b"(") && has(b")");
    let has_class = || has(b"[0-9]") || has(b"[a-z]") || has(b"[A-Z]") || has(b"[^");
    let escapes = [&b"\\."[..], b"\\/", b"\\?", b"\\d", b"\\w", b"\\s", b"\\-"];
    path.starts_with(b"^")
        || has(b".*\\")
        || has(b"(.*)")
        || has(b".+")
        || has_choice()
        || has_class()
        || escapes.iter().any(|escape| has(escape))
}

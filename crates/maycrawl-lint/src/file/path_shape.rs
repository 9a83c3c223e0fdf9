//! Shapes of paths: what the path of a rule looks like.

use super::characters::invisible;
use super::line_shape::COMMENTS_AFTER_VALUE;

/// The shape of a rule's path. Several may apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PathShape {
    /// Whether it is a whole URL.
    pub(crate) is_url: bool,
    /// Whether it looks like a regular expression.
    pub(crate) is_regex: bool,
    /// Whether it has spaces or tabs.
    pub(crate) has_space: bool,
    /// Whether it has invisible characters.
    pub(crate) has_invisible: bool,
    /// Whether a comment of another language ends it.
    pub(crate) has_foreign_comment: bool,
}

impl PathShape {
    pub(super) fn new(value: &[u8]) -> Self {
        let has_space = value.iter().any(|byte| matches!(byte, b' ' | b'\t'));
        let has_mark = |mark: &str| memchr::memmem::find(value, mark.as_bytes()).is_some();
        Self {
            is_url: is_url(value),
            is_regex: is_regex(value),
            has_space,
            has_invisible: !invisible(value, 0).is_empty(),
            has_foreign_comment: has_space && COMMENTS_AFTER_VALUE.into_iter().any(has_mark),
        }
    }
}

fn is_url(value: &[u8]) -> bool {
    let begins = |scheme: &[u8]| {
        value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    begins(b"http://") || begins(b"https://")
}

fn is_regex(value: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(value, part).is_some();
    let has_choice = || has(b"|") && has(b"(") && has(b")");
    let has_class = || has(b"[0-9]") || has(b"[a-z]") || has(b"[A-Z]") || has(b"[^");
    let escapes = [&b"\\."[..], b"\\/", b"\\?", b"\\d", b"\\w", b"\\s", b"\\-"];
    value.starts_with(b"^")
        || has(b".*\\")
        || has(b"(.*)")
        || has(b".+")
        || has_choice()
        || has_class()
        || escapes.iter().any(|escape| has(escape))
}

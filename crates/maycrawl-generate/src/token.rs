//! How much of a product token parsers read.

/// The part of a name that Google's parser reads, and RFC 9309 with it: letters,
/// `-` and `_`.
pub(crate) fn readable(token: &str) -> &str {
    let end = token.find(|char: char| !(char.is_ascii_alphabetic() || matches!(char, '-' | '_')));
    token.get(..end.unwrap_or(token.len())).unwrap_or(token)
}

/// Whether such parsers stop before the end of a name.
pub(crate) fn is_cut(token: &str) -> bool {
    readable(token) != token
}

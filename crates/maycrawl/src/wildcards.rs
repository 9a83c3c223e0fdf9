//! The parts of a pattern's text: literals between `*`, a final `$`, the folder of an
//! index.html.

/// The text up to its last slash, if `index.htm` follows that.
pub(crate) fn index_directory(text: &[u8]) -> Option<&[u8]> {
    // Most end soon after their last slash.
    let slash = text.iter().rposition(|byte| *byte == b'/')?;
    let (directory, page) = text.split_at_checked(slash.saturating_add(1))?;
    page.starts_with(b"index.htm").then_some(directory)
}

/// The text without the `$` at its end, and whether it had one that is special.
pub(crate) fn split_anchor(text: &[u8], wildcards: bool) -> (&[u8], bool) {
    match text.strip_suffix(b"$") {
        Some(text) if wildcards => (text, true),
        _ => (text, false),
    }
}

/// The literal texts between the wildcards.
pub(crate) fn literals(text: &[u8], wildcards: bool) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(move |byte| wildcards && *byte == b'*')
}

//! Whether a URL is of bytes that every form leaves as they are, as most are: told for
//! 16 bytes at a time.

/// How many bytes are looked at together, each with the one after it.
pub(crate) const BLOCK: usize = 16;

/// Whether a text holds nothing that a form might change: no byte that may have to be
/// escaped, no escape, no backslash, no fragment, and no segment that begins with a dot.
/// A text shorter than a block is not looked at.
#[inline]
pub(crate) fn is_usual(text: &[u8]) -> bool {
    // The last block overlaps the one before it.
    let (Some(last), Some(block)) = (text.last(), text.last_chunk()) else { return false };
    let mut usual = is_usual_byte(*last) && is_usual_block(block);
    let mut rest = text;
    while let Some(block) = rest.first_chunk() {
        usual &= is_usual_block(block);
        rest = rest.get(BLOCK..).unwrap_or_default();
    }
    usual
}

/// What follows a block of a text that holds nothing that a form might change, and whether
/// a query begins in it.
#[allow(clippy::needless_bitwise_bool, reason = "`||` would look at one byte after the other")]
#[inline]
pub(crate) fn after_usual_block(text: &[u8]) -> Option<(&[u8], bool)> {
    if !is_usual_block(text.first_chunk()?) {
        return None;
    }
    let (bytes, rest) = text.split_first_chunk::<BLOCK>()?;
    // An escape may be a dot, and belongs to the slash before it.
    if matches!((bytes, rest), ([.., b'/'], [b'%', ..])) {
        return None;
    }
    let has_query = bytes.iter().fold(false, |has, byte| has | (*byte == b'?'));
    Some((rest, has_query))
}

/// The same for all bytes of a block but the last. Compilers make of it a few comparisons
/// of all of them at once.
#[allow(clippy::needless_bitwise_bool, reason = "`&&` would look at one byte after the other")]
fn is_usual_block(block: &[u8; BLOCK + 1]) -> bool {
    let ([bytes @ .., _], [_, nexts @ ..]) = (block, block);
    bytes.iter().zip(nexts).fold(true, |usual, (byte, next)| {
        let begins_with_dot = matches!((byte, next), (b'/', b'.'));
        usual & is_usual_byte(*byte) & !begins_with_dot
    })
}

/// Whether no form changes a byte, wherever it stands. There are a few more such bytes;
/// to ask for few ranges costs less.
const fn is_usual_byte(byte: u8) -> bool {
    matches!(byte, b'+'..=b';' | b'?'..=b'Z' | b'a'..=b'z' | b'&' | b'=' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::{BLOCK, is_usual, is_usual_byte};
    use crate::dialect::{Dialect, UrlForm};
    use crate::escapes::{Part, can_stand};
    use crate::path::UrlPath;

    #[test]
    fn escaped_dots_are_seen_at_every_place() {
        for dialect in [Dialect::GOOGLE, Dialect::RFC9309] {
            for len in 0..3 * BLOCK {
                let url = format!("/{}/%2e%2E/b", "a".repeat(len));
                assert_eq!(UrlPath::parse(&url, &dialect).as_bytes(), b"/b", "{url}");
            }
        }
    }

    #[test]
    fn usual_bytes_can_stand_everywhere() {
        for byte in (0..=u8::MAX).filter(|byte| is_usual_byte(*byte)) {
            for form in UrlForm::ALL {
                for part in [Part::Path, Part::Query] {
                    assert!(can_stand(byte, *form, part), "{byte} {form:?} {part:?}");
                }
            }
            assert!(!b"%#\\".contains(&byte), "{byte}");
        }
    }

    #[test]
    fn no_place_is_left_out() {
        for len in 16..70 {
            let usual = "a".repeat(len);
            assert_eq!(is_usual(usual.as_bytes()), len > 16, "{len}");
            for at in 0..=len {
                let with = |text: &str| format!("{}{text}{}", &usual[..at], &usual[at..]);
                assert!(!is_usual(with("%").as_bytes()), "{at} of {len}");
                assert!(!is_usual(with("/.").as_bytes()), "{at} of {len}");
                assert!(is_usual(with("./").as_bytes()), "{at} of {len}");
            }
        }
    }
}

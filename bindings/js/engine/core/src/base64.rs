//! Files that are not UTF-8: base64 (RFC 4648 section 4), as `maycrawl-report` reads it.

/// The bytes that a text stands for. Padding may be left out.
///
/// ```
/// use maycrawl_engine_core::base64::decode;
///
/// assert_eq!(decode("Zv8=").as_deref(), Some(&b"f\xFF"[..]));
/// assert_eq!(decode("Zv8").as_deref(), Some(&b"f\xFF"[..]));
/// assert_eq!(decode("Zv8=="), None);
/// assert_eq!(decode("Zv9="), None);
/// ```
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let n_padding = text.len() - digits.len();
    if digits.len() % 4 == 1 || n_padding > digits.len().next_multiple_of(4) - digits.len() {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.chunks(4) {
        let mut bits = 0;
        for digit in chunk {
            bits = bits << 6 | value(*digit)?;
        }
        // Two digits hold one byte, three hold two, four hold three; the bits behind them are 0.
        let n_missing = 4 - chunk.len();
        bits <<= 6 * n_missing;
        if (bits.trailing_zeros() as usize) < 8 * n_missing {
            return None;
        }
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1));
    }
    Some(bytes)
}

const fn value(digit: u8) -> Option<u32> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    } as u32)
}

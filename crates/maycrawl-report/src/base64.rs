//! Files that are not UTF-8 as text: base64 (RFC 4648 section 4).
//!
//! ```
//! use maycrawl_report::base64::{decode, encode};
//!
//! assert_eq!(encode(b"f\xFF"), "Zv8=");
//! assert_eq!(decode("Zv8"), Ok(b"f\xFF".to_vec()));
//! ```

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How many bytes a text stands for, if it is valid.
pub fn decoded_len(text: &str) -> usize {
    text.trim_end_matches('=').len() / 4 * 3 + text.trim_end_matches('=').len() % 4 * 3 / 4
}

/// The bytes that a text stands for, or the offset of what is wrong. Padding may be left out.
pub fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let digits = text.trim_end_matches('=').as_bytes();
    let is_padded = digits.len() < text.len();
    if digits.len() % 4 == 1
        || (is_padded && !text.len().is_multiple_of(4))
        || text.len() - digits.len() > 2
    {
        return Err(text.len());
    }
    let mut bytes = Vec::with_capacity(decoded_len(text));
    for (number, chunk) in digits.chunks(4).enumerate() {
        let mut bits = 0_u32;
        for (index, digit) in chunk.iter().enumerate() {
            let value = value(*digit).ok_or(number * 4 + index)?;
            bits |= value << (18 - 6 * index);
        }
        // Two digits hold one byte, three hold two, four hold three.
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1));
    }
    Ok(bytes)
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

/// Bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits =
            (0..3).fold(0_u32, |bits, at| bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        for index in 0..4 {
            let digit = ALPHABET.get((bits >> (18 - 6 * index)) as usize & 63);
            text.push(if index <= chunk.len() { char::from(*digit.unwrap_or(&b'A')) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str) {
        assert_eq!(encode(bytes), text);
        assert_eq!(decode(text).as_deref(), Ok(bytes));
        assert_eq!(decode(text.trim_end_matches('=')).as_deref(), Ok(bytes));
        assert_eq!(decoded_len(text), bytes.len());
    }

    #[test]
    fn the_vectors_of_rfc_4648() {
        check(b"", "");
        check(b"f", "Zg==");
        check(b"fo", "Zm8=");
        check(b"foo", "Zm9v");
        check(b"foob", "Zm9vYg==");
        check(b"fooba", "Zm9vYmE=");
        check(b"foobar", "Zm9vYmFy");
        check(b"\xFB\xFF\x00", "+/8A");
    }

    #[test]
    fn what_is_not_base64() {
        for (text, at) in
            [("Zg=", 3), ("Z", 1), ("Zm9v\n", 5), ("Zm-v", 2), ("=", 1), ("Zg===", 5), ("Zm=9", 2)]
        {
            assert_eq!(decode(text), Err(at), "{text:?}");
        }
    }
}

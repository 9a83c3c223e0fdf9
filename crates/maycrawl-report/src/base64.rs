//! Files that are not UTF-8 as text: base64 (RFC 4648 section 4).
//!
//! ```
//! use maycrawl_report::base64::{decode, encode};
//!
//! assert_eq!(encode(b"f\xFF"), "Zv8=");
//! assert_eq!(decode("Zv8"), Ok(b"f\xFF".to_vec()));
//! ```

use base64::DecodeError;
use base64::engine::{DecodePaddingMode, Engine as _, GeneralPurpose, GeneralPurposeConfig};

/// The alphabet with `+` and `/`. Padding is written, and may be left out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// How many bytes a text stands for, if it is valid.
pub fn decoded_len(text: &str) -> usize {
    let digits = text.trim_end_matches('=').len();
    digits / 4 * 3 + digits % 4 * 3 / 4
}

/// The bytes that a text stands for, or the offset of what is wrong. Padding may be left out.
pub fn decode(text: &str) -> Result<Vec<u8>, usize> {
    BASE64.decode(text).map_err(|error| match error {
        DecodeError::InvalidByte(at, _) => at,
        DecodeError::InvalidLastSymbol { offset, .. } => offset,
        _ => text.len(),
    })
}

/// Bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
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
            [("Zh==", 1), ("Z", 1), ("Zm9v\n", 4), ("Zm-v", 2), ("=", 0), ("Zg===", 2), ("Zm=9", 2)]
        {
            assert_eq!(decode(text), Err(at), "{text:?}");
        }
    }
}

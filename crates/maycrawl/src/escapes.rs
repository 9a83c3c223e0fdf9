//! Bytes in normal form: what is encoded, what is decoded, what stays.
//!
//! Two rules govern every form. An escape is read once, so that `%%34%31`
//! gives `%41` and not `A`; and reserved bytes stay as they are written,
//! escaped or not, on both sides (RFC 3986 section 6.2.2.2).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::dialect::UrlForm;
use crate::heads::{each, zeros};

/// Where bytes stand. The sets differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The path of a URL.
    Path,
    /// The query of a URL.
    Query,
    /// A rule, in which `*` and a final `$` are special.
    Rule,
    /// A rule in which they are not.
    LiteralRule,
}

/// The bytes in normal form.
pub(crate) fn normalise(bytes: Cow<'_, [u8]>, form: UrlForm, part: Part) -> Cow<'_, [u8]> {
    if is_normal(&bytes, form, part) || is_normal_with_escapes(&bytes, form, part) {
        return bytes;
    }
    let mut out = Vec::with_capacity(bytes.len().saturating_add(16));
    let mut rest = &*bytes;
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, escaped(rest)) {
            (b'%', Some(value)) => {
                rest = after.get(2..).unwrap_or_default();
                if keep_escape(value, form, part) {
                    push_escape(&mut out, value);
                } else {
                    out.push(value);
                }
            }
            (b'$', _) if part == Part::Rule && rest.is_empty() => out.push(b'$'),
            (byte, _) if is_encoded(*byte, form, part) => push_escape(&mut out, *byte),
            (byte, _) => out.push(*byte),
        }
    }
    Cow::Owned(out)
}

/// Whether [`normalise`] would change nothing, as far as one scan tells: an
/// escape in it may mean a change or not.
pub(crate) fn is_normal(bytes: &[u8], form: UrlForm, part: Part) -> bool {
    let bytes = match (form, part) {
        (UrlForm::Parser, Part::Path | Part::Query) => return true,
        (UrlForm::Google | UrlForm::Parser, Part::Rule | Part::LiteralRule) => {
            return are_rules_normal(bytes, form);
        }
        (_, Part::Rule) => bytes.strip_suffix(b"$").unwrap_or(bytes),
        _ => bytes,
    };
    // All are looked at, which is faster than to ask after each.
    let seen = bytes.iter().fold(0, |seen, byte| seen | suspect_in(*byte));
    seen & suspect(form, part) == 0
}

/// The same, where each escape is looked at.
fn is_normal_with_escapes(bytes: &[u8], form: UrlForm, part: Part) -> bool {
    let bit = suspect(form, part);
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        let is_suspect = suspect_in(*byte) & bit != 0;
        let is_last_dollar = *byte == b'$' && part == Part::Rule && after.is_empty();
        let is_escape = *byte == b'%' && is_normal_escape(after, form, part);
        if is_suspect && !is_last_dollar && !is_escape {
            return false;
        }
        rest = after;
    }
    true
}

/// Whether all rules in a text are normal for sure, by a look that costs little.
pub(crate) fn are_rules_normal(text: &[u8], form: UrlForm) -> bool {
    match form {
        UrlForm::Google | UrlForm::Parser => {
            // Rules are short: eight bytes are looked at together, the last ones again.
            let changes = |eight: &[u8; 8]| {
                let bytes = u64::from_le_bytes(*eight);
                (zeros(bytes ^ each(b'%')) | bytes) & each(0x80) != 0
            };
            let (eights, rest) = text.as_chunks();
            match text.last_chunk() {
                Some(last) => !changes(last) && !eights.iter().any(changes),
                None => rest.iter().all(|byte| byte.is_ascii() && *byte != b'%'),
            }
        }
        UrlForm::Rfc | UrlForm::Draft => false,
    }
}

/// The forms and parts in which a byte may not stand as it is, as bits of
/// [`suspect`].
pub(crate) fn suspect_in(byte: u8) -> u16 {
    SUSPECT.get(usize::from(byte)).copied().unwrap_or(u16::MAX)
}

/// The bit of a form and a part.
pub(crate) const fn suspect(form: UrlForm, part: Part) -> u16 {
    let bits: u16 = match form {
        UrlForm::Rfc => 1,
        UrlForm::Google => 1 << 4,
        UrlForm::Parser => 1 << 8,
        UrlForm::Draft => 1 << 12,
    };
    bits.wrapping_shl(match part {
        Part::Path => 0,
        Part::Query => 1,
        Part::Rule => 2,
        Part::LiteralRule => 3,
    })
}

/// For each byte the bits of [`is_encoded`]. Others are looked at more closely too: `%`
/// and `#` everywhere, a backslash in paths.
const SUSPECT: [u16; 256] = suspects();

#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "it runs at compile time only"
)]
const fn suspects() -> [u16; 256] {
    const FORMS: [UrlForm; 4] = [UrlForm::Rfc, UrlForm::Google, UrlForm::Parser, UrlForm::Draft];
    const PARTS: [Part; 4] = [Part::Path, Part::Query, Part::Rule, Part::LiteralRule];
    let mut table = [0; 256];
    let mut byte = 0_u8;
    loop {
        let mut at = 0;
        while at < 16 {
            let (form, part) = (FORMS[at / 4], PARTS[at % 4]);
            let is_special = match byte {
                b'%' | b'#' => true,
                b'\\' => matches!(part, Part::Path),
                _ => false,
            };
            if is_special || is_encoded(byte, form, part) {
                table[byte as usize] |= suspect(form, part);
            }
            at += 1;
        }
        if byte == u8::MAX {
            return table;
        }
        byte += 1;
    }
}

/// Whether the escape after a `%` is as the normal form has it.
pub(crate) fn is_normal_escape(after: &[u8], form: UrlForm, part: Part) -> bool {
    let is_upper = |digit: &u8| matches!(digit, b'0'..=b'9' | b'A'..=b'F');
    after.iter().take(2).all(is_upper)
        && escaped(after).is_some_and(|value| keep_escape(value, form, part))
}

/// Whether a byte can stand as it is in a part of a URL in normal form.
pub(crate) const fn can_stand(byte: u8, form: UrlForm, part: Part) -> bool {
    !is_encoded(byte, form, part)
}

/// The byte that an escape stands for, given what follows its `%`.
fn escaped(after: &[u8]) -> Option<u8> {
    let &[high, low, ..] = after else { return None };
    Some((hex(high)? << 4) | hex(low)?)
}

const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit.wrapping_sub(b'0')),
        b'a'..=b'f' => Some(digit.wrapping_sub(b'a').wrapping_add(10)),
        b'A'..=b'F' => Some(digit.wrapping_sub(b'A').wrapping_add(10)),
        _ => None,
    }
}

fn push_escape(out: &mut Vec<u8>, byte: u8) {
    let digit = |value: u8| match value {
        0..=9 => b'0'.wrapping_add(value),
        _ => b'A'.wrapping_sub(10).wrapping_add(value),
    };
    out.extend_from_slice(&[b'%', digit(byte >> 4), digit(byte & 15)]);
}

/// Whether the escape of this byte stays an escape, in upper case.
const fn keep_escape(byte: u8, form: UrlForm, part: Part) -> bool {
    match form {
        // RFC 3986 section 2.3: unreserved bytes need no escape.
        UrlForm::Rfc => {
            !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~'))
        }
        UrlForm::Google | UrlForm::Parser => true,
        // Decoded, a `*` or `$` would be taken for a special one.
        UrlForm::Draft => {
            byte == b'/' || (matches!(part, Part::Rule) && matches!(byte, b'*' | b'$'))
        }
    }
}

/// Whether a byte as it stands is escaped.
const fn is_encoded(byte: u8, form: UrlForm, part: Part) -> bool {
    match (form, part) {
        (UrlForm::Draft, _) | (UrlForm::Parser, Part::Path | Part::Query) => false,
        // Google's parser escapes in rules what is not ASCII, and no more.
        (UrlForm::Parser | UrlForm::Google, Part::Rule | Part::LiteralRule) => byte >= 0x80,
        // The sets of the WHATWG URL standard, fixed here so that no other
        // crate's version moves them; `'` is in neither.
        (UrlForm::Google, Part::Path) => {
            is_never_in_urls(byte) || matches!(byte, b'^' | b'`' | b'{' | b'}')
        }
        (UrlForm::Google, Part::Query) => is_never_in_urls(byte),
        // What no URL of RFC 3986 holds; and a `*` or `$` of a URL, or a `$`
        // inside a rule, so that `%2A` and `%24` in a rule match it.
        (UrlForm::Rfc, part) => {
            is_never_in_urls(byte)
                || matches!(byte, b'^' | b'`' | b'{' | b'}' | b'|' | b'\\' | b'$')
                || (byte == b'*' && !matches!(part, Part::Rule))
        }
    }
}

const fn is_never_in_urls(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | 0x7F..)
}

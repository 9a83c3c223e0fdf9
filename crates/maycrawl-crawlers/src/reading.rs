//! How a crawler reads robots.txt: in which dialect, and how it looks for its name.

use maycrawl::Dialect;
use maycrawl::dialect::{Preset, UaMatch};

use crate::named::named;

named! {
    /// How a crawler looks for its name in `User-agent` lines.
    NameMatch {
        /// As a product token of letters, `_` and `-` (RFC 9309 section 2.2.1).
        Token = "token",
        /// As the whole name, with digits, dots and spaces.
        Literal = "literal",
    }
}

impl NameMatch {
    /// What is assumed of a name where nothing is documented: a token if it is one.
    pub(crate) fn assumed(name: &str) -> Self {
        let is_token_byte = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
        if name.bytes().all(is_token_byte) { Self::Token } else { Self::Literal }
    }
}

/// The dialect in which the crawler of this name reads, by what is documented.
pub(crate) fn own_dialect(
    name: &str,
    preset: Option<&Preset>,
    name_match: Option<NameMatch>,
) -> Dialect {
    let mut dialect = preset.unwrap_or(&Preset::DEFAULT).dialect;
    let name_match = name_match.unwrap_or_else(|| NameMatch::assumed(name));
    if name_match == NameMatch::Literal && dialect.groups.ua_match == UaMatch::Token {
        dialect.groups.ua_match = UaMatch::Whole;
    }
    dialect
}

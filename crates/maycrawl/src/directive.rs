//! One line, as a dialect reads it: a field and its value, or nothing.

use crate::codes::codes;
use crate::dialect::{ControlByte, FieldMatch, LineKnobs};
use crate::line::{Line, RawLine, Separator, split_at, trim};
use crate::span::{Span, offset};

/// A field that means something to a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// `User-agent`
    UserAgent,
    /// `Allow`
    Allow,
    /// `Disallow`
    Disallow,
    /// `Sitemap`
    Sitemap,
    /// `Crawl-delay`
    CrawlDelay,
    /// `Request-rate`
    RequestRate,
    /// `Visit-time`
    VisitTime,
    /// `Clean-param`
    CleanParam,
    /// `Host`
    Host,
    /// `Content-Signal`
    ContentSignal,
    /// `Content-Usage`
    ContentUsage,
    /// `License`
    License,
    /// A field that no crawler obeys any more: `Noindex`, `Nofollow`,
    /// `Noarchive`, `Revisit-after`.
    Obsolete,
    /// Any other field.
    Other,
}

codes! { Field {
    UserAgent = 1, "user-agent";
    Allow = 2, "allow";
    Disallow = 3, "disallow";
    Sitemap = 4, "sitemap";
    CrawlDelay = 5, "crawl-delay";
    RequestRate = 6, "request-rate";
    VisitTime = 7, "visit-time";
    CleanParam = 8, "clean-param";
    Host = 9, "host";
    ContentSignal = 10, "content-signal";
    ContentUsage = 11, "content-usage";
    License = 12, "license";
    Obsolete = 13, "obsolete";
    Other = 14, "other";
} }

codes! { Spelling {
    Exact = 1, "exact";
    Prefix = 2, "prefix";
    Misspelt = 3, "misspelt";
} }

/// How a field name came to be read as a [`Field`].
///
/// Exhaustive: these are all the ways in which Google accepts a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// It is the field's name, in any case.
    Exact,
    /// It begins with the field's name and goes on (`Disallowed`).
    Prefix,
    /// It is, or begins with, a misspelling that Google accepts (`Disalow`).
    Misspelt,
}

/// What a dialect makes of a line.
///
/// Exhaustive: a line is one of these in every dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// White space only.
    Blank,
    /// A comment, or text that is no directive: it says nothing.
    Ignored,
    /// A field and a value.
    Directive(Directive),
}

/// A field and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directive {
    /// Which field it is.
    pub field: Field,
    /// Where its name stands.
    pub name: Span,
    /// Where its value stands, without white space around it.
    pub value: Span,
}

/// A field's name, and the misspellings that Google's parser accepts for it.
struct Names {
    field: Field,
    exact: &'static [u8],
    misspelt: &'static [&'static [u8]],
}

const NAMES: [Names; 4] = [
    Names {
        field: Field::UserAgent,
        exact: b"user-agent",
        misspelt: &[b"useragent", b"user agent"],
    },
    Names { field: Field::Allow, exact: b"allow", misspelt: &[] },
    Names {
        field: Field::Disallow,
        exact: b"disallow",
        misspelt: &[b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"],
    },
    Names { field: Field::Sitemap, exact: b"sitemap", misspelt: &[b"site-map"] },
];

/// The fields that Google's parser does not know, and so never misspells.
const OTHER_NAMES: [(Field, &[u8]); 12] = [
    (Field::CrawlDelay, b"crawl-delay"),
    (Field::RequestRate, b"request-rate"),
    (Field::VisitTime, b"visit-time"),
    (Field::CleanParam, b"clean-param"),
    (Field::Host, b"host"),
    (Field::ContentSignal, b"content-signal"),
    (Field::ContentUsage, b"content-usage"),
    (Field::License, b"license"),
    (Field::Obsolete, b"noindex"),
    (Field::Obsolete, b"nofollow"),
    (Field::Obsolete, b"noarchive"),
    (Field::Obsolete, b"revisit-after"),
];

impl Field {
    /// Whether it says how often or when to come: `Crawl-delay`, `Request-rate`, `Visit-time`.
    ///
    /// Such a directive is for the `User-agent` lines right before it, see
    /// [`DirectiveLine::agents`](crate::robots::DirectiveLine::agents).
    pub const fn is_delay(self) -> bool {
        matches!(self, Self::CrawlDelay | Self::RequestRate | Self::VisitTime)
    }

    /// The field that `name` spells right, in any case.
    pub fn exact(name: &[u8]) -> Self {
        let names = NAMES.iter().find(|names| name.eq_ignore_ascii_case(names.exact));
        names.map_or_else(|| Self::other(name), |names| names.field)
    }

    fn other(name: &[u8]) -> Self {
        let names = OTHER_NAMES.iter().find(|(_, exact)| name.eq_ignore_ascii_case(exact));
        names.map_or(Self::Other, |(field, _)| *field)
    }

    /// The field that Google's parser sees in `name`, and how. It compares
    /// beginnings: `Disallowed` is `Disallow`.
    pub fn google(name: &[u8]) -> (Self, Spelling) {
        for Names { field, exact, misspelt } in &NAMES {
            // Misspellings begin as the name does.
            if !starts_alike(name, exact) {
                continue;
            }
            let field = *field;
            if name.eq_ignore_ascii_case(exact) {
                return (field, Spelling::Exact);
            }
            if starts_with_ignore_case(name, exact) {
                return (field, Spelling::Prefix);
            }
            if misspelt.iter().any(|misspelt| starts_with_ignore_case(name, misspelt)) {
                return (field, Spelling::Misspelt);
            }
        }
        (Self::other(name), Spelling::Exact)
    }
}

/// Whether the first bytes are the same, in any case.
fn starts_alike(one: &[u8], other: &[u8]) -> bool {
    one.first().map(u8::to_ascii_lowercase) == other.first().copied()
}

fn starts_with_ignore_case(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

impl Line<'_> {
    /// What a dialect makes of this line.
    ///
    /// Linear in the line's length.
    pub fn read(&self, knobs: &LineKnobs) -> Reading {
        self.raw().read(knobs)
    }
}

impl RawLine<'_> {
    /// What a dialect makes of this line.
    pub(crate) fn read(&self, knobs: &LineKnobs) -> Reading {
        match self.read_usual(knobs) {
            Some((field, name, value)) => Reading::Directive(Directive { field, name, value }),
            None => self.read_split(knobs),
        }
    }

    /// The field, its name and its value, of a line as most are: the name is spelt right,
    /// at the very start, with a colon right after it.
    #[inline]
    pub(crate) fn read_usual(&self, knobs: &LineKnobs) -> Option<(Field, Span, Span)> {
        let text = self.text();
        let (field, name_len) = usual(text)?;
        let is_whole =
            !self.file_has_nul && knobs.line_cap.is_none_or(|cap| offset(text.len()) <= cap);
        if !is_whole || is_rejected(text, knobs) {
            return None;
        }
        let name = Span::new(self.start, self.start.wrapping_add(name_len));
        let value = text.get(name_len as usize..).and_then(|value| value.get(1..));
        let value_at = Span::new(name.end.wrapping_add(1), self.text_end);
        Some((field, name, trim(value.unwrap_or_default(), value_at)))
    }

    /// What a dialect makes of any other line.
    pub(crate) fn read_split(&self, knobs: &LineKnobs) -> Reading {
        let kept = self.kept(knobs);
        if kept.text_end == kept.start {
            return if kept.content.is_empty() { Reading::Blank } else { Reading::Ignored };
        }
        if is_rejected(kept.text(), knobs) {
            return Reading::Ignored;
        }
        let split = split_at(kept.content, kept.start, kept.text_end);
        let is_directive = match split.separator_kind {
            Separator::Colon => true,
            Separator::Space => knobs.colonless,
            Separator::None if split.field.is_empty() && split.comment.is_empty() => {
                return Reading::Blank;
            }
            Separator::None => false,
        };
        if !is_directive || split.field.is_empty() {
            return Reading::Ignored;
        }
        let in_line = |at: u32| at.saturating_sub(kept.start);
        let name = Span::new(in_line(split.field.start), in_line(split.field.end)).of(kept.content);
        Reading::Directive(Directive {
            field: match knobs.field_match {
                FieldMatch::Exact => Field::exact(name),
                FieldMatch::GooglePrefix => Field::google(name).0,
            },
            name: split.field,
            value: split.value,
        })
    }

    /// The part of the line that is read: up to the cap and, as Google's
    /// parser has it, up to the first NUL.
    fn kept(&self, knobs: &LineKnobs) -> Self {
        let cap = knobs.line_cap.map_or(usize::MAX, |cap| cap as usize);
        let mut content = self.content.get(..cap).unwrap_or(self.content);
        if self.file_has_nul
            && knobs.control_byte == ControlByte::AsGoogle
            && let Some(nul) = memchr::memchr(0, content)
        {
            content = content.get(..nul).unwrap_or(content);
        }
        let content_end = self.start.saturating_add(offset(content.len()));
        Self { content, text_end: self.text_end.min(content_end), ..*self }
    }
}

/// Whether a dialect rejects a line for what its text holds.
#[inline]
fn is_rejected(text: &[u8], knobs: &LineKnobs) -> bool {
    knobs.control_byte == ControlByte::RejectLine
        && text.iter().any(|byte| *byte < b' ' && *byte != b'\t')
}

/// The field of a line as most are, and how long its name is.
#[inline]
fn usual(text: &[u8]) -> Option<(Field, u32)> {
    const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
    const USER_AGE: u64 = u64::from_le_bytes(*b"user-age");
    const SITEMAP: u64 = u64::from_le_bytes(*b"sitemap:");
    const CRAWL_DE: u64 = u64::from_le_bytes(*b"crawl-de");
    const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
    const FIVE_BYTES: u64 = u64::from_le_bytes([255, 255, 255, 255, 255, 0, 0, 0]);
    // Letters in lower case. What is no letter may change too, so the colon is looked at
    // as it is; what a hyphen comes from is a CR, and that ends a line.
    let head = u64::from_le_bytes(*text.first_chunk()?) | u64::from_le_bytes([0x20; 8]);
    let (field, len) = match head {
        DISALLOW => (Field::Disallow, 8),
        USER_AGE if goes_on(text, b"nt") => (Field::UserAgent, 10),
        SITEMAP => (Field::Sitemap, 7),
        CRAWL_DE if goes_on(text, b"lay") => (Field::CrawlDelay, 11),
        head if head & FIVE_BYTES == ALLOW => (Field::Allow, 5),
        _ => return None,
    };
    (text.get(len as usize) == Some(&b':')).then_some((field, len))
}

/// Whether a name goes on so after eight bytes.
fn goes_on(text: &[u8], rest: &[u8]) -> bool {
    let name = text.get(8..).and_then(|text| text.get(..rest.len()));
    name.is_some_and(|name| name.eq_ignore_ascii_case(rest))
}

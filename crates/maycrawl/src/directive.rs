//! One line, as a dialect reads it: a field and its value, or nothing.

use crate::dialect::{ControlOctet, FieldMatch, LineKnobs};
use crate::lines::{Line, RawLine, Separator, split_at, trim};
use crate::span::Span;

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
    Dead,
    /// Any other field.
    Other,
}

/// How a field name came to be read as a [`Field`].
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// White space only.
    Blank,
    /// A comment, or text that is no directive: it says nothing.
    Nothing,
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
    (Field::Dead, b"noindex"),
    (Field::Dead, b"nofollow"),
    (Field::Dead, b"noarchive"),
    (Field::Dead, b"revisit-after"),
];

impl Field {
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

/// Whether the first octets are the same, in any case.
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
    #[inline]
    pub(crate) fn read(&self, knobs: &LineKnobs) -> Reading {
        let cap = knobs.line_cap.unwrap_or(u32::MAX);
        let is_strict = knobs.control_octet == ControlOctet::RejectLine;
        // Most lines are read by their beginning.
        if !is_strict && !self.file_has_nul && self.content.len() <= cap {
            let text = self.text();
            let octets = text.of(self.source);
            if let Some((field, len)) = usual(octets) {
                return Reading::Directive(self.directive(field, text, len));
            }
            if octets.is_empty() {
                return if self.content.is_empty() { Reading::Blank } else { Reading::Nothing };
            }
        }
        self.read_split(knobs)
    }

    /// The same for any line.
    fn read_split(&self, knobs: &LineKnobs) -> Reading {
        let kept = self.kept(knobs);
        let text = kept.text();
        let octets = text.of(self.source);
        if matches!(knobs.control_octet, ControlOctet::RejectLine)
            && octets.iter().any(|octet| *octet < b' ' && *octet != b'\t')
        {
            return Reading::Nothing;
        }
        if let Some((field, len)) = usual(octets) {
            return Reading::Directive(self.directive(field, text, len));
        }
        let split = split_at(self.source, kept.content, kept.text_len);
        let is_directive = match split.separator_kind {
            Separator::Colon => true,
            Separator::Space => knobs.colonless,
            Separator::None if split.field.is_empty() && split.comment.is_empty() => {
                return Reading::Blank;
            }
            Separator::None => false,
        };
        if !is_directive || split.field.is_empty() {
            return Reading::Nothing;
        }
        let name = split.field.of(self.source);
        Reading::Directive(Directive {
            field: match knobs.field_match {
                FieldMatch::Exact => Field::exact(name),
                FieldMatch::GooglePrefix => Field::google(name).0,
            },
            name: split.field,
            value: split.value,
        })
    }

    /// The text before the comment.
    const fn text(&self) -> Span {
        Span::new(self.content.start, self.content.start.saturating_add(self.text_len))
    }

    /// The directive of a text that begins with a name of this length and a colon.
    fn directive(&self, field: Field, text: Span, len: u32) -> Directive {
        let name = Span::new(text.start, text.start.saturating_add(len));
        let value = trim(self.source, Span::new(name.end.saturating_add(1), text.end));
        Directive { field, name, value }
    }

    /// The part of the line that is read: up to the cap and, as Google's
    /// parser has it, up to the first NUL.
    fn kept(&self, knobs: &LineKnobs) -> Self {
        let mut content = self.content;
        if let Some(cap) = knobs.line_cap
            && content.len() > cap
        {
            content.end = content.start.saturating_add(cap);
        }
        if self.file_has_nul
            && knobs.control_octet == ControlOctet::AsGoogle
            && let Some(nul) = memchr::memchr(0, content.of(self.source))
        {
            content = content.within(0, nul);
        }
        Self { content, text_len: self.text_len.min(content.len()), ..*self }
    }
}

/// The field of a line as most are, and how long its name is: spelt right, at the
/// very start, with a colon right after it.
#[inline]
fn usual(text: &[u8]) -> Option<(Field, u32)> {
    let is = |name: &[u8]| starts_with_ignore_case(text, name);
    match text.first()? {
        b'D' | b'd' if text.starts_with(b"Disallow:") || is(b"disallow:") => {
            Some((Field::Disallow, 8))
        }
        b'A' | b'a' if text.starts_with(b"Allow:") || is(b"allow:") => Some((Field::Allow, 5)),
        b'U' | b'u' if text.starts_with(b"User-agent:") || is(b"user-agent:") => {
            Some((Field::UserAgent, 10))
        }
        b'S' | b's' if text.starts_with(b"Sitemap:") || is(b"sitemap:") => {
            Some((Field::Sitemap, 7))
        }
        b'C' | b'c' if is(b"crawl-delay:") => Some((Field::CrawlDelay, 11)),
        _ => None,
    }
}

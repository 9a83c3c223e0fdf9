//! One line, as a dialect reads it: a field and its value, or nothing.

use crate::dialect::{ControlOctet, FieldMatch, LineKnobs};
use crate::lines::{Line, Separator, split};
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
        for Names { field, exact, misspelt } in NAMES {
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

fn starts_with_ignore_case(text: &[u8], prefix: &[u8]) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

impl Line<'_> {
    /// What a dialect makes of this line.
    ///
    /// Linear in the line's length.
    pub fn read(&self, knobs: &LineKnobs) -> Reading {
        let kept = self.kept(knobs);
        let split =
            if kept == self.parts.content { self.parts.split } else { split(self.source, kept) };
        if matches!(knobs.control_octet, ControlOctet::RejectLine) {
            let text = self.get(Span::new(kept.start, split.comment.start));
            if text.iter().any(|octet| *octet < b' ' && *octet != b'\t') {
                return Reading::Nothing;
            }
        }
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

    /// The part of the line that is read: up to the cap and, as Google's
    /// parser has it, up to the first NUL.
    fn kept(&self, knobs: &LineKnobs) -> Span {
        let content = self.parts.content;
        let cap = knobs.line_cap.unwrap_or(u32::MAX);
        let capped = Span::new(content.start, content.start.saturating_add(cap).min(content.end));
        match knobs.control_octet {
            ControlOctet::RejectLine => capped,
            ControlOctet::AsGoogle => match memchr::memchr(0, self.get(capped)) {
                Some(nul) => capped.within(0, nul),
                None => capped,
            },
        }
    }
}

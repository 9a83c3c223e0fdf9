//! One path pattern: literal text, `*`, and `$` at its end.
//!
//! [`Rules`](crate::Rules) match many patterns at once. A single [`Pattern`] says which
//! paths a rule matches and, with [`algebra`](crate::algebra), what it has in common with
//! another.
//!
//! ```
//! use maycrawl::pattern::Pattern;
//! use maycrawl::{Dialect, UrlPath};
//!
//! let pattern = Pattern::parse("/*.pdf$", &Dialect::GOOGLE);
//! assert!(pattern.matches(&UrlPath::parse("/a/b.pdf", &Dialect::GOOGLE)));
//! assert_eq!(pattern.shortest_path(), Some(b"/.pdf".to_vec()));
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::dialect::{Dialect, PathKnobs, UrlForm};
use crate::escapes::{self, Part};
use crate::path::UrlPath;
use crate::steps::Steps;
use crate::wildcards::{index_directory, literals, split_anchor};

/// The path of a rule, in the normal form of a dialect.
///
/// ```
/// use maycrawl::{Dialect, UrlPath, pattern::Pattern};
///
/// let google = &Dialect::GOOGLE;
/// let pattern = Pattern::parse("/*.pdf$", google);
/// assert!(pattern.matches(&UrlPath::parse("/a/b.pdf", google)));
/// assert!(!pattern.matches(&UrlPath::parse("/a.pdf?page=1", google)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    text: Vec<u8>,
    form: UrlForm,
    wildcards: bool,
    anchored: bool,
}

/// Which part of a path a piece of a pattern matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMatch {
    /// Where the piece stands in the pattern: literal text, `*` or `$`.
    pub piece: Range<usize>,
    /// The bytes of the path that it matched; none for `$`.
    pub path: Range<usize>,
}

impl Pattern {
    /// Takes the value of an `Allow` or `Disallow` line. It cannot fail.
    pub fn parse(value: impl AsRef<[u8]>, dialect: &Dialect) -> Self {
        Self::with_knobs(value.as_ref(), &dialect.paths)
    }

    pub(crate) fn with_knobs(value: &[u8], knobs: &PathKnobs) -> Self {
        let text = normal_text(value, knobs).into_owned();
        Self {
            anchored: split_anchor(&text, knobs.wildcards).1,
            text,
            form: knobs.normalise,
            wildcards: knobs.wildcards,
        }
    }

    /// The pattern of the directory in which an `index.html` lies, which
    /// Google's parser tries where such a pattern itself does not match.
    pub(crate) fn index_directory(&self) -> Option<Self> {
        let mut text = index_directory(&self.text)?.to_vec();
        text.push(b'$');
        Some(Self { text, anchored: true, ..*self })
    }

    /// The pattern in normal form.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// How strong it is: its bytes in normal form, `*` and `$` counted.
    pub fn len(&self) -> u32 {
        crate::span::offset(self.text.len())
    }

    /// Whether it is empty, and so matches nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether it holds a `*` that is a wildcard.
    pub fn has_wildcard(&self) -> bool {
        self.wildcards && self.text.contains(&b'*')
    }

    /// Whether it matches a path: from the first byte, to the last if it ends
    /// in `$`.
    ///
    /// Linear in path and pattern together, whatever they hold.
    pub fn matches(&self, path: &UrlPath<'_>) -> bool {
        self.matches_bytes(path.in_form(self.form).as_bytes(), &mut ())
    }

    pub(crate) fn matches_bytes(&self, path: &[u8], steps: &mut impl Steps) -> bool {
        !self.is_empty() && matches(self.literals(), self.anchored, self.wildcards, path, steps)
    }

    /// Which part of `path` each piece matched, if the pattern does match.
    /// Every `*` takes as little as it can.
    pub fn pieces(&self, path: &UrlPath<'_>) -> Option<Vec<PieceMatch>> {
        if !self.matches(path) {
            return None;
        }
        let path = path.in_form(self.form);
        let path = path.as_bytes();
        let mut pieces = Vec::new();
        let mut at = 0_usize;
        let mut piece_start = 0_usize;
        let literals = literals(self.literals(), self.wildcards);
        let last = literals.clone().count().saturating_sub(1);
        for (index, literal) in literals.enumerate() {
            let rest = path.get(at..).unwrap_or_default();
            let skipped = if index == last && self.anchored {
                rest.len().saturating_sub(literal.len())
            } else if index == 0 {
                0
            } else {
                memchr::memmem::find(rest, literal).unwrap_or(0)
            };
            if index > 0 {
                let end = at.saturating_add(skipped);
                pieces.push(PieceMatch {
                    piece: piece_start..piece_start.saturating_add(1),
                    path: at..end,
                });
                at = end;
                piece_start = piece_start.saturating_add(1);
            }
            if !literal.is_empty() {
                let end = at.saturating_add(literal.len());
                let piece_end = piece_start.saturating_add(literal.len());
                pieces.push(PieceMatch { piece: piece_start..piece_end, path: at..end });
                (at, piece_start) = (end, piece_end);
            }
        }
        if self.anchored {
            pieces.push(PieceMatch {
                piece: piece_start..piece_start.saturating_add(1),
                path: at..at,
            });
        }
        Some(pieces)
    }

    pub(crate) const fn heap_bytes(&self) -> usize {
        self.text.capacity()
    }

    pub(crate) const fn form(&self) -> UrlForm {
        self.form
    }

    pub(crate) const fn wildcards(&self) -> bool {
        self.wildcards
    }

    pub(crate) const fn is_anchored(&self) -> bool {
        self.anchored
    }

    /// The text without the `$` that anchors it.
    pub(crate) fn literals(&self) -> &[u8] {
        match &*self.text {
            [text @ .., b'$'] if self.anchored => text,
            text => text,
        }
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pattern(\"{}\")", self.text.escape_ascii())
    }
}

/// The value of a rule in normal form.
pub(crate) fn normal_text<'v>(value: &'v [u8], knobs: &PathKnobs) -> Cow<'v, [u8]> {
    let part = if knobs.wildcards { Part::Rule } else { Part::LiteralRule };
    escapes::normalise(Cow::Borrowed(value), knobs.normalise, part)
}

/// Whether a pattern, its anchor split off, matches a path.
///
/// The first literal must begin the path and an anchored last one must end
/// it; each one between is taken where it is first found, which leaves the
/// most room for those after it, so nothing is ever tried again.
pub(crate) fn matches(
    text: &[u8],
    anchored: bool,
    wildcards: bool,
    path: &[u8],
    steps: &mut impl Steps,
) -> bool {
    let mut literals = literals(text, wildcards);
    let first = literals.next().unwrap_or_default();
    steps.took(first.len());
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let Some(mut literal) = literals.next() else {
        return !anchored || rest.is_empty();
    };
    for next in literals {
        let found = find(rest, literal);
        let taken = found.map_or(rest.len(), |at| at.saturating_add(literal.len()));
        steps.took(taken.saturating_add(literal.len()));
        if found.is_none() {
            return false;
        }
        rest = rest.get(taken..).unwrap_or_default();
        literal = next;
    }
    steps.took(literal.len());
    if anchored {
        rest.ends_with(literal)
    } else {
        steps.took(rest.len());
        find(rest, literal).is_some()
    }
}

/// Where a literal first stands in a text.
fn find(text: &[u8], literal: &[u8]) -> Option<usize> {
    /// So often the first byte is looked for, which costs less than a searcher does.
    const TRIES: usize = 4;
    let [first, ..] = literal else { return Some(0) };
    let mut at = 0_usize;
    for _ in 0..TRIES {
        let rest = text.get(at..)?;
        at = at.saturating_add(memchr::memchr(*first, rest)?);
        if text.get(at..)?.starts_with(literal) {
            return Some(at);
        }
        at = at.saturating_add(1);
    }
    let found = memchr::memmem::find(text.get(at..)?, literal)?;
    Some(at.saturating_add(found))
}

//! Repairs: edits to a file, and whether they are safe.

use maycrawl::lines::{Line, Span};

/// Whether a fix may be applied without looking at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// It changes no verdict, crawl delay, request rate, sitemap or preference,
    /// for any agent and path, in any preset. What is applied is proved first.
    Safe,
    /// It changes some of them. What changes is shown.
    Unsafe,
}

impl Applicability {
    /// The applicability in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Octets of a file, and what to write in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert before it.
    pub span: Span,
    /// What stands there afterwards.
    pub text: Vec<u8>,
}

/// A repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an instruction.
    pub title: String,
    /// Whether it may be applied without looking at it.
    pub applicability: Applicability,
    /// What it changes, in the file's order; the spans do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A repair that changes what the file says.
    pub(crate) fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Unsafe, edits }
    }

    /// A repair that changes nothing that the file says.
    pub(crate) fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), applicability: Applicability::Safe, edits }
    }

    /// The octets that it touches, from its first edit to its last.
    pub fn extent(&self) -> Span {
        let start = self.edits.iter().map(|edit| edit.span.start).min().unwrap_or(0);
        let end = self.edits.iter().map(|edit| edit.span.end).max().unwrap_or(0);
        Span::new(start, end)
    }
}

impl Edit {
    /// Puts `text` in the place of `span`.
    pub(crate) fn replace(span: Span, text: impl Into<Vec<u8>>) -> Self {
        Self { span, text: text.into() }
    }

    /// Puts `text` before an offset.
    pub(crate) fn insert(at: u32, text: impl Into<Vec<u8>>) -> Self {
        Self::replace(Span::new(at, at), text)
    }

    /// Takes a line away. Its comment, if it has one, is kept.
    pub(crate) fn remove(line: &Line<'_>) -> Self {
        let start = line.span().start;
        let end =
            if line.comment().is_empty() { line.line_end().end } else { line.comment().start };
        Self::replace(Span::new(start, end), "")
    }
}

/// The file after edits, which must be in order and not overlap; one that is
/// not, is left out.
pub fn apply<'e>(source: &[u8], edits: impl IntoIterator<Item = &'e Edit>) -> Vec<u8> {
    let mut edited = Vec::with_capacity(source.len());
    let mut at = 0;
    for edit in edits.into_iter().filter(|edit| edit.span.end as usize <= source.len()) {
        if edit.span.start < at {
            continue;
        }
        edited.extend_from_slice(Span::new(at, edit.span.start).of(source));
        edited.extend_from_slice(&edit.text);
        at = edit.span.end;
    }
    edited.extend_from_slice(source.get(at as usize..).unwrap_or_default());
    edited
}

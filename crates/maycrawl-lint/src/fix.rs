//! Fixes: edits to a file, and whether they are safe.

use std::fmt;
use std::str::FromStr;

use maycrawl::lines::{Line, Span};

use crate::error::{Error, ErrorKind};
use crate::file::File;

/// Whether a fix may be applied without a look at it.
///
/// Exhaustive: a fix keeps every answer, or it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// It changes no verdict, crawl delay, request rate, sitemap or preference,
    /// for any agent and path, in any preset. [`repair`](crate::repair) proves
    /// that before it applies it.
    Safe,
    /// It changes some of them; [`changes`](crate::changes) shows which.
    Unsafe,
}

impl Applicability {
    /// Every applicability, the safest first.
    pub const ALL: [Self; 2] = [Self::Safe, Self::Unsafe];

    /// The stable name of the applicability.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// Reads what [`Applicability::as_str`] writes.
impl FromStr for Applicability {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|one| one.as_str() == name);
        found.ok_or_else(|| Error::new(ErrorKind::UnknownApplicability, name))
    }
}

/// A range of a file, and the bytes to write in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range to replace; empty to insert before it.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
}

/// A fix: edits that repair a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// Names the fix among those of a file: its rule and its
    /// [`extent`](Self::extent), as `path-space@24-33`. If a rule has several
    /// for one extent, the others end in `.2`, `.3` and so on. It is the same
    /// each time the same file is linted, whichever other rules run.
    pub id: String,
    /// What it does, as an instruction.
    pub title: String,
    /// Whether it may be applied without a look at it.
    pub applicability: Applicability,
    /// The edits, in the file's order; the spans do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that may change the meaning of the file.
    pub(crate) fn unsafe_(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title.into(), Applicability::Unsafe, edits)
    }

    /// A fix that makes a directive of a line that crawlers did not read as one, and says so.
    pub(crate) fn activating(title: impl fmt::Display, edits: Vec<Edit>) -> Self {
        Self::unsafe_(format!("{title}, so that crawlers obey the line"), edits)
    }

    /// A fix that keeps the meaning of the file.
    pub(crate) fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title.into(), Applicability::Safe, edits)
    }

    /// A fix without an id: the linter adds it with the rule.
    fn new(title: String, applicability: Applicability, edits: Vec<Edit>) -> Self {
        Self { id: String::new(), title, applicability, edits }
    }

    /// Removes the line of a rule: safe, if that provably changes nothing in any
    /// preset.
    pub(crate) fn remove_rule(file: &File<'_>, line: &Line<'_>) -> Self {
        let (title, edits) = ("delete the line", vec![Edit::remove(line)]);
        if file.may_lose(line.number()) {
            Self::safe(title, edits)
        } else {
            Self::unsafe_(title, edits)
        }
    }

    /// Removes the lines of several rules, in the file's order: safe, of those that provably
    /// change nothing in any preset; unsafe, of all if there are none.
    pub(crate) fn remove_rules(file: &File<'_>, lines: &[Line<'_>]) -> Self {
        let title = if lines.len() == 1 { "delete the line" } else { "delete the lines" };
        let may_go = lines.iter().filter(|line| file.may_lose(line.number()));
        let safe: Vec<_> = may_go.map(Edit::remove).collect();
        if safe.is_empty() {
            Self::unsafe_(title, lines.iter().map(Edit::remove).collect())
        } else {
            Self::safe(title, safe)
        }
    }

    /// The bytes that it touches, from its first edit to its last.
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

    /// Removes a line but keeps its comment.
    pub(crate) fn remove(line: &Line<'_>) -> Self {
        let start = line.span().start;
        let end =
            if line.comment().is_empty() { line.line_end().end } else { line.comment().start };
        Self::replace(Span::new(start, end), "")
    }
}

/// Applies edits to a file. They must be in order and not overlap; it leaves out those
/// that are not or do.
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

//! The canonical form of a file: field names, spacing, blank lines.

use std::convert::Infallible;

use maycrawl::{
    Document,
    lines::{Field, Line, Separator, Span},
};

use crate::equivalence::is_equivalent_unless;
use crate::fields::canonical;
use crate::refusal::Refusal;
use crate::text::line_end;

/// What [`format()`] made of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormatOutcome {
    /// The file.
    pub source: Vec<u8>,
    /// Why it is unchanged, if it could not be formatted.
    pub refusal: Option<Refusal>,
}

/// The order in which [`format()`] writes lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineOrder {
    /// The order of the file.
    #[default]
    Source,
    /// Agents that share a group, and rules of one kind in a row, in alphabetical
    /// order; all else in the order of the file.
    Alphabetical,
}

/// Brings a file into its canonical form: field names in their usual case, one
/// space after the colon and before a comment, none elsewhere; one kind of line
/// end; no blank lines at the ends, at most one in a row, and one before every
/// group.
///
/// Comments and a byte order mark stay where they are. It is idempotent, and
/// changes no verdict in any preset: it leaves a file as it is if it cannot
/// prove that, or if the file is no robots.txt.
///
/// ```
/// use maycrawl_lint::{LineOrder, format};
///
/// let formatted = format(b"user-agent :*\nDISALLOW:/a   #why\n\n\n", LineOrder::Source);
/// assert_eq!(formatted.source, b"User-agent: *\nDisallow: /a # why\n");
/// assert_eq!(formatted.refusal, None);
/// ```
pub fn format(source: &[u8], order: LineOrder) -> FormatOutcome {
    let Ok(formatted) = format_unless(source, order, || Ok::<_, Infallible>(()));
    formatted
}

/// [`format()`], which ends with the first error of `go_on`. It asks that before each part of a
/// proof.
pub fn format_unless<E>(
    source: &[u8],
    order: LineOrder,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<FormatOutcome, E> {
    let refuse = |refusal| FormatOutcome { source: source.to_vec(), refusal: Some(refusal) };
    if let Some(refusal) = Refusal::of(source) {
        return Ok(refuse(refusal));
    }
    let Some(mut formatted) = step(source, order, &go_on)? else {
        return Ok(refuse(Refusal::Unproved));
    };
    // Two changes may have a proof one after the other, though none together.
    for _ in 0..MOST_STEPS {
        match step(&formatted, order, &go_on)? {
            Some(next) if next != formatted => formatted = next,
            _ => return Ok(FormatOutcome { source: formatted, refusal: None }),
        }
    }
    Ok(refuse(Refusal::Unproved))
}

/// The steps to the best form. One is enough for nearly all files.
const MOST_STEPS: usize = 8;

/// Forms of a file, the best first: whether runs are sorted, and blank lines set.
const FORMS: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

/// The best form of a file that provably has the same meaning.
fn step<E>(
    source: &[u8],
    order: LineOrder,
    go_on: &impl Fn() -> Result<(), E>,
) -> Result<Option<Vec<u8>>, E> {
    let document = Document::parse(source);
    let forms = FORMS.into_iter().filter(|(sorted, _)| order == LineOrder::Alphabetical || !sorted);
    for (sorted, with_blanks) in forms {
        let formatted = form(&document, sorted, with_blanks);
        if is_equivalent_unless(source, &formatted, go_on)? {
            return Ok(Some(formatted));
        }
    }
    Ok(None)
}

/// A line in its canonical form.
struct CanonicalLine {
    text: Vec<u8>,
    kind: LineKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Agent,
    Rule(Field),
    Other,
}

fn form(document: &Document, sort: bool, with_blanks: bool) -> Vec<u8> {
    let mut lines: Vec<CanonicalLine> =
        document.lines().map(|line| CanonicalLine::of(&line)).collect();
    if with_blanks {
        lines = space_out(lines);
    }
    if sort {
        sort_runs(&mut lines);
    }
    let line_end = line_end(document);
    let mut text = document.bom().of(document.source()).to_vec();
    // The first line must not become part of a byte order mark.
    let next = BYTE_ORDER_MARK.get(text.len());
    if next.is_some() && lines.first().is_some_and(|line| line.text.first() == next) {
        text.extend_from_slice(line_end);
    }
    for line in lines {
        text.extend_from_slice(&line.text);
        text.extend_from_slice(line_end);
    }
    text
}

const BYTE_ORDER_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// A parser may cut a line of this length, so its bytes must not move.
const LONG_LINE: u32 = 16_000;

impl CanonicalLine {
    fn of(line: &Line<'_>) -> Self {
        let text = line.text();
        let has_control = text.iter().any(|byte| *byte < b' ' && *byte != b'\t');
        // At the start of a file this byte could begin a byte order mark.
        let first = text.trim_ascii_start().first();
        let is_mark = first.is_some_and(|first| BYTE_ORDER_MARK.contains(first));
        if line.span().len() > LONG_LINE || has_control || is_mark {
            return Self { text: text.to_vec(), kind: LineKind::Other };
        }
        let (field, value) = (line.get(line.field()), line.get(line.value()));
        let is_glued = !value.is_empty() && line.value().end == line.comment().start;
        let comment = line.get(line.comment());
        let comment =
            if is_glued { comment.trim_ascii_end().to_vec() } else { self::comment(comment) };
        let kind = match Field::exact(field) {
            _ if field.is_empty() && value.is_empty() && line.separator().is_empty() => {
                let kind = if comment.is_empty() { LineKind::Blank } else { LineKind::Comment };
                return Self { text: comment, kind };
            }
            Field::UserAgent => LineKind::Agent,
            field @ (Field::Allow | Field::Disallow) => LineKind::Rule(field),
            _ => LineKind::Other,
        };
        let name = canonical(Field::exact(field)).map(str::as_bytes);
        let mut formed = match name {
            Some(name) if line.separator_kind() == Separator::Colon => {
                let space = if value.is_empty() { &b""[..] } else { b" " };
                [name, b":", space, value].concat()
            }
            // An unknown field stays as it is.
            _ => line.get(Span::new(line.field().start, line.value().end)).to_vec(),
        };
        if !comment.is_empty() {
            // A `#` right after a value may be meant as part of it.
            if value.is_empty() || line.value().end < line.comment().start {
                formed.push(b' ');
            }
            formed.extend_from_slice(&comment);
        }
        Self { text: formed, kind }
    }
}

/// A comment without white space at its end, and with a space after its `#`
/// if a letter follows that.
fn comment(comment: &[u8]) -> Vec<u8> {
    match comment.trim_ascii_end() {
        [b'#', first, rest @ ..] if first.is_ascii_alphanumeric() => {
            [&b"# "[..], &[*first], rest].concat()
        }
        comment => comment.to_vec(),
    }
}

/// No blank lines at the ends, at most one in a row, one before every group (and
/// the comments right before it).
fn space_out(lines: Vec<CanonicalLine>) -> Vec<CanonicalLine> {
    let mut spaced: Vec<CanonicalLine> = Vec::with_capacity(lines.len());
    let mut has_rules = false;
    for line in lines {
        let follows_blank = spaced.last().is_none_or(|last| last.kind == LineKind::Blank);
        if line.kind == LineKind::Blank && follows_blank {
            continue;
        }
        if line.kind == LineKind::Agent && has_rules {
            let comments = spaced.iter().rev().take_while(|line| line.kind == LineKind::Comment);
            let at = spaced.len() - comments.count();
            if at
                .checked_sub(1)
                .and_then(|at| spaced.get(at))
                .is_some_and(|line| line.kind != LineKind::Blank)
            {
                spaced.insert(at, CanonicalLine { text: Vec::new(), kind: LineKind::Blank });
            }
            has_rules = false;
        }
        has_rules |= matches!(line.kind, LineKind::Rule(_));
        spaced.push(line);
    }
    while spaced.pop_if(|last| last.kind == LineKind::Blank).is_some() {}
    spaced
}

/// Sorts agents, and rules of one kind, that follow each other.
fn sort_runs(lines: &mut [CanonicalLine]) {
    for run in lines.chunk_by_mut(|one, other| one.kind == other.kind) {
        if run.first().is_some_and(|line| matches!(line.kind, LineKind::Agent | LineKind::Rule(_)))
        {
            run.sort_by_key(|line| line.text.to_ascii_lowercase());
        }
    }
}

//! The canonical form of a file: field names, spacing, blank lines.

use maycrawl::{
    Document,
    content::ContentKind,
    lines::{Field, Line, Separator, Span},
};

use crate::file::line_end;
use crate::meaning::says_the_same;

/// A file in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The file.
    pub source: Vec<u8>,
    /// Why it was left as it is, as the end of a sentence; `None` if it was not.
    pub left_alone: Option<&'static str>,
}

/// Brings a file into its canonical form: field names in their usual case, one
/// space after the colon and before a comment, none elsewhere; one kind of line
/// end; no blank lines at the ends, at most one in a row, and one before every
/// group. Nothing is reordered, unless `sort` asks for it: then agents that
/// share a group, and rules of one kind in a row, stand in alphabetical order.
///
/// Comments and a byte order mark are kept where they are. It is idempotent, and
/// changes no verdict in any preset: what cannot be proved to say the same is
/// left alone, and so is what is no robots.txt.
///
/// ```
/// let formatted = maycrawl_lint::format(b"user-agent :*\nDISALLOW:/a   #why\n\n\n", false);
/// assert_eq!(formatted.source, b"User-agent: *\nDisallow: /a # why\n");
/// assert_eq!(formatted.left_alone, None);
/// ```
pub fn format(source: &[u8], sort: bool) -> Formatted {
    let left_alone = |why| Formatted { source: source.to_vec(), left_alone: Some(why) };
    match ContentKind::sniff(source) {
        ContentKind::Text => {}
        ContentKind::Html => return left_alone("it is a web page"),
        ContentKind::Utf16 => return left_alone("it is UTF-16, in which no crawler finds a line"),
    }
    let unproved = "it could not be proved that another form says the same to every crawler";
    let Some(mut formatted) = step(source, sort) else { return left_alone(unproved) };
    // What cannot be proved of two changes at once may be proved of one after the other.
    for _ in 0..MOST_STEPS {
        match step(&formatted, sort) {
            Some(next) if next != formatted => formatted = next,
            _ => return Formatted { source: formatted, left_alone: None },
        }
    }
    left_alone(unproved)
}

/// How often a form is brought into a better one. Once is enough for nearly all files.
const MOST_STEPS: usize = 8;

/// Forms of a file, the best first: whether runs are sorted, and blank lines set. What
/// spoils one form may not spoil a milder one.
const FORMS: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

/// The best form of a file that is proved to say the same.
fn step(source: &[u8], sort: bool) -> Option<Vec<u8>> {
    let document = Document::parse(source);
    let forms = FORMS.into_iter().filter(|(sorted, _)| sort || !sorted);
    let mut forms = forms.map(|(sorted, with_blanks)| form(&document, sorted, with_blanks));
    forms.find(|formatted| says_the_same(source, formatted))
}

/// A line as it will be.
struct Formed {
    text: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Comment,
    Agent,
    Rule(Field),
    Other,
}

fn form(document: &Document, sort: bool, with_blanks: bool) -> Vec<u8> {
    let mut lines: Vec<Formed> = document.lines().map(|line| Formed::of(&line)).collect();
    if with_blanks {
        lines = space_out(lines);
    }
    if sort {
        sort_runs(&mut lines);
    }
    let line_end = line_end(document);
    let mut text = document.bom().of(document.source()).to_vec();
    // What would begin a byte order mark, or go on with one, must not come first.
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

/// A line this long may be cut by a parser, and what is cut must not move.
const LONG_LINE: u32 = 16_000;

impl Formed {
    fn of(line: &Line<'_>) -> Self {
        let text = line.text();
        let has_control = text.iter().any(|octet| *octet < b' ' && *octet != b'\t');
        // At the start of a file this octet would be a byte order mark's.
        let first = text.trim_ascii_start().first();
        let is_mark = first.is_some_and(|first| BYTE_ORDER_MARK.contains(first));
        if line.span().len() > LONG_LINE || has_control || is_mark {
            return Self { text: text.to_vec(), kind: Kind::Other };
        }
        let (field, value) = (line.get(line.field()), line.get(line.value()));
        let is_glued = !value.is_empty() && line.value().end == line.comment().start;
        let comment = line.get(line.comment());
        let comment =
            if is_glued { comment.trim_ascii_end().to_vec() } else { self::comment(comment) };
        let kind = match Field::exact(field) {
            _ if field.is_empty() && value.is_empty() && line.separator().is_empty() => {
                let kind = if comment.is_empty() { Kind::Blank } else { Kind::Comment };
                return Self { text: comment, kind };
            }
            Field::UserAgent => Kind::Agent,
            field @ (Field::Allow | Field::Disallow) => Kind::Rule(field),
            _ => Kind::Other,
        };
        let name = canonical(Field::exact(field)).map(str::as_bytes);
        let mut formed = match name {
            Some(name) if line.separator_kind() == Separator::Colon => {
                let space = if value.is_empty() { &b""[..] } else { b" " };
                [name, b":", space, value].concat()
            }
            // What is no known field is not touched.
            _ => line.get(Span::new(line.field().start, line.value().end)).to_vec(),
        };
        if !comment.is_empty() {
            // A `#` right after a value may be meant as part of it; it stays so.
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

/// How a field is usually written.
pub(crate) const fn canonical(field: Field) -> Option<&'static str> {
    Some(match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::Sitemap => "Sitemap",
        Field::CrawlDelay => "Crawl-delay",
        Field::RequestRate => "Request-rate",
        Field::VisitTime => "Visit-time",
        Field::CleanParam => "Clean-param",
        Field::Host => "Host",
        Field::ContentSignal => "Content-Signal",
        Field::ContentUsage => "Content-Usage",
        Field::License => "License",
        _ => return None,
    })
}

/// No blank lines at the ends, at most one in a row, one before every group (and
/// the comments right before it).
fn space_out(lines: Vec<Formed>) -> Vec<Formed> {
    let mut spaced: Vec<Formed> = Vec::with_capacity(lines.len());
    let mut has_rules = false;
    for line in lines {
        let follows_blank = spaced.last().is_none_or(|last| last.kind == Kind::Blank);
        if line.kind == Kind::Blank && follows_blank {
            continue;
        }
        if line.kind == Kind::Agent && has_rules {
            let comments = spaced.iter().rev().take_while(|line| line.kind == Kind::Comment);
            let at = spaced.len() - comments.count();
            if at
                .checked_sub(1)
                .and_then(|at| spaced.get(at))
                .is_some_and(|line| line.kind != Kind::Blank)
            {
                spaced.insert(at, Formed { text: Vec::new(), kind: Kind::Blank });
            }
            has_rules = false;
        }
        has_rules |= matches!(line.kind, Kind::Rule(_));
        spaced.push(line);
    }
    while spaced.pop_if(|last| last.kind == Kind::Blank).is_some() {}
    spaced
}

/// Sorts agents, and rules of one kind, that follow each other.
fn sort_runs(lines: &mut [Formed]) {
    for run in lines.chunk_by_mut(|one, other| one.kind == other.kind) {
        if run.first().is_some_and(|line| matches!(line.kind, Kind::Agent | Kind::Rule(_))) {
            run.sort_by_key(|line| line.text.to_ascii_lowercase());
        }
    }
}

//! Comments in the style of other languages.

use maycrawl::{
    Document,
    lines::{Line, Reading},
};

use super::BASE;
use super::line_shape::text_span;
use crate::fields::canonical;

/// What begins a comment in another language, or ends one, with what ends a comment that may
/// continue on other lines. Of two marks that begin alike, the longer comes first.
const MARKS: [(&str, Option<&str>); 20] = [
    ("//", None),
    (";", None),
    ("-->", None),
    ("--", None),
    ("!", None),
    ("/*", Some("*/")),
    ("*/", None),
    ("<!--", Some("-->")),
    ("<%--", Some("--%>")),
    ("{{--", Some("--}}")),
    ("{{!", Some("}}")),
    ("{{/*", Some("*/}}")),
    ("{%", None),
    ("{-", Some("-}")),
    ("(*", Some("*)")),
    ("%%", None),
    ("% ", None),
    (".. ", None),
    ("dnl ", None),
    ("＃", None),
];

/// The mark of another language that a line without its `#` comment begins with.
pub(super) fn mark_of(text: &[u8]) -> Option<&'static str> {
    let marks = MARKS.iter().map(|(mark, _)| *mark);
    marks.into_iter().find(|mark| text.starts_with(mark.as_bytes())).or_else(|| word_or_sign(text))
}

/// A mark that begins a comment only if nothing on the line closes it, or only as a word.
fn word_or_sign(text: &[u8]) -> Option<&'static str> {
    let is_open = |quote: u8| memchr::memchr(quote, text.get(1..).unwrap_or_default()).is_none();
    match text {
        [b'\'', ..] if is_open(b'\'') => Some("'"),
        [b'"', b' ', ..] if is_open(b'"') => Some("\""),
        [b'{', .., b'}'] => Some("{"),
        [word @ .., _] if word.len() > 2 => {
            let is_rem = word.get(..3).is_some_and(|rem| rem.eq_ignore_ascii_case(b"rem"));
            (is_rem && text.get(3).is_some_and(u8::is_ascii_whitespace)).then_some("REM")
        }
        _ => None,
    }
}

/// A comment of another language over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommentBlock {
    /// The number of the line that begins it.
    pub(super) first: u32,
    /// The number of the line that ends it.
    pub(super) last: u32,
    /// The number of the first line in it that crawlers read nevertheless.
    pub(super) active: Option<u32>,
}

/// The comments of other languages that end on a later line, in order. Linear in the file.
pub(super) fn blocks(document: &Document) -> Vec<CommentBlock> {
    let mut blocks: Vec<CommentBlock> = Vec::new();
    let source = document.source();
    for (mark, end) in MARKS.iter().filter_map(|(mark, end)| Some((*mark, (*end)?))) {
        let has = |text: &str| memchr::memmem::find(source, text.as_bytes()).is_some();
        if has(mark) && has(end) {
            blocks.extend(blocks_of(document, mark, end));
        }
    }
    blocks.sort_by_key(|block| block.first);
    // A block inside another one is part of it.
    let mut last = 0;
    blocks.retain(|block| {
        let is_outside = block.first > last;
        last = if is_outside { block.last } else { last };
        is_outside
    });
    blocks
}

/// The blocks of one mark.
fn blocks_of(document: &Document, mark: &str, end: &str) -> Vec<CommentBlock> {
    let has_end = |line: &Line<'_>| memchr::memmem::find(line.text(), end.as_bytes()).is_some();
    let mut blocks = Vec::new();
    let mut open: Option<CommentBlock> = None;
    for line in document.lines() {
        let number = line.number();
        match &mut open {
            None if line.get(text_span(&line)).starts_with(mark.as_bytes()) && !has_end(&line) => {
                open = Some(CommentBlock { first: number, last: number, active: None });
            }
            None => {}
            Some(block) => {
                if block.active.is_none() && is_active(&line) {
                    block.active = Some(number);
                }
                if has_end(&line) {
                    blocks.push(CommentBlock { last: number, ..*block });
                    open = None;
                }
            }
        }
    }
    blocks
}

/// Whether crawlers read a line.
fn is_active(line: &Line<'_>) -> bool {
    let reading = line.read(&BASE.lines);
    matches!(reading, Reading::Directive(directive) if canonical(directive.field).is_some())
}

//! Shapes of lines: what a line looks like that is no plain directive.

use maycrawl::{
    Document,
    lines::{Field, Line, Separator, Span, Spelling},
};

use super::foreign_comment::{blocks, mark_of};
use crate::fields::{canonical, nearest};

/// The shape of a line. A line may have several; most have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineShape {
    /// A URL without a field.
    BareUrl,
    /// A fence of a Markdown code block.
    Fence,
    /// An HTML tag or a processing instruction.
    Markup,
    /// An error message, as PHP prints it.
    ErrorMessage,
    /// A comment of another language, with the mark that begins it.
    ForeignComment { mark: &'static str, hidden: Option<HiddenRules> },
    /// A line inside a comment of another language, and whether crawlers read any line of that.
    InForeignComment { hides_rules: bool },
    /// A comment of another language after a value, from this offset on.
    ForeignCommentAfterValue { mark: &'static str, start: u32 },
    /// A known field with other characters around its name.
    Junk { junk: Span, field: &'static str },
    /// A known field without a colon, and what stands in its place: white space or a sign such
    /// as `=`.
    NoColon { field: &'static str, gap: Span, has_sign: bool },
    /// A misspelt field.
    Misspelt { field: &'static str, is_read_by_google: bool },
}

/// Lines that crawlers read although they stand in a comment of another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HiddenRules {
    /// The number of the first.
    pub(crate) first: u32,
    /// The number of the line that ends the comment.
    pub(crate) last: u32,
}

/// The span from a line's field to its value, without white space and comment.
pub(crate) fn text_span(line: &Line<'_>) -> Span {
    Span::new(line.field().start, line.value().end)
}

/// The field of a rule that is commented out: `# Disallow: /x`.
pub(crate) fn commented_rule(line: &Line<'_>) -> Option<Field> {
    let comment = line.get(line.comment());
    let text = comment.trim_ascii_start().strip_prefix(b"#")?.trim_ascii();
    let colon = memchr::memchr(b':', text)?;
    let (name, value) = (text.get(..colon)?.trim_ascii(), text.get(colon + 1..)?.trim_ascii());
    let field = Field::exact(name);
    let is_rule = match field {
        Field::Allow | Field::Disallow => matches!(value.first(), None | Some(b'/' | b'*')),
        Field::UserAgent => {
            !value.is_empty() && value.iter().all(|byte| !byte.is_ascii_whitespace())
        }
        _ => false,
    };
    is_rule.then_some(field)
}

/// The shapes of all lines, with the number of the line.
pub(super) fn classify(document: &Document) -> Vec<(u32, LineShape)> {
    let blocks = blocks(document);
    let mut shapes = Vec::new();
    for line in document.lines() {
        let number = line.number();
        let block = blocks.partition_point(|block| block.first <= number);
        let block = block.checked_sub(1).and_then(|at| blocks.get(at));
        let block = block.filter(|block| number <= block.last);
        let mut add = |shape: Option<LineShape>| shapes.extend(shape.map(|shape| (number, shape)));
        let text = line.get(text_span(&line));
        if let Some(block) = block.filter(|block| block.first < number) {
            let shape = LineShape::InForeignComment { hides_rules: block.active.is_some() };
            add((!text.is_empty()).then_some(shape));
            continue;
        }
        if let Some(mark) = mark_of(text) {
            let hidden = block
                .and_then(|block| Some(HiddenRules { first: block.active?, last: block.last }));
            add(Some(LineShape::ForeignComment { mark, hidden }));
            continue;
        }
        let bare_url = is_bare_url(&line).then_some(LineShape::BareUrl);
        let junk = junk(&line);
        let no_colon = no_colon(&line);
        let is_misspellable = bare_url.is_none() && junk.is_none() && no_colon.is_none();
        add(bare_url);
        add(junk);
        add(no_colon);
        add(if is_misspellable { misspelt(&line) } else { None });
        add(is_fence(&line).then_some(LineShape::Fence));
        add(is_markup(text).then_some(LineShape::Markup));
        add(is_error_message(text).then_some(LineShape::ErrorMessage));
        add(comment_after_value(&line));
    }
    shapes
}

fn is_bare_url(line: &Line<'_>) -> bool {
    let name = line.get(line.field());
    (name.eq_ignore_ascii_case(b"http") || name.eq_ignore_ascii_case(b"https"))
        && line.get(line.value()).starts_with(b"//")
}

fn is_fence(line: &Line<'_>) -> bool {
    let text = line.text().trim_ascii();
    let after = text.strip_prefix(b"```").or_else(|| text.strip_prefix(b"~~~"));
    after.is_some_and(|info| info.iter().all(u8::is_ascii_alphanumeric))
}

fn is_markup(text: &[u8]) -> bool {
    match text {
        [b'<', b'!', b'-', ..] => false,
        [b'<', b'/' | b'?' | b'!', ..] => true,
        [b'<', second, ..] => second.is_ascii_alphabetic() && text.contains(&b'>'),
        _ => false,
    }
}

fn is_error_message(text: &[u8]) -> bool {
    let begins = ["warning:", "notice:", "fatal error:", "parse error:", "deprecated:"];
    begins.iter().any(|begin| {
        text.get(..begin.len()).is_some_and(|text| text.eq_ignore_ascii_case(begin.as_bytes()))
    })
}

/// Finds a comment of another language after a value.
fn comment_after_value(line: &Line<'_>) -> Option<LineShape> {
    // A parameter list is followed by a path, which may begin so.
    canonical(Field::exact(line.get(line.field()))).filter(|field| *field != "Clean-param")?;
    let value = line.get(line.value());
    COMMENTS_AFTER_VALUE.into_iter().find_map(|mark| {
        let at = memchr::memmem::find(value, mark.as_bytes())?;
        let start = line.value().start + u32::try_from(at + 1).ok()?;
        Some(LineShape::ForeignCommentAfterValue { mark: mark.trim_start(), start })
    })
}

/// What begins a comment after a value in other languages.
pub(super) const COMMENTS_AFTER_VALUE: [&str; 4] = [" // ", " ; ", " /* ", " <!--"];

/// Finds a known field with other characters around its name.
fn junk(line: &Line<'_>) -> Option<LineShape> {
    if line.separator_kind() != Separator::Colon {
        return None;
    }
    let name = line.get(line.field());
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let start = name.iter().position(is_letter)?;
    let end = name.iter().rposition(is_letter)? + 1;
    let field = canonical(Field::exact(name.get(start..end)?))?;
    let is_junk = |text: &[u8]| text.is_ascii() || str::from_utf8(text).is_ok_and(is_bullet);
    let (before, after) = (name.get(..start)?, name.get(end..)?);
    let is_clean = before.is_empty() && after.is_empty();
    if is_clean || !is_junk(before) || !is_junk(after) {
        return None;
    }
    let len = u32::try_from(start).ok()?;
    let junk = if before.is_empty() {
        line.field()
    } else {
        Span::new(line.field().start, line.field().start + len)
    };
    Some(LineShape::Junk { junk, field })
}

/// Whether a text is a bullet or a quotation mark, with white space.
fn is_bullet(text: &str) -> bool {
    text.chars().all(|char| char.is_whitespace() || "•·‣▪–—“”„«»‘’‚‹›".contains(char))
}

/// Finds a known field without a colon. A colon further on belongs to the value: it follows the
/// scheme of a URL, or a path.
fn no_colon(line: &Line<'_>) -> Option<LineShape> {
    let text_at = text_span(line);
    let text = line.get(text_at);
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'=';
    let word_len = text.iter().position(is_end).unwrap_or(text.len());
    let has_colon = line.separator_kind() == Separator::Colon;
    if has_colon && line.get(line.field()).len() <= word_len {
        return None;
    }
    let field = canonical(Field::google(text.get(..word_len)?).0)?;
    let rest = text.get(word_len..)?;
    let is_sign = |byte: &u8| byte.is_ascii_whitespace() || b"=>:".contains(byte);
    let mut gap_len = rest.iter().position(|byte| !is_sign(byte)).unwrap_or(rest.len());
    let has_sign = rest.get(..gap_len)?.contains(&b'=');
    if !has_sign {
        gap_len = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
    }
    let value = rest.get(gap_len..)?;
    let begins_value = matches!(value.first(), Some(b'/' | b'*'))
        || value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"http"));
    if has_colon && !has_sign && !begins_value {
        return None;
    }
    let start = text_at.start + u32::try_from(word_len).ok()?;
    let gap = Span::new(start, start + u32::try_from(gap_len).ok()?);
    Some(LineShape::NoColon { field, gap, has_sign })
}

/// Finds a misspelt field.
fn misspelt(line: &Line<'_>) -> Option<LineShape> {
    let name = line.get(line.field());
    let is_known = canonical(Field::exact(name)).is_some();
    if line.separator_kind() != Separator::Colon || is_known || !name.is_ascii() {
        return None;
    }
    let (field, spelling) = Field::google(name);
    let accepted = canonical(field).filter(|_| spelling != Spelling::Exact);
    let field = accepted.or_else(|| nearest(name))?;
    Some(LineShape::Misspelt { field, is_read_by_google: accepted.is_some() })
}

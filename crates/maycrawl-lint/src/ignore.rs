//! Comments in the file that silence a rule: `# maycrawl: ignore NAME REASON`.

use maycrawl::{
    Document,
    lines::{Line, Span},
};

/// A comment that silences a rule: on its own line, or, if it stands alone,
/// on the next line that is not empty or a comment.
#[derive(Clone, Debug)]
pub(crate) struct Ignore {
    /// Where the comment stands.
    pub(crate) span: Span,
    /// The comment and the white space before it; its whole line, if it stands alone.
    pub(crate) with_space: Span,
    /// The rules that it names.
    pub(crate) names: Vec<String>,
    pub(crate) has_reason: bool,
    /// The line that it is about, if there is one.
    about: Option<Span>,
    pub(crate) is_used: bool,
}

/// The comments of a file that silence rules.
pub(crate) fn ignores(document: &Document) -> Vec<Ignore> {
    let mut ignores = Vec::new();
    for line in document.lines() {
        let Some(words) = after_marker(line.get(line.comment())) else { continue };
        let words = String::from_utf8_lossy(words);
        let mut words = words.split_whitespace().peekable();
        let mut names: Vec<String> = Vec::new();
        // Commas separate several names.
        for word in words.by_ref() {
            names.extend(word.split(',').filter(|name| !name.is_empty()).map(str::to_owned));
            if !word.ends_with(',') {
                break;
            }
        }
        let stands_alone = line.field().is_empty() && line.value().is_empty();
        let about = if stands_alone { next_line(document, &line) } else { Some(line.span()) };
        let with_space = if stands_alone {
            Span::new(line.span().start, line.line_end().end)
        } else {
            Span::new(line.value().end, line.comment().end)
        };
        ignores.push(Ignore {
            span: line.comment(),
            with_space,
            names,
            has_reason: words.next().is_some(),
            about,
            is_used: false,
        });
    }
    ignores
}

/// What follows `# maycrawl: ignore`.
fn after_marker(comment: &[u8]) -> Option<&[u8]> {
    let rest = comment.strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"maycrawl:")?;
    let rest = rest.trim_ascii_start().strip_prefix(b"ignore")?;
    rest.first().is_none_or(u8::is_ascii_whitespace).then_some(rest)
}

fn next_line(document: &Document, line: &Line<'_>) -> Option<Span> {
    let following = document.lines().skip(line.number() as usize);
    let says = |line: &Line<'_>| !line.field().is_empty() || !line.value().is_empty();
    following.into_iter().find(says).map(|line| line.span())
}

impl Ignore {
    /// Whether an offset lies in the line that the comment is about.
    pub(crate) fn concerns(&self, offset: u32) -> bool {
        self.about.is_some_and(|line| line.start <= offset && offset <= line.end)
    }
}

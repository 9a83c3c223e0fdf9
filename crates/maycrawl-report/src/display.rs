//! Names and text from files, as sentences show them.

use maycrawl::{
    Agent, Dialect, Document,
    dialect::{Preset, UaMatch},
    robots::RuleKind,
};

/// What a person calls an agent: its first token.
///
/// The agent `*`, which has no group of its own, is "a crawler without a group
/// of its own".
pub fn agent_name(agent: &Agent) -> String {
    match agent.tokens().next() {
        None | Some(b"*") => "a crawler without a group of its own".into(),
        Some(b"") => "a crawler without a name".into(),
        Some(token) => sanitize(token),
    }
}

/// How a crawler reads files, if not as Google does: `read as bing`, `read as google, matched by
/// whole name`.
///
/// How far redirects are followed is no way of reading.
///
/// ```
/// use maycrawl::Dialect;
/// use maycrawl_crawlers::Catalogue;
/// use maycrawl_report::reading;
///
/// let own = |name| reading(&Catalogue::built_in().own_dialect(name));
/// assert_eq!(own("Googlebot"), None);
/// assert_eq!(own("bingbot").as_deref(), Some("read as bing"));
/// assert_eq!(own("MJ12bot").as_deref(), Some("read as google, matched by whole name"));
/// ```
pub fn reading(dialect: &Dialect) -> Option<String> {
    let name = dialect_name(dialect);
    let is_whole = dialect.groups.ua_match == UaMatch::Whole && !name.contains("ua_match");
    match is_whole {
        true => Some(format!("read as {name}, matched by whole name")),
        false if name == Preset::DEFAULT.name => None,
        false => Some(format!("read as {name}")),
    }
}

/// The name of the preset on which a dialect builds, if it differs only in how it follows
/// redirects or matches names; otherwise the dialect in full.
pub(crate) fn dialect_name(dialect: &Dialect) -> String {
    let mut base = *dialect;
    base.fetch.hops = Preset::DEFAULT.dialect.fetch.hops;
    if let Some(name) = base.name() {
        return name.into();
    }
    base.groups.ua_match = UaMatch::Token;
    base.name().map_or_else(|| dialect.to_string(), Into::into)
}

/// The same in parentheses after a space; nothing where a crawler reads as Google does.
pub fn reading_note(dialect: &Dialect) -> String {
    reading(dialect).map_or_else(String::new, |reading| format!(" ({reading})"))
}

/// A rule as it would be written in a file.
pub(crate) fn rule_text(kind: RuleKind, value: &[u8]) -> String {
    format!("{}: {}", kind.name(), sanitize(value)).trim_end().into()
}

/// A text broken into lines of at most so many columns, but of 20 at least.
pub fn fill(text: &str, width: usize) -> String {
    const NARROWEST: usize = 20;
    let width = width.max(NARROWEST);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = lines.last().is_some_and(|line| line.len() + 1 + word.len() > width);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// The same; the lines after the first begin with `indent` spaces.
pub fn fill_below(text: &str, width: usize, indent: usize) -> String {
    let filled = fill(text, width.saturating_sub(indent));
    filled.replace('\n', &format!("\n{:indent$}", ""))
}

/// A text from a file or a question, for a message. A long one is cut.
pub fn shortened(bytes: &[u8]) -> String {
    const MAX_CHARS: usize = 100;
    let text = String::from_utf8_lossy(bytes);
    let mut short: String = text.chars().take(MAX_CHARS).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// A whole file as text that is safe on a terminal: its lines as [`sanitize`] shows
/// them, each with the line end that it has. A CR alone would let a line hide the
/// one before it, so that becomes a line feed.
pub fn sanitize_file(bytes: &[u8]) -> String {
    let document = Document::parse(bytes);
    let mut text = sanitize(document.bom().of(bytes));
    for line in document.lines() {
        text.push_str(&sanitize(line.text()));
        text.push_str(match line.get(line.line_end()) {
            b"" => "",
            b"\r\n" => "\r\n",
            _ => "\n",
        });
    }
    text
}

/// Bytes as one line of text that is safe on a terminal: what is not UTF-8 or
/// cannot be printed is replaced by a sign for it.
pub fn sanitize(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars()
        .map(|char| match char {
            // What would turn or hide the text around it.
            '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' => '\u{FFFD}',
            _ => control_sign(char).unwrap_or(char),
        })
        .collect()
}

/// The sign that stands for a control character.
pub(crate) fn control_sign(char: char) -> Option<char> {
    match char {
        '\t' => Some(' '),
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(char)),
        '\x7F' => Some('\u{2421}'),
        '\u{80}'..='\u{9F}' => Some('\u{FFFD}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &[u8], expected: &str) {
        assert_eq!(sanitize_file(file), expected);
    }

    #[test]
    fn a_file_is_shown_with_its_lines_and_without_its_tricks() {
        check(
            b"User-agent: *\r\nDisallow: /a\n\n# \xC3\xA9",
            "User-agent: *\r\nDisallow: /a\n\n# é",
        );
        check(b"Disallow: /\x1B[2J\x00\x07\x7F\n", "Disallow: /␛[2J␀␇␡\n");
        check("# \u{202E}\u{9B}\n".as_bytes(), "# \u{FFFD}\u{FFFD}\n");
        check(b"Disallow: /\rAllow: /\r", "Disallow: /\nAllow: /\n");
        check(b"", "");
    }
}

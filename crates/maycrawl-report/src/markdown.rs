//! Markdown as plain text for a terminal: the pages of lint rules, and sentences with links.

use crate::display::fill;

/// A page as text of at most `width` columns, where that can be: headings without marks, code indented,
/// and of links their words.
///
/// It knows what the pages of rules use: headings, paragraphs, fenced code, links and code in
/// backticks.
///
/// ```
/// use maycrawl_report::markdown::as_text;
///
/// let page = "## Why\n\nSee [RFC 9309](https://example.com), `Allow`.\n\n```robots\nAllow: /\n```";
/// assert_eq!(as_text(page, 80), "Why\n\nSee RFC 9309, `Allow`.\n\n  Allow: /");
/// ```
pub fn as_text(markdown: &str, width: usize) -> String {
    let mut blocks = Vec::new();
    // Every second piece is code, which begins with the name of its language.
    for (index, piece) in markdown.split("```").enumerate() {
        if index % 2 == 1 {
            let code = piece.trim_end().lines().skip(1).map(|line| format!("  {line}"));
            blocks.push(code.collect::<Vec<_>>().join("\n"));
            continue;
        }
        let paragraphs = piece.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        blocks.extend(paragraphs.map(|text| {
            let text = text.trim_start_matches('#').trim_start();
            fill(&without_links(text), width)
        }));
    }
    blocks.join("\n\n")
}

/// The words of links in place of the links.
pub fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let link_parts =
            link.split_once("](").and_then(|(name, link)| Some((name, link.split_once(')')?.1)));
        let (name, after) = link_parts.unwrap_or(("[", link));
        plain.push_str(name);
        rest = after;
    }
    plain + rest
}

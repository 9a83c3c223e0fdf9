//! The Markdown of our own pages as HTML.

use std::fmt::Write as _;

use crate::pages::{escaped, shell};

/// A page. Headings have anchors, as elsewhere where Markdown is shown.
pub(super) fn page(title: &str, markdown: &str) -> String {
    let mut html = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let marks = line.bytes().take_while(|byte| *byte == b'#').count();
        if marks > 0 {
            let text = line.trim_start_matches('#').trim();
            let anchor = text.replace('`', "").replace(' ', "-").to_lowercase();
            let anchor: String =
                anchor.chars().filter(|char| char.is_alphanumeric() || *char == '-').collect();
            let _ = writeln!(html, "<h{marks} id=\"{anchor}\">{}</h{marks}>", spans(text));
        } else if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| *line != "```");
            let code: Vec<_> = code.map(escaped).collect();
            let _ = writeln!(html, "<pre><code>{}</code></pre>", code.join("\n"));
        } else if line.starts_with("| ") {
            let mut rows = vec![row(line, "th")];
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                rows.extend((!line.starts_with("|--")).then(|| row(line, "td")));
            }
            let _ = writeln!(html, "<table>\n{}\n</table>", rows.join("\n"));
        } else if line.starts_with("- ") {
            let mut items = vec![line.trim_start_matches("- ").to_owned()];
            while let Some(line) = lines.next_if(|line| !line.is_empty()) {
                match (line.strip_prefix("- "), items.last_mut()) {
                    (None, Some(item)) => *item = format!("{item} {}", line.trim()),
                    (item, _) => items.push(item.unwrap_or(line).to_owned()),
                }
            }
            let items: Vec<_> =
                items.iter().map(|item| format!("<li>{}</li>", spans(item))).collect();
            let _ = writeln!(html, "<ul>\n{}\n</ul>", items.join("\n"));
        } else if !line.is_empty() && !line.starts_with("<!--") {
            let mut text = line.to_owned();
            while let Some(line) = lines.next_if(|line| !line.is_empty()) {
                text = format!("{text}\n{line}");
            }
            let _ = writeln!(html, "<p>{}</p>", spans(&text));
        }
    }
    shell(title, &html)
}

/// A row of a table.
fn row(line: &str, tag: &str) -> String {
    const PIPE: &str = "\u{1}";
    let line = line.trim_matches('|').replace("\\|", PIPE);
    let cells = line
        .split('|')
        .map(|cell| format!("<{tag}>{}</{tag}>", spans(&cell.replace(PIPE, "|")).trim()));
    format!("<tr>{}</tr>", cells.collect::<String>())
}

/// Text with code and links.
fn spans(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            let _ = write!(html, "<code>{}</code>", escaped(part));
        } else {
            html.push_str(&escaped(part));
        }
    }
    links(&html)
}

/// Links to pages of the service and of the web; of others, the text alone.
fn links(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, (text, to, after))) = rest.split_once('[').and_then(|(before, link)| {
        let (text, link) = link.split_once("](")?;
        let (to, after) = link.split_once(')')?;
        Some((before, (text, to, after)))
    }) {
        out.push_str(before);
        let to = if to == "problems.md" { "problems" } else { to };
        let to = to.strip_prefix("api.md").unwrap_or(to);
        let is_ours = matches!(to, "openapi.json" | "problems");
        if is_ours || to.starts_with('#') || to.starts_with("https://") {
            let _ = write!(out, "<a href=\"{to}\">{text}</a>");
        } else {
            out.push_str(text);
        }
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, html: &str) {
        assert_eq!(page("", markdown), shell("", html));
    }

    #[test]
    fn our_markdown_is_html() {
        check("# A `b`", "<h1 id=\"a-b\">A <code>b</code></h1>\n");
        check("a <b>\n`c`\n\nd", "<p>a &lt;b&gt;\n<code>c</code></p>\n<p>d</p>\n");
        check("```sh\n# a\n\n&\n```", "<pre><code># a\n\n&amp;</code></pre>\n");
        check("- a\n  b\n- c\n", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n");
        check(
            "| a | b |\n|---|---|\n| `c` | d\\|e |",
            "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>c</code></td><td>d|e</td></tr>\n</table>\n",
        );
        check(
            "[a](#b) [c](schemas) [d](problems.md)",
            "<p><a href=\"#b\">a</a> c <a href=\"problems\">d</a></p>\n",
        );
        check("a [b", "<p>a [b</p>\n");
    }
}

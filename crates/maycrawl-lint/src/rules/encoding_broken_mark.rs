//! The rule `encoding-broken-mark`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file begins with `ï»¿`, a byte order mark that was encoded twice.
    ///
    /// ## Why
    ///
    /// Google skips a byte order mark
    /// ([file format](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-format)),
    /// but every crawler reads these three letters as text, so the first line has no effect.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// ï»¿User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes the letters. The first line then takes effect.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where the first line is a comment, or where its group blocks nothing, because
    /// then nothing is lost.
    Encoding, "encoding-broken-mark", "E008", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(mark) = file.broken_mark() else { return };
    let Some(line) = file.lines().next() else { return };
    let rest = line.get(Span::new(mark.end, line.span().end)).trim_ascii_start();
    let (name, value) = rest.split_at(memchr::memchr(b':', rest).unwrap_or(rest.len()));
    let field = canonical(Field::google(name.trim_ascii()).0).filter(|_| !rest.starts_with(b"#"));
    let text = lossy(line.get(Span::new(mark.end, text_span(&line).end)).trim_ascii());
    let below = || {
        let lines = file.directive_lines().filter(|(line, _)| line.number() > 1);
        lines.map(|(_, entry)| entry.directive)
    };
    let is_agent = |field| field == Field::UserAgent;
    let (what, todo) = match field {
        Some("User-agent") => {
            let name = lossy(value.get(1..).unwrap_or_default().trim_ascii());
            let group: Vec<_> = below().take_while(|next| !is_agent(next.field)).collect();
            let is_shared = below().next().is_some_and(|next| is_agent(next.field));
            let mut disallows = group.iter().filter(|next| next.field == Field::Disallow);
            let blocks_all = disallows.clone().any(|next| next.value.of(file.source()) == b"/");
            let blocks = disallows.any(|next| !next.value.is_empty());
            let what = match (is_shared, blocks) {
                (true, _) => format!("three letters hide this line, so the group below is not for {name}"),
                (_, true) => {
                    "three letters hide this User-agent, so the rules below it belong to no group and no crawler obeys them".into()
                }
                (false, false) => return,
            };
            let then = if blocks_all { "; the Disallow: / below it takes effect then" } else { "" };
            (what, format!("delete the three letters \u{EF}\u{BB}\u{BF} before User-agent{then}"))
        }
        Some(field) => (
            format!("three letters hide this line, so no crawler reads {text}"),
            format!("delete the three letters \u{EF}\u{BB}\u{BF} before {field}"),
        ),
        // A comment may begin with anything.
        None => return,
    };
    let report = Diagnostic::new(mark, what, todo);
    out.push(report.fix(Fix::activating("delete the letters", vec![Edit::replace(mark, "")])));
}

//! What edits of a file make of its lines: which become active, and which URLs are lost.

use std::collections::BTreeSet;

use maycrawl::lines::{Field, Line, LineIndex, Reading, Span};
use maycrawl::{Dialect, Document};

/// An edit: the range to replace, and what to write there.
pub type Edit<'e> = (Span, &'e [u8]);

/// A file after edits, and where each of its bytes was before; `None` for those that an edit wrote.
struct Edited {
    bytes: Vec<u8>,
    origins: Vec<Option<u32>>,
}

/// The lines of an edited file that a dialect reads as directives, although before it read their
/// text as a comment or as nothing. Lines that edits wrote as a whole are none of these.
pub fn activated(before: &[u8], edits: &[Edit<'_>], dialect: &Dialect) -> Vec<Vec<u8>> {
    let edited = edited(before, edits);
    let old = Document::parse(before);
    let lines = LineIndex::new(before);
    let was_active = |at: u32| {
        let line = old.line(lines.position(at).line);
        line.and_then(|line| active(&line, dialect))
            .is_some_and(|text| text.start <= at && at < text.end)
    };
    // Line ends stand apart, so that what is not touched needs no look.
    let touched = |line: &Line<'_>| {
        let origins = &edited.origins[line.span().start as usize..line.span().end as usize];
        let is_row = |pair: &[Option<u32>]| match pair {
            [Some(one), Some(next)] => *next == one + 1,
            _ => false,
        };
        let first = origins.first().copied().flatten();
        let is_whole = first.is_some_and(|at| lines.position(at).column == 1);
        let last = origins.last().copied().flatten();
        let is_end = last.is_some_and(|at| {
            before.get(at as usize + 1).is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
        });
        !(is_whole && is_end && origins.windows(2).all(is_row))
    };
    let new = Document::parse(&edited.bytes);
    let is_new = |line: &Line<'_>| {
        let Some(text) = active(line, dialect).filter(|_| touched(line)) else { return false };
        let origins = &edited.origins[text.start as usize..text.end as usize];
        let bytes = text.of(&edited.bytes).iter().zip(origins);
        let kept = bytes.filter(|(byte, _)| !byte.is_ascii_whitespace());
        let kept: Vec<u32> = kept.filter_map(|(_, origin)| *origin).collect();
        !kept.is_empty() && !kept.iter().any(|at| was_active(*at))
    };
    new.lines().filter(is_new).map(|line| line.text().to_vec()).collect()
}

/// The field and the value of a line that crawlers obey, if they do.
fn active(line: &Line<'_>, dialect: &Dialect) -> Option<Span> {
    match line.read(&dialect.lines) {
        Reading::Directive(directive) => {
            let is_known = !matches!(directive.field, Field::Other | Field::Obsolete);
            is_known.then(|| Span::new(directive.name.start, directive.value.end))
        }
        Reading::Blank | Reading::Ignored => None,
    }
}

fn edited(before: &[u8], edits: &[Edit<'_>]) -> Edited {
    let mut edited = Edited { bytes: Vec::new(), origins: Vec::new() };
    let mut at = 0;
    let keep = |edited: &mut Edited, from: u32, to: u32| {
        edited.bytes.extend_from_slice(Span::new(from, to).of(before));
        edited.origins.extend((from..to).map(Some));
    };
    for (span, text) in edits {
        keep(&mut edited, at, span.start);
        edited.bytes.extend_from_slice(text);
        edited.origins.extend(text.iter().map(|_| None));
        at = span.end;
    }
    keep(&mut edited, at, u32::try_from(before.len()).unwrap());
    edited
}

/// Where the URLs of a file stand: from `http://` or `https://` to the next white space.
pub fn urls(file: &[u8]) -> Vec<Span> {
    let mut urls = Vec::new();
    let mut at = 0;
    while let Some(found) = file.get(at..).and_then(|rest| find(rest, b"://")) {
        let sign = at + found;
        let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
        let scheme = file[..sign].iter().rev().take_while(is_letter).count();
        let name = file[sign - scheme..sign].to_ascii_lowercase();
        let rest = &file[sign..];
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        if matches!(&*name, b"http" | b"https") {
            let offset = |at: usize| u32::try_from(at).unwrap();
            urls.push(Span::new(offset(sign - scheme), offset(sign + len)));
        }
        at = sign + len.max(3);
    }
    urls
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// The URLs of a file that are not in another version of it.
pub fn lost_urls(before: &[u8], after: &[u8]) -> Vec<Span> {
    let kept: BTreeSet<&[u8]> = urls(after).into_iter().map(|url| url.of(after)).collect();
    urls(before).into_iter().filter(|url| !kept.contains(url.of(before))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, (start, end): (u32, u32), text: &str, expected: &[&str]) {
        let edits = [(Span::new(start, end), text.as_bytes())];
        let lines = activated(before.as_bytes(), &edits, &Dialect::GOOGLE);
        let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
        assert_eq!(lines, expected, "{before}");
    }

    #[test]
    fn lines_become_active() {
        check("# Disallow: /a", (0, 2), "", &["Disallow: /a"]);
        check("x Disallow: /a\n", (0, 2), "", &["Disallow: /a"]);
        check("Disallow: /a\nfoo\n", (13, 16), "Allow: /b", &[]);
        check("Disallow: a\n", (10, 10), "/", &[]);
        check("Disallow: /a # Allow: /b", (13, 15), "\n", &["Allow: /b"]);
        check("Disallow: /a Allow: /b", (12, 13), "\n", &[]);
        check("// x\nDisallow: /a\n", (0, 0), "# ", &[]);
    }

    #[test]
    fn urls_are_lost() {
        let before = b"Sitemap https://a.example/s.xml\nHost: http://b.example";
        assert_eq!(
            lost_urls(before, b"Sitemap://a.example/s.xml\nHost: http://b.example").len(),
            1
        );
        assert_eq!(lost_urls(before, before), []);
    }
}

//! The rule `syntax-no-directive`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is neither a directive nor a comment.
    ///
    /// ## Why
    ///
    /// Parsers silently drop what they cannot read
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)). A line
    /// that was meant as a rule has no effect; a line that was meant as a comment should begin
    /// with `#`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// # block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the line is made a comment. There is no fix for a path without its field, nor for an
    /// unresolved merge.
    ///
    /// ```robots
    /// User-agent: *
    /// # block the cart please
    /// Disallow: /cart/
    /// ```
    ///
    /// ## Limits
    ///
    /// Other rules report lines that they explain better: HTML, Markdown, a missing colon.
    /// Reported once per file for each kind of line; a note for words. Not reported where most lines
    /// belong to a binary file or a web page. A file without any directive is not a robots.txt, and
    /// there is no fix for it.
    Syntax, "syntax-no-directive", "S011", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_noise = |line: &Line<'_>| {
        let text = text_span(line);
        let is_empty = text.is_empty() && line.separator().is_empty();
        let has_field = line.separator_kind() == Separator::Colon && !line.field().is_empty();
        !is_empty && !has_field && !is_explained(file, line)
    };
    let noise: Vec<_> = file.lines().filter(is_noise).collect();
    let Some(first) = noise.first() else { return };
    let known = file.directives.iter().filter(|entry| entry.directive.field != Field::Other);
    let known = known.count();
    if known < noise.len() && is_foreign(file) {
        return;
    }
    let is_slip = |shape| {
        matches!(
            shape,
            LineShape::NoColon { .. } | LineShape::Misspelt { .. } | LineShape::Junk { .. }
        )
    };
    if known == 0 && !file.shaped_lines().any(|(_, shape)| is_slip(shape)) {
        out.push(Diagnostic::new(
            text_span(first),
            "this is not a robots.txt: it contains no rule, so crawlers ignore all of it and may fetch everything",
            "serve the rules as plain text; if there are none, answer with status 404",
        ));
        return;
    }
    for kind in [Stray::Merge, Stray::Path, Stray::ServerConfiguration, Stray::Prose] {
        let lines: Vec<_> = noise.iter().filter(|line| Stray::of(line) == kind).collect();
        let [first, others @ ..] = lines.as_slice() else { continue };
        let (severity, what, todo) = kind.explain(&lossy(first.get(text_span(first))));
        let report = Diagnostic::new(text_span(first), what, todo).severity(severity);
        let report = report.also(others.iter().map(|line| text_span(line)), "and this line");
        let title = if others.is_empty() { "make it a comment" } else { "make them comments" };
        let edits = lines.iter().map(|line| Edit::insert(line.span().start, "# ")).collect();
        // What a merge or a broken line left is not mended by hiding it.
        let is_harmless = matches!(kind, Stray::ServerConfiguration | Stray::Prose);
        out.push(report.maybe_fix(is_harmless.then(|| Fix::safe(title, edits))));
    }
}

/// What a line is that is no directive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stray {
    /// A mark of a merge that nobody finished.
    Merge,
    /// A path alone.
    Path,
    /// A line of the configuration of a web server.
    ServerConfiguration,
    /// Words.
    Prose,
}

impl Stray {
    fn of(line: &Line<'_>) -> Self {
        const MERGE: [&[u8]; 3] = [b"<<<<<<<", b"=======", b">>>>>>>"];
        const SERVER: [&str; 8] = [
            "setenvif",
            "setenvifnocase",
            "order",
            "rewritecond",
            "rewriteengine",
            "rewriterule",
            "rewrite",
            "redirectmatch",
        ];
        let text = line.get(text_span(line));
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match text {
            _ if MERGE.iter().any(|mark| text.starts_with(mark)) => Self::Merge,
            [b'/', ..] if word.len() == text.len() => Self::Path,
            _ if SERVER.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes())) => {
                Self::ServerConfiguration
            }
            _ => Self::Prose,
        }
    }

    /// How severe it is, what it is, and what to do.
    fn explain(self, text: &str) -> (Severity, &'static str, String) {
        match self {
            Self::Merge => (
                Severity::Warning,
                "this is the mark of an unresolved merge, so crawlers read both versions of the rules",
                "keep one version, and delete the other with the marks <<<<<<<, ======= and >>>>>>>".into(),
            ),
            Self::Path => (
                Severity::Warning,
                "this path has no field before it, so crawlers ignore it",
                format!("write Disallow: {text} or Allow: {text} on one line"),
            ),
            Self::ServerConfiguration => (
                Severity::Warning,
                "this is configuration of a web server, which has no effect in a robots.txt",
                "move it to the configuration of the server, such as .htaccess".into(),
            ),
            Self::Prose => (
                Severity::Note,
                "this is neither a rule nor a comment, so crawlers ignore it",
                "write # before it, if it is a comment; otherwise delete it".into(),
            ),
        }
    }
}

/// Whether other rules say that the file is none: it is binary, or holds HTML.
fn is_foreign(file: &File<'_>) -> bool {
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\r' | b'\n');
    let is_binary = file.lines().any(|line| line.get(text_span(&line)).iter().any(is_control));
    is_binary || file.shaped_lines().any(|(_, shape)| shape == LineShape::Markup)
}

/// Whether another rule reports the line more exactly.
fn is_explained(file: &File<'_>, line: &Line<'_>) -> bool {
    let text = line.get(text_span(line));
    let explains = |shape| {
        matches!(
            shape,
            LineShape::NoColon { .. }
                | LineShape::Fence
                | LineShape::Markup
                | LineShape::ForeignComment { .. }
                | LineShape::InForeignComment { .. }
        )
    };
    file.shapes_of(line).any(explains)
        || (line.number() == 1 && file.broken_mark().is_some())
        || text.contains(&0)
        || memchr::memmem::find(text, "：".as_bytes()).is_some()
}

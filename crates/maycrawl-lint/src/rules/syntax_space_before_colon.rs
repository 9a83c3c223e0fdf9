//! The rule `syntax-space-before-colon`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// There is white space before a colon.
    ///
    /// ## Why
    ///
    /// RFC 9309 allows it
    /// ([section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), and the large
    /// crawlers read it, but simple parsers that split a line at `: ` do not.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent : *
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
    /// Safe: the white space is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A note, once per file: every crawler we know of reads the field, and the fix changes no verdict
    /// in any dialect.
    Syntax, "syntax-space-before-colon", "S015", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let space = |line: Line<'_>| {
        let space = Span::new(line.field().end, line.separator().start);
        let is_known = canonical(Field::exact(line.get(line.field()))).is_some();
        let is_it = line.separator_kind() == Separator::Colon && is_known && !space.is_empty();
        is_it.then_some(space)
    };
    let spaces: Vec<Span> = file.lines().filter_map(space).collect();
    let Some((first, others)) = spaces.split_first() else { return };
    let edits = spaces.iter().map(|space| Edit::replace(*space, "")).collect();
    out.push(
        Diagnostic::new(
            *first,
            "white space stands before the colon; simple parsers may not read such a line",
            "put the colon right after the field",
        )
        .also(others.iter().copied(), "here too")
        .fix(Fix::safe("delete the white space", edits)),
    );
}

//! The rule `syntax-markup`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A line is HTML, a script, or an error message of the server.
    ///
    /// ## Why
    ///
    /// Something wrote into the file, or before it: a plug-in, an error message of PHP, an
    /// advertisement, or somebody else. Parsers drop such lines
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but one
    /// on the same line as a directive makes that unreadable, and what wrote it may write more.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// <script src="https://cdn.example/x.js"></script>
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix: mend what writes it.
    Syntax, "syntax-markup", "S008", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        let message = match shape {
            LineShape::Markup => "this is markup, not a directive",
            LineShape::ErrorMessage => "this is an error message of the server",
            _ => continue,
        };
        let help = "find out what writes it, and stop it there";
        out.push(Diagnostic::new(text_span(&line), message, help));
    }
}

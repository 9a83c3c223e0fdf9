//! The rule `signal-usage-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// Crawlers cannot parse the value of a `Content-Usage`.
    ///
    /// ## Why
    ///
    /// The value is an optional path and a list of pairs such as `train-ai=n`
    /// ([draft-ietf-aipref-attach](https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/)),
    /// written as a dictionary of structured fields
    /// ([RFC 9651](https://www.rfc-editor.org/rfc/rfc9651.html)). One mistake makes the whole
    /// value invalid.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Usage: train-ai=
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Usage: train-ai=n
    /// Disallow: /private/
    /// ```
    Signal, "signal-usage-invalid", "N002", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::ContentUsage) {
        let value = line.get(entry.directive.value);
        if Value::parse(Field::ContentUsage, value).is_err() {
            out.push(Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                "crawlers cannot read this value and ignore all of it",
                "write pairs such as train-ai=n, with commas between them",
            ));
        }
    }
}

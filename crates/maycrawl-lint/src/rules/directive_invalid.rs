//! The rule `directive-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `Request-rate` or `Visit-time` has a value that no crawler can read.
    ///
    /// ## Why
    ///
    /// The few crawlers that honour these fields read a rate such as `1/10` and a time such as
    /// `0600-0845` ([extended standard of 1996](http://www.conman.org/people/spc/robots2.html)).
    /// Any other value has no effect.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Request-rate: 10 pages
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Request-rate: 1/10
    /// Disallow: /private/
    /// ```
    Directive, "directive-invalid", "X004", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.directive_lines() {
        let (field, form) = match entry.directive.field {
            field @ Field::RequestRate => (field, "1/10: one request in ten seconds"),
            field @ Field::VisitTime => (field, "0600-0845, in UTC"),
            _ => continue,
        };
        if Value::parse(field, line.get(entry.directive.value)).is_err() {
            let span = Span::new(entry.directive.name.start, entry.directive.value.end);
            out.push(Diagnostic::new(
                span,
                "no crawler can read this value, so the line has no effect",
                format!("write it like {form}"),
            ));
        }
    }
}

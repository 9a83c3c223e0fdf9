//! The rule `signal-license-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `License` is not a full URL.
    ///
    /// ## Why
    ///
    /// [RSL](https://rslstandard.org/rsl) requires the full URL of a licence. A crawler that does
    /// not complete a relative URL does not find the licence.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// License: /license.xml
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// License: https://shop.example/license.xml
    ///
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Signal, "signal-license-invalid", "N006", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::License) {
        if Value::parse(Field::License, line.get(entry.directive.value)).is_err() {
            let span = Span::new(
                entry.directive.name.start,
                entry.directive.value.end.max(line.separator().end),
            );
            out.push(Diagnostic::new(
                span,
                "this is not a full URL, so crawlers do not find the licence",
                "write the full URL, with https:// and the host",
            ));
        }
    }
}

//! The rule `signal-license-invalid`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `License` is no absolute URL.
    ///
    /// ## Why
    ///
    /// [RSL](https://rslstandard.org/rsl) asks for the whole URL of a licence. A relative one is not
    /// resolved, and the licence is not found.
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
                "this is no whole URL, so no crawler finds the licence",
                "write the whole URL, with https:// and the host",
            ));
        }
    }
}

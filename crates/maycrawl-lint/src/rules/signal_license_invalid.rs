//! The rule `signal-license-invalid`: its page, what it finds, and what mends it.

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
    "signal-license-invalid", "N006", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.of_field(Field::License) {
        if Value::parse(Field::License, line.get(placed.directive.value)).is_err() {
            let span = Span::new(
                placed.directive.name.start,
                placed.directive.value.end.max(line.separator().end),
            );
            out.push(Report::new(
                span,
                "this is no absolute URL, so no licence is found",
                "write the whole URL, with https://",
            ));
        }
    }
}

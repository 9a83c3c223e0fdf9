//! The rule `directive-host`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file holds a `Host`.
    ///
    /// ## Why
    ///
    /// It was made for Yandex, which gave it up in 2018
    /// ([announcement](https://webmaster.yandex.ru/blog/301-y-redirekt-polnostyu-zamenil-direktivu-host)):
    /// redirects say which host is the main one.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Host: www.shop.example
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
    /// Safe: the line is deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Directive, "directive-host", "X002", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Host) {
        out.push(
            Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                "no crawler reads Host any more: Yandex stopped in 2018",
                "delete the line; redirect the other hosts to the main one",
            )
            .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
        );
    }
}

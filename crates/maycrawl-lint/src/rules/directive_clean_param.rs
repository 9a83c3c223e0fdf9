//! The rule `directive-clean-param`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// Yandex cannot read a `Clean-param` line.
    ///
    /// ## Why
    ///
    /// Yandex reads parameters joined by `&`, then a path, and no more than
    /// [500 characters](https://yandex.com/support/webmaster/en/robot-workings/clean-param). It
    /// treats anything else as
    /// [an error](https://yandex.com/support/webmaster/en/error-dictionary/robots-txt).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Yandex
    /// Disallow: /private/
    /// Clean-param: ref /a/ /b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Yandex
    /// Disallow: /private/
    /// Clean-param: ref&sort /a/
    /// ```
    Directive, "directive-clean-param", "X003", Warning, Text(check)
}

const MAX_BYTES: usize = 500;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::CleanParam) {
        let value = line.get(entry.directive.value);
        let what = match Value::parse(Field::CleanParam, value) {
            Err(_) => "Yandex cannot read this: it expects parameters, then a path",
            Ok(_) if value.len() > MAX_BYTES => "Yandex reads no more than 500 characters of this",
            Ok(_) => continue,
        };
        let span = Span::new(entry.directive.name.start, entry.directive.value.end);
        out.push(
            Diagnostic::new(span, what, "write the parameters joined by &, then one path")
                .in_dialects(Dialect::YANDEX.name()),
        );
    }
}

//! The rule `directive-host`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file contains a `Host` line.
    ///
    /// ## Why
    ///
    /// `Host` was made for Yandex, which dropped it in 2018
    /// ([announcement](https://webmaster.yandex.ru/blog/301-y-redirekt-polnostyu-zamenil-direktivu-host)).
    /// Redirects now show which host is the main one.
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
    /// Safe: the fix deletes the line.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported below the comment `# Host`: a program wrote both lines, and would write them
    /// again.
    Directive, "directive-host", "X002", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, entry) in file.of_field(Field::Host) {
        // A program that writes this comment writes the line again.
        let before = line.number().checked_sub(1).and_then(|number| file.line(number));
        let comment = before.map_or(&b""[..], |line| line.get(line.comment()));
        if comment.trim_ascii().eq_ignore_ascii_case(b"# host") {
            continue;
        }
        out.push(
            Diagnostic::new(
                Span::new(entry.directive.name.start, entry.directive.value.end),
                "no crawler reads Host any more: Yandex stopped in 2018",
                "delete the line; if the site has other host names, redirect them to the main one",
            )
            .fix(Fix::safe("delete the line", vec![Edit::remove(&line)])),
        );
    }
}

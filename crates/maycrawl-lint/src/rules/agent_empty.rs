//! The rule `agent-empty`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `User-agent` names nobody.
    ///
    /// ## Why
    ///
    /// An agent is a product token or `*`
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)). An empty
    /// one is nobody's name, and the rules that follow hold for no crawler.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent:
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
    /// Unsafe: `*` is written.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "agent-empty", "A001", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for (line, placed) in file.of_field(Field::UserAgent) {
        let value = placed.directive.value;
        if value.is_empty() {
            let span = Span::new(line.field().start, value.end.max(line.separator().end));
            out.push(
                Report::new(
                    span,
                    "this names nobody, so nobody obeys the rules that follow",
                    "name a crawler, or * for all",
                )
                .fix(Fix::unsafe_("write *", vec![Edit::insert(line.separator().end, " *")])),
            );
        }
    }
}

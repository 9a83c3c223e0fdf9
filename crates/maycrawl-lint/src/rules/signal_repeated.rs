//! The rule `signal-repeated`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A group contains two signals that contradict each other.
    ///
    /// ## Why
    ///
    /// No document that we know of says which of the two signals applies
    /// ([contentsignals.org](https://contentsignals.org/) describes the signals). maycrawl uses
    /// the stricter one; a crawler may use the other.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: ai-train=yes
    /// Content-Signal: ai-train=no
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Content-Signal: ai-train=no
    /// Disallow: /private/
    /// ```
    Signal, "signal-repeated", "N004", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut last: Option<(usize, maycrawl::preferences::ContentSignal, Span)> = None;
    for (line, entry) in file.of_field(Field::ContentSignal) {
        let Some(group) = entry.group else { continue };
        let (signal, _) =
            maycrawl::preferences::ContentSignal::parse(line.get(entry.directive.value));
        if let Some((before, other, span)) = &last
            && *before == group
            && contradict(&signal, other)
        {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    "this group already has the opposite signal, and a crawler may obey either of them",
                    "keep the signal that you mean, and delete the other",
                )
                .related(*span, "the opposite signal"),
            );
        }
        last = Some((group, signal, entry.directive.value));
    }
}

fn contradict(
    one: &maycrawl::preferences::ContentSignal,
    other: &maycrawl::preferences::ContentSignal,
) -> bool {
    let differ =
        |one: Option<bool>, other: Option<bool>| one.is_some() && other.is_some() && one != other;
    differ(one.search, other.search)
        || differ(one.ai_input, other.ai_input)
        || differ(one.ai_train, other.ai_train)
}

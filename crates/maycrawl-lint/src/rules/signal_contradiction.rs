//! The rule `signal-contradiction`: its page, its check and its fix.

use std::collections::HashMap;

use crate::prelude::*;

rule! {
    /// A signal contradicts the rules: it grants training to crawlers that may fetch nothing, or
    /// search to a search engine that is kept out.
    ///
    /// ## Why
    ///
    /// A signal says what may be done with pages that may be fetched
    /// ([contentsignals.org](https://contentsignals.org/)). Granting a use of pages that nobody may
    /// fetch has no effect; one of the two is not meant.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Content-Signal: ai-train=yes
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Content-Signal: ai-train=no
    /// Disallow: /
    /// ```
    ///
    /// ## Limits
    ///
    /// A signal of one group is compared with the rules of that group. `maycrawl policy` looks at
    /// all of them.
    Signal, "signal-contradiction", "N005", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut forbidding: HashMap<usize, Option<&RuleEntry>> = HashMap::new();
    for (line, entry) in file.of_field(Field::ContentSignal) {
        let Some(index) = entry.group else { continue };
        let Some(group) = file.groups.get(index) else { continue };
        let (signal, _) =
            maycrawl::preferences::ContentSignal::parse(line.get(entry.directive.value));
        let granted = match signal {
            _ if signal.ai_train == Some(true) => "training",
            _ if signal.search == Some(true) => "search",
            _ if signal.ai_input == Some(true) => "use as input",
            _ => continue,
        };
        // A group may have many signals.
        let rule = forbidding.entry(index).or_insert_with(|| forbids_everything([group]));
        if let Some(rule) = rule {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    format!("this grants {granted} to crawlers that may fetch nothing"),
                    "keep the one that you mean, and delete the other",
                )
                .related(rule.span, "forbids every page")
                .path("/"),
            );
        }
    }
}

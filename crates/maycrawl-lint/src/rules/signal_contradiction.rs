//! The rule `signal-contradiction`: its page, what it finds, and what mends it.

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
    "signal-contradiction", "N005", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let mut forbidding: HashMap<usize, Option<&Matched>> = HashMap::new();
    for (line, placed) in file.of_field(Field::ContentSignal) {
        let Some(index) = placed.group else { continue };
        let Some(group) = file.groups.get(index) else { continue };
        let (signal, _) = maycrawl::preferences::ContentSignal::parse(line.get(placed.directive.value));
        let granted = match signal {
            _ if signal.ai_train == Some(true) => "training",
            _ if signal.search == Some(true) => "search",
            _ if signal.ai_input == Some(true) => "use as input",
            _ => continue,
        };
        // Many signals may stand in one group.
        let rule = forbidding.entry(index).or_insert_with(|| forbids_everything([group]));
        if let Some(rule) = rule {
            out.push(
                Report::new(
                    placed.directive.value,
                    format!("this grants {granted}, but the group may fetch nothing"),
                    "take back the one that is not meant",
                )
                .related(rule.span, "forbids every page")
                .path("/"),
            );
        }
    }
}

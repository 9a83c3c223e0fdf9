//! The rule `signal-contradiction`: its page, its check and its fix.

use std::collections::HashMap;

use crate::prelude::*;

rule! {
    /// A signal contradicts the rules: it allows a use, such as training or search, to crawlers
    /// that the group blocks from every page.
    ///
    /// ## Why
    ///
    /// A signal says how a crawler may use the pages that it fetches
    /// ([contentsignals.org](https://contentsignals.org/)). A signal that allows a use has no
    /// effect if every page is blocked; either the signal or the rule is a mistake.
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
    /// The linter compares a signal only with the rules of its own group. `maycrawl policy` looks
    /// at all groups.
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
            _ if signal.ai_input == Some(true) => "use as AI input",
            _ => continue,
        };
        // A group may have many signals.
        let rule = forbidding.entry(index).or_insert_with(|| forbids_everything([group]));
        if let Some(rule) = rule {
            out.push(
                Diagnostic::new(
                    entry.directive.value,
                    format!("this allows {granted} to crawlers that this group blocks from every page"),
                    "if the block is right, delete this signal; if the signal is right, delete the Disallow",
                )
                .related(rule.span, "blocks every page")
                .path("/"),
            );
        }
    }
}

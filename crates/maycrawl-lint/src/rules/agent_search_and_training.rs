//! The rule `agent-search-and-training`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// One group forbids everything to crawlers that train models and to crawlers that only search
    /// for answers.
    ///
    /// ## Why
    ///
    /// Operators part the two so that a site can refuse training and still be found
    /// ([OpenAI](https://developers.openai.com/api/docs/bots): GPTBot trains, OAI-SearchBot
    /// searches). Lists of "AI bots" often name both, and with them go the visitors that such
    /// search sends.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// User-agent: OAI-SearchBot
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    ///
    /// User-agent: OAI-SearchBot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// It may be meant, and so is only a note.
    Agent, "agent-search-and-training", "A015", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        if group.is_global() || forbids_everything([group]).is_none() {
            continue;
        }
        let known = || group.tokens().filter_map(|agent| Some((agent, agent.crawler?)));
        let trains = known().find(|(_, crawler)| crawler.is_for(Purpose::AiTraining));
        let searches = known().find(|(_, crawler)| {
            crawler.is_for(Purpose::AiSearch) && !crawler.is_for(Purpose::AiTraining)
        });
        if let (Some((trains, trainer)), Some((searches, searcher))) = (trains, searches) {
            out.push(
                Diagnostic::new(
                    searches.span,
                    format!(
                        "{} searches for answers and does not train; it is blocked with {}",
                        searcher.token(),
                        trainer.token()
                    ),
                    "give it a group of its own, if you want to be found there",
                )
                .related(trains.span, "this one trains"),
            );
        }
    }
}

//! What a person should know who made choices.

use maycrawl_crawlers::{Catalogue, Crawler, Purpose};

use crate::choice::{Choice, What, Who};
use crate::group::read_of;
use crate::plan::Plan;

/// Adds what follows from the choices and is easily missed.
pub(crate) fn add(plan: &mut Plan, choices: &[Choice], catalogue: &Catalogue) {
    for choice in choices {
        if let (What::Block, Who::Purpose(purpose)) = (&choice.what, &choice.who)
            && *purpose != Purpose::Search
        {
            plan.notes.extend(search_engines(*purpose, &choice.said, catalogue));
        }
    }
    let tokens = || plan.crawlers.iter().map(|(token, _)| token);
    let cut: Vec<_> = tokens().filter(|token| read_of(token) != **token).cloned().collect();
    let slow = plan.crawlers.iter().filter(|(token, wish)| {
        let ignores = |crawler: &Crawler| crawler.honours_crawl_delay() == Some(false);
        wish.crawl_delay.is_some() && catalogue.find(token).is_some_and(ignores)
    });
    let slow: Vec<_> = slow.map(|(token, _)| token.clone()).collect();
    if !cut.is_empty() {
        plan.notes.push(format!(
            "strict parsers stop reading these names at a digit, a dot or a space, so that only the crawlers themselves may find them: {}",
            cut.join(", ")
        ));
    }
    if !slow.is_empty() {
        plan.notes.push(format!("these ignore Crawl-delay: {}", slow.join(", ")));
    }
    for group in plan.groups.iter().filter(|group| !group.fall_back.is_empty()) {
        plan.notes.push(format!(
            "{} {} no group here and will follow the one for {}; name them to tell them otherwise",
            group.fall_back.join(", "),
            if group.fall_back.len() == 1 { "has" } else { "have" },
            group.followed.join(", ")
        ));
    }
}

/// That crawlers of search engines are blocked with those of a purpose.
fn search_engines(purpose: Purpose, said: &str, catalogue: &Catalogue) -> Option<String> {
    let crawlers = catalogue.crawlers().iter().filter(|crawler| {
        crawler.is_for(purpose) && crawler.purposes().first() == Some(&Purpose::Search)
    });
    let tokens: Vec<_> = crawlers.map(Crawler::token).collect();
    (!tokens.is_empty()).then(|| {
        format!(
            "{said} also blocks crawlers of search engines: {}; --allow TOKEN leaves one out",
            tokens.join(", ")
        )
    })
}

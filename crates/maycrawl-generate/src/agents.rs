//! Choices, sorted by the crawlers that they are about.

use maycrawl_crawlers::{Catalogue, Crawler, Obeys};

use crate::choice::{Audience, Choice, Instruction};
use crate::error::{Error, ErrorKind};
use crate::note::Note;

mod agent_plan;
mod members;
mod sourced;

pub use agent_plan::AgentPlan;
pub(crate) use agent_plan::MOST_RULES;
pub(crate) use members::Tokens;
pub use sourced::Sourced;

/// What choices say about everyone and about each crawler, without contradictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Agents {
    pub(crate) everyone: AgentPlan,
    /// In the order in which they were first named.
    pub(crate) crawlers: Vec<AgentPlan>,
    pub(crate) sitemaps: Vec<String>,
    pub(crate) licenses: Vec<String>,
    /// Crawlers that choices are about, but which obey no robots.txt.
    pub(crate) obey_nothing: Vec<String>,
    /// Crawlers that are not named, ignore the group for `*`, and obey their own.
    pub(crate) ignore_global: Vec<String>,
    /// Crawlers that may ignore whatever is written, the group for `*` included.
    pub(crate) may_ignore: Vec<String>,
    pub(crate) notes: Vec<Note>,
}

impl Agents {
    /// Sorts choices by crawler; an error if two contradict each other.
    pub(crate) fn new(
        choices: &[Choice],
        catalogue: &Catalogue,
        tokens: Tokens,
    ) -> Result<Self, Error> {
        if choices.is_empty() {
            return Err(Error::new(
                ErrorKind::NoChoices,
                "no choices are given; give at least one",
            ));
        }
        let mut agents = Self {
            everyone: AgentPlan::new("*"),
            crawlers: Vec::new(),
            sitemaps: Vec::new(),
            licenses: Vec::new(),
            obey_nothing: Vec::new(),
            ignore_global: Vec::new(),
            may_ignore: Vec::new(),
            notes: Vec::new(),
        };
        for choice in choices {
            match (&choice.instruction, &choice.audience) {
                (Instruction::Sitemap { url }, _) => add(&mut agents.sitemaps, url),
                (Instruction::License { url }, _) => add(&mut agents.licenses, url),
                (_, Audience::Everyone) => agents.everyone.add(choice)?,
                _ => {
                    for token in members::tokens(choice, catalogue, tokens)? {
                        agents.add_choice(&token, choice, catalogue)?;
                    }
                }
            }
        }
        agents.find_ignoring(catalogue);
        Ok(agents)
    }

    /// Whether a choice names this crawler.
    pub(crate) fn names(&self, token: &str) -> bool {
        self.crawlers.iter().any(|named| named.agent.eq_ignore_ascii_case(token))
    }

    /// Adds a choice about one crawler.
    fn add_choice(
        &mut self,
        token: &str,
        choice: &Choice,
        catalogue: &Catalogue,
    ) -> Result<(), Error> {
        let known = catalogue.find(token);
        let token = known.map_or(token, Crawler::token);
        if known.is_some_and(|crawler| crawler.obeys() == Obeys::No) {
            if !self.obey_nothing.iter().any(|one| one == token) {
                self.obey_nothing.push(token.into());
                self.notes.push(Note::ObeysNothing {
                    token: token.into(),
                    source: choice.source.clone(),
                    is_unwanted: matches!(
                        choice.instruction,
                        Instruction::Block | Instruction::Rule(_)
                    ),
                });
            }
            return Ok(());
        }
        let is_it = |named: &&mut AgentPlan| named.agent.eq_ignore_ascii_case(token);
        if let Some(agent) = self.crawlers.iter_mut().find(is_it) {
            return agent.add(choice);
        }
        if known.is_none() {
            self.notes.push(Note::NotInCatalogue { token: token.into() });
        }
        let mut agent = AgentPlan::new(token);
        agent.add(choice)?;
        self.crawlers.push(agent);
        Ok(())
    }

    /// Finds the crawlers that the group for `*` does not reach.
    fn find_ignoring(&mut self, catalogue: &Catalogue) {
        for crawler in catalogue.crawlers() {
            let mut tokens = std::iter::once(crawler.token())
                .chain(crawler.fallback().unwrap_or_default().iter().map(String::as_str));
            if crawler.obeys_global() != Some(false) || tokens.any(|token| self.names(token)) {
                continue;
            }
            let list = match crawler.obeys() {
                Obeys::No | Obeys::MayNot => &mut self.may_ignore,
                _ => &mut self.ignore_global,
            };
            list.push(crawler.token().into());
        }
    }
}

fn add(list: &mut Vec<String>, url: &str) {
    if !list.iter().any(|one| one == url) {
        list.push(url.into());
    }
}

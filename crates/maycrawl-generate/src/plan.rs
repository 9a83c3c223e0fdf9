//! What every crawler will read: choices without contradictions, in groups.

use maycrawl::{Dialect, UrlPath};
use maycrawl_crawlers::{Catalogue, Crawler, Purpose};

use crate::agents::{AgentPlan, Agents, Tokens};
use crate::choice::{Audience, Choice, Instruction};
use crate::error::{Error, ErrorKind};
use crate::groups::{self, Group};
use crate::note::Note;
use crate::token::is_cut;

/// What every crawler will read. Made from choices that do not contradict each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(crate) agents: Agents,
    pub(crate) groups: Vec<Group>,
    /// Whether crawlers that ignore the group for `*` are left out.
    pub(crate) is_star_only: bool,
    notes: Vec<Note>,
}

/// Whether a file explains itself.
///
/// Exhaustive: there is no third way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comments {
    /// With comments that say what each group is for.
    Include,
    /// Without comments.
    Omit,
}

impl Plan {
    /// Makes a plan. The catalogue says which crawlers are behind a purpose or an
    /// operator, and what each of them obeys.
    ///
    /// An error if there is no choice, if two contradict each other, or if a token
    /// is not known but nearly so.
    pub fn new(choices: &[Choice], catalogue: &Catalogue) -> Result<Self, Error> {
        Self::make(choices, catalogue, Tokens::Checked)
    }

    /// Makes a plan, and takes tokens as they are that are nearly known.
    pub fn with_any_token(choices: &[Choice], catalogue: &Catalogue) -> Result<Self, Error> {
        Self::make(choices, catalogue, Tokens::Any)
    }

    /// The same plan without the crawlers that ignore the group for `*`: they are not
    /// named beside it.
    #[must_use]
    pub fn star_only(mut self) -> Self {
        self.is_star_only = true;
        self.agents.ignore_global.clear();
        for group in &mut self.groups {
            group.ignore_global.clear();
        }
        self
    }

    /// What it says of everyone.
    pub fn everyone(&self) -> &AgentPlan {
        &self.agents.everyone
    }

    /// What it says of single crawlers, in the order in which choices named them.
    pub fn crawlers(&self) -> &[AgentPlan] {
        &self.agents.crawlers
    }

    /// The URLs of sitemaps.
    pub fn sitemaps(&self) -> &[String] {
        &self.agents.sitemaps
    }

    /// The URLs of licences.
    pub fn licenses(&self) -> &[String] {
        &self.agents.licenses
    }

    /// Crawlers that choices are about, but which obey no robots.txt.
    pub fn obey_nothing(&self) -> &[String] {
        &self.agents.obey_nothing
    }

    /// What a person should know who made the choices.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    fn make(choices: &[Choice], catalogue: &Catalogue, tokens: Tokens) -> Result<Self, Error> {
        let agents = Agents::new(choices, catalogue, tokens)?;
        let groups = groups::groups(&agents, catalogue)?;
        check_sitemaps(&agents, &groups)?;
        let mut notes = agents.notes.clone();
        notes.extend(self::notes(choices, &agents, &groups, catalogue));
        Ok(Self { agents, groups, is_star_only: false, notes })
    }
}

/// An error if a rule for everyone keeps crawlers from a sitemap.
fn check_sitemaps(agents: &Agents, groups: &[Group]) -> Result<(), Error> {
    let Some(everyone) = groups.iter().find(|group| group.is_for_everyone()) else {
        return Ok(());
    };
    if everyone.content.forbids_everything() {
        return Ok(());
    }
    for url in &agents.sitemaps {
        if let Some(rule) = everyone.content.forbidding(url) {
            let path = UrlPath::parse(url, &Dialect::GOOGLE);
            let path = String::from_utf8_lossy(path.as_bytes()).into_owned();
            let message = format!(
                "{rule} blocks the sitemap {url}; allow the path {path}$, or change the rule or \
                the sitemap"
            );
            let kind = ErrorKind::BlockedSitemap { rule: rule.to_string(), url: url.clone(), path };
            return Err(Error::new(kind, message));
        }
    }
    Ok(())
}

/// What follows from choices and is easily missed.
fn notes(
    choices: &[Choice],
    agents: &Agents,
    groups: &[Group],
    catalogue: &Catalogue,
) -> Vec<Note> {
    let mut notes: Vec<Note> =
        choices.iter().filter_map(|choice| search_engines(choice, agents, catalogue)).collect();
    let tokens = |is_meant: &dyn Fn(&AgentPlan) -> bool| -> Vec<String> {
        let found = agents.crawlers.iter().filter(|agent| is_meant(agent));
        found.map(|agent| agent.agent.clone()).collect()
    };
    let cut = tokens(&|agent| is_cut(&agent.agent));
    if !cut.is_empty() {
        notes.push(Note::CutTokens { tokens: cut });
    }
    let ignores_delay = |crawler: &Crawler| crawler.honours_crawl_delay() == Some(false);
    let slow = tokens(&|agent| {
        agent.crawl_delay.is_some() && catalogue.find(&agent.agent).is_some_and(ignores_delay)
    });
    if !slow.is_empty() {
        notes.push(Note::IgnoresCrawlDelay { tokens: slow });
    }
    notes.extend(groups.iter().filter(|group| !group.fall_back.is_empty()).map(|group| {
        Note::FallsBack { tokens: group.fall_back.clone(), followed: group.followed.clone() }
    }));
    notes
}

/// That a choice blocks crawlers of search engines with those of a purpose.
fn search_engines(choice: &Choice, agents: &Agents, catalogue: &Catalogue) -> Option<Note> {
    let (Instruction::Block, Audience::Purpose(purpose)) = (&choice.instruction, &choice.audience)
    else {
        return None;
    };
    if *purpose == Purpose::Search {
        return None;
    }
    let crawlers = catalogue.crawlers().iter().filter(|crawler| {
        crawler.is_for(*purpose) && crawler.purposes().first() == Some(&Purpose::Search)
    });
    let mut tokens: Vec<_> = crawlers.map(|crawler| crawler.token().to_owned()).collect();
    // Another choice may exempt one.
    tokens.retain(|token| {
        let blocked = |agent: &AgentPlan| agent.agent == *token && agent.access() == Some(true);
        agents.crawlers.iter().any(blocked)
    });
    let source = choice.source.clone();
    (!tokens.is_empty()).then_some(Note::BlocksSearchEngines { source, tokens })
}

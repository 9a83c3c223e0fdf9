//! The groups of a file: crawlers whose content is the same share one.

use maycrawl_crawlers::{Catalogue, Crawler, Obeys};

use crate::agents::Agents;
use crate::content::GroupContent;
use crate::error::{Error, ErrorKind};
use crate::token::{is_cut, readable};

/// Crawlers that share their content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Their tokens; `*` first, if it is for everyone.
    pub(crate) agents: Vec<String>,
    /// Those that are named because they ignore `*`.
    pub(crate) ignore_global: Vec<String>,
    /// Crawlers of other operators that are not named and fall back to one that is.
    pub(crate) fall_back: Vec<String>,
    /// Those that they fall back to.
    pub(crate) followed: Vec<String>,
    /// Those that are named and may ignore it.
    pub(crate) may_ignore: Vec<String>,
    /// Why it is there.
    pub(crate) reasons: Vec<String>,
    pub(crate) content: GroupContent,
}

impl Group {
    fn new(content: GroupContent) -> Self {
        Self {
            agents: Vec::new(),
            ignore_global: Vec::new(),
            fall_back: Vec::new(),
            followed: Vec::new(),
            may_ignore: Vec::new(),
            reasons: Vec::new(),
            content,
        }
    }

    /// Whether it is for everyone who is not named elsewhere.
    pub(crate) fn is_for_everyone(&self) -> bool {
        self.agents.first().is_some_and(|agent| agent == "*")
    }

    /// Names a crawler, and why.
    fn add(&mut self, token: &str, reason: Option<&str>) {
        self.agents.push(token.into());
        if let Some(reason) = reason.filter(|reason| !self.reasons.iter().any(|one| one == reason))
        {
            self.reasons.push(reason.into());
        }
    }
}

/// Names a crawler in the group with this content; in a new one, if there is none.
pub(crate) fn add(
    groups: &mut Vec<Group>,
    content: GroupContent,
    token: &str,
    reason: Option<&str>,
) {
    if let Some(group) = groups.iter_mut().find(|group| group.content.has_same_lines(&content)) {
        return group.add(token, reason);
    }
    let mut group = Group::new(content);
    group.add(token, reason);
    groups.push(group);
}

/// The groups of a file that says what choices say of crawlers.
pub(crate) fn groups(agents: &Agents, catalogue: &Catalogue) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    if !agents.everyone.is_empty() {
        let mut everyone = Group::new(GroupContent::for_everyone(&agents.everyone)?);
        everyone.add("*", agents.everyone.reason());
        if everyone.content.forbids() {
            everyone.ignore_global.clone_from(&agents.ignore_global);
        }
        groups.push(everyone);
    }
    for agent in &agents.crawlers {
        let content = GroupContent::for_agent(agent, &agents.everyone)?;
        let is_covered = || {
            let everyone = groups.first().filter(|group| group.is_for_everyone());
            everyone.is_some_and(|group| group.content.has_same_lines(&content))
        };
        // One of several need not be named where the group for everyone is the same.
        if agent.is_of_several() && obeys_global(agents, &agent.agent, catalogue) && is_covered() {
            continue;
        }
        add(&mut groups, content, &agent.agent, agent.reason());
    }
    check_names(&groups)?;
    for group in &mut groups {
        describe(group, agents, catalogue);
    }
    Ok(groups)
}

/// Whether a crawler obeys the group for `*` if none names it.
fn obeys_global(agents: &Agents, token: &str, catalogue: &Catalogue) -> bool {
    let is_cut_to_it =
        |other: &String| other != token && readable(other).eq_ignore_ascii_case(token);
    if agents.crawlers.iter().any(|named| is_cut_to_it(&named.agent)) {
        return false;
    }
    let Some(crawler) = catalogue.find(token) else { return true };
    crawler.obeys_global() != Some(false)
        && !crawler.fallback().unwrap_or_default().iter().any(|token| agents.names(token))
}

/// Adds to a group what the catalogue knows of the crawlers that it is for.
pub(crate) fn describe(group: &mut Group, agents: &Agents, catalogue: &Catalogue) {
    let known = group.agents.iter().filter_map(|agent| catalogue.find(agent));
    let may_not =
        known.filter(|crawler| matches!(crawler.obeys(), Obeys::MayNot | Obeys::Disputed));
    group.may_ignore = may_not.map(|crawler| crawler.token().into()).collect();
    if group.is_for_everyone() {
        return;
    }
    for crawler in catalogue.crawlers() {
        let Some(followed) = followed(agents, group, crawler) else { continue };
        let operator = catalogue.find(&followed).map(Crawler::operator);
        // It surprises nobody that a company's crawler follows another of its own.
        if operator == Some(crawler.operator()) {
            continue;
        }
        group.fall_back.push(crawler.token().into());
        if !group.followed.contains(&followed) {
            group.followed.push(followed);
        }
    }
}

/// The crawler of a group that one without a name falls back to.
fn followed(agents: &Agents, group: &Group, crawler: &Crawler) -> Option<String> {
    if agents.names(crawler.token()) || crawler.obeys() == Obeys::No {
        return None;
    }
    let first = crawler.fallback()?.iter().find(|token| agents.names(token))?;
    let followed = group.agents.iter().find(|agent| agent.eq_ignore_ascii_case(first))?;
    Some(followed.clone())
}

/// An error if parsers that stop at a digit take two names for one, and their groups
/// differ.
fn check_names(groups: &[Group]) -> Result<(), Error> {
    let named = || {
        groups
            .iter()
            .enumerate()
            .flat_map(|(at, group)| group.agents.iter().map(move |agent| (at, agent)))
    };
    for (at, cut) in named().filter(|(_, agent)| is_cut(agent) && !readable(agent).is_empty()) {
        let prefix = readable(cut);
        let is_mixed_up = |(other_at, other): &(usize, &String)| {
            *other_at != at && readable(other).eq_ignore_ascii_case(prefix)
        };
        if let Some((_, other)) = named().find(is_mixed_up) {
            let message = format!(
                "many parsers read both {cut} and {other} as {prefix}; give both the same rules"
            );
            let kind = ErrorKind::IndistinctTokens {
                tokens: [cut.clone(), other.clone()],
                prefix: prefix.into(),
            };
            return Err(Error::new(kind, message));
        }
    }
    Ok(())
}

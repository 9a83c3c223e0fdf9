//! Who is told the same: the groups of a file.

use maycrawl_crawlers::{Catalogue, Crawler, Obeys};

use crate::error::Error;
use crate::plan::Plan;
use crate::says::Says;

/// Crawlers that are told the same.
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
    /// Why they are told this.
    pub(crate) because: Vec<String>,
    pub(crate) says: Says,
}

impl Group {
    fn new(says: Says) -> Self {
        Self {
            agents: Vec::new(),
            ignore_global: Vec::new(),
            fall_back: Vec::new(),
            followed: Vec::new(),
            may_ignore: Vec::new(),
            because: Vec::new(),
            says,
        }
    }

    /// Whether it is for everyone who is not named elsewhere.
    pub(crate) fn is_for_everyone(&self) -> bool {
        self.agents.first().is_some_and(|agent| agent == "*")
    }

    /// Names a crawler, and why it is told this.
    fn add(&mut self, token: &str, reason: Option<&str>) {
        self.agents.push(token.into());
        if let Some(reason) = reason.filter(|reason| !self.because.iter().any(|one| one == reason))
        {
            self.because.push(reason.into());
        }
    }
}

/// Names a crawler in the group that says this; in a new one, if none does.
pub(crate) fn add(groups: &mut Vec<Group>, says: Says, token: &str, reason: Option<&str>) {
    if let Some(group) = groups.iter_mut().find(|group| group.says.is_same(&says)) {
        return group.add(token, reason);
    }
    let mut group = Group::new(says);
    group.add(token, reason);
    groups.push(group);
}

/// The groups of a plan. Crawlers that are told the same share one.
pub(crate) fn groups(plan: &Plan, catalogue: &Catalogue) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    if plan.everyone.is_said() {
        let mut everyone = Group::new(Says::to_everyone(&plan.everyone)?);
        everyone.add("*", plan.everyone.reason());
        if everyone.says.forbids() {
            everyone.ignore_global.clone_from(&plan.ignore_global);
        }
        groups.push(everyone);
    }
    for (token, wish) in &plan.crawlers {
        let says = Says::to_one(wish, &plan.everyone)?;
        let is_covered = || {
            let everyone = groups.first().filter(|group| group.is_for_everyone());
            everyone.is_some_and(|group| group.says.is_same(&says))
        };
        // One of many who is told what everyone is told need not be named.
        if wish.is_of_many() && obeys_global(plan, token, catalogue) && is_covered() {
            continue;
        }
        add(&mut groups, says, token, wish.reason());
    }
    check_names(&groups)?;
    for group in &mut groups {
        describe(group, plan, catalogue);
    }
    Ok(groups)
}

/// Whether a crawler obeys the group for `*` if none names it.
fn obeys_global(plan: &Plan, token: &str, catalogue: &Catalogue) -> bool {
    let mut named = plan.crawlers.iter().map(|(named, _)| named);
    let is_cut_to_it =
        |other: &String| other != token && read_of(other).eq_ignore_ascii_case(token);
    if named.any(is_cut_to_it) {
        return false;
    }
    let Some(crawler) = catalogue.find(token) else { return true };
    crawler.obeys_global() != Some(false)
        && !crawler.fallback().unwrap_or_default().iter().any(|token| plan.names(token))
}

/// Says of a group what the catalogue knows of those whom it is for.
pub(crate) fn describe(group: &mut Group, plan: &Plan, catalogue: &Catalogue) {
    let known = group.agents.iter().filter_map(|agent| catalogue.find(agent));
    let may_not =
        known.filter(|crawler| matches!(crawler.obeys(), Obeys::MayNot | Obeys::Disputed));
    group.may_ignore = may_not.map(|crawler| crawler.token().into()).collect();
    if group.is_for_everyone() {
        return;
    }
    for crawler in catalogue.crawlers() {
        let Some(followed) = followed(plan, group, crawler) else { continue };
        let operator = catalogue.find(&followed).map(Crawler::operator);
        // That a company's crawler follows another of its own surprises nobody.
        if operator == Some(crawler.operator()) {
            continue;
        }
        group.fall_back.push(crawler.token().into());
        if !group.followed.contains(&followed) {
            group.followed.push(followed);
        }
    }
}

/// The crawler of a group that one who is not named falls back to.
fn followed(plan: &Plan, group: &Group, crawler: &Crawler) -> Option<String> {
    if plan.names(crawler.token()) || crawler.obeys() == Obeys::No {
        return None;
    }
    let first = crawler.fallback()?.iter().find(|token| plan.names(token))?;
    let followed = group.agents.iter().find(|agent| agent.eq_ignore_ascii_case(first))?;
    Some(followed.clone())
}

/// The part of a name that Google's parser reads, and RFC 9309 with it: letters,
/// `-` and `_`.
pub(crate) fn read_of(token: &str) -> &str {
    let end = token.find(|char: char| !(char.is_ascii_alphabetic() || matches!(char, '-' | '_')));
    token.get(..end.unwrap_or(token.len())).unwrap_or(token)
}

/// Names that such parsers cannot tell apart must be told the same.
fn check_names(groups: &[Group]) -> Result<(), Error> {
    let named = || {
        groups
            .iter()
            .enumerate()
            .flat_map(|(at, group)| group.agents.iter().map(move |agent| (at, agent)))
    };
    for (at, cut) in
        named().filter(|(_, agent)| read_of(agent) != *agent && !read_of(agent).is_empty())
    {
        let is_mixed_up = |(other_at, other): &(usize, &String)| {
            *other_at != at && read_of(other).eq_ignore_ascii_case(read_of(cut))
        };
        if let Some((_, other)) = named().find(is_mixed_up) {
            return Err(Error::new(format!(
                "of {cut} many parsers read only {}, as of {other}; tell both the same",
                read_of(cut)
            )));
        }
    }
    Ok(())
}

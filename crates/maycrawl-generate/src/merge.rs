//! A plan, added to the end of a file that exists.

use maycrawl::lines::Field;
use maycrawl_crawlers::Catalogue;

use crate::agents::AgentPlan;
use crate::content::GroupContent;
use crate::groups::{self, Group};
use crate::plan::{Comments, Plan};
use crate::text::Writer;

mod compare;
mod error;
mod existing;
mod file;
mod note;

pub use error::{MergeError, MergeErrorKind};
pub use note::MergeNote;

use existing::ExistingRules;
use file::ExistingFile;

/// A file to which a plan was added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedFile {
    /// The whole file. It begins with all of the old one.
    pub bytes: Vec<u8>,
    /// What was added; nothing, if the file said it all already.
    pub added: Vec<u8>,
    /// Groups of the file that already say what the plan says of their crawlers.
    pub sufficient: Vec<ExistingGroup>,
    /// What a person should know: lines that still count, groups that are added to.
    pub notes: Vec<MergeNote>,
}

/// A group of a file, by the line that names a crawler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExistingGroup {
    /// The crawler, or `*`.
    pub agent: String,
    /// The line that names it, counted from 1.
    pub line: u32,
}

impl Plan {
    /// Adds the plan to the end of a file. Not a byte of the file changes, nor what
    /// it says to crawlers that the plan does not name. Merged again, nothing is
    /// added.
    ///
    /// A crawler that the plan names and the file does not gets a group of its own,
    /// which repeats what it obeyed before. What the plan says of everyone is also
    /// added for the crawlers that the file names, unless the file says otherwise of
    /// them.
    ///
    /// An error if adding cannot do what the plan means: a line of the file stands
    /// against it, crawlers do not read the file to its end, or it is no robots.txt
    /// at all.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    /// use maycrawl_generate::{Choice, Comments, Instruction, Plan};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let choices = [Choice::new("GPTBot".parse()?, Instruction::Block, "line 1")];
    /// let plan = Plan::new(&choices, catalogue)?;
    /// let merge = |file: &[u8]| plan.merge(file, catalogue, Comments::Omit);
    ///
    /// let merged = merge(b"User-agent: *\nDisallow: /a\n").unwrap();
    /// assert_eq!(merged.added, b"\nUser-agent: GPTBot\nDisallow: /\n");
    /// assert!(merge(&merged.bytes).unwrap().added.is_empty());
    /// let error = merge(b"User-agent: GPTBot\nAllow: /").unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn merge(
        &self,
        file: &[u8],
        catalogue: &Catalogue,
        comments: Comments,
    ) -> Result<MergedFile, MergeError> {
        let old = ExistingFile::read(file, catalogue)?;
        let mut new = Addition::default();
        if old.is_unread() {
            new.notes.push(MergeNote::UnreadFile);
        }
        if !self.everyone().is_empty() {
            self.add_everyone(&old, &mut new)?;
        }
        for agent in self.crawlers() {
            let existing = ExistingRules::of(&old, &agent.agent);
            let shared = match existing.line {
                Some(_) => self.everyone().clone(),
                None => existing.inherited(self.everyone(), agent.access())?,
            };
            let content = GroupContent::for_agent(agent, &shared)?;
            new.add(&agent.agent, &existing, content, agent.access(), agent.reason())?;
        }
        for group in &mut new.groups {
            let (ignore, agents) = std::mem::take(&mut group.agents)
                .into_iter()
                .partition(|agent| self.agents.ignore_global.contains(agent));
            (group.ignore_global, group.agents) = (ignore, agents);
            groups::describe(group, &self.agents, catalogue);
        }
        let added = self.write_addition(&old, &new, comments);
        let bytes = [file, &added].concat();
        old.check_kept(&bytes)?;
        Ok(MergedFile { bytes, added, sufficient: new.sufficient, notes: new.notes })
    }

    /// Adds what is for everyone: for `*`, for crawlers that the file names and the
    /// plan does not, and for those that ignore `*`.
    fn add_everyone(&self, old: &ExistingFile<'_>, new: &mut Addition) -> Result<(), MergeError> {
        let everyone: &AgentPlan = self.everyone();
        let content = GroupContent::for_everyone(everyone)?;
        let blocked = everyone.access();
        let reason = Some("for all crawlers");
        new.add("*", &ExistingRules::of(old, "*"), content.clone(), blocked, reason)?;
        let named = old.names()?;
        for name in named.iter().filter(|name| !self.agents.names(name)) {
            let existing = ExistingRules::of(old, name);
            // What the file says of one outweighs what the plan says of all. Only a
            // plan that blocks all, or opens all, must not leave one out.
            let yielding = existing.yielding(&content);
            let whole = GroupContent { rules: content.rules.clone(), ..yielding.clone() };
            existing.check(name, &whole, blocked)?;
            if let Some(missing) = existing.missing(&yielding) {
                groups::add(&mut new.groups, missing, name, reason);
            }
        }
        let is_named = |name: &str| named.iter().any(|one| one.eq_ignore_ascii_case(name));
        if content.forbids() {
            for name in self.agents.ignore_global.iter().filter(|name| !is_named(name)) {
                let existing = ExistingRules::of(old, name);
                new.add(name, &existing, content.clone(), blocked, reason)?;
            }
        }
        Ok(())
    }

    /// The text that is added.
    fn write_addition(
        &self,
        old: &ExistingFile<'_>,
        new: &Addition,
        comments: Comments,
    ) -> Vec<u8> {
        let missing = |field: Field, urls: &[String]| -> Vec<String> {
            let is_there =
                |url: &str| old.globals.iter().any(|one| one.0 == field && one.1 == url.as_bytes());
            urls.iter().filter(|url| !is_there(url)).cloned().collect()
        };
        let sitemaps = missing(Field::Sitemap, self.sitemaps());
        let licenses = missing(Field::License, self.licenses());
        if new.groups.is_empty() && sitemaps.is_empty() && licenses.is_empty() {
            return Vec::new();
        }
        let closes_group = old.is_open && !new.groups.is_empty();
        let mut out = Writer::new(comments);
        if closes_group {
            out.comment("Ends the group above, so that it does not merge with the next one.");
            out.line("Allow", "");
        }
        for group in &new.groups {
            out.blank_line();
            out.comment(&title(group));
            out.group(group);
        }
        out.obey_nothing(self.obey_nothing());
        out.globals(&sitemaps, &licenses);
        let is_ended =
            old.bytes.is_empty() || old.bytes.ends_with(b"\n") || old.bytes.ends_with(b"\r");
        let is_apart = old.bytes.is_empty() || closes_group;
        let text = format!(
            "{}{}{}",
            if is_ended { "" } else { "\n" },
            if is_apart { "" } else { "\n" },
            out.text
        );
        let is_crlf = old.bytes.windows(2).any(|two| two == b"\r\n");
        if is_crlf { text.replace('\n', "\r\n").into() } else { text.into() }
    }
}

/// What an added group is about, in a few words.
fn title(group: &Group) -> String {
    match group.reasons.as_slice() {
        [] => "Added".into(),
        reasons => format!("Added: {}", reasons.join(", ")),
    }
}

/// What is added, group by group.
#[derive(Default)]
struct Addition {
    groups: Vec<Group>,
    sufficient: Vec<ExistingGroup>,
    notes: Vec<MergeNote>,
}

impl Addition {
    /// Adds what the file does not say to an agent yet.
    fn add(
        &mut self,
        name: &str,
        existing: &ExistingRules,
        content: GroupContent,
        blocked: Option<bool>,
        reason: Option<&str>,
    ) -> Result<(), MergeError> {
        let Some(line) = existing.line else {
            groups::add(&mut self.groups, content, name, reason);
            return Ok(());
        };
        self.notes.extend(existing.check(name, &content, blocked)?);
        match existing.missing(&content) {
            Some(missing) => {
                self.notes.push(MergeNote::SecondGroup { agent: name.into(), line });
                groups::add(&mut self.groups, missing, name, reason);
            }
            None => self.sufficient.push(ExistingGroup { agent: name.into(), line }),
        }
        Ok(())
    }
}

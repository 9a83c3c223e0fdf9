//! A plan, added to the end of a file that is there.

use maycrawl::lines::Field;
use maycrawl_crawlers::Catalogue;

use crate::error::CannotMerge;
use crate::group::{self, Group};
use crate::plan::{Plan, Wish};
use crate::says::Says;
use crate::text::{Text, added_title};

mod before;
mod told;

use before::Old;
use told::ToldBefore;

/// A file to which a plan was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The whole file. It begins with all of the old one.
    pub source: Vec<u8>,
    /// What was added; nothing, if the file says it all already.
    pub added: Vec<u8>,
    /// Crawlers of the plan whose groups are there and say enough.
    pub decided: Vec<Decided>,
    /// What a person should know: lines that still count, groups that are added to.
    pub notes: Vec<String>,
}

/// A group that decides a crawler of the plan already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The crawler, or `*`.
    pub agent: String,
    /// The line that names it.
    pub line: u32,
}

impl Plan {
    /// Adds the plan to the end of a file. Not an octet of the file changes, nor
    /// what it says to crawlers of which the plan says nothing. Merged again,
    /// nothing is added.
    ///
    /// A crawler that the file does not name and the plan does gets a group of its
    /// own, which repeats what it obeyed before. What is said of everyone is said to
    /// those too whom the file names and the plan does not, as far as the file does
    /// not say otherwise of them.
    ///
    /// An error where that cannot do what the plan means: a line of the file stands
    /// against it, crawlers do not read the file to its end, or it is no robots.txt
    /// at all.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    /// use maycrawl_generate::{Choice, Plan, What, Who};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let choices = [Choice::new(Who::parse("GPTBot")?, What::Block, "--block GPTBot")];
    /// let plan = Plan::new(&choices, catalogue)?;
    /// let merged = plan.merge(b"User-agent: *\nDisallow: /a\n", catalogue, false).unwrap();
    /// assert_eq!(merged.added, b"\nUser-agent: GPTBot\nDisallow: /\n");
    /// assert!(plan.merge(&merged.source, catalogue, false).unwrap().added.is_empty());
    /// let refused = plan.merge(b"User-agent: GPTBot\nAllow: /", catalogue, false).unwrap_err();
    /// assert_eq!(refused.line, Some(2));
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn merge(
        &self,
        file: &[u8],
        catalogue: &Catalogue,
        with_comments: bool,
    ) -> Result<Merged, CannotMerge> {
        let old = Old::read(file, catalogue)?;
        let mut new = New::default();
        if old.says_nothing() {
            new.notes.push(
                "it holds no line that crawlers read; make sure that it is a robots.txt".into(),
            );
        }
        if self.everyone.is_said() {
            self.add_everyone(&old, &mut new)?;
        }
        for (token, wish) in &self.crawlers {
            let told = ToldBefore::of(&old, token);
            let blocked = wish.blocked.as_ref().map(|said| said.value);
            let shared = match told.line {
                Some(_) => self.everyone.clone(),
                None => told.inherited(&self.everyone, blocked)?,
            };
            let says = to_one(wish, &shared)?;
            new.take(token, &told, says, blocked, wish.reason())?;
        }
        for group in &mut new.groups {
            let (ignore, agents) = std::mem::take(&mut group.agents)
                .into_iter()
                .partition(|agent| self.ignore_global.contains(agent));
            (group.ignore_global, group.agents) = (ignore, agents);
            group::describe(group, self, catalogue);
        }
        let added = self.addition(&old, &new, with_comments);
        let source = [file, &added].concat();
        old.check_kept(&source)?;
        Ok(Merged { source, added, decided: new.decided, notes: new.notes })
    }

    /// What is said of everyone is said to `*`, to those whom the file names and
    /// the plan does not, and to those who ignore `*`.
    fn add_everyone(&self, old: &Old<'_>, new: &mut New) -> Result<(), CannotMerge> {
        let says = Says::to_everyone(&self.everyone)
            .map_err(|error| CannotMerge::because(error.message()))?;
        let blocked = self.everyone.blocked.as_ref().map(|said| said.value);
        let why = Some("for all crawlers");
        new.take("*", &ToldBefore::of(old, "*"), says.clone(), blocked, why)?;
        let named = old.names()?;
        for name in named.iter().filter(|name| !self.names(name)) {
            let told = ToldBefore::of(old, name);
            // What the file says of one outweighs what is said of all. Only who may
            // fetch nothing, or everything, must not be left out.
            let yielding = told.yielding(&says);
            told.against(name, &Says { rules: says.rules.clone(), ..yielding.clone() }, blocked)?;
            if let Some(missing) = told.missing(&yielding) {
                group::add(&mut new.groups, missing, name, why);
            }
        }
        let is_named = |name: &str| named.iter().any(|one| one.eq_ignore_ascii_case(name));
        if says.forbids() {
            for name in self.ignore_global.iter().filter(|name| !is_named(name)) {
                new.take(name, &ToldBefore::of(old, name), says.clone(), blocked, why)?;
            }
        }
        Ok(())
    }

    /// The text that is added.
    fn addition(&self, old: &Old<'_>, new: &New, with_comments: bool) -> Vec<u8> {
        let is_new = |field: Field| {
            move |url: &&String| {
                !old.globals.iter().any(|one| one.0 == field && one.1 == url.as_bytes())
            }
        };
        let sitemaps: Vec<_> =
            self.sitemaps.iter().filter(is_new(Field::Sitemap)).cloned().collect();
        let licenses: Vec<_> =
            self.licenses.iter().filter(is_new(Field::License)).cloned().collect();
        if new.groups.is_empty() && sitemaps.is_empty() && licenses.is_empty() {
            return Vec::new();
        }
        let mut out = Text::new(with_comments);
        if old.is_open && !new.groups.is_empty() {
            out.comment("Keeps the group above apart from what follows.");
            out.line("Allow", "");
        }
        for group in &new.groups {
            out.space();
            out.comment(&added_title(group));
            out.lines_of(group);
        }
        out.obey_nothing(self);
        out.globals(&sitemaps, &licenses);
        let ends =
            old.source.is_empty() || old.source.ends_with(b"\n") || old.source.ends_with(b"\r");
        let is_apart = old.source.is_empty() || old.is_open && !new.groups.is_empty();
        let text = format!(
            "{}{}{}",
            if ends { "" } else { "\n" },
            if is_apart { "" } else { "\n" },
            out.written
        );
        let is_crlf = old.source.windows(2).any(|two| two == b"\r\n");
        if is_crlf { text.replace('\n', "\r\n").into() } else { text.into() }
    }
}

fn to_one(wish: &Wish, shared: &Wish) -> Result<Says, CannotMerge> {
    Says::to_one(wish, shared).map_err(|error| CannotMerge::because(error.message()))
}

/// What is added, group by group.
#[derive(Default)]
struct New {
    groups: Vec<Group>,
    decided: Vec<Decided>,
    notes: Vec<String>,
}

impl New {
    /// Adds what an agent is not told yet.
    fn take(
        &mut self,
        name: &str,
        told: &ToldBefore,
        says: Says,
        blocked: Option<bool>,
        reason: Option<&str>,
    ) -> Result<(), CannotMerge> {
        if told.line.is_some() {
            self.notes.extend(told.against(name, &says, blocked)?);
        }
        self.add(name, told, says, reason);
        Ok(())
    }

    fn add(&mut self, name: &str, told: &ToldBefore, says: Says, reason: Option<&str>) {
        let Some(line) = told.line else {
            return group::add(&mut self.groups, says, name, reason);
        };
        match told.missing(&says) {
            Some(missing) => {
                self.notes.push(format!(
                    "line {line} names {name}; a second group for it is added, and crawlers read both together"
                ));
                group::add(&mut self.groups, missing, name, reason);
            }
            None => self.decided.push(Decided { agent: name.into(), line }),
        }
    }
}

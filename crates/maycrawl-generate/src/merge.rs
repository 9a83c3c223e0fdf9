//! A plan, added to the end of a file that is there.

use maycrawl::Field;
use maycrawl_crawlers::Catalogue;

use crate::error::CannotMerge;
use crate::group::{self, Group};
use crate::plan::Plan;
use crate::says::Says;
use crate::text::{Text, title};

mod before;

use before::{Old, ToldBefore};

/// A file to which a plan was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The whole file. It begins with all of the old one.
    pub source: Vec<u8>,
    /// What was added; nothing, if the file says it all already.
    pub added: Vec<u8>,
    /// Crawlers of the plan whose groups are there and say enough.
    pub decided: Vec<Decided>,
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
    /// own, which repeats the rules that it obeyed before.
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
        let mut new = New { groups: Vec::new(), decided: Vec::new() };
        if self.everyone.is_said() {
            self.add_everyone(&old, &mut new)?;
        }
        for (token, wish) in &self.crawlers {
            let told = old.told(token);
            let blocked = wish.blocked.as_ref().map(|said| said.value);
            let inherited = told.inherited(&self.everyone, blocked);
            let shared = if told.line.is_some() { &self.everyone } else { &inherited };
            let says = Says::to_one(wish, shared)
                .map_err(|error| CannotMerge::because(error.message()))?;
            new.take(token, &told, &says, blocked, wish.reason())?;
        }
        let added = self.addition(&old, &new, with_comments);
        let source = [file, &added].concat();
        old.check_kept(&source)?;
        Ok(Merged { source, added, decided: new.decided })
    }

    /// What is said of everyone is said to `*`, to those whom the file names and
    /// the plan does not, and to those who ignore `*`.
    fn add_everyone(&self, old: &Old<'_>, new: &mut New) -> Result<(), CannotMerge> {
        let refused = |error: crate::Error| CannotMerge::because(error.message());
        let says = Says::to_everyone(&self.everyone).map_err(refused)?;
        let blocked = self.everyone.blocked.as_ref().map(|said| said.value);
        let is_planned =
            |name: &str| self.crawlers.iter().any(|(token, _)| token.eq_ignore_ascii_case(name));
        let why = Some("Everyone");
        new.take("*", &old.told("*"), &says, blocked, why)?;
        let named = old.names();
        for name in named.iter().filter(|name| !is_planned(name)) {
            new.take(name, &old.told(name), &says, blocked, why)?;
        }
        let is_named = |name: &str| named.iter().any(|one| one.eq_ignore_ascii_case(name));
        if says.forbids() {
            for name in self.ignore_global.iter().filter(|name| !is_named(name)) {
                new.take(name, &old.told(name), &says, blocked, why)?;
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
            out.comment("Ends the group above, which says nothing.");
            out.line("Allow", "");
        }
        for group in &new.groups {
            out.space();
            out.comment(&title(group, false));
            out.lines_of(group);
        }
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

/// What is added, group by group.
struct New {
    groups: Vec<Group>,
    decided: Vec<Decided>,
}

impl New {
    /// Adds what an agent is not told yet.
    fn take(
        &mut self,
        name: &str,
        told: &ToldBefore,
        says: &Says,
        blocked: Option<bool>,
        reason: Option<&str>,
    ) -> Result<(), CannotMerge> {
        let Some(line) = told.line else {
            group::add(&mut self.groups, says.clone(), name, reason);
            return Ok(());
        };
        if let Some(conflict) = told.against(says, blocked) {
            return Err(conflict);
        }
        match told.missing(says) {
            Some(missing) => group::add(&mut self.groups, missing, name, reason),
            None => self.decided.push(Decided { agent: name.into(), line }),
        }
        Ok(())
    }
}

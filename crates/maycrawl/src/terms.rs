//! What a file states for an agent beside its rules: delays, rates, hours and
//! preferences; and what it states for everyone: sitemaps and licences.
//!
//! No standard defines these directives, and many crawlers ignore them. A value that
//! cannot be read does not count; [`Stated`] keeps it with the reason.
//!
//! ```
//! use maycrawl::terms::InvalidValue;
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let robots = Robots::parse("User-agent: *\nCrawl-delay: soon", &Dialect::GOOGLE);
//! let delay = robots.terms(&Agent::token("MyBot")).crawl_delay();
//! assert_eq!(delay.value, None);
//! assert_eq!(delay.invalid[0].1, InvalidValue::NotANumber);
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::time::Duration;

use crate::agent::{Agent, GroupChoice, GroupSelection};
use crate::dialect::Dialect;
use crate::directive::Field;
use crate::group::DirectiveLine;
use crate::path::UrlPath;
use crate::pattern::Pattern;
use crate::preferences::{ContentSignal, ContentUsage, UsageRule};
use crate::robots::Robots;
use crate::span::Span;
use crate::values;

pub use crate::invalid::InvalidValue;
pub use crate::values::{CleanParam, Hours, RequestRate, Value};

/// What a file states about one thing.
///
/// The value in force, the lines that it came from, and the lines that do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stated<T> {
    /// The value in force; `None` if the file states none.
    pub value: Option<T>,
    /// The lines that it came from.
    pub lines: Vec<StatedLine>,
    /// The lines that are invalid, and why.
    pub invalid: Vec<(StatedLine, InvalidValue)>,
}

/// A line of a file that states a value: a [`DirectiveLine`] that owns its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatedLine {
    /// Which field it is.
    pub field: Field,
    /// The value as written, without white space around it.
    pub value: Box<[u8]>,
    /// The line's number, from 1.
    pub line: u32,
    /// The column of the value in bytes, from 1.
    pub column: u32,
    /// Where the value stands in the file.
    pub span: Span,
}

impl From<DirectiveLine<'_>> for StatedLine {
    fn from(line: DirectiveLine<'_>) -> Self {
        Self {
            field: line.field(),
            value: line.value().into(),
            line: line.line(),
            column: line.column(),
            span: line.span(),
        }
    }
}

impl<T> Stated<T> {
    const fn nothing() -> Self {
        Self { value: None, lines: Vec::new(), invalid: Vec::new() }
    }
}

/// What a file states for one agent beside its rules. See [`Robots::terms`].
///
/// A group that names the agent hides the terms of the group for `*`, unless the dialect says
/// otherwise. Many crawlers ignore some of these directives.
/// They own their data and need neither the file nor its parse.
#[derive(Clone, Debug)]
pub struct Terms {
    dialect: Dialect,
    /// The lines of the agent's groups.
    lines: Vec<StatedLine>,
    /// Those of the groups for `*`, where a delay is inherited from them.
    inherited: Vec<StatedLine>,
}

impl Robots {
    /// What the file states for `agent` beside its rules.
    ///
    /// ```
    /// use core::time::Duration;
    /// use maycrawl::{Agent, Dialect, Robots};
    ///
    /// let file = "User-agent: *\nCrawl-delay: 2.5\nContent-Signal: ai-train=no";
    /// let robots = Robots::parse(file, &Dialect::GOOGLE);
    /// let terms = robots.terms(&Agent::token("MyBot"));
    /// assert_eq!(terms.crawl_delay().value, Some(Duration::from_millis(2500)));
    /// assert_eq!(terms.content_signal().value.unwrap().ai_train, Some(false));
    /// ```
    pub fn terms(&self, agent: &Agent) -> Terms {
        let (choice, selection) = self.select(agent);
        let inherits = self.dialect().groups.inherit_global_delay
            && matches!(choice, GroupChoice::ByName { .. });
        let everyone = Agent::token("*");
        let inherited = if inherits { self.lines_of(self.select(&everyone).1) } else { Vec::new() };
        Terms { dialect: *self.dialect(), lines: self.lines_of(selection), inherited }
    }

    /// The directives of a selection of groups. Delays among them are for the agents right
    /// before them: crawlers that obey delays end a list of agents there.
    fn lines_of(&self, selection: GroupSelection<'_>) -> Vec<StatedLine> {
        let groups: Vec<usize> = self.chosen(selection).map(|(index, _)| index).collect();
        let knobs = &self.dialect().groups;
        let is_for = |line: &DirectiveLine<'_>| {
            line.group().is_some_and(|group| groups.contains(&(group as usize)))
                && (!line.field().is_delay()
                    || selection.takes(line.agents().map(|agent| agent.value()), knobs))
        };
        self.directives().filter(is_for).map(StatedLine::from).collect()
    }

    /// The sitemaps that the file names, for everyone.
    pub fn sitemaps(&self) -> Stated<Vec<&[u8]>> {
        self.urls(Field::Sitemap)
    }

    /// The licences (RSL) that the file names, for everyone.
    pub fn licenses(&self) -> Stated<Vec<&[u8]>> {
        self.urls(Field::License)
    }

    fn urls(&self, field: Field) -> Stated<Vec<&[u8]>> {
        let lines = self.directives().filter(move |line| line.field() == field);
        collect(lines, |line| values::absolute_url(line.value()))
    }
}

impl Terms {
    /// The time between requests; the longest of several.
    pub fn crawl_delay(&self) -> Stated<Duration> {
        let told = |lines| {
            let lines = of_field(lines, Field::CrawlDelay);
            strictest(lines, values::crawl_delay, |one, other| one > other)
        };
        let own = told(&self.lines);
        if own.value.is_some() { own } else { either(own, told(&self.inherited)) }
    }

    /// The number of requests in a time; the slowest of several.
    pub fn request_rate(&self) -> Stated<RequestRate> {
        let lines = of_field(&self.lines, Field::RequestRate);
        strictest(lines, values::request_rate, RequestRate::is_slower_than)
    }

    /// The hours for visits; all of several.
    pub fn visit_times(&self) -> Stated<Vec<Hours>> {
        let lines = of_field(&self.lines, Field::VisitTime).cloned();
        collect(lines, |line: &StatedLine| values::visit_time(&line.value))
    }

    /// What `Content-Signal` says; the most restrictive of several.
    pub fn content_signal(&self) -> Stated<ContentSignal> {
        let mut told = Stated::nothing();
        for line in of_field(&self.lines, Field::ContentSignal) {
            let (signal, flaw) = ContentSignal::parse(&line.value);
            told.invalid.extend(flaw.map(|flaw| (line.clone(), flaw)));
            if !signal.is_silent() || !signal.others.is_empty() {
                told.value.get_or_insert_with(ContentSignal::default).combine(&signal);
                told.lines.push(line.clone());
            }
        }
        told
    }

    /// What `Content-Usage` says of a path: the longest path that matches
    /// decides; of equally long ones the most restrictive.
    pub fn content_usage(&self, path: &UrlPath<'_>) -> Stated<ContentUsage> {
        let mut told = Stated::<ContentUsage>::nothing();
        let mut longest = 0_u32;
        for line in of_field(&self.lines, Field::ContentUsage) {
            let rule = match UsageRule::parse(&line.value) {
                Ok(rule) => rule,
                Err(flaw) => {
                    told.invalid.push((line.clone(), flaw));
                    continue;
                }
            };
            let pattern = Pattern::parse(&rule.path, &self.dialect);
            if !pattern.is_empty() && !pattern.matches(path) || pattern.len() < longest {
                continue;
            }
            match &mut told.value {
                Some(usage) if pattern.len() == longest => usage.combine(&rule.usage),
                value => {
                    *value = Some(rule.usage);
                    told.lines.clear();
                }
            }
            longest = pattern.len();
            told.lines.push(line.clone());
        }
        told
    }
}

/// The lines of a field.
fn of_field(lines: &[StatedLine], field: Field) -> impl Iterator<Item = &StatedLine> {
    lines.iter().filter(move |line| line.field == field)
}

/// All values that can be read.
fn collect<L: Into<StatedLine>, T>(
    lines: impl Iterator<Item = L>,
    read: impl Fn(&L) -> Result<T, InvalidValue>,
) -> Stated<Vec<T>> {
    let mut told = Stated::nothing();
    for line in lines {
        match read(&line) {
            Ok(value) => {
                told.value.get_or_insert_with(Vec::new).push(value);
                told.lines.push(line.into());
            }
            Err(flaw) => told.invalid.push((line.into(), flaw)),
        }
    }
    told
}

/// The value that is stricter than all others, the first of equal ones.
fn strictest<'l, T>(
    lines: impl Iterator<Item = &'l StatedLine>,
    read: impl Fn(&[u8]) -> Result<T, InvalidValue>,
    is_stricter: impl Fn(&T, &T) -> bool,
) -> Stated<T> {
    let mut told = Stated::nothing();
    for line in lines {
        match read(&line.value) {
            Ok(value) if told.value.as_ref().is_none_or(|held| is_stricter(&value, held)) => {
                told.value = Some(value);
                told.lines = Vec::from([line.clone()]);
            }
            Ok(_) => {}
            Err(flaw) => told.invalid.push((line.clone(), flaw)),
        }
    }
    told
}

/// The value of one, or else of the other; the flaws of both.
fn either<T>(own: Stated<T>, mut other: Stated<T>) -> Stated<T> {
    other.invalid.splice(..0, own.invalid);
    other
}

//! What a file tells an agent beside its rules: delays, rates, hours,
//! preferences; and what it tells everyone: sitemaps and licences.

use alloc::vec::Vec;
use core::time::Duration;

use crate::agent::{Agent, GroupChoice};
use crate::directive::Field;
use crate::path::Path;
use crate::pattern::Pattern;
use crate::preferences::{ContentSignal, ContentUsage, UsageRule};
use crate::robots::{DirectiveLine, Robots};
use crate::values::{self, Hours, Malformed, RequestRate};

/// What a file tells about one thing: the value in force, the lines that it
/// came from, and the lines that do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Told<'r, T> {
    /// The value in force; `None` if the file tells none.
    pub value: Option<T>,
    /// The lines that it came from.
    pub lines: Vec<DirectiveLine<'r>>,
    /// The lines that are malformed, and why.
    pub malformed: Vec<(DirectiveLine<'r>, Malformed)>,
}

impl<T> Told<'_, T> {
    const fn nothing() -> Self {
        Self { value: None, lines: Vec::new(), malformed: Vec::new() }
    }
}

/// What a file tells one agent beside its rules. See [`Robots::terms`].
///
/// A group that names the agent hides what the group for `*` tells, unless the
/// dialect says otherwise. Whether a crawler honours what it is told is not for
/// the file to say.
#[derive(Clone, Debug)]
pub struct Terms<'r> {
    robots: &'r Robots,
    groups: Vec<usize>,
    /// The groups for `*`, where a delay is inherited from them.
    delay_groups: Vec<usize>,
}

impl Robots {
    /// What the file tells `agent` beside its rules.
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
    pub fn terms(&self, agent: &Agent) -> Terms<'_> {
        let (choice, groups) = self.choose(agent);
        let inherits = self.dialect().groups.inherit_global_delay
            && matches!(choice, GroupChoice::ByName { .. });
        let everyone = Agent::token("*");
        let delay_groups = if inherits { indices(self.choose(&everyone).1) } else { Vec::new() };
        Terms { robots: self, groups: indices(groups), delay_groups }
    }

    /// The sitemaps that the file names, for everyone.
    pub fn sitemaps(&self) -> Told<'_, Vec<&[u8]>> {
        self.urls(Field::Sitemap)
    }

    /// The licences (RSL) that the file names, for everyone.
    pub fn licenses(&self) -> Told<'_, Vec<&[u8]>> {
        self.urls(Field::License)
    }

    fn urls(&self, field: Field) -> Told<'_, Vec<&[u8]>> {
        let lines = self.directives().filter(move |line| line.field() == field);
        collect(lines, |line| values::absolute_url(line.value()))
    }
}

fn indices<T>(groups: impl Iterator<Item = (usize, T)>) -> Vec<usize> {
    groups.map(|(index, _)| index).collect()
}

impl<'r> Terms<'r> {
    /// The time between requests; the longest of several.
    pub fn crawl_delay(&self) -> Told<'r, Duration> {
        let told = |groups| {
            let lines = self.lines(groups, Field::CrawlDelay);
            strictest(lines, values::crawl_delay, |one, other| one > other)
        };
        let own = told(&self.groups);
        if own.value.is_some() { own } else { either(own, told(&self.delay_groups)) }
    }

    /// The number of requests in a time; the slowest of several.
    pub fn request_rate(&self) -> Told<'r, RequestRate> {
        let lines = self.lines(&self.groups, Field::RequestRate);
        strictest(lines, values::request_rate, RequestRate::is_slower_than)
    }

    /// The hours for visits; all of several.
    pub fn visit_times(&self) -> Told<'r, Vec<Hours>> {
        collect(self.lines(&self.groups, Field::VisitTime), |line| values::visit_time(line.value()))
    }

    /// What `Content-Signal` says; the most restrictive of several.
    pub fn content_signal(&self) -> Told<'r, ContentSignal> {
        let mut told = Told::nothing();
        for line in self.lines(&self.groups, Field::ContentSignal) {
            let (signal, flaw) = ContentSignal::parse(line.value());
            told.malformed.extend(flaw.map(|flaw| (line, flaw)));
            if !signal.is_silent() || !signal.others.is_empty() {
                told.value.get_or_insert_with(ContentSignal::default).combine(&signal);
                told.lines.push(line);
            }
        }
        told
    }

    /// What `Content-Usage` says of a path: the longest path that matches
    /// decides; of equally long ones the most restrictive.
    pub fn content_usage(&self, path: &Path<'_>) -> Told<'r, ContentUsage> {
        let mut told = Told::<ContentUsage>::nothing();
        let mut longest = 0_u32;
        for line in self.lines(&self.groups, Field::ContentUsage) {
            let rule = match UsageRule::parse(line.value()) {
                Ok(rule) => rule,
                Err(flaw) => {
                    told.malformed.push((line, flaw));
                    continue;
                }
            };
            let pattern = Pattern::parse(&rule.path, self.robots.dialect());
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
            told.lines.push(line);
        }
        told
    }

    /// The lines of a field in some groups.
    fn lines(&self, groups: &[usize], field: Field) -> impl Iterator<Item = DirectiveLine<'r>> {
        self.robots.directives().filter(move |line| {
            let is_here = |group: u32| groups.contains(&(group as usize));
            line.field() == field && line.group().is_some_and(is_here)
        })
    }
}

/// All values that can be read.
fn collect<'r, T>(
    lines: impl Iterator<Item = DirectiveLine<'r>>,
    read: impl Fn(&DirectiveLine<'r>) -> Result<T, Malformed>,
) -> Told<'r, Vec<T>> {
    let mut told = Told::nothing();
    for line in lines {
        match read(&line) {
            Ok(value) => {
                told.value.get_or_insert_with(Vec::new).push(value);
                told.lines.push(line);
            }
            Err(flaw) => told.malformed.push((line, flaw)),
        }
    }
    told
}

/// The value that is stricter than all others, the first of equal ones.
fn strictest<'r, T>(
    lines: impl Iterator<Item = DirectiveLine<'r>>,
    read: impl Fn(&[u8]) -> Result<T, Malformed>,
    is_stricter: impl Fn(&T, &T) -> bool,
) -> Told<'r, T> {
    let mut told = Told::nothing();
    for line in lines {
        match read(line.value()) {
            Ok(value) if told.value.as_ref().is_none_or(|held| is_stricter(&value, held)) => {
                told.value = Some(value);
                told.lines = Vec::from([line]);
            }
            Ok(_) => {}
            Err(flaw) => told.malformed.push((line, flaw)),
        }
    }
    told
}

/// What one tells, or else the other; the flaws of both.
fn either<'r, T>(own: Told<'r, T>, mut other: Told<'r, T>) -> Told<'r, T> {
    other.malformed.splice(..0, own.malformed);
    other
}

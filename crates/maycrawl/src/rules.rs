//! The rules for one agent, compiled once and asked many times.
//!
//! ```
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let robots = Robots::parse("User-agent: *\nDisallow: /a", &Dialect::GOOGLE);
//! let rules = robots.rules(&Agent::token("MyBot"));
//! let verdict = rules.check_url("https://example.com/a/b");
//! assert_eq!(rules.deciding_rule(verdict).map(|rule| rule.line()), Some(2));
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array;
use core::iter::Flatten;
use core::ops::Range;
use core::slice;
use core::sync::atomic::{AtomicU8, Ordering};

use once_cell::race::OnceBox;

use crate::agent::{Agent, GroupChoice};
use crate::ask::Ask;
use crate::dialect::{Dialect, UrlForm};
use crate::group::{AgentLines, Group, Place, RuleKind, RuleLine, RuleLines};
use crate::heads::PathHead;
use crate::matcher::Matcher;
use crate::memory::vec_bytes;
use crate::path::UrlPath;
use crate::pattern::Pattern;
use crate::precedence::{Contest, effective_rule};
use crate::span::Span;
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId, Verdict};

pub use crate::precedence::Rank;

/// The rules that one agent obeys: made once, asked many times through `&self`, from
/// any thread. They need neither the file nor its parse.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) agent: Agent,
    pub(crate) choice: GroupChoice,
    /// The values of the agent lines, then those of the rules.
    texts: Vec<u8>,
    /// Where the latter begin.
    values_start: usize,
    agent_lines: Vec<Place>,
    rule_lines: Vec<(RuleKind, Place)>,
    matcher: OnDemand<Matcher>,
    /// How many verdicts were asked for before they were compiled.
    asked: Count,
    compiled: OnDemand<Vec<Compiled>>,
    /// The rules, by their indices, of groups that are the agent's only if a list of agents may
    /// be interrupted; empty unless the dialect reports what its document leaves open.
    pub(crate) interrupted: Vec<Range<usize>>,
    dialect: Dialect,
    refused: bool,
}

/// Whether a rule's path begins with neither `/` nor nothing.
fn has_undefined_path(value: &[u8]) -> bool {
    value.first().is_some_and(|first| *first != b'/')
}

/// So many verdicts are given before rules are compiled.
const COMPILED_AFTER: u8 = 4;

/// What is made when it is first needed.
#[derive(Debug)]
struct OnDemand<T>(OnceBox<T>);

impl<T> Default for OnDemand<T> {
    fn default() -> Self {
        Self(OnceBox::new())
    }
}

/// A copy makes its own.
impl<T> Clone for OnDemand<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A number that any thread may raise. Where several do so at once, some may be lost.
#[derive(Debug, Default)]
struct Count(AtomicU8);

impl Clone for Count {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A rule as it is explained: one of the patterns that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: Pattern,
    pub(crate) rule: RuleId,
}

impl Rules {
    pub(crate) fn of<'r>(
        agent: &Agent,
        choice: GroupChoice,
        source: &[u8],
        groups: &(impl Iterator<Item = Group<'r>> + Clone),
        refused: bool,
        dialect: &Dialect,
    ) -> Self {
        let mut agent_lines = Vec::new();
        let mut rule_lines = Vec::new();
        for (agents, rules) in groups.clone().map(|group| group.places()) {
            agent_lines.extend_from_slice(agents);
            rule_lines.extend_from_slice(rules);
        }
        let len = |len: usize, value: Span| len.saturating_add(value.len() as usize);
        let agents = agent_lines.iter().map(|at: &Place| at.value);
        let rules = rule_lines.iter().map(|(_, at): &(RuleKind, Place)| at.value);
        let values_start = agents.clone().fold(0, len);
        let len = rules.clone().fold(values_start, len);
        Self {
            texts: in_a_row(agents.chain(rules), len, source),
            agent: agent.clone(),
            choice,
            values_start,
            agent_lines,
            rule_lines,
            matcher: OnDemand::default(),
            asked: Count::default(),
            compiled: OnDemand::default(),
            interrupted: Vec::new(),
            dialect: *dialect,
            refused,
        }
    }

    /// Whether the agent may crawl `path`.
    ///
    /// Linear in the path for each rule that is tried, whatever the rules hold. The
    /// first calls go through all rules. One of the next compiles them, in O(n log n) of
    /// the rules; from then on few are tried.
    pub fn check(&self, path: &UrlPath<'_>) -> Verdict {
        self.check_counted(path, &mut ())
    }

    /// Whether the agent may crawl `url`: [`UrlPath::parse`] and [`Rules::check`]
    /// in one call. [`deciding_rule`](Self::deciding_rule) names the line.
    ///
    /// Rules see only the path and the query: the host is not compared with that of the
    /// file, and a text that is no URL is read as a path. The crate `maycrawl-url` tells.
    pub fn check_url(&self, url: impl AsRef<[u8]>) -> Verdict {
        self.check(&UrlPath::with_form(url.as_ref(), self.dialect.paths.normalise))
    }

    /// The verdicts on many paths, in their order.
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect, Robots, UrlPath};
    ///
    /// let rules = Robots::parse("User-agent: *\nDisallow: /a", &Dialect::GOOGLE)
    ///     .rules(&Agent::token("MyBot"));
    /// let paths = ["/a", "/b"].map(|path| UrlPath::parse(path, &Dialect::GOOGLE));
    /// let allowed: Vec<bool> =
    ///     rules.check_all(&paths).map(|verdict| verdict.is_allowed()).collect();
    /// assert_eq!(allowed, [false, true]);
    /// ```
    pub fn check_all<'p, 'u: 'p, I: IntoIterator<Item = &'p UrlPath<'u>>>(
        &self,
        paths: I,
    ) -> Verdicts<'_, I::IntoIter> {
        // Many are worth compiling for. Nothing is written where that was done.
        if self.matcher.0.get().is_none() {
            self.asked.0.store(u8::MAX, Ordering::Relaxed);
        }
        Verdicts { rules: self, paths: paths.into_iter() }
    }

    pub(crate) fn check_counted(&self, path: &UrlPath<'_>, steps: &mut impl Steps) -> Verdict {
        let path = &*path.in_form(self.dialect.paths.normalise);
        let bytes = path.as_bytes();
        let allowed = |reason| Verdict { allowed: true, reason, rule: None };
        if self.dialect.paths.robots_txt_exempt && bytes == b"/robots.txt" {
            return allowed(Reason::RobotsTxt);
        }
        if self.refused {
            return allowed(Reason::BodyTooLarge);
        }
        match self.choice {
            GroupChoice::NoGroup => return allowed(Reason::NoGroup),
            GroupChoice::IgnoresGlobal => return allowed(Reason::IgnoresGlobal),
            GroupChoice::ByName { .. } | GroupChoice::Global => {}
        }
        let mut contest = Contest::default();
        let mut ask = Ask { path, dialect: &self.dialect, contest: &mut contest, steps };
        match self.matcher() {
            Some(matcher) => matcher.offer(self.values(), &mut ask),
            None => self.offer_written(&mut ask),
        }
        let verdict = contest.verdict(&self.dialect.paths);
        if self.dialect.paths.reports_undefined { self.reported(verdict, path) } else { verdict }
    }

    /// The verdict, reported as undefined if it rests on a rule for which the dialect's document
    /// does not provide.
    #[cold]
    fn reported(&self, verdict: Verdict, path: &UrlPath<'_>) -> Verdict {
        let deciding = verdict.rule.filter(|_| !verdict.is_undefined());
        let Some((index, line)) = deciding.and_then(|rule| Some((rule.index(), self.rule(rule)?)))
        else {
            return verdict;
        };
        let reason = if self.is_interrupted(index) {
            Reason::UndefinedGroup
        } else if has_undefined_path(line.value()) {
            Reason::UndefinedPath
        } else {
            return verdict;
        };
        let mut contest = Contest::default();
        let mut ask = Ask { path, dialect: &self.dialect, contest: &mut contest, steps: &mut () };
        for (index, line) in self.rule_lines().enumerate() {
            if !self.is_interrupted(index) && !has_undefined_path(line.value()) {
                ask.offer_written(line.kind(), line.value(), RuleId::new(index));
            }
        }
        let without = contest.verdict(&self.dialect.paths);
        if without.allowed == verdict.allowed { verdict } else { Verdict { reason, ..verdict } }
    }

    fn is_interrupted(&self, index: usize) -> bool {
        let next = self.interrupted.partition_point(|rules| rules.end <= index);
        self.interrupted.get(next).is_some_and(|rules| rules.contains(&index))
    }

    /// Offers the rules that match, as they are written.
    fn offer_written(&self, ask: &mut Ask<'_, impl Steps>) {
        let is_google = matches!(self.dialect.paths.normalise, UrlForm::Google | UrlForm::Parser);
        let head = PathHead::of(ask.bytes());
        let mut texts = self.values();
        for (index, (kind, at)) in self.rule_lines.iter().enumerate() {
            let len = at.value.len() as usize;
            if is_google && head.turns_away(*kind, texts, len) {
                ask.steps.took(1);
            } else {
                ask.offer_written(*kind, texts.get(..len).unwrap_or_default(), RuleId::new(index));
            }
            texts = texts.get(len..).unwrap_or_default();
        }
    }

    /// The values of the rules, in a row.
    fn values(&self) -> &[u8] {
        self.texts.get(self.values_start..).unwrap_or_default()
    }

    /// What makes verdicts fast. It costs more than the first verdicts save, so these are
    /// given without: many files are asked once or twice.
    fn matcher(&self) -> Option<&Matcher> {
        if cfg!(not(feature = "compiled")) {
            return None;
        }
        // Once it is there nothing is written, so threads that ask do not wait for each other.
        if let Some(matcher) = self.matcher.0.get() {
            return Some(matcher);
        }
        let asked = self.asked.0.load(Ordering::Relaxed);
        if asked < COMPILED_AFTER {
            self.asked.0.store(asked.saturating_add(1), Ordering::Relaxed);
            return None;
        }
        let make = || Box::new(Matcher::of(&self.rule_lines, self.values(), &self.dialect));
        Some(self.matcher.0.get_or_init(make))
    }

    /// The agent that they are for.
    pub const fn agent(&self) -> &Agent {
        &self.agent
    }

    /// How the agent came to its group.
    pub const fn choice(&self) -> GroupChoice {
        self.choice
    }

    /// The `User-agent` lines of the agent's groups.
    pub fn agent_lines(&self) -> AgentLines<'_> {
        AgentLines { texts: &self.texts, places: self.agent_lines.iter() }
    }

    /// The rules in the file's order, combined if there are several groups.
    pub fn rule_lines(&self) -> RuleLines<'_> {
        RuleLines { texts: self.values(), places: self.rule_lines.iter() }
    }

    /// What is matched: the pattern of each rule and what it decides, in the
    /// file's order. A rule may stand for two patterns (`Allow: /a/index.html`,
    /// where that also allows `/a/`), or for one that it does not spell (an empty
    /// Disallow, where that is `Allow: /`).
    ///
    /// The first call makes them, linear in the rules; they are kept.
    pub fn patterns(&self) -> Patterns<'_> {
        Patterns(self.compiled().iter())
    }

    /// The rule of this id; `None` for an id of other rules.
    pub fn rule(&self, id: RuleId) -> Option<RuleLine<'_>> {
        self.rule_lines().nth(id.index())
    }

    /// The rule that decided a verdict of these rules, if one did.
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect, Robots};
    ///
    /// let file = "User-agent: *\nDisallow: /a";
    /// let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&Agent::token("MyBot"));
    /// let deciding = rules.deciding_rule(rules.check_url("/a"));
    /// assert_eq!(deciding.map(|rule| rule.line()), Some(2));
    /// ```
    pub fn deciding_rule(&self, verdict: Verdict) -> Option<RuleLine<'_>> {
        self.rule(verdict.rule()?)
    }

    /// The dialect in which they were read.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// About how many bytes they hold on the heap, for caches that weigh what they
    /// keep: what verdicts and an explanation compile counts once it is there, the
    /// agent's tokens, which its copies share, never.
    ///
    /// Constant time; after an explanation linear in the rules.
    pub fn heap_bytes(&self) -> usize {
        let own = vec_bytes(&self.texts)
            .saturating_add(vec_bytes(&self.agent_lines))
            .saturating_add(vec_bytes(&self.rule_lines))
            .saturating_add(vec_bytes(&self.interrupted));
        let matcher = self
            .matcher
            .0
            .get()
            .map_or(0, |matcher| size_of::<Matcher>().saturating_add(matcher.heap_bytes()));
        let compiled = self.compiled.0.get().map_or(0, |compiled| {
            let bytes = size_of::<Vec<Compiled>>().saturating_add(vec_bytes(compiled));
            let patterns = compiled.iter().map(|rule| rule.pattern.heap_bytes());
            patterns.fold(bytes, usize::saturating_add)
        });
        own.saturating_add(matcher).saturating_add(compiled)
    }

    /// Each pattern with the line that gives it, in the file's order, in one pass.
    pub(crate) fn compiled_lines(&self) -> impl Iterator<Item = (&Compiled, RuleLine<'_>)> {
        let mut lines = self.rule_lines().enumerate().peekable();
        self.compiled().iter().filter_map(move |rule| {
            // A line that gives two patterns stays for the second.
            while lines.next_if(|(index, _)| *index < rule.rule.index()).is_some() {}
            Some((rule, lines.peek()?.1))
        })
    }

    fn compiled(&self) -> &[Compiled] {
        self.compiled.0.get_or_init(|| {
            let lines = self.rule_lines().enumerate();
            let all = lines
                .flat_map(|(index, line)| Compiled::of(line, RuleId::new(index), &self.dialect).0);
            Box::new(all.collect())
        })
    }
}

impl Compiled {
    /// What a rule of the file is matched as: one pattern, or two.
    fn of(line: RuleLine<'_>, rule: RuleId, dialect: &Dialect) -> LinePatterns {
        let (kind, value, _) = effective_rule(line.kind, line.value, dialect.groups.empty_disallow);
        let pattern = Pattern::with_knobs(value, &dialect.paths);
        let is_index = dialect.paths.index_html && kind == RuleKind::Allow;
        // A second pattern, tried only where the first does not match. It is
        // always the shorter one, so both may stand as rules.
        let directory = pattern.index_directory().filter(|_| is_index).map(|pattern| Self {
            kind,
            pattern,
            rule,
        });
        LinePatterns([Some(Self { kind, pattern, rule }), directory].into_iter().flatten())
    }
}

impl RuleLine<'_> {
    /// What this rule is matched as in a dialect: a pattern and what it decides.
    /// Some rules stand for two patterns (`Allow: /a/index.html`, where that also
    /// allows `/a/`), or for one that they do not spell (an empty Disallow, where
    /// that is `Allow: /`).
    pub fn patterns(&self, dialect: &Dialect) -> LinePatterns {
        Compiled::of(*self, RuleId::new(0), dialect)
    }
}

/// The verdicts on many paths. See [`Rules::check_all`].
#[derive(Clone, Debug)]
pub struct Verdicts<'r, I> {
    rules: &'r Rules,
    paths: I,
}

impl<'p, 'u: 'p, I: Iterator<Item = &'p UrlPath<'u>>> Iterator for Verdicts<'_, I> {
    type Item = Verdict;

    fn next(&mut self) -> Option<Verdict> {
        Some(self.rules.check(self.paths.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.paths.size_hint()
    }
}

/// The patterns of rules and what they decide. See [`Rules::patterns`].
#[derive(Clone, Debug)]
pub struct Patterns<'r>(slice::Iter<'r, Compiled>);

impl<'r> Iterator for Patterns<'r> {
    type Item = (RuleId, RuleKind, &'r Pattern);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|one| (one.rule, one.kind, &one.pattern))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Patterns<'_> {}

/// What one rule is matched as. See [`RuleLine::patterns`].
#[derive(Clone, Debug)]
pub struct LinePatterns(Flatten<array::IntoIter<Option<Compiled>, 2>>);

impl Iterator for LinePatterns {
    type Item = (RuleKind, Pattern);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|one| (one.kind, one.pattern))
    }
}

/// The bytes of these spans, which are so many.
fn in_a_row(spans: impl Iterator<Item = Span>, len: usize, source: &[u8]) -> Vec<u8> {
    /// To copy so many takes a few instructions, and to copy just as many as count a call.
    const FEW: usize = 32;
    let mut row = Vec::with_capacity(len.saturating_add(FEW));
    for span in spans {
        let bytes = span.of(source);
        let end = row.len().saturating_add(bytes.len());
        let from_start =
            source.get(span.start as usize..).and_then(|rest| rest.first_chunk::<FEW>());
        match from_start {
            Some(few) if bytes.len() <= FEW => row.extend_from_slice(few),
            _ => row.extend_from_slice(bytes),
        }
        row.truncate(end);
    }
    row
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use crate::{Agent, Dialect, Robots, UrlPath};

    /// Asserts that one check looks at no more bytes than the patterns hold
    /// and, for every rule, the path holds; and says how many these are.
    #[track_caller]
    fn check(rules: &str, url: &str) -> usize {
        let file = ["User-agent: *\n", rules].concat();
        let dialect = Dialect::GOOGLE;
        let rules = Robots::parse(&file, &dialect).rules(&Agent::token("F"));
        let path = UrlPath::parse(url, &dialect);
        let mut steps = 0_usize;
        let first = rules.check_counted(&path, &mut steps);
        let in_first = core::mem::take(&mut steps);
        // Later verdicts are given another way.
        rules.check_all([&path]).for_each(drop);
        assert_eq!(rules.check_counted(&path, &mut steps), first);
        let in_patterns: usize =
            rules.patterns().map(|(_, _, pattern)| pattern.as_bytes().len()).sum();
        let in_paths = path.as_bytes().len() * rules.patterns().count();
        for steps in [in_first, steps] {
            assert!(steps <= 2 * (in_patterns + in_paths), "{steps} of {in_patterns} + {in_paths}");
        }
        in_first.max(steps)
    }

    fn rule(pattern: &str) -> String {
        ["Disallow: ", pattern, "\n"].concat()
    }

    #[test]
    fn hostile_patterns_cost_linear_work() {
        let path = ["/", &"a".repeat(2000)].concat();
        check(&rule(&["/", &"*a".repeat(500), "*b"].concat()), &path);
        check(&rule(&["/", &"*".repeat(1000), "b"].concat()), &path);
        check(&rule(&["/", &"a*".repeat(500), "$"].concat()), &path);
        check(&rule(&["/*", &"a".repeat(1000), "b"].concat()), &path);
        check(&rule(&"*ab".repeat(300)), &["/", &"aab".repeat(700)].concat());
        check(&rule("/*a*a*a*a$").repeat(500), &path);
    }

    proptest::proptest! {
        #[test]
        fn any_patterns_cost_linear_work(
            patterns in proptest::collection::vec("/?[ab*]{0,60}\\$?", 1..8),
            path in "/[ab]{0,300}",
        ) {
            let rules: String = patterns.iter().map(|pattern| rule(pattern)).collect();
            check(&rules, &path);
        }

        /// Many open rules and a long path: enough for all that tells rules apart.
        #[test]
        fn many_patterns_cost_linear_work(
            patterns in proptest::collection::vec("/?[*][a-f]{0,6}([*][a-f]{1,5})?\\$?", 65..90),
            path in "/[a-f]{257,400}",
        ) {
            let rules: String = patterns.iter().map(|pattern| rule(pattern)).collect();
            check(&rules, &path);
        }
    }

    #[test]
    fn work_grows_as_the_path_and_as_the_rules_do() {
        let rules = rule("/*a*b*c").repeat(100);
        let url = |len: usize| ["/", &"ab".repeat(len)].concat();
        let steps = check(&rules, &url(100));
        assert!(check(&rules, &url(1000)) <= 11 * steps);
        assert!(check(&rules.repeat(10), &url(100)) <= 11 * steps);
    }
}

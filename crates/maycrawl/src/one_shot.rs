//! One question of one file, in one pass that keeps nothing.

use crate::agent::{is_global, names};
use crate::ask::Ask;
use crate::dialect::{Dialect, Merge};
use crate::directive::Field;
use crate::group::{Place, RuleKind};
use crate::groups::{Listener, group_lines, read_part};
use crate::line::raw_lines;
use crate::path::UrlPath;
use crate::precedence::Contest;
use crate::span::Span;
use crate::verdict::RuleId;

impl Dialect {
    /// Whether `token` may crawl `url`, by a robots.txt of these `bytes`.
    ///
    /// One pass over the file, nothing kept; no heap allocation unless the URL
    /// or a rule needs rewriting into normal form. To ask more than once,
    /// parse a [`Robots`](crate::Robots).
    ///
    /// ```
    /// use maycrawl::Dialect;
    ///
    /// let file = "User-agent: *\nDisallow: /private/";
    /// assert!(Dialect::RFC9309.is_allowed(file, "MyBot", "https://example.com/public"));
    /// assert!(!Dialect::RFC9309.is_allowed(file, "MyBot", "https://example.com/private/a"));
    /// ```
    pub fn is_allowed(
        &self,
        bytes: impl AsRef<[u8]>,
        token: impl AsRef<[u8]>,
        url: impl AsRef<[u8]>,
    ) -> bool {
        is_allowed(bytes.as_ref(), token.as_ref(), url.as_ref(), self)
    }
}

fn is_allowed(bytes: &[u8], token: &[u8], url: &[u8], dialect: &Dialect) -> bool {
    let path = UrlPath::parse(url, dialect);
    if dialect.paths.robots_txt_exempt && path.as_bytes() == b"/robots.txt" {
        return true;
    }
    // A file that is refused allows everything, as an empty one does.
    let bytes = read_part(bytes, dialect).unwrap_or_default();
    let sides = (Side::default(), Side::default());
    let mut question = Question { bytes, token, path: &path, dialect, sides, rules: 0 };
    group_lines(raw_lines(bytes), dialect, &mut question);
    let (named, global) = question.sides;
    let side = if named.strength.is_some() { named } else { global };
    side.contest.verdict(&dialect.paths).is_allowed()
}

/// What is asked, and what is known so far.
struct Question<'q> {
    bytes: &'q [u8],
    token: &'q [u8],
    path: &'q UrlPath<'q>,
    dialect: &'q Dialect,
    /// By the groups that name the agent, and by those of `*`.
    sides: (Side, Side),
    rules: usize,
}

impl Listener for Question<'_> {
    fn agent(&mut self, at: Place, opens: bool) {
        let (named, global) = &mut self.sides;
        if opens {
            named.active = false;
            global.active = false;
        }
        let (value, knobs) = (at.value.of(self.bytes), &self.dialect.groups);
        named.join(names(value, self.token, knobs), self.dialect);
        global.join(is_global(value, knobs).then_some(0), self.dialect);
    }

    fn rule(&mut self, kind: RuleKind, at: Place) {
        self.rules = self.rules.saturating_add(1);
        let id = RuleId::new(self.rules);
        let (named, global) = &mut self.sides;
        // A group that names the agent is its own, and no other's.
        let contest = if named.active {
            &mut named.contest
        } else if global.active && named.strength.is_none() {
            &mut global.contest
        } else {
            return;
        };
        let (path, dialect) = (self.path, self.dialect);
        let mut ask = Ask { path, dialect, contest, steps: &mut () };
        ask.offer_written(kind, at.value.of(self.bytes), id);
    }

    fn other(&mut self, _: Field, _: Span, _: Place, _: bool) {}
}

/// What is known of the groups that name the agent, or of those of `*`.
#[derive(Default)]
struct Side {
    /// How strongly the groups taken so far name the agent, if any do.
    strength: Option<u32>,
    /// Whether the current group is taken.
    active: bool,
    contest: Contest,
}

impl Side {
    /// An agent line of the current group names us this strongly.
    fn join(&mut self, strength: Option<u32>, dialect: &Dialect) {
        let Some(strength) = strength else { return };
        if self.strength.is_none_or(|held| strength > held) {
            *self = Self { strength: Some(strength), active: true, contest: Contest::default() };
        } else if self.strength == Some(strength) && dialect.groups.merge == Merge::All {
            self.active = true;
        }
    }
}

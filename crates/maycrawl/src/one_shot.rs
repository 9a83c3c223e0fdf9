//! One question of one file, in one pass that keeps nothing.

use crate::agent::{is_global, names};
use crate::dialect::{Dialect, Merge, PathKnobs, UrlForm};
use crate::directive::Field;
use crate::escapes::suspect_in;
use crate::group::{Place, RuleKind};
use crate::groups::{Listener, group_lines, read_part};
use crate::line::raw_lines;
use crate::path::UrlPath;
use crate::pattern::{matches, normal_text};
use crate::precedence::{Candidate, Contest, effective_rule};
use crate::span::{Span, offset};
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId};
use crate::wildcards::{index_directory, split_anchor};

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
    let path = path.as_bytes();
    if dialect.paths.robots_txt_exempt && path == b"/robots.txt" {
        return true;
    }
    // A file that is refused allows everything, as an empty one does.
    let bytes = read_part(bytes, dialect).unwrap_or_default();
    let sides = (Side::default(), Side::default());
    let mut question = Question { bytes, token, path, dialect, sides, rules: 0 };
    group_lines(raw_lines(bytes), dialect, &mut question);
    let (named, global) = question.sides;
    let side = if named.strength.is_some() { named } else { global };
    side.contest.verdict(&dialect.paths).is_allowed()
}

/// What is asked, and what is known so far.
struct Question<'q> {
    bytes: &'q [u8],
    token: &'q [u8],
    path: &'q [u8],
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
        offer(contest, kind, at.value.of(self.bytes), id, self.path, self.dialect, &mut ());
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

/// Offers a rule as it is written, if it matches.
#[inline]
pub(crate) fn offer(
    contest: &mut Contest,
    kind: RuleKind,
    value: &[u8],
    rule: RuleId,
    path: &[u8],
    dialect: &Dialect,
    steps: &mut impl Steps,
) {
    let knobs = &dialect.paths;
    steps.took(value.len());
    let (kind, value, reason) = effective_rule(kind, value, dialect.groups.empty_disallow);
    if value.is_empty() {
        return contest.offer_empty(kind, rule);
    }
    let is_index = knobs.index_html && kind == RuleKind::Allow;
    let len = offset(value.len());
    let literal = Candidate { kind, len, has_wildcard: false, reason, rule };
    let encodes = matches!(knobs.normalise, UrlForm::Google | UrlForm::Parser);
    match begins(value, path, is_index, encodes) {
        Some(false) => {}
        Some(true) => contest.offer(literal, knobs),
        None => offer_pattern(contest, literal, value, path, knobs, steps),
    }
}

/// Offers a rule if its pattern matches.
fn offer_pattern(
    contest: &mut Contest,
    candidate: Candidate,
    value: &[u8],
    path: &[u8],
    knobs: &PathKnobs,
    steps: &mut impl Steps,
) {
    let text = normal_text(value, knobs);
    let (literals, anchored) = split_anchor(&text, knobs.wildcards);
    let has_wildcard = |text: &[u8]| knobs.wildcards && text.contains(&b'*');
    if matches(literals, anchored, knobs.wildcards, path, steps) {
        let len = offset(text.len());
        contest.offer(Candidate { len, has_wildcard: has_wildcard(&text), ..candidate }, knobs);
    } else if knobs.index_html
        && candidate.kind == RuleKind::Allow
        && let Some(directory) = index_directory(&text)
        && matches(directory, true, knobs.wildcards, path, steps)
    {
        let len = offset(directory.len()).saturating_add(1);
        let (has_wildcard, reason) = (has_wildcard(directory), Reason::IndexHtml);
        contest.offer(Candidate { len, has_wildcard, reason, ..candidate }, knobs);
    }
}

/// Whether a rule's value begins a path, as far as bytes tell that stand for themselves
/// in every form, or for an escape where the form encodes what is not ASCII and decodes
/// nothing. One that may stand for its directory is not told by a path that ends.
#[inline]
fn begins(value: &[u8], path: &[u8], may_be_directory: bool, encodes: bool) -> Option<bool> {
    let mut rest = path;
    for byte in value {
        if suspect_in(*byte) != 0 {
            let is_escape = encodes && (*byte == b'%' || !byte.is_ascii());
            return match rest {
                [] if may_be_directory => None,
                [b'%', ..] => None,
                _ if is_escape => Some(false),
                _ => None,
            };
        }
        rest = match rest {
            [same, after @ ..] if same == byte => after,
            [] if may_be_directory => return None,
            _ => return Some(false),
        };
    }
    Some(true)
}

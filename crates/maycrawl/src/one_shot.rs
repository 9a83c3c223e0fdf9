//! One question of one file, in one pass that keeps nothing.

use crate::agent::{is_global, names};
use crate::dialect::{Dialect, Merge};
use crate::groups::{Extent, GroupLine, RuleKind, group_lines};
use crate::lines::raw_lines;
use crate::path::Path;
use crate::pattern::{index_directory, matches, normal_text, split_anchor};
use crate::precedence::{Candidate, Contest, meaning};
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId};

/// See [`Dialect::is_allowed`].
pub(crate) fn is_allowed(bytes: &[u8], token: &[u8], url: &[u8], dialect: &Dialect) -> bool {
    let path = Path::parse(url, dialect);
    let path = path.as_bytes();
    if dialect.paths.robots_txt_exempt && path == b"/robots.txt" {
        return true;
    }
    let mut named = Side::default();
    let mut global = Side::default();
    let mut rules = 0_usize;
    group_lines(raw_lines(bytes), Extent::of(bytes.len(), dialect), dialect, |line| {
        match line {
            GroupLine::Agent { at, opens } => {
                if opens {
                    named.active = false;
                    global.active = false;
                }
                let value = at.value.of(bytes);
                named.join(names(value, token, &dialect.groups), dialect);
                global.join(is_global(value, &dialect.groups).then_some(0), dialect);
            }
            GroupLine::Other { .. } => {}
            GroupLine::Rule { kind, at } => {
                rules = rules.saturating_add(1);
                let value = at.value.of(bytes);
                // A group that names the agent is its own, and no other's.
                if named.active {
                    offer(
                        &mut named.contest,
                        kind,
                        value,
                        RuleId::new(rules),
                        path,
                        dialect,
                        &mut (),
                    );
                } else if global.active && named.strength.is_none() {
                    offer(
                        &mut global.contest,
                        kind,
                        value,
                        RuleId::new(rules),
                        path,
                        dialect,
                        &mut (),
                    );
                }
            }
        }
    });
    let side = if named.strength.is_some() { named } else { global };
    side.contest.verdict(&dialect.paths).is_allowed()
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
    let (kind, value, reason) = meaning(kind, value, dialect.groups.empty_disallow);
    if value.is_empty() {
        return contest.offer_empty(kind, rule);
    }
    // Most rules begin otherwise than the path does. (Those that allow may stand for
    // another.)
    if let ([b'/', letter, ..], [b'/', rest @ ..]) = (value, path)
        && letter.is_ascii_alphanumeric()
        && rest.first() != Some(letter)
        && (kind == RuleKind::Disallow || !knobs.index_html)
    {
        return;
    }
    let text = normal_text(value, knobs);
    let (literals, anchored) = split_anchor(&text, knobs.wildcards);
    let mut candidate = Candidate {
        kind,
        len: crate::span::offset(text.len()),
        has_wildcard: knobs.wildcards && text.contains(&b'*'),
        reason,
        rule,
    };
    let is_match = matches(literals, anchored, knobs.wildcards, path, steps);
    if !is_match {
        let is_index = knobs.index_html && kind == RuleKind::Allow;
        let Some(directory) = index_directory(&text).filter(|_| is_index) else {
            return;
        };
        if !matches(directory, true, knobs.wildcards, path, steps) {
            return;
        }
        candidate = Candidate {
            len: crate::span::offset(directory.len()).saturating_add(1),
            has_wildcard: knobs.wildcards && directory.contains(&b'*'),
            reason: Reason::IndexHtml,
            ..candidate
        };
    }
    contest.offer(candidate, knobs);
}

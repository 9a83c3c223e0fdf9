//! Finds, among the rules of an agent, those that can decide about a path.
//!
//! The longest rule that matches decides. So rules are tried only while they are as
//! long as the best so far, and most are turned away without looking at their text:
//!
//! - A *literal* rule matches the paths that it begins. Few are compared one by one,
//!   by their first eight octets. Many stand in order: the last one that is not
//!   greater than the path, and those that it begins with in turn, are all that can
//!   match.
//! - A rule with `*` or `$` is *open*. It can match only a path that holds every pair
//!   of octets that it spells; the [`filter`](crate::filter) tells most apart at once.
//!
//! Texts stand in one buffer, which belongs to the rules.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::dialect::PathKnobs;
use crate::filter::Pairs;
use crate::groups::RuleKind;
use crate::octets::are_rules_normal;
use crate::pattern::{index_directory, matches, normal_text, split_anchor};
use crate::precedence::{Candidate, Contest};
use crate::span::{Span, offset};
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId};

/// More literal rules than this stand in order.
const MOST_IN_A_ROW: usize = 64;

/// More open rules than this are worth a filter.
const MOST_UNFILTERED: usize = 2;

/// The rules of an agent, as they are matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    literals: Vec<Literal>,
    /// Where literals stand in order: for each, the index plus one of the longest
    /// other that it begins with.
    parents: Vec<u32>,
    open: Vec<Open>,
    /// How long the longest open rule is.
    longest_open: u32,
    /// The first rules without a path.
    empty_allow: Option<RuleId>,
    empty_disallow: Option<RuleId>,
    /// Whether all rules to come are known to be in normal form, and to be literal.
    are_normal: bool,
    are_literal: bool,
}

/// A rule that matches what it begins.
#[derive(Clone, Copy, Debug)]
struct Literal {
    head: u64,
    text: Span,
    decides: Decides,
}

/// A rule with `*` or `$`.
#[derive(Clone, Copy, Debug)]
struct Open {
    pairs: Pairs,
    /// Without the `$` that anchors it.
    text: Span,
    decides: Decides,
    is_anchored: bool,
}

/// What a rule decides.
#[derive(Clone, Copy, Debug)]
struct Decides {
    rule: RuleId,
    kind: RuleKind,
    reason: Reason,
}

impl Matcher {
    /// A matcher for about so many rules.
    pub(crate) fn with_capacity(rules: usize) -> Self {
        Self { literals: Vec::with_capacity(rules), ..Self::default() }
    }

    /// Learns what all rules to come have in common, from their values in a row.
    pub(crate) fn expect(&mut self, values: &[u8], knobs: &PathKnobs) {
        self.are_normal = are_rules_normal(values, knobs.normalise);
        self.are_literal = !knobs.wildcards || memchr::memchr2(b'*', b'$', values).is_none();
    }

    /// Adds a rule whose value stands in the texts; one that is written otherwise in
    /// normal form is added there.
    #[inline]
    pub(crate) fn add(
        &mut self,
        (rule, kind, reason): (RuleId, RuleKind, Reason),
        value: Span,
        texts: &mut Vec<u8>,
        knobs: &PathKnobs,
    ) {
        let decides = Decides { rule, kind, reason };
        if value.is_empty() {
            let first = match kind {
                RuleKind::Allow => &mut self.empty_allow,
                RuleKind::Disallow => &mut self.empty_disallow,
            };
            first.get_or_insert(rule);
            return;
        }
        let mut text = value;
        if !self.are_normal
            && !are_rules_normal(value.of(texts), knobs.normalise)
            && let Cow::Owned(normal) = normal_text(value.of(texts), knobs)
        {
            let start = offset(texts.len());
            texts.extend_from_slice(&normal);
            text = Span::new(start, offset(texts.len()));
        }
        let octets = text.of(texts);
        let (stem, is_anchored) = split_anchor(octets, knobs.wildcards);
        let stem_len = offset(stem.len());
        let is_index = knobs.index_html && kind == RuleKind::Allow;
        let directory = if is_index { index_directory(octets).map(<[u8]>::len) } else { None };
        self.push(
            Span::new(text.start, text.start.saturating_add(stem_len)),
            is_anchored,
            decides,
            texts,
            knobs,
        );
        // A second pattern, `/a/$` for `/a/index.html`. It is always the shorter one.
        if let Some(len) = directory {
            let text = text.within(0, len);
            self.push(text, true, Decides { reason: Reason::IndexHtml, ..decides }, texts, knobs);
        }
    }

    #[inline]
    fn push(
        &mut self,
        text: Span,
        is_anchored: bool,
        decides: Decides,
        texts: &[u8],
        knobs: &PathKnobs,
    ) {
        let octets = text.of(texts);
        if is_anchored || !(self.are_literal || memchr::memchr(b'*', octets).is_none()) {
            let pairs = Pairs::of_pattern(octets, knobs.wildcards);
            let open = Open { pairs, text, decides, is_anchored };
            self.longest_open = self.longest_open.max(open.len());
            self.open.push(open);
        } else {
            self.literals.push(Literal { head: head_of(text, texts), text, decides });
        }
    }

    /// Puts in order what must be. To be called once all rules are added.
    pub(crate) fn finish(&mut self, texts: &[u8]) {
        if self.literals.len() <= MOST_IN_A_ROW {
            return;
        }
        let rank =
            |literal: &Literal| (literal.decides.kind == RuleKind::Disallow, literal.decides.rule);
        self.literals.sort_unstable_by(|one, other| {
            one.cmp_text(other.head, other.text.of(texts), texts)
                .then_with(|| rank(one).cmp(&rank(other)))
        });
        // Of equal rules the first decides.
        self.literals.dedup_by(|next, kept| {
            next.decides.kind == kept.decides.kind && next.text.of(texts) == kept.text.of(texts)
        });
        let mut begun: Vec<u32> = Vec::new();
        self.parents = Vec::with_capacity(self.literals.len());
        for (index, literal) in self.literals.iter().enumerate() {
            let octets = literal.text.of(texts);
            while let Some(&top) = begun.last() {
                let top = self.literals.get(top as usize).map(|top| top.text.of(texts));
                if top.is_some_and(|top| octets.starts_with(top)) {
                    break;
                }
                begun.pop();
            }
            self.parents.push(begun.last().map_or(0, |parent| parent.saturating_add(1)));
            begun.push(offset(index));
        }
    }

    /// Offers the rules that match a path and can decide about it.
    pub(crate) fn offer(
        &self,
        path: &[u8],
        texts: &[u8],
        knobs: &PathKnobs,
        contest: &mut Contest,
        steps: &mut impl Steps,
    ) {
        if self.parents.is_empty() {
            self.offer_in_a_row(path, texts, knobs, contest, steps);
        } else {
            self.offer_in_order(path, texts, knobs, contest, steps);
        }
        if !self.open.is_empty() && contest.needs(self.longest_open) {
            self.offer_open(path, texts, knobs, contest, steps);
        }
        contest.offer_empty(self.empty_allow.or(self.empty_disallow));
    }

    fn offer_in_a_row(
        &self,
        path: &[u8],
        texts: &[u8],
        knobs: &PathKnobs,
        contest: &mut Contest,
        steps: &mut impl Steps,
    ) {
        let path_head = head(path);
        for literal in &self.literals {
            steps.took(1);
            let len = literal.text.len() as usize;
            if (path_head ^ literal.head) & mask(len) != 0 || len > path.len() {
                continue;
            }
            steps.took(len);
            if len <= 8 || path.starts_with(literal.text.of(texts)) {
                contest.offer(literal.candidate(), knobs);
            }
        }
    }

    fn offer_in_order(
        &self,
        path: &[u8],
        texts: &[u8],
        knobs: &PathKnobs,
        contest: &mut Contest,
        steps: &mut impl Steps,
    ) {
        let path_head = head(path);
        let after = self.literals.partition_point(|literal| {
            steps.took(literal.text.len() as usize);
            literal.cmp_text(path_head, path, texts) != Ordering::Greater
        });
        let mut at = after;
        while let Some(literal) = at.checked_sub(1).and_then(|index| self.literals.get(index)) {
            let text = literal.text.of(texts);
            steps.took(text.len());
            if path.starts_with(text) {
                if !contest.needs(literal.text.len()) {
                    return;
                }
                contest.offer(literal.candidate(), knobs);
            }
            at = self.parents.get(at.saturating_sub(1)).map_or(0, |parent| *parent as usize);
        }
    }

    fn offer_open(
        &self,
        path: &[u8],
        texts: &[u8],
        knobs: &PathKnobs,
        contest: &mut Contest,
        steps: &mut impl Steps,
    ) {
        let is_filtered = self.open.len() > MOST_UNFILTERED;
        let pairs = if is_filtered {
            steps.took(path.len());
            Pairs::of_path(path)
        } else {
            Pairs::ALL
        };
        for open in &self.open {
            steps.took(1);
            if open.pairs.are_in(pairs)
                && contest.needs(open.len())
                && matches(open.text.of(texts), open.is_anchored, knobs.wildcards, path, steps)
            {
                contest.offer(open.candidate(texts, knobs), knobs);
            }
        }
    }
}

impl Literal {
    const fn candidate(&self) -> Candidate {
        let Decides { rule, kind, reason } = self.decides;
        Candidate { kind, len: self.text.len(), has_wildcard: false, reason, rule }
    }

    /// Compares its text with another, of this head.
    fn cmp_text(&self, head: u64, text: &[u8], texts: &[u8]) -> Ordering {
        self.head.cmp(&head).then_with(|| self.text.of(texts).cmp(text))
    }
}

impl Open {
    /// As a rule is measured: with its `$`.
    const fn len(&self) -> u32 {
        self.text.len().saturating_add(self.is_anchored as u32)
    }

    fn candidate(&self, texts: &[u8], knobs: &PathKnobs) -> Candidate {
        let Decides { rule, kind, reason } = self.decides;
        let has_wildcard = knobs.wildcards && self.text.of(texts).contains(&b'*');
        Candidate { kind, len: self.len(), has_wildcard, reason, rule }
    }
}

/// The first eight octets, as a number that is ordered as they are.
fn head(octets: &[u8]) -> u64 {
    match octets.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => octets.iter().rev().fold(0, |head, octet| head >> 8 | u64::from(*octet) << 56),
    }
}

/// The head of a text that stands among others.
fn head_of(text: Span, texts: &[u8]) -> u64 {
    match texts.get(text.start as usize..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u64::from_be_bytes(*chunk) & mask(text.len() as usize),
        None => head(text.of(texts)),
    }
}

/// The part of a head that so many octets fill.
fn mask(len: usize) -> u64 {
    const MASKS: [u64; 8] = [
        0,
        0xFF << 56,
        0xFFFF << 48,
        0xFF_FFFF << 40,
        0xFFFF_FFFF << 32,
        0xFF_FFFF_FFFF << 24,
        0xFFFF_FFFF_FFFF << 16,
        0xFF_FFFF_FFFF_FFFF << 8,
    ];
    MASKS.get(len).copied().unwrap_or(u64::MAX)
}

//! Finds, among the rules of an agent, those that can decide about a path.
//!
//! The longest rule that matches decides. So rules are tried only while they are as
//! long as the best so far, and most are turned away without looking at their text:
//!
//! - A *literal* rule matches the paths that it begins. Few are compared one by one,
//!   by their first eight bytes. Many stand in order: the last one that is not
//!   greater than the path, and those that it begins with in turn, are all that can
//!   match.
//! - A rule with `*` or `$` is *open*. It can match only a path that its
//!   [`head`](crate::heads) begins and that holds every pair of bytes that it spells; the
//!   [`filter`](crate::filter) tells most apart at once. The longest stand first, so where
//!   one that it lets pass is too short, so are the rest.
//!
//! Texts stand in a buffer that belongs to the rules.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use crate::ask::Ask;
use crate::dialect::{Dialect, PathKnobs, UrlForm};
use crate::filter::{LONG_PATH, Pairs, Quad, Quads};
use crate::group::{Place, RuleKind};
use crate::heads::{Head, Holds, PathHead};
use crate::memory::vec_bytes;
use crate::pattern::{matches, normal_text};
use crate::precedence::{Candidate, effective_rule};
use crate::span::{Span, offset};
use crate::steps::Steps;
use crate::verdict::{Reason, RuleId};
use crate::wildcards::{index_directory, split_anchor};

/// More literal rules than this stand in order.
const MOST_IN_A_ROW: usize = 64;

/// More open rules than this, for a long path, are worth another filter.
const MOST_WITHOUT_QUADS: usize = 64;

/// The rules of an agent, as they are matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    literals: Vec<Literal>,
    /// Where literals stand in order: for each, the index plus one of the longest
    /// other that it begins with.
    parents: Vec<u32>,
    /// The longest first.
    open: Vec<Open>,
    /// The first rules without a path.
    empty_allow: Option<RuleId>,
    empty_disallow: Option<RuleId>,
    /// The texts of rules that are matched as something else than is written. Their
    /// spans go on where those of the values end.
    forms: Vec<u8>,
}

/// A rule that matches what it begins.
#[derive(Clone, Copy, Debug)]
struct Literal {
    head: u64,
    text: Span,
    // What it decides, not as a struct of its own: that would take a third more memory.
    rule: RuleId,
    kind: RuleKind,
    reason: Reason,
    /// How many bits of the head the text leaves free.
    free: u8,
}

/// A rule with `*` or `$`.
#[derive(Clone, Copy, Debug)]
struct Open {
    head: Head,
    pairs: Pairs,
    /// Where there are many.
    quad: Option<Quad>,
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
    /// Compiles rules, whose values stand in a row.
    ///
    /// Linear in the values, but for putting open rules and many literals in order.
    pub(crate) fn of(rules: &[(RuleKind, Place)], values: &[u8], dialect: &Dialect) -> Self {
        let knobs = &dialect.paths;
        let is_google = matches!(knobs.normalise, UrlForm::Google | UrlForm::Parser);
        let mut matcher = Self { literals: Vec::with_capacity(rules.len()), ..Self::default() };
        let mut start = 0_u32;
        for (index, (kind, at)) in rules.iter().enumerate() {
            let value = Span::new(start, start.saturating_add(at.value.len()));
            start = value.end;
            let (kind, text, reason) =
                effective_rule(*kind, value.of(values), dialect.groups.empty_disallow);
            let decides = Decides { rule: RuleId::new(index), kind, reason };
            if text.is_empty() {
                let first = match kind {
                    RuleKind::Allow => &mut matcher.empty_allow,
                    RuleKind::Disallow => &mut matcher.empty_disallow,
                };
                first.get_or_insert(decides.rule);
                continue;
            }
            let is_written = text.len() == value.len() as usize;
            let holds = match values.get(value.start as usize..) {
                Some(rest) if is_google && is_written => Holds::of(rest, text.len()),
                _ => Holds::Changes,
            };
            let may_be_index = knobs.index_html && kind == RuleKind::Allow;
            match holds {
                Holds::Nothing if !may_be_index => {
                    matcher.literals.push(Literal::of(decides, value, text));
                }
                Holds::Nothing | Holds::Wildcards => matcher.add(decides, value, values, knobs),
                Holds::Changes => match normal_text(text, knobs) {
                    Cow::Borrowed(_) if is_written => matcher.add(decides, value, values, knobs),
                    form => {
                        let start = offset(values.len().saturating_add(matcher.forms.len()));
                        matcher.forms.extend_from_slice(&form);
                        let span = Span::new(start, start.saturating_add(offset(form.len())));
                        matcher.add(decides, span, values, knobs);
                    }
                },
            }
        }
        matcher.put_in_order(values);
        // A rule still stands before its folder, which is shorter.
        matcher.open.sort_unstable_by_key(|open| Reverse(open.len()));
        if matcher.open.len() > MOST_WITHOUT_QUADS {
            matcher.find_quads(values, knobs);
        }
        matcher.literals.shrink_to_fit();
        matcher.open.shrink_to_fit();
        matcher
    }

    /// How many bytes it holds on the heap.
    pub(crate) const fn heap_bytes(&self) -> usize {
        vec_bytes(&self.literals)
            .saturating_add(vec_bytes(&self.parents))
            .saturating_add(vec_bytes(&self.open))
            .saturating_add(vec_bytes(&self.forms))
    }

    /// Adds a rule of this text.
    #[inline]
    fn add(&mut self, decides: Decides, text: Span, values: &[u8], knobs: &PathKnobs) {
        let bytes = self.text(text, values);
        let (stem, is_anchored) = split_anchor(bytes, knobs.wildcards);
        let stem = text.within(0, stem.len());
        let is_index = knobs.index_html && decides.kind == RuleKind::Allow;
        let directory = if is_index { index_directory(bytes).map(<[u8]>::len) } else { None };
        self.push(decides, stem, is_anchored, values, knobs);
        // A second pattern, `/a/$` for `/a/index.html`. It is always the shorter one.
        if let Some(len) = directory {
            let decides = Decides { reason: Reason::IndexHtml, ..decides };
            self.push(decides, text.within(0, len), true, values, knobs);
        }
    }

    #[inline]
    fn push(
        &mut self,
        decides: Decides,
        text: Span,
        is_anchored: bool,
        values: &[u8],
        knobs: &PathKnobs,
    ) {
        let bytes = self.text(text, values);
        let first = bytes.iter().position(|byte| knobs.wildcards && *byte == b'*');
        if is_anchored || first.is_some() {
            let head = Head::of(bytes, first.unwrap_or(bytes.len()));
            if self.open.is_empty() {
                let to_come = self.literals.capacity().saturating_sub(self.literals.len());
                self.open.reserve_exact(to_come.min(MOST_WITHOUT_QUADS));
            }
            let pairs = Pairs::of_pattern(self.text(text, values), knobs.wildcards);
            self.open.push(Open { head, pairs, quad: None, text, decides, is_anchored });
        } else {
            let literal = Literal::of(decides, text, bytes);
            self.literals.push(literal);
        }
    }

    fn find_quads(&mut self, values: &[u8], knobs: &PathKnobs) {
        let mut open = core::mem::take(&mut self.open);
        for open in &mut open {
            open.quad = Quad::of_pattern(self.text(open.text, values), knobs.wildcards);
        }
        self.open = open;
    }

    /// The bytes of a text.
    #[inline]
    fn text<'t>(&'t self, span: Span, values: &'t [u8]) -> &'t [u8] {
        match span.start.checked_sub(offset(values.len())) {
            None => span.of(values),
            Some(start) => Span::new(start, start.saturating_add(span.len())).of(&self.forms),
        }
    }

    /// Puts many literals in order.
    fn put_in_order(&mut self, values: &[u8]) {
        if self.literals.len() <= MOST_IN_A_ROW {
            return;
        }
        let written = core::mem::take(&mut self.literals);
        let text = |literal: &Literal| self.text(literal.text, values);
        let rank = |literal: &Literal| (literal.kind == RuleKind::Disallow, literal.rule);
        let numbered = |number: &u128| written.get(place_in(*number) as usize);
        // Numbers of the first bytes, which end in the place, sort faster than what they number.
        let number = |(literal, place)| first_twelve(text(literal)) << 32 | u128::from(place);
        let mut numbers: Vec<u128> = written.iter().zip(0_u32..).map(number).collect();
        numbers.sort_unstable();
        for alike in numbers.chunk_by_mut(|one, other| one >> 32 == other >> 32) {
            alike.sort_by_cached_key(|one| numbered(one).map(|one| (text(one), rank(one))));
        }
        let mut literals: Vec<Literal> = numbers.iter().filter_map(numbered).copied().collect();
        // Of equal rules the first decides.
        literals.dedup_by(|next, kept| next.kind == kept.kind && text(next) == text(kept));
        let mut begun: Vec<u32> = Vec::new();
        let mut parents = Vec::with_capacity(literals.len());
        for (index, literal) in literals.iter().enumerate() {
            while let Some(&top) = begun.last() {
                let begins = |top: &Literal| {
                    top.may_begin(literal.head) && text(literal).starts_with(text(top))
                };
                if literals.get(top as usize).is_some_and(begins) {
                    break;
                }
                begun.pop();
            }
            parents.push(begun.last().map_or(0, |parent| parent.saturating_add(1)));
            begun.push(offset(index));
        }
        (self.literals, self.parents) = (literals, parents);
    }

    /// Offers the rules that match a path and can decide about it. The path is in their form.
    pub(crate) fn offer(&self, values: &[u8], ask: &mut Ask<'_, impl Steps>) {
        if self.parents.is_empty() {
            self.offer_in_a_row(values, ask);
        } else {
            self.offer_in_order(values, ask);
        }
        if self.open.first().is_some_and(|longest| ask.contest.needs(longest.len())) {
            self.offer_open(values, ask);
        }
        for (kind, rule) in
            [(RuleKind::Allow, self.empty_allow), (RuleKind::Disallow, self.empty_disallow)]
        {
            if let Some(rule) = rule {
                ask.contest.offer_empty(kind, rule);
            }
        }
    }

    fn offer_in_a_row(&self, values: &[u8], ask: &mut Ask<'_, impl Steps>) {
        let path = ask.bytes();
        let path_head = head(path);
        for literal in &self.literals {
            ask.steps.took(1);
            if !literal.may_begin(path_head) {
                continue;
            }
            let len = literal.text.len() as usize;
            if len > path.len() {
                continue;
            }
            ask.steps.took(len);
            if len <= 8 || path.starts_with(self.text(literal.text, values)) {
                ask.offer(literal.candidate());
            }
        }
    }

    fn offer_in_order(&self, values: &[u8], ask: &mut Ask<'_, impl Steps>) {
        let path = ask.bytes();
        let path_head = head(path);
        let mut at = self.not_greater(path, values, ask.steps);
        while let Some(literal) = self.before(at) {
            ask.steps.took(1);
            if literal.may_begin(path_head) {
                let text = self.text(literal.text, values);
                ask.steps.took(path.len().min(text.len()));
                if path.starts_with(text) {
                    if !ask.contest.needs(literal.text.len()) {
                        return;
                    }
                    ask.offer(literal.candidate());
                }
            }
            at = self.parents.get(at.saturating_sub(1)).map_or(0, |parent| *parent as usize);
        }
    }

    /// How many literals stand before a path or where it would.
    fn not_greater(&self, path: &[u8], values: &[u8], steps: &mut impl Steps) -> usize {
        let path_head = head(path);
        let at = self.literals.partition_point(|literal| {
            steps.took(1);
            literal.head <= path_head
        });
        let mut compared = |literal: &Literal| {
            steps.took(path.len().min(literal.text.len() as usize));
            literal.head.cmp(&path_head).then_with(|| self.text(literal.text, values).cmp(path))
        };
        // Only where heads are the same, texts tell.
        match self.before(at) {
            Some(last) if compared(last) == Ordering::Greater => {
                self.literals.partition_point(|literal| compared(literal) != Ordering::Greater)
            }
            _ => at,
        }
    }

    /// The literal before this place.
    fn before(&self, at: usize) -> Option<&Literal> {
        self.literals.get(at.checked_sub(1)?)
    }

    fn offer_open(&self, values: &[u8], ask: &mut Ask<'_, impl Steps>) {
        let (path, knobs) = (ask.bytes(), ask.knobs());
        let (path_head, mut pairs) = (PathHead::of(path), None);
        let are_many = self.open.len() > MOST_WITHOUT_QUADS && path.len() > LONG_PATH;
        let quads = are_many.then(|| {
            ask.steps.took(path.len());
            Quads::of_path(path)
        });
        for open in &self.open {
            ask.steps.took(1);
            let may_match = open.head.may_begin(path_head)
                && open.pairs.are_in(*pairs.get_or_insert_with(|| ask.path.pairs()))
                && quads.as_ref().is_none_or(|quads| quads.may_hold(open.quad));
            if may_match {
                if !ask.contest.needs(open.len()) {
                    return;
                }
                let text = self.text(open.text, values);
                if matches(text, open.is_anchored, knobs.wildcards, path, ask.steps) {
                    ask.offer(open.candidate(text, knobs));
                }
            }
        }
    }
}

impl Literal {
    #[inline]
    fn of(decides: Decides, text: Span, bytes: &[u8]) -> Self {
        let Decides { rule, kind, reason } = decides;
        Self { head: head(bytes), text, rule, kind, reason, free: free(bytes.len()) }
    }

    /// Whether it may begin a path of this head.
    const fn may_begin(&self, path_head: u64) -> bool {
        (path_head ^ self.head).wrapping_shr(self.free as u32) == 0
    }

    const fn candidate(&self) -> Candidate {
        let Self { kind, reason, rule, .. } = *self;
        Candidate { kind, len: self.text.len(), has_wildcard: false, reason, rule }
    }
}

impl Open {
    /// As a rule is measured: with its `$`.
    const fn len(&self) -> u32 {
        self.text.len().saturating_add(self.is_anchored as u32)
    }

    fn candidate(&self, text: &[u8], knobs: &PathKnobs) -> Candidate {
        let Decides { rule, kind, reason } = self.decides;
        let has_wildcard = knobs.wildcards && text.contains(&b'*');
        Candidate { kind, len: self.len(), has_wildcard, reason, rule }
    }
}

/// The first eight bytes, as a number that is ordered as they are.
fn head(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => bytes.iter().rev().fold(0, |head, byte| head >> 8 | u64::from(*byte) << 56),
    }
}

/// The first twelve bytes, in the same way.
fn first_twelve(bytes: &[u8]) -> u128 {
    let next = head(bytes.get(8..).unwrap_or_default()) >> 32;
    u128::from(head(bytes)) << 32 | u128::from(next)
}

/// The place in a number: its lowest 32 bits.
const fn place_in(number: u128) -> u32 {
    let [first, second, third, fourth, ..] = number.to_le_bytes();
    u32::from_le_bytes([first, second, third, fourth])
}

/// How many bits of a head so many bytes leave free; as many as can be shifted, where there
/// are none.
fn free(len: usize) -> u8 {
    const FREE: [u8; 8] = [63, 56, 48, 40, 32, 24, 16, 8];
    FREE.get(len).copied().unwrap_or(0)
}

//! How patterns relate: whether one matches every path that another matches, whether they have
//! a path in common, and which path shows it.
//!
//! ```
//! use maycrawl::Dialect;
//! use maycrawl::algebra::Inclusion;
//! use maycrawl::pattern::Pattern;
//!
//! let pattern = |value| Pattern::parse(value, &Dialect::GOOGLE);
//! assert_eq!(pattern("/shop").covers(&pattern("/shop/*.pdf$")), Inclusion::Yes);
//! ```
//!
//! A pattern is read as a machine of as many states as it has bytes: each
//! literal between two `*` is taken where it is first found, which is never
//! worse than a later place, so one number says all that has been matched (the
//! fallback within a literal is that of Knuth, Morris and Pratt). A third
//! machine of three states knows which bytes a path of the dialect can hold.
//! The three run side by side over an alphabet of the bytes that occur, and
//! one that stands for all others; breadth first, so that the path found is a
//! shortest one.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use crate::dialect::UrlForm;
use crate::escapes::{self, Part};
use crate::path::UrlPath;
use crate::pattern::Pattern;

/// Whether one pattern matches every path that another matches.
///
/// Exhaustive: a question has no other answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// It does.
    Yes,
    /// It does not: the other alone matches this path, and no shorter one.
    No(Vec<u8>),
    /// Deciding it would take more than the work allowed.
    Unknown,
}

/// Whether two patterns match a path in common.
///
/// Exhaustive: a question has no other answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Both match this path, and no shorter one.
    Yes(Vec<u8>),
    /// They do not.
    No,
    /// Deciding it would take more than the work allowed.
    Unknown,
}

/// How many steps of the machines one question may cost.
const MOST_STEPS: usize = 1 << 22;

impl Pattern {
    /// Whether this pattern matches every path that `other` matches.
    ///
    /// Only paths that the dialect can produce count.
    ///
    /// Costs at most the product of the two lengths and of the number of
    /// different bytes in them; where that is beyond four million,
    /// [`Inclusion::Unknown`]. A pattern of another normal form is not comparable,
    /// and unknown too.
    ///
    /// ```
    /// use maycrawl::{Dialect, algebra::Inclusion, pattern::Pattern};
    ///
    /// let pattern = |value| Pattern::parse(value, &Dialect::GOOGLE);
    /// assert_eq!(pattern("/a*").covers(&pattern("/a/*.pdf$")), Inclusion::Yes);
    /// assert_eq!(pattern("/a/").covers(&pattern("/a")), Inclusion::No(b"/a".to_vec()));
    /// ```
    pub fn covers(&self, other: &Self) -> Inclusion {
        match search(self, other, |this, other| other && !this) {
            Found::Path(path) => Inclusion::No(path),
            Found::Nothing => Inclusion::Yes,
            Found::Unknown => Inclusion::Unknown,
        }
    }

    /// A shortest path that this pattern matches.
    ///
    /// `None` if the dialect produces no such path, or if finding one costs more than the work
    /// allowed. Costs what [`Pattern::covers`] costs.
    ///
    /// ```
    /// use maycrawl::{Dialect, pattern::Pattern};
    ///
    /// let pattern = Pattern::parse("/*.pdf$", &Dialect::GOOGLE);
    /// assert_eq!(pattern.shortest_path(), Some(b"/.pdf".to_vec()));
    /// ```
    pub fn shortest_path(&self) -> Option<Vec<u8>> {
        match self.meets(self) {
            Overlap::Yes(path) => Some(path),
            Overlap::No | Overlap::Unknown => None,
        }
    }

    /// Whether this pattern and `other` match a path in common.
    ///
    /// Only paths that the dialect can produce count. Costs what [`Pattern::covers`] costs.
    ///
    /// ```
    /// use maycrawl::{Dialect, algebra::Overlap, pattern::Pattern};
    ///
    /// let pattern = |value| Pattern::parse(value, &Dialect::GOOGLE);
    /// assert_eq!(pattern("/a*c").meets(&pattern("/*b")), Overlap::Yes(b"/abc".to_vec()));
    /// assert_eq!(pattern("/a").meets(&pattern("/b")), Overlap::No);
    /// ```
    pub fn meets(&self, other: &Self) -> Overlap {
        let (one, two) = (self.beginning(), other.beginning());
        let is_apart = !one.starts_with(two) && !two.starts_with(one);
        if is_apart && self.form() == other.form() {
            return Overlap::No;
        }
        match search(self, other, |this, other| this && other) {
            Found::Path(path) => Overlap::Yes(path),
            Found::Nothing => Overlap::No,
            Found::Unknown => Overlap::Unknown,
        }
    }
}

impl Pattern {
    /// The text with which every path begins that the pattern matches.
    fn beginning(&self) -> &[u8] {
        let text = self.literals();
        let star = memchr::memchr(b'*', text).filter(|_| self.wildcards());
        star.and_then(|star| text.get(..star)).unwrap_or(text)
    }

    /// The pattern, if it is a path that matches all that begins with it.
    fn as_prefix(&self) -> Option<&[u8]> {
        let text = self.as_bytes();
        let is_plain = text.starts_with(b"/") && !self.is_anchored() && !self.has_wildcard();
        let is_path = is_plain && UrlPath::with_form(text, self.form()).as_bytes() == text;
        is_path.then_some(text)
    }
}

enum Found {
    Path(Vec<u8>),
    Nothing,
    Unknown,
}

/// The shortest path on which the two patterns match as `wanted`.
fn search(one: &Pattern, other: &Pattern, wanted: impl Fn(bool, bool) -> bool) -> Found {
    let form = one.form();
    if form != other.form() {
        return Found::Unknown;
    }
    if let (Some(one), Some(other)) = (one.as_prefix(), other.as_prefix()) {
        return search_prefixes(one, other, wanted);
    }
    let alphabet = alphabet(one, other);
    let states = (one.as_bytes().len().saturating_add(2))
        .saturating_mul(other.as_bytes().len().saturating_add(2))
        .saturating_mul(Place::COUNT);
    if states.saturating_mul(alphabet.len()) > MOST_STEPS {
        return Found::Unknown;
    }
    let (one, other) = (Machine::new(one), Machine::new(other));
    let start = State { place: Place::Start, one: Machine::START, other: Machine::START };
    let mut seen = vec![false; states];
    // Each state with the step that led to it: an index into this list.
    let mut reached = vec![(start, 0_usize, 0_u8)];
    let mut queue = VecDeque::from([0_usize]);
    while let Some(index) = queue.pop_front() {
        let Some(&(state, ..)) = reached.get(index) else { break };
        if state.place.is_end() && wanted(one.accepts(state.one), other.accepts(state.other)) {
            let path = walked(&reached, index);
            // What a dialect rewrites (a dot segment, say) is no path of it.
            return if UrlPath::with_form(&path, form).as_bytes() == path {
                Found::Path(path)
            } else {
                Found::Unknown
            };
        }
        for &byte in &alphabet {
            let Some(place) = state.place.after(byte, form) else { continue };
            let next = State {
                place,
                one: one.after(state.one, byte),
                other: other.after(state.other, byte),
            };
            let slot = next.number(&one, &other);
            if let Some(seen) = seen.get_mut(slot).filter(|seen| !**seen) {
                *seen = true;
                queue.push_back(reached.len());
                reached.push((next, index, byte));
            }
        }
    }
    Found::Nothing
}

/// The same for two patterns that are paths themselves and match all that
/// begins with them: the shortest path sought is one of the two.
fn search_prefixes(one: &[u8], other: &[u8], wanted: impl Fn(bool, bool) -> bool) -> Found {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut both = [short, long].into_iter();
    let found = both.find(|path| wanted(path.starts_with(one), path.starts_with(other)));
    found.map_or(Found::Nothing, |path| Found::Path(path.to_vec()))
}

/// The bytes that led to a state.
fn walked(reached: &[(State, usize, u8)], mut index: usize) -> Vec<u8> {
    let mut path = Vec::new();
    while index > 0
        && let Some(&(_, before, byte)) = reached.get(index)
    {
        path.push(byte);
        index = before;
    }
    path.reverse();
    path
}

/// The bytes that matter: those of the patterns, those that a path is made
/// of, and one that stands for all others. Plain letters come first, so that
/// the paths found are easy to read.
fn alphabet(one: &Pattern, other: &Pattern) -> Vec<u8> {
    let occurs = |byte: &u8| one.as_bytes().contains(byte) || other.as_bytes().contains(byte);
    let stands_for_others =
        (b'a'..=b'z').chain(b'A'..=b'Z').chain(0x21..=0xFF).find(|byte| !occurs(byte));
    let mut alphabet: Vec<u8> = (0..=u8::MAX)
        .filter(|byte| occurs(byte) || matches!(byte, b'/' | b'?'))
        .chain(stands_for_others)
        .collect();
    alphabet.sort_by_key(|byte| (!byte.is_ascii_lowercase(), *byte));
    alphabet.dedup();
    alphabet
}

#[derive(Clone, Copy)]
struct State {
    place: Place,
    one: usize,
    other: usize,
}

impl State {
    /// A number of its own for every state.
    fn number(self, one: &Machine, other: &Machine) -> usize {
        (self.place as usize)
            .saturating_mul(one.states())
            .saturating_add(self.one)
            .saturating_mul(other.states())
            .saturating_add(self.other)
    }
}

/// Where in a path we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the slash that every path begins with.
    Start,
    /// After a slash.
    Segment,
    /// After a segment's `.`, where a path cannot end: it would be resolved.
    Dot,
    /// After a segment's `..`, the same.
    Dots,
    /// Inside a segment.
    Path,
    Query,
}

impl Place {
    const COUNT: usize = 6;

    /// Where we are after a byte, if a path of this form can hold it here.
    fn after(self, byte: u8, form: UrlForm) -> Option<Self> {
        let resolves_dots = matches!(form, UrlForm::Rfc | UrlForm::Google);
        if byte == b'#' {
            return None;
        }
        match (self, byte) {
            (Self::Query, _) => escapes::can_stand(byte, form, Part::Query).then_some(Self::Query),
            (Self::Dot | Self::Dots, b'/' | b'?') => None,
            (_, b'/') => Some(Self::Segment),
            (Self::Start, _) => None,
            (_, b'?') => Some(Self::Query),
            (Self::Segment, b'.') if resolves_dots => Some(Self::Dot),
            (Self::Dot, b'.') => Some(Self::Dots),
            _ => escapes::can_stand(byte, form, Part::Path).then_some(Self::Path),
        }
    }

    /// Whether a path can end here.
    const fn is_end(self) -> bool {
        !matches!(self, Self::Start | Self::Dot | Self::Dots)
    }
}

/// A pattern as a machine. State `n` is reached when `n` bytes of its text
/// are matched, `*` counted; one more state is for what can match no more.
struct Machine {
    /// The text, its anchor split off.
    text: Vec<Piece>,
    is_anchored: bool,
    /// For every state, the longest shorter one that the bytes just read also
    /// lead to. It never leaves the literal.
    fallback: Vec<Option<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Byte(u8),
    Star,
}

impl Machine {
    const START: usize = 0;

    fn new(pattern: &Pattern) -> Self {
        let text: Vec<Piece> = pattern
            .literals()
            .iter()
            .map(|byte| match byte {
                b'*' if pattern.wildcards() => Piece::Star,
                byte => Piece::Byte(*byte),
            })
            .collect();
        let fallback = fallbacks(&text);
        Self { text, is_anchored: pattern.is_anchored(), fallback }
    }

    fn states(&self) -> usize {
        self.text.len().saturating_add(2)
    }

    /// The state in which nothing matches any more.
    fn dead(&self) -> usize {
        self.text.len().saturating_add(1)
    }

    /// Past every `*` that stands here: it may take nothing.
    fn past_stars(&self, mut state: usize) -> usize {
        while self.text.get(state) == Some(&Piece::Star) {
            state = state.saturating_add(1);
        }
        state
    }

    fn after(&self, state: usize, byte: u8) -> usize {
        let mut state = self.past_stars(state);
        if state == self.dead() {
            return state;
        }
        let end = self.text.len();
        if state == end && !self.is_anchored {
            return state;
        }
        loop {
            if self.text.get(state) == Some(&Piece::Byte(byte)) {
                return state.saturating_add(1);
            }
            match self.fallback.get(state).copied().flatten() {
                Some(shorter) => state = shorter,
                // At the start of a literal: the `*` before it takes the byte.
                None if self.follows_star(state) => return state,
                None => return self.dead(),
            }
        }
    }

    fn follows_star(&self, state: usize) -> bool {
        let before = state.checked_sub(1).and_then(|before| self.text.get(before));
        before == Some(&Piece::Star)
    }

    fn accepts(&self, state: usize) -> bool {
        // The empty pattern matches nothing.
        let is_empty = self.text.is_empty() && !self.is_anchored;
        !is_empty && self.past_stars(state) == self.text.len()
    }
}

/// The fallback of every state. Linear, as every step back was a step before.
fn fallbacks(text: &[Piece]) -> Vec<Option<usize>> {
    let mut fallbacks: Vec<Option<usize>> = vec![None];
    // Where the literal begins that a `*` stands before. One at the start of
    // the pattern has nothing to fall back to.
    let mut literal_start = None;
    for (before, piece) in text.iter().enumerate() {
        if *piece == Piece::Star {
            literal_start = Some(before.saturating_add(1));
            fallbacks.push(None);
            continue;
        }
        let mut candidate = fallbacks.get(before).copied().flatten();
        while let Some(shorter) = candidate.filter(|shorter| text.get(*shorter) != Some(piece)) {
            candidate = fallbacks.get(shorter).copied().flatten();
        }
        fallbacks.push(match candidate {
            Some(shorter) => Some(shorter.saturating_add(1)),
            None => literal_start,
        });
    }
    fallbacks
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{Inclusion, Overlap};
    use crate::pattern::Pattern;
    use crate::{Dialect, UrlPath};

    /// Every text of these bytes that is no longer than `longest`, the
    /// shorter ones first.
    fn texts(bytes: &str, longest: usize) -> Vec<String> {
        let mut texts = Vec::from([String::new()]);
        let mut from = 0;
        for _ in 0..longest {
            let to = texts.len();
            for index in from..to {
                for byte in bytes.chars() {
                    let mut text = texts[index].clone();
                    text.push(byte);
                    texts.push(text);
                }
            }
            from = to;
        }
        texts
    }

    /// Every pair of short patterns, against every short path.
    #[test]
    fn answers_are_those_of_brute_force() {
        let google = &Dialect::GOOGLE;
        let mut patterns = Vec::new();
        for text in texts("ab/*", 3) {
            for start in ["/", "*", ""] {
                for end in ["", "$"] {
                    patterns.push(Pattern::parse([start, &text, end].concat(), google));
                }
            }
        }
        let paths: Vec<String> =
            texts("abc/?", 5).iter().map(|text| ["/", text].concat()).collect();
        let matched: Vec<Vec<bool>> = patterns
            .iter()
            .map(|pattern| {
                paths.iter().map(|path| pattern.matches(&UrlPath::parse(path, google))).collect()
            })
            .collect();
        for (one, in_one) in patterns.iter().zip(&matched) {
            for (other, in_other) in patterns.iter().zip(&matched).step_by(7) {
                let shortest = |wanted: fn(bool, bool) -> bool| {
                    let mut both = in_one.iter().zip(in_other);
                    let at = both.position(|(one, other)| wanted(*one, *other))?;
                    Some(paths[at].len())
                };
                let names = [one.as_bytes(), b" ", other.as_bytes()].concat();
                let names = names.escape_ascii();
                match one.covers(other) {
                    Inclusion::Yes => {
                        assert_eq!(shortest(|one, other| other && !one), None, "{names}");
                    }
                    Inclusion::No(path) => {
                        let shown = UrlPath::parse(&path, google);
                        assert!(other.matches(&shown) && !one.matches(&shown), "{names}");
                        let shortest = shortest(|one, other| other && !one);
                        assert!(shortest.is_none_or(|len| len == path.len()), "{names}");
                    }
                    Inclusion::Unknown => panic!("{names}"),
                }
                match one.meets(other) {
                    Overlap::No => assert_eq!(shortest(|one, other| one && other), None, "{names}"),
                    Overlap::Yes(path) => {
                        let shown = UrlPath::parse(&path, google);
                        assert!(other.matches(&shown) && one.matches(&shown), "{names}");
                        let shortest = shortest(|one, other| one && other);
                        assert!(shortest.is_none_or(|len| len == path.len()), "{names}");
                    }
                    Overlap::Unknown => panic!("{names}"),
                }
            }
        }
    }

    #[test]
    fn paths_that_no_dialect_produces_do_not_count() {
        let pattern = |value| Pattern::parse(value, &Dialect::GOOGLE);
        // A space in a path is escaped, so this rule matches nothing.
        assert_eq!(pattern("/a b").meets(&pattern("/")), Overlap::No);
        assert_eq!(pattern("/x").covers(&pattern("/a b")), Inclusion::Yes);
        // `^` is escaped in a path, but not in a query.
        assert_eq!(pattern("/*^").meets(&pattern("/")), Overlap::Yes(b"/?^".to_vec()));
        // Dot segments are resolved.
        assert_eq!(pattern("/a/../b").meets(&pattern("/")), Overlap::No);
        assert_eq!(pattern("/.").meets(&pattern("/")), Overlap::Yes(b"/.a".to_vec()));
        let as_given = |value| Pattern::parse(value, &Dialect::GOOGLE_PARSER);
        assert_eq!(as_given("/a b").meets(&as_given("/")), Overlap::Yes(b"/a b".to_vec()));
    }

    #[test]
    fn work_is_bounded() {
        let long = ["/", &"a*b".repeat(2000)].concat();
        let pattern = |value: &str| Pattern::parse(value, &Dialect::GOOGLE);
        let like_it = ["/", &"a*c".repeat(2000)].concat();
        assert_eq!(pattern(&long).covers(&pattern(&like_it)), Inclusion::Unknown);
        assert_eq!(pattern(&long).meets(&pattern(&like_it)), Overlap::Unknown);
        // Patterns that begin differently need no search.
        assert_eq!(pattern(&long).meets(&pattern(&long[1..])), Overlap::No);
        let other_form = Pattern::parse("/", &Dialect::RFC9309);
        assert_eq!(pattern("/").meets(&other_form), Overlap::Unknown);
    }
}

//! Slips in names: the crawler that a name can only be a misspelling of.
//!
//! Everything that says "did you mean" about a crawler asks here, and so does the linter.

use crate::catalogue::Catalogue;
use crate::crawler::Crawler;
use crate::looked_up::{LookedUp, looked_up};

/// Shorter names are too near to others, without the signs between words.
const FEWEST_LETTERS: usize = 4;

/// In a shorter name, only two swapped letters and a doubled one are slips.
const SHORT: usize = 6;

/// A longer name is like none, and takes long to compare.
const MOST_LETTERS: usize = 60;

/// Endings of many names, which say nothing about the crawler.
const ENDINGS: [&str; 4] = ["bot", "spider", "crawler", "fetcher"];

/// How far a name is from a known one; the least is the nearest.
type Distance = (usize, bool);

/// The crawler in use whose token `name` misspells.
pub(crate) fn nearest<'c>(catalogue: &'c Catalogue, name: &str) -> Option<&'c Crawler> {
    match looked_up(name) {
        Some(LookedUp::MeantFor(token)) => return catalogue.find(token),
        Some(LookedUp::InVain) => return None,
        None => {}
    }
    let own = Name::new(name)?;
    let mut best: Option<(Distance, &Crawler)> = None;
    for crawler in catalogue.crawlers() {
        let Some(distance) = own.distance(crawler.token()) else { continue };
        if best.is_none_or(|(other, _)| distance < other) {
            best = Some((distance, crawler));
        }
    }
    let slip = match best {
        Some(((0, _), crawler)) => Some(crawler),
        // An addition to a known name makes another one: operators name further crawlers so.
        Some((_, crawler)) => family(catalogue, name)
            .or_else(|| (!is_of_a_family(catalogue, name, crawler.token())).then_some(crawler)),
        None => family(catalogue, name),
    };
    slip.filter(|crawler| !crawler.is_retired())
}

/// A name, and its letters and digits in lower case.
struct Name<'n> {
    text: &'n str,
    letters: String,
}

impl<'n> Name<'n> {
    fn new(text: &'n str) -> Option<Self> {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_. ".contains(&byte);
        if text.len() > MOST_LETTERS || !text.bytes().all(is_of_name) {
            return None;
        }
        let letters = plain(text);
        (letters.len() >= FEWEST_LETTERS).then_some(Self { text, letters })
    }

    /// How far it is from a token, if it can only be a slip for that.
    fn distance(&self, token: &str) -> Option<Distance> {
        let own = &*self.letters;
        // Parsers read a name up to a space, so that nobody should be advised to write one.
        if token.contains(' ') || token.len().abs_diff(own.len()) > 6 || !begins_alike(own, token) {
            return None;
        }
        let known = plain(token);
        // Bot lists contain names spelt out, such as G-i-g-a-b-o-t, and former names in the
        // singular. Another number makes another name.
        let is_spelt_out = self.text.matches('-').count() > token.matches('-').count() + 2;
        let is_singular = known.strip_suffix('s') == Some(own);
        if known.len() < FEWEST_LETTERS
            || known.len().abs_diff(own.len()) > 2
            || is_spelt_out
            || is_singular
            || ENDINGS.contains(&&*known)
            || !digits(own).eq(digits(&known))
        {
            return None;
        }
        slip(own, &known)
    }
}

/// A name in lower case, without the signs between words that people move or leave out.
fn plain(name: &str) -> String {
    let is_sign = |char: &char| matches!(char, '-' | '_' | ' ' | '.');
    name.chars().filter(|char| !is_sign(char)).map(|char| char.to_ascii_lowercase()).collect()
}

fn digits(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_digit)
}

/// Whether one of the first two letters of a name may be the first of a token, or the reverse.
fn begins_alike(own: &str, token: &str) -> bool {
    let mut own = own.bytes();
    let mut token = token.bytes().map(|byte| byte.to_ascii_lowercase());
    let (own_first, own_second) = (own.next(), own.next());
    let (first, second) = (token.next(), token.next());
    own_first == first || own_first == second || own_second == first
}

/// How far one name is from another by slips of the keyboard: a letter too many, one too few, or
/// two swapped; in long names also a wrong letter, or two of the others.
fn slip(own: &str, known: &str) -> Option<Distance> {
    const LONG: usize = 9;
    const LONGEST: usize = 10;
    let distance = strsim::osa_distance(own, known);
    let shorter = own.len().min(known.len());
    // Another letter makes another name: Roverbot is not rogerbot.
    let has_other_letter = own.len() == known.len() && strsim::hamming(own, known) == Ok(distance);
    let is_first_kept = own.as_bytes().first() == known.as_bytes().first();
    let is_swapped = own.len() == known.len() && !has_other_letter;
    let is_doubled = own.len() > known.len() && without_doubles(own) == without_doubles(known);
    // What comes before an ending is the name itself.
    let stems = ENDINGS
        .iter()
        .find_map(|ending| Some((own.strip_suffix(ending)?, known.strip_suffix(ending)?)));
    let stem = stems.map_or(shorter, |(own, known)| own.len().min(known.len()));
    let is_slip = match distance {
        0 => true,
        1 if has_other_letter => {
            let is_long = shorter >= LONGEST || (shorter >= LONG && stems.is_some());
            is_long && stem >= 4 && is_first_kept
        }
        1 if is_swapped || is_doubled => stem >= 2 && (is_first_kept || known.len() >= SHORT),
        1 if own.len() < known.len() => {
            known.len() >= SHORT && stem >= 3 && (is_first_kept || known.len() > SHORT)
        }
        1 => known.len() >= SHORT && stem >= 3 && is_first_kept,
        2 => {
            let has_addition = own.len() > known.len() + 1 && own.starts_with(known);
            shorter >= LONGEST && !has_other_letter && is_first_kept && !has_addition && stem >= 5
        }
        _ => false,
    };
    is_slip.then_some((distance, has_other_letter))
}

/// A name with one letter in place of each run of the same.
fn without_doubles(name: &str) -> Vec<u8> {
    let mut letters = name.as_bytes().to_vec();
    letters.dedup();
    letters
}

/// Whether a name is a known one with an addition, and not a slip within the addition of the
/// nearest token.
fn is_of_a_family(catalogue: &Catalogue, name: &str, nearest: &str) -> bool {
    let mut stems = name.match_indices(['-', '_']).filter_map(|(at, _)| name.split_at_checked(at));
    stems.any(|(stem, rest)| {
        let has_stem = |token: &str| {
            let beginning = token.get(..stem.len());
            let is_end = matches!(token.as_bytes().get(stem.len()), None | Some(b'-' | b'_'));
            is_end && beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(stem))
        };
        let is_slip = has_stem(nearest) && rest.len() > 4 && nearest.len() > stem.len();
        !is_slip && catalogue.crawlers().iter().any(|crawler| has_stem(crawler.token()))
    })
}

/// The first crawler of a family, whose name alone is that of no crawler: `AdsBot`.
fn family<'c>(catalogue: &'c Catalogue, name: &str) -> Option<&'c Crawler> {
    let lower = name.to_ascii_lowercase();
    let is_name =
        ENDINGS.iter().any(|ending| lower.len() > ending.len() && lower.ends_with(ending));
    let is_of_it = |crawler: &&Crawler| {
        let token = crawler.token();
        token.as_bytes().get(name.len()) == Some(&b'-')
            && token.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let members = catalogue.active().filter(is_of_it);
    members.min_by_key(|crawler| crawler.token().len()).filter(|_| is_name)
}

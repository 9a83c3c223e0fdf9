//! URLs to ask a file about: some that its rules are for, some that nearly are, and others.

use maycrawl::{Dialect, Robots};

use crate::AGENT;
use crate::random::Random;
use crate::words::{ENDINGS, KEYS, name};

/// What every URL begins with.
pub const ORIGIN: &str = "https://www.example.com";

/// How many URLs a file is asked about.
pub const PER_FILE: usize = 300;

/// The URLs for a file: always the same for the same bytes.
///
/// A third is made of the file's own rules, by filling `*`; a sixth is made so
/// and then cut short; one half is made of common words.
pub fn for_file(file: &[u8], count: usize) -> Vec<String> {
    let mut random = Random::seeded_by(file);
    let rules = patterns(file);
    let mut url = || {
        let path = match random.below(6) {
            0..2 if !rules.is_empty() => filled(&rules, &mut random),
            2 if !rules.is_empty() => {
                let mut path = filled(&rules, &mut random);
                path.truncate(1 + random.below(path.len()));
                path
            }
            _ => any_path(&mut random).into_bytes(),
        };
        format!("{ORIGIN}{}", encoded(&path))
    };
    (0..count).map(|_| url()).collect()
}

/// The path of a URL that begins with [`ORIGIN`].
pub fn path_of(url: &str) -> &str {
    url.get(ORIGIN.len()..).unwrap_or_default()
}

/// The paths of the rules that [`AGENT`] gets.
fn patterns(file: &[u8]) -> Vec<Vec<u8>> {
    let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&maycrawl::Agent::token(AGENT));
    let values = rules.rule_lines().map(|rule| rule.value().to_vec());
    values.filter(|value| !value.is_empty()).collect()
}

/// A path that one of the rules matches.
fn filled(rules: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let rule = rules.get(random.below(rules.len())).map(Vec::as_slice).unwrap_or_default();
    let (rule, is_anchored) = match rule {
        [start @ .., b'$'] => (start, true),
        whole => (whole, false),
    };
    let mut path = Vec::with_capacity(rule.len() + 16);
    if !rule.starts_with(b"/") {
        path.push(b'/');
    }
    for byte in rule {
        match byte {
            b'*' if random.chance(700) => path.extend_from_slice(name(random).as_bytes()),
            b'*' => {}
            other => path.push(*other),
        }
    }
    if !is_anchored && random.chance(700) {
        path.extend_from_slice(name(random).as_bytes());
        if random.chance(300) {
            path.extend_from_slice(random.pick(ENDINGS).as_bytes());
        }
    }
    path
}

/// A path of one to four names, some with an ending, some with a query.
fn any_path(random: &mut Random) -> String {
    let mut path = String::new();
    for _ in 0..=random.below(4) {
        path.push('/');
        path.push_str(&name(random));
    }
    match random.below(4) {
        0 => path.push('/'),
        1 => path.push_str(random.pick(ENDINGS)),
        _ => {}
    }
    if random.chance(200) {
        path.extend(["?", random.pick(KEYS), "=", &random.below(1000).to_string()]);
    }
    path
}

/// As a browser sends it: what no URL holds is encoded.
fn encoded(path: &[u8]) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path {
        let is_kept = byte.is_ascii_graphic() && !b"\"#<>`{}\\".contains(byte);
        if is_kept {
            text.push(char::from(*byte));
        } else {
            text.push('%');
            let digits = [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
            text.extend(digits.into_iter().flatten().map(|digit| digit.to_ascii_uppercase()));
        }
    }
    text
}

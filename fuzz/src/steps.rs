//! A check is linear work: it looks at every rule once or twice, and for each at the path once.
//! Bytes are counted, not seconds.

use maycrawl::{Robots, Rules, UrlPath, dialect::Preset};
use testkit::naive::Asker;

use crate::agree::agent;
use crate::case::Case;
use crate::choices::Choices;
use crate::questions;

/// The most rules of a hard case. There may be more than a matcher tries one by one.
const MOST_RULES: usize = 100;

/// What rules repeat: texts that begin anew within themselves, many `*`, and
/// what is longer or shorter in normal form.
const RULE_PIECES: &[&[u8]] = &[
    b"*a", b"*a", b"a*", b"*", b"a", b"b", b"ab", b"aab", b"*ab", b"*b", b"/", b"%61", b"\xE9",
    b"*%2A", b"$",
];

const RULE_ENDS: &[&[u8]] = &[b"", b"", b"*b", b"b", b"$", b"*", b"*$", b"b$", b"/index.html"];

/// What paths repeat.
const PATH_PIECES: &[&[u8]] = &[b"a", b"a", b"b", b"ab", b"aab", b"/", b"%61", b"\xE9", b"*", b"$"];

pub fn run(bytes: &[u8]) {
    let case = Case::written(bytes).unwrap_or_else(|| chosen(bytes));
    let presets = Preset::ALL.iter().map(|Preset { dialect, .. }| *dialect);
    for dialect in presets.chain(case.dialect()) {
        let robots = Robots::parse(&case.robots, &dialect);
        for asker in &case.askers {
            for url in &case.urls {
                let rules = robots.rules(&agent(asker));
                if let Err(costs) = check(&rules, &UrlPath::parse(url, &dialect)) {
                    panic!("{costs} in {dialect}\n{}", case.narrowed(asker, url));
                }
            }
        }
    }
}

/// One case in four is as in `agree`; the others are hard.
fn chosen(bytes: &[u8]) -> Case {
    match bytes {
        [first, rest @ ..] if first % 4 == 3 => Case::read(rest),
        [_, rest @ ..] => hard(&mut Choices::new(rest)),
        [] => Case::default(),
    }
}

/// Long rules of many `*`, and a long path that they almost match.
fn hard(choices: &mut Choices<'_>) -> Case {
    let dialect = questions::dialect(choices);
    let path = repeated(PATH_PIECES, 2000, choices);
    let mut robots = b"User-agent: *\n".to_vec();
    let mut rules = 0;
    while rules < MOST_RULES && !choices.are_over() {
        let name = choices.text(&[b"Disallow: ", b"Allow: "]);
        let start = choices.text(&[b"/", b"/", b"*", b""]);
        let text = repeated(RULE_PIECES, 300, choices);
        let end = choices.text(RULE_ENDS);
        // Several rules begin as the next does.
        let count = choices.one(&[1, 1, 1, 2, 4, MOST_RULES]).min(MOST_RULES - rules);
        for index in 1..=count {
            let text = &text[..text.len() * index / count];
            robots.extend([name, start, text, end, b"\n"].concat());
        }
        rules += count;
    }
    let asker = Asker { tokens: vec![b"Foo".to_vec()], pooled: false, ignores_global: false };
    Case { dialect, askers: vec![asker], urls: vec![[b"/", &*path].concat()], robots }
}

/// A few pieces, each repeated so often at most.
fn repeated(pieces: &[&'static [u8]], most: usize, choices: &mut Choices<'_>) -> Vec<u8> {
    let count = 1 + choices.number(2);
    (0..count).flat_map(|_| choices.text(pieces).repeat(choices.number(most))).collect()
}

/// Says so if a check costs more than it may, or a later one says something else.
fn check(rules: &Rules, path: &UrlPath<'_>) -> Result<(), String> {
    let in_values: usize = rules.rule_lines().map(|rule| rule.value().len()).sum();
    let in_patterns: usize = rules.patterns().map(|(.., pattern)| pattern.as_bytes().len()).sum();
    let in_paths = |times: usize| times * path.as_bytes().len();
    let patterns = rules.patterns().len();
    // The first verdicts read the rules as they are written and make patterns of some. Where many
    // are asked for, those after them find a rule by halves, then those that it begins with; and
    // look at the path once more, for what occurs in it.
    let first = in_values + in_patterns + in_paths(patterns);
    let later = first.max(2 * in_patterns + in_paths(patterns + 1));
    let [one, other] =
        [("the first check", first), ("a later check", later)].map(|(which, most)| {
            if which != "the first check" {
                rules.check_all([path]).for_each(drop);
            }
            let (verdict, bytes) = rules.check_and_count(path);
            let costs = || format!("{which} looks at {bytes} bytes and not at {most} at most");
            if bytes <= most { Ok(verdict) } else { Err(costs()) }
        });
    let (first, later) = (one?, other?);
    if first == later { Ok(()) } else { Err(format!("first {first:?}, later {later:?}")) }
}

//! Files and URLs that are made to cost time.

use crate::random::Random;
use crate::urls::ORIGIN;

/// A file and a URL to ask about it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in tables.
    pub name: &'static str,
    /// The robots.txt.
    pub file: String,
    /// The URL.
    pub url: String,
}

/// How many rules the large files have.
const RULES: usize = 20_000;

/// How many bytes the long paths have.
const LONG: usize = 2_000;

/// Letters of the dense wildcards.
const LETTERS: [u8; 16] = *b"abcdefghijklmnop";

/// The cases, always the same.
pub fn cases() -> Vec<Case> {
    let case = |name, rules: Vec<String>, path: String| Case {
        name,
        file: format!("User-agent: *\n{}", rules.concat()),
        url: format!("{ORIGIN}{path}"),
    };
    let aaa = format!("/{}", "a".repeat(LONG));
    vec![
        case("20,000 literals, hit", literals(), "/item20000/x/5".into()),
        case("20,000 literals, miss", literals(), "/item99999/x/5".into()),
        case("20,000 wildcards, short URL", wildcards(), "/en/list.php?id=77777&page=2".into()),
        case("20,000 wildcards, long URL", wildcards(), long_path()),
        case("20,000 dense wildcards, long URL", dense_wildcards(), dense_path()),
        case("500 of `/*a*a…*b`", vec![rule(&format!("/{}*b", "*a".repeat(20))); 500], aaa.clone()),
        case("500 of `/*a*a*a*a$`", vec![rule("/*a*a*a*a$"); 500], format!("{aaa}b")),
        case("a thousand `*`", vec![rule(&format!("/{}*b", "*a".repeat(1000)))], aaa),
    ]
}

fn rule(path: &str) -> String {
    format!("Disallow: {path}\n")
}

/// The URL that hits one of them hits neither the first nor the last by rank.
fn literals() -> Vec<String> {
    numbers().map(|number| rule(&format!("/item{number}/x/"))).collect()
}

/// Every rule begins with `*` and has a number of its own.
fn wildcards() -> Vec<String> {
    numbers().map(|number| rule(&format!("/*id={number}*&p"))).collect()
}

/// Numbers of five digits, so that files stay below the 500 KiB that crawlers read.
fn numbers() -> impl Iterator<Item = usize> {
    10_000..10_000 + RULES
}

/// A path that has what all of the wildcards have in common many times, and none of
/// their numbers.
fn long_path() -> String {
    let mut random = Random::seeded(1);
    let mut path = "/list.php?".to_owned();
    while path.len() < LONG {
        let number = (50_000 + random.below(50_000)).to_string();
        path.extend(["id=", &number, "&"]);
    }
    path
}

/// Wildcards whose letters stand in the path in every pair that there is, so that
/// nothing can be refused by the pairs that it needs.
fn dense_wildcards() -> Vec<String> {
    let mut random = Random::seeded(2);
    numbers()
        .map(|_| rule(&format!("/*{}*{}", letters(&mut random, 5), letters(&mut random, 5))))
        .collect()
}

fn dense_path() -> String {
    format!("/{}", letters(&mut Random::seeded(3), LONG))
}

/// So many of sixteen letters.
fn letters(random: &mut Random, count: usize) -> String {
    (0..count).map(|_| char::from(random.pick(&LETTERS))).collect()
}

#[cfg(test)]
mod tests {
    use maycrawl::{Agent, Dialect, Robots};

    use super::cases;

    #[test]
    fn crawlers_read_each_file_to_its_end_and_one_case_hits() {
        for case in cases() {
            let robots = Robots::parse(&case.file, &Dialect::GOOGLE);
            assert_eq!(robots.unread(), 0, "{}", case.name);
            let is_allowed =
                robots.rules(&Agent::token(crate::AGENT)).check_url(&case.url).is_allowed();
            assert_eq!(is_allowed, !case.name.ends_with("hit"), "{}", case.name);
        }
    }
}

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

/// How many octets the long paths have.
const LONG: usize = 2_000;

/// The cases, always the same.
pub fn cases() -> Vec<Case> {
    let case = |name, rules: Vec<String>, path: String| Case {
        name,
        file: format!("User-agent: *\n{}", rules.concat()),
        url: format!("{ORIGIN}{path}"),
    };
    let aaa = format!("/{}", "a".repeat(LONG));
    vec![
        case("20,000 literals, hit", literals(), "/shop/item5000/detail/5".into()),
        case("20,000 literals, miss", literals(), "/shop/item99999/detail/5".into()),
        case("20,000 wildcards, short URL", wildcards(), "/en/shop/list/12?sort=up".into()),
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
    (0..RULES).map(|number| rule(&format!("/shop/item{number}/detail/"))).collect()
}

/// Every rule begins with `*`, and none shares its words with another.
fn wildcards() -> Vec<String> {
    (0..RULES).map(|number| rule(&format!("/*/page{number}*/print{number}"))).collect()
}

/// A path of common words that none of the wildcards matches.
fn long_path() -> String {
    let mut random = Random::seeded(1);
    let mut path = String::new();
    while path.len() < LONG {
        path.push('/');
        path.push_str(&crate::words::name(&mut random));
    }
    path.truncate(LONG);
    path
}

/// Wildcards of few letters: each pair of them stands in the path, so that
/// nothing can be refused by the letters that it needs.
fn dense_wildcards() -> Vec<String> {
    let mut random = Random::seeded(2);
    (0..RULES)
        .map(|_| rule(&format!("/*{}*{}", letters(&mut random, 10), letters(&mut random, 10))))
        .collect()
}

fn dense_path() -> String {
    format!("/{}", letters(&mut Random::seeded(3), LONG))
}

fn letters(random: &mut Random, count: usize) -> String {
    (0..count).map(|_| random.pick(&['a', 'b', 'c', 'd'])).collect()
}

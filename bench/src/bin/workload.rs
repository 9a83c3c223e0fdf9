//! Fixed workloads whose instructions are counted: `workload NAME`.
//!
//! Everything is made from a seed, before [`measured`] is entered, and only what happens
//! inside it is counted. `cargo xtask instructions` runs all of them under callgrind.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to whoever runs it")]

use std::hint::black_box;
use std::process::ExitCode;

use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};
use maycrawl_bench::random::Random;
use maycrawl_bench::{AGENT, hostile, synthetic, urls};

/// The dialect of all workloads.
const DIALECT: &Dialect = &Dialect::GOOGLE;

/// A workload: makes its input, then does its work inside [`measured`].
struct Workload {
    name: &'static str,
    run: fn() -> usize,
}

const WORKLOADS: [Workload; 13] = [
    Workload { name: "parse", run: parse },
    Workload { name: "compile", run: compile },
    Workload { name: "cold", run: cold },
    Workload { name: "life-2", run: || life(2) },
    Workload { name: "life-16", run: || life(16) },
    Workload { name: "life-256", run: || life(256) },
    Workload { name: "one-shot", run: one_shot },
    Workload { name: "paths", run: paths },
    Workload { name: "warm", run: warm },
    Workload { name: "heavy", run: heavy },
    Workload { name: "heavy-text", run: heavy_text },
    Workload { name: "hostile-rules", run: hostile_rules },
    Workload { name: "hostile-stars", run: hostile_stars },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = arguments.first() else {
        for workload in &WORKLOADS {
            println!("{}", workload.name);
        }
        return ExitCode::SUCCESS;
    };
    let Some(workload) = WORKLOADS.iter().find(|one| one.name == name) else {
        eprintln!("there is no workload {name}; called without a name, this lists them");
        return ExitCode::from(2);
    };
    println!("{}", (workload.run)());
    ExitCode::SUCCESS
}

/// What is counted. It has a name of its own in the program, for callgrind to find.
#[inline(never)]
fn measured(mut work: impl FnMut() -> usize) -> usize {
    black_box(work())
}

fn agent() -> Agent {
    Agent::token(AGENT)
}

fn rules(file: &[u8]) -> Rules {
    Robots::parse(file, DIALECT).rules(&agent())
}

/// The same, compiled.
fn compiled(file: &[u8]) -> Rules {
    let rules = rules(file);
    // It compiles what is asked many times.
    rules.check_all([&UrlPath::parse("/", DIALECT)]).for_each(drop);
    rules
}

/// Usual files, each with a few URLs.
fn usual() -> Vec<(Vec<u8>, Vec<String>)> {
    let with_urls = |file: Vec<u8>| {
        let urls = urls::for_file(&file, 10);
        (file, urls)
    };
    synthetic::files(synthetic::SEED, 200).into_iter().map(with_urls).collect()
}

/// Files with hundreds of rules, each with many URLs.
fn large() -> Vec<(Vec<u8>, Vec<String>)> {
    let mut random = Random::seeded(synthetic::SEED);
    let mut large = || {
        let file = synthetic::file(20_000, &mut random);
        let urls = urls::for_file(&file, 100);
        (file, urls)
    };
    (0..5).map(|_| large()).collect()
}

fn parse() -> usize {
    let files = usual();
    measured(|| files.iter().map(|(file, _)| Robots::parse(file, DIALECT).groups().len()).sum())
}

fn compile() -> usize {
    let robots: Vec<_> =
        usual().into_iter().map(|(file, _)| Robots::parse(file, DIALECT)).collect();
    let agent = agent();
    measured(|| robots.iter().map(|robots| robots.rules(&agent).rule_lines().len()).sum())
}

fn cold() -> usize {
    let files = usual();
    let agent = agent();
    let is_allowed = |(file, urls): &&(Vec<u8>, Vec<String>)| {
        let rules = Robots::parse(file, DIALECT).rules(&agent);
        urls.first().is_some_and(|url| rules.check(&UrlPath::parse(url, DIALECT)).is_allowed())
    };
    measured(|| files.iter().filter(is_allowed).count())
}

/// All that files cost which are asked so many times each.
fn life(asked: usize) -> usize {
    let files = usual();
    let agent = agent();
    let allowed = |(file, urls): &(Vec<u8>, Vec<String>)| {
        let rules = Robots::parse(file, DIALECT).rules(&agent);
        let is_allowed = |url: &&String| rules.check(&UrlPath::parse(url, DIALECT)).is_allowed();
        urls.iter().cycle().take(asked).filter(is_allowed).count()
    };
    measured(|| files.iter().map(allowed).sum())
}

fn one_shot() -> usize {
    let files = usual();
    let is_allowed = |(file, urls): &&(Vec<u8>, Vec<String>)| {
        urls.first().is_some_and(|url| DIALECT.is_allowed(file, AGENT, url))
    };
    measured(|| files.iter().filter(is_allowed).count())
}

fn paths() -> usize {
    let files = usual();
    let bytes = |(_, urls): &(Vec<u8>, Vec<String>)| -> usize {
        urls.iter().map(|url| UrlPath::parse(url, DIALECT).as_bytes().len()).sum()
    };
    measured(|| files.iter().map(bytes).sum())
}

fn warm() -> usize {
    ready(&usual())
}

fn heavy() -> usize {
    ready(&large())
}

/// Verdicts of compiled rules on paths that are ready.
fn ready(files: &[(Vec<u8>, Vec<String>)]) -> usize {
    let ready: Vec<(Rules, Vec<UrlPath<'_>>)> = files
        .iter()
        .map(|(file, urls)| {
            (compiled(file), urls.iter().map(|url| UrlPath::parse(url, DIALECT)).collect())
        })
        .collect();
    let allowed = |(rules, paths): &(Rules, Vec<UrlPath<'_>>)| {
        paths.iter().filter(|path| rules.check(path).is_allowed()).count()
    };
    measured(|| ready.iter().map(allowed).sum())
}

fn heavy_text() -> usize {
    let files: Vec<_> = large().into_iter().map(|(file, urls)| (compiled(&file), urls)).collect();
    let allowed = |(rules, urls): &(Rules, Vec<String>)| {
        let is_allowed = |url: &&String| rules.check(&UrlPath::parse(url, DIALECT)).is_allowed();
        urls.iter().filter(is_allowed).count()
    };
    measured(|| files.iter().map(allowed).sum())
}

fn hostile_rules() -> usize {
    asked(|case| case.name.starts_with("20,000"))
}

fn hostile_stars() -> usize {
    asked(|case| !case.name.starts_with("20,000"))
}

/// The verdicts of some hostile cases.
fn asked(which: fn(&hostile::Case) -> bool) -> usize {
    let cases: Vec<_> = hostile::cases().into_iter().filter(which).collect();
    let ready: Vec<_> = cases
        .iter()
        .map(|case| (rules(case.file.as_bytes()), UrlPath::parse(&case.url, DIALECT)))
        .collect();
    measured(|| ready.iter().filter(|(rules, path)| rules.check(path).is_allowed()).count())
}

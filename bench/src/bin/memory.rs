//! What parsing, a cold check and rules that are held cost in memory:
//! `memory [--corpus DIR]`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a report is printed")]

use std::collections::HashSet;
use std::fs;
use std::hint::black_box;
use std::path::Path as FilePath;
use std::process::ExitCode;

use allocation_counter::{AllocationInfo, measure};
use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};
use maycrawl_bench::AGENT;
use maycrawl_bench::corpus::{Corpus, File};

/// How many rules are held at the same time.
const HELD: usize = 100_000;

/// How many files they are of.
const FILES: usize = 2000;

const DIALECTS: [(&str, Dialect); 2] =
    [("google", Dialect::GOOGLE), ("google-parser", Dialect::GOOGLE_PARSER)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let corpus = match *words {
        [] => Ok(Corpus::synthetic(FILES)),
        ["--corpus", folder] => Corpus::of_folder(FilePath::new(folder), FILES),
        _ => Err("memory [--corpus DIR]".into()),
    };
    match corpus {
        Ok(corpus) => {
            println!("{}; {} bytes\n", corpus.origin, corpus.bytes());
            // Kept to the end: memory that was given back would be counted as free for the next.
            let mut kept = Vec::new();
            for (name, dialect) in &DIALECTS {
                println!("{name}");
                allocations(&corpus, dialect);
                kept.push(held(&corpus, dialect));
                println!();
            }
            black_box(&kept);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// How often memory is asked for.
fn allocations(corpus: &Corpus, dialect: &Dialect) {
    let agent = Agent::token(AGENT);
    println!("  allocations a file: mean, median, most; files with none");
    show("parse", corpus, |file, _| measure(|| _ = black_box(Robots::parse(&file.bytes, dialect))));
    show("cold, through the types", corpus, |file, url| {
        measure(|| {
            let rules = Robots::parse(&file.bytes, dialect).rules(&agent);
            _ = black_box(rules.check(&UrlPath::parse(url, dialect)));
        })
    });
    show("cold, one shot", corpus, |file, url| {
        measure(|| _ = black_box(dialect.is_allowed(&file.bytes, AGENT, url)))
    });
    show("the path of a URL", corpus, |_, url| {
        measure(|| _ = black_box(UrlPath::parse(url, dialect)))
    });
    show("a check, path ready", corpus, |file, url| {
        let rules = Robots::parse(&file.bytes, dialect).rules(&agent);
        let path = UrlPath::parse(url, dialect);
        measure(|| _ = black_box(rules.check(&path)))
    });
}

/// Shows how often memory is asked for, for each file and its first URL.
fn show(name: &str, corpus: &Corpus, count: impl Fn(&File, &str) -> AllocationInfo) {
    let of = |file: &File| {
        let url = file.urls.first().map(String::as_str).unwrap_or_default();
        count(file, url).count_total
    };
    let mut counts: Vec<u64> = corpus.files.iter().map(of).collect();
    counts.sort_unstable();
    let files = counts.len().max(1);
    let none = counts.iter().filter(|count| **count == 0).count();
    println!(
        "    {name:24} {:>8.2} {:>6} {:>8} {:>6.1} %",
        ratio(counts.iter().sum(), files as u64),
        counts.get(files / 2).unwrap_or(&0),
        counts.last().unwrap_or(&0),
        100.0 * ratio(none as u64, files as u64),
    );
}

/// What rules cost that are held while the file and its parse are not: before they are
/// asked, and compiled.
fn held(corpus: &Corpus, dialect: &Dialect) -> Vec<Rules> {
    let agent = Agent::token(AGENT);
    let path = UrlPath::parse("/", dialect);
    let compile = |file: &File| Robots::parse(&file.bytes, dialect).rules(&agent);
    // It compiles what is asked many times.
    let ask_many = |rules: &Rules| rules.check_all([&path]).for_each(drop);
    let (mut on_heap, mut compiled, mut of_groups) = (0, 0, 0);
    for file in &corpus.files {
        let mut rules: Option<Rules> = None;
        let held = measure(|| rules = Some(compile(file)));
        on_heap += u64::try_from(held.bytes_current).unwrap_or_default();
        if let Some(rules) = &rules {
            let more = measure(|| ask_many(rules));
            compiled += u64::try_from(more.bytes_current).unwrap_or_default();
            of_groups += group(file, rules);
        }
    }
    let files = corpus.files.len().max(1) as u64;
    println!(
        "  a Rules: {} bytes, {:.0} on the heap, {:.0} more when compiled",
        size_of::<Rules>(),
        ratio(on_heap, files),
        ratio(compiled, files),
    );
    println!(
        "  the group it came from: {:.0} bytes; heap for each of its bytes: {:.2}, compiled {:.2}",
        ratio(of_groups, files),
        ratio(on_heap, of_groups),
        ratio(on_heap + compiled, of_groups),
    );
    let before = resident();
    let mut all: Vec<Rules> = Vec::with_capacity(HELD);
    all.extend(corpus.files.iter().cycle().take(HELD).map(compile));
    show_held("held", before, all.len());
    all.iter().for_each(ask_many);
    show_held("held and compiled", before, all.len());
    all
}

/// Shows what resident memory grew by.
fn show_held(name: &str, before: Option<u64>, count: usize) {
    match (before, resident()) {
        (Some(before), Some(after)) => {
            let each = ratio(after.saturating_sub(before), count.max(1) as u64);
            println!(
                "  {count} {name}: {each:.0} bytes each of resident memory; a million would take {:.2} GB",
                each / 1e3,
            );
        }
        _ => println!("  no /proc/self/status here, so resident memory is not known"),
    }
}

/// How many bytes the lines of the group hold that these rules came from.
fn group(file: &File, rules: &Rules) -> u64 {
    let agents = rules.agent_lines().map(|line| line.line());
    let numbers: HashSet<u32> = agents.chain(rules.rule_lines().map(|line| line.line())).collect();
    let of_group =
        maycrawl::lines::lines(&file.bytes).filter(|line| numbers.contains(&line.number()));
    of_group.map(|line| u64::from(line.span().len() + line.line_end().len())).sum()
}

/// Bytes of this process that are in memory.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below what an f64 holds exactly")]
fn ratio(of: u64, to: u64) -> f64 {
    of as f64 / to as f64
}

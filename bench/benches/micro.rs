//! Micro benchmarks: `cargo bench` on made files, `cargo bench -- --corpus DIR [FILTER]` on
//! those of a folder.
#![allow(clippy::print_stderr, reason = "a benchmark talks to whoever runs it")]

use std::hint::black_box;
use std::path::Path as FilePath;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};
use maycrawl_bench::AGENT;
use maycrawl_bench::corpus::{Corpus, File};
use maycrawl_bench::hostile::cases;

/// The dialects that are measured.
const DIALECTS: [(&str, Dialect); 2] =
    [("google", Dialect::GOOGLE), ("google-parser", Dialect::GOOGLE_PARSER)];

/// How many files are made or read.
const FILES: usize = 2000;

/// How many of them are the usual ones: every so-manieth, few enough for the caches.
const EVERY: usize = 20;

/// How many of them are the heavy ones.
const HEAVY: usize = 50;

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let criterion = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(2));
    // Criterion itself knows no folder.
    let (corpus, mut criterion) = match *words {
        ["--corpus", folder, ref filters @ ..] => {
            // Kept apart, so that made files are not compared with those of a folder.
            let criterion = criterion.save_baseline("corpus".into());
            let filtered = |criterion: Criterion, filter: &&str| criterion.with_filter(*filter);
            let corpus = Corpus::of_folder(FilePath::new(folder), FILES);
            (corpus, filters.iter().fold(criterion, filtered))
        }
        _ => (Ok(Corpus::synthetic(FILES)), criterion.configure_from_args()),
    };
    match corpus {
        Ok(corpus) => {
            all(&mut criterion, &corpus);
            criterion.final_summary();
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn all(criterion: &mut Criterion, corpus: &Corpus) {
    let usual: Vec<&File> = corpus.files.iter().step_by(EVERY).collect();
    let heavy: Vec<&File> =
        corpus.heavy(HEAVY).into_iter().filter_map(|at| corpus.files.get(at)).collect();
    for (name, dialect) in &DIALECTS {
        files(criterion, name, dialect, &usual);
        verdicts(criterion, &format!("warm/{name}"), dialect, &usual);
        verdicts(criterion, &format!("heavy/{name}"), dialect, &heavy);
        hostile(criterion, name, dialect);
    }
}

/// What is done once a file.
fn files(criterion: &mut Criterion, name: &str, dialect: &Dialect, files: &[&File]) {
    let agent = Agent::token(AGENT);
    let bytes = files.iter().map(|file| file.bytes.len() as u64).sum();
    let mut group = criterion.benchmark_group(format!("file/{name}"));
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for file in files {
                black_box(Robots::parse(black_box(&file.bytes), dialect));
            }
        });
    });
    group.bench_function("compile", |bencher| {
        let parse = || -> Vec<Robots> {
            files.iter().map(|file| Robots::parse(&file.bytes, dialect)).collect()
        };
        bencher.iter_batched_ref(
            parse,
            |robots| robots.iter().map(|robots| robots.rules(&agent)).collect::<Vec<_>>(),
            BatchSize::LargeInput,
        );
    });
    let cold = |check: &dyn Fn(&File, &str) -> bool| {
        let first = |file: &&&File| file.urls.first().is_some_and(|url| check(file, url));
        files.iter().filter(first).count()
    };
    group.bench_function("cold", |bencher| {
        bencher.iter(|| {
            cold(&|file, url| {
                let rules = Robots::parse(&file.bytes, dialect).rules(&agent);
                rules.check(&UrlPath::parse(url, dialect)).is_allowed()
            })
        });
    });
    group.bench_function("one shot", |bencher| {
        bencher.iter(|| cold(&|file, url| dialect.is_allowed(&file.bytes, AGENT, url)));
    });
    group.finish();
}

/// What is done once a URL.
fn verdicts(criterion: &mut Criterion, name: &str, dialect: &Dialect, files: &[&File]) {
    let agent = Agent::token(AGENT);
    let ready: Vec<(Rules, &[String], Vec<UrlPath<'_>>)> = files
        .iter()
        .map(|file| {
            let paths = file.urls.iter().map(|url| UrlPath::parse(url, dialect)).collect();
            (Robots::parse(&file.bytes, dialect).rules(&agent), &*file.urls, paths)
        })
        .collect();
    let urls = files.iter().map(|file| file.urls.len() as u64).sum();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(urls));
    let allowed = |(rules, _, paths): &(Rules, &[String], Vec<UrlPath<'_>>)| {
        paths.iter().filter(|path| rules.check(path).is_allowed()).count()
    };
    let all_allowed = || ready.iter().map(allowed).sum::<usize>();
    group.bench_function("path ready", |bencher| bencher.iter(all_allowed));
    // Both ask the same rules about the same paths; it takes as long as one does.
    group.bench_function("path ready, two threads", |bencher| {
        bencher.iter(|| {
            thread::scope(|scope| {
                let other = scope.spawn(all_allowed);
                all_allowed() + other.join().unwrap_or_default()
            })
        });
    });
    group.bench_function("from text", |bencher| {
        let allowed = |(rules, urls, _): &(Rules, &[String], Vec<UrlPath<'_>>)| {
            let is_allowed =
                |url: &&String| rules.check(&UrlPath::parse(url, dialect)).is_allowed();
            urls.iter().filter(is_allowed).count()
        };
        bencher.iter(|| ready.iter().map(allowed).sum::<usize>());
    });
    group.bench_function("path", |bencher| {
        let text: Vec<&String> = files.iter().flat_map(|file| &file.urls).collect();
        bencher.iter(|| {
            for url in &text {
                black_box(UrlPath::parse(black_box(*url), dialect));
            }
        });
    });
    group.finish();
}

fn hostile(criterion: &mut Criterion, name: &str, dialect: &Dialect) {
    let agent = Agent::token(AGENT);
    let mut group = criterion.benchmark_group(format!("hostile/{name}"));
    for case in cases() {
        let rules = Robots::parse(&case.file, dialect).rules(&agent);
        let path = UrlPath::parse(&case.url, dialect);
        group.bench_function(case.name, |bencher| bencher.iter(|| rules.check(black_box(&path))));
    }
    group.finish();
}

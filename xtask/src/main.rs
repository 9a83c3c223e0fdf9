//! Project chores, each a command of `cargo xtask`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "chores talk to whoever runs them")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod builds;
mod corpus;
mod corpus_questions;
mod dist;
mod editor;
mod engine;
mod environment;
mod features;
mod flood;
mod fuzz;
mod gate;
mod generate;
mod instructions;
mod linked;
mod lint_corpus;
mod measure;
mod merge_corpus;
mod npm;
mod origins;
mod packages;
mod page;
mod programs;
/// What the linter's own tests ask of made files, asked here of real ones.
#[path = "../../crates/maycrawl-lint/tests/fixes/promises.rs"]
mod promises;
mod python;
mod scenario;
mod service;
mod site;
mod sites;
mod survey;

const USAGE: &str = "\
cargo xtask COMMAND

  test               everything that protects users: format, lints, tests, docs
  generate           write the generated pages and schemas under docs/
  generate --check   say whether they are up to date
  build features     check every published crate by itself and with each feature alone,
                     with the oldest Rust that it states; install the command from its
                     sources. Takes minutes; run it after a manifest has changed
  build features --check
                     say whether it has been run since
  build packages     pack every published crate, and check that no file is missing
  build wasm         check what opens no file and no connection for WebAssembly;
                     make the engines of bindings/js/engine, and ask them in Node
  corpus DIR         compare with the verdicts of a corpus of real files, and
                     every dialect with the oracle; DIR holds verdicts.tsv (file,
                     agent, url, verdict, line) and real/
  dist OUT           make what people download: the command as an archive, static
                     where it can be built, and as a .deb, with completions,
                     manual, notices, SBOM and checksums; ask each for a verdict
  editor             test the editor of the web page, and bundle it and its
                     licences with packages from npm
  editor --check     say whether the bundle is up to date
  engine DIR         ask the engines in Node what a corpus asks (as above), and a
                     million questions
  flood [LETTER] [--command PATH]
                     ask sites that never end, say nothing, redirect for ever;
                     PATH is a maycrawl that is built already. Linux only
  instructions       count the instructions of fixed workloads and compare them
                     with bench/instructions.tsv; --write makes that anew
  fuzz [SECONDS]     run every fuzz target for so long, 20 minutes unless told;
                     says what each has tried and found
  fuzz --check       every fuzz target on 2,000 inputs, from past findings alone
  fuzz TARGET [ARG]  run one with arguments of libFuzzer: a file that it found is
                     run again, -minimize_crash=1 FILE makes one smaller
  lint DIR           lint the files of DIR/real, and ask whether fixes and the
                     formatter keep what they say
  merge DIR          add plans to the files of DIR/real, and ask whether these
                     keep what they say
  origins [LETTER] [--command PATH]
                     ask ten thousand sites: killed and resumed, with few
                     descriptors, at one address, with a shared cache. Linux only
  page [NAME]        do in Chromium what people do with the page, with the service and with
                     the engines in the browser; a NAME is one file of
                     crates/maycrawl-server/tests/page. Installs what it needs
  page --corpus DIR  compare the page with the command about files of a corpus (as above)
  page --figures     measure how soon the page answers
  page --pictures    take the pictures of the page for the documents
  python             lint and build bindings/python, install the wheel into a virtual
                     environment below target/, and run its tests there; installs
                     maturin and pytest from PyPI
  python asan        run the tests of what comes in capsules under AddressSanitizer;
                     Linux on x86-64 with GCC only
  python columns DIR test columns of Polars, pandas, DuckDB and others, from PyPI; ask in
                     columns all that a corpus asks (as above), and measure them
  python corpus DIR  ask the package all that a corpus asks (as above), and measure it
                     beside Protego, fastrobots and the standard library
  python differences DIR [LIB]
                     tell where the drop-ins answer otherwise than what they replace,
                     and why; LIB is the standard library of another Python, such as
                     /usr/lib/python3.14. Builds reppy, which needs g++
  python soak        try it with many arguments and objects: no crash, nothing is kept
  python suites [LIB]
                     run the suites of Protego, Scrapy and others, from PyPI, with our
                     parsers in the place of theirs; with those of LIB, as above
  python wheel       build the wheel for release
  python wheels      build those for manylinux2014 and musllinux, and check them
  service [N]        drive a running service with N questions for each operation and
                     kind, 200 unless told, and compare it with docs/openapi.json;
                     installs schemathesis from PyPI below target/
  service --corpus DIR
                     ask a running service what a corpus asks (as above)
  site OUT           make the page as a folder for any static host: everything runs
                     in the browser
  survey DIR         tell what the files of DIR/real carry beside Allow and
                     Disallow";

/// What a chore says when it cannot go on.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match *words {
        ["test"] => gate::run(),
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check(),
        ["build", "wasm"] => builds::wasm(),
        ["build", "features"] => features::run(),
        ["build", "features", "--check"] => features::is_current(),
        ["build", "packages"] => packages::run(),
        ["corpus", folder] => corpus::run(Path::new(folder)),
        ["dist", out] => dist::run(Path::new(out)),
        ["editor"] => editor::write(),
        ["editor", "--check"] => editor::check(),
        ["engine", folder] => engine::corpus(Path::new(folder)),
        ["flood", ref args @ ..] => flood::run(args),
        ["instructions"] => instructions::compare(),
        ["instructions", "--write"] => instructions::write(),
        ["fuzz"] => fuzz::run(fuzz::SECONDS),
        ["fuzz", "--check"] => fuzz::check(),
        ["fuzz", first, ref args @ ..] => match first.parse() {
            Ok(seconds @ 1..) if args.is_empty() => fuzz::run(seconds),
            _ => fuzz::run_one(first, args),
        },
        ["lint", folder] => lint_corpus::run(Path::new(folder)),
        ["merge", folder] => merge_corpus::run(Path::new(folder)),
        ["origins", ref args @ ..] => origins::run(args),
        ["page"] => page::test(None),
        ["page", "--corpus", folder] => page::corpus(Path::new(folder)),
        ["page", "--figures"] => page::figures(),
        ["page", "--pictures"] => page::pictures(),
        ["page", name] => page::test(Some(name)),
        ["service"] => service::run(200),
        ["service", "--corpus", folder] => service::corpus(Path::new(folder)),
        ["python"] => python::run(),
        ["python", "asan"] => python::asan(),
        ["python", "columns", folder] => python::columns(Path::new(folder)),
        ["python", "corpus", folder] => python::corpus(Path::new(folder)),
        ["python", "differences", folder] => python::differences(Path::new(folder), None),
        ["python", "differences", folder, library] => {
            python::differences(Path::new(folder), Some(Path::new(library)))
        }
        ["python", "soak"] => python::soak(),
        ["python", "suites"] => python::suites(None),
        ["python", "suites", library] => python::suites(Some(Path::new(library))),
        ["python", "wheels"] => python::wheels(),
        ["python", "wheel"] => python::wheel(),
        ["service", n] => n.parse().map_err(|_| USAGE.into()).and_then(service::run),
        ["site", out] => site::run(Path::new(out)),
        ["survey", folder] => survey::run(Path::new(folder)),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_path_buf()
}

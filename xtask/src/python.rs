//! The Python package of `bindings/python`: built as a wheel, installed into an environment of its
//! own, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use maycrawl::{Agent, Dialect, Robots};
use maycrawl_report::base64;
use serde_json::json;
use testkit::naive::Asker;
use testkit::vectors::{Case, verdict_cases};

use crate::builds::run as run_command;
use crate::environment::Environment;
use crate::programs::{cargo, need_cpp, output};
use crate::{Outcome, root};

const FOLDER: &str = "bindings/python";
const REQUIREMENTS: &str = "bindings/python/requirements.txt";
const SUITES_FOLDER: &str = "bindings/python/suites";

/// Examples of hypothesis are the same each time.
const SEED: &str = "--hypothesis-seed=9309";

/// Lints, builds and tests the package.
pub(crate) fn run() -> Outcome {
    lint()?;
    let tools = tools()?;
    let wheel = build(&tools, &["--profile", "dev"])?;
    test(&Environment::anew("target/python/clean", &wheel, REQUIREMENTS)?)
}

/// `cargo xtask python wheel`: the wheel as people get it.
pub(crate) fn wheel() -> Outcome {
    let wheel = build(&tools()?, &["--release"])?;
    let bytes = fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
    println!("{}: {bytes} bytes", wheel.display());
    Ok(())
}

/// Suites that others wrote, in source distributions: which files of each.
const SUITES: &[(&str, &str, &[&str])] = &[
    (
        "protego",
        "protego-0.7.0",
        &["test_protego.py", "test_on_google_spec.py", "test_on_fetched_robotstxt.py"],
    ),
    (
        "scrapy",
        "scrapy-2.19.0",
        &["test_robotstxt_interface.py", "test_downloadermiddleware_robotstxt.py"],
    ),
];

/// `cargo xtask python suites`: the drop-ins meet the suites of what they replace.
pub(crate) fn suites() -> Outcome {
    let wheel = build(&tools()?, &["--profile", "dev"])?;
    let environment = suites_environment(&wheel)?;
    for (suite, release, files) in SUITES {
        let sources = source_distribution(&environment, release)?;
        let mut pytest = environment.command("python");
        pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "-p", "drop_in"]);
        pytest.args(files.iter().map(|file| format!("tests/{file}"))).current_dir(sources);
        pytest.env("MAYCRAWL_SUITE", suite).env("PYTHONPATH", root().join(SUITES_FOLDER));
        run_command(&mut pytest)?;
    }
    Ok(())
}

/// `cargo xtask python corpus DIR`: every question of a corpus, and the speed beside others.
pub(crate) fn corpus(corpus: &Path) -> Outcome {
    let corpus = corpus.canonicalize().map_err(|error| format!("{}: {error}", corpus.display()))?;
    let wheel = build(&tools()?, &["--release"])?;
    let environment = suites_environment(&wheel)?;
    for chore in ["chores/corpus.py", "chores/speed.py"] {
        let mut python = environment.command("python");
        run_command(python.arg(root().join(FOLDER).join(chore)).arg(&corpus))?;
    }
    Ok(())
}

/// `cargo xtask python columns DIR`: all libraries that hand over columns, and the speed over a corpus.
pub(crate) fn columns(corpus: &Path) -> Outcome {
    let corpus = corpus.canonicalize().map_err(|error| format!("{}: {error}", corpus.display()))?;
    let wheel = build(&tools()?, &["--release"])?;
    let requirements = format!("{FOLDER}/columns/requirements.txt");
    let environment = Environment::anew("target/python/columns", &wheel, &requirements)?;
    let mut pytest = pytest(&environment, &["../columns", "test_docs.py"])?;
    run_command(pytest.env("MAYCRAWL_ALL_LIBRARIES", "1"))?;
    let mut python = environment.command("python");
    run_command(python.arg(root().join(FOLDER).join("chores/columns.py")).arg(&corpus))
}

/// `cargo xtask python asan`: what comes in capsules, watched by `AddressSanitizer`. Linux with GCC only.
pub(crate) fn asan() -> Outcome {
    need_cpp()?;
    let tools = tools()?;
    let mut maturin = maturin(&tools, &folder().join("asan"));
    maturin.args(["--profile", "dev", "--target", "x86_64-unknown-linux-gnu"]);
    maturin.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    let wheel = built(&mut maturin)?;
    let environment = Environment::anew("target/python/asan", &wheel, REQUIREMENTS)?;
    let library = output(Command::new("gcc").arg("-print-file-name=libasan.so"))?.stdout;
    let mut pytest = pytest(&environment, &["test_arrow.py", "test_arrow_capsules.py"])?;
    // The interpreter keeps memory until its end; its own allocator would hide what goes beyond a block.
    pytest.env("LD_PRELOAD", library.trim()).env("ASAN_OPTIONS", "detect_leaks=0");
    run_command(pytest.env("PYTHONMALLOC", "malloc"))
}

/// Maturin and the tools of tests.
fn tools() -> Result<Environment, String> {
    Environment::kept("target/python/tools", REQUIREMENTS)
}

/// The wheel, and what the suites of others need.
fn suites_environment(wheel: &Path) -> Result<Environment, String> {
    let requirements = format!("{SUITES_FOLDER}/requirements.txt");
    Environment::anew("target/python/suites", wheel, &requirements)
}

/// The unpacked source distribution of a release, `name-version`.
fn source_distribution(environment: &Environment, release: &str) -> Result<PathBuf, String> {
    let to = folder().join("sdists");
    let unpacked = to.join(release);
    if !unpacked.exists() {
        let mut pip = environment.command("python");
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]);
        pip.arg("--dest").arg(&to).arg(release.replace('-', "=="));
        output(&mut pip)?;
        let archive = to.join(format!("{release}.tar.gz"));
        let mut tarfile = environment.command("python");
        output(tarfile.args(["-m", "tarfile", "--extract"]).args([&archive, &to]))?;
    }
    Ok(unpacked)
}

fn folder() -> PathBuf {
    root().join("target/python")
}

fn lint() -> Outcome {
    let manifest = format!("{FOLDER}/Cargo.toml");
    let manifest = ["--manifest-path", &manifest];
    run_command(cargo().args(["fmt", "--check"]).args(manifest))?;
    let mut clippy = cargo();
    clippy.args(["clippy", "--quiet", "--locked", "--all-targets"]).args(manifest);
    clippy.arg("--target-dir").arg(folder().join("build"));
    run_command(clippy.args(["--", "-D", "warnings"]))
}

/// Builds a wheel and says where it is.
fn build(tools: &Environment, profile: &[&str]) -> Result<PathBuf, String> {
    built(maturin(tools, &folder().join("build")).args(profile))
}

/// A build with maturin, which compiles into a folder of its own.
fn maturin(tools: &Environment, target: &Path) -> Command {
    let mut maturin = tools.command("maturin");
    maturin.args(["build", "--quiet", "--locked"]).current_dir(root().join(FOLDER));
    maturin.arg("--interpreter").arg(tools.program("python")).arg("--target-dir").arg(target);
    maturin
}

/// The wheel that maturin makes.
fn built(maturin: &mut Command) -> Result<PathBuf, String> {
    let out = folder().join("wheels");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    run_command(maturin.arg("--out").arg(&out))?;
    let mut made = fs::read_dir(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let wheel = made.find_map(Result::ok).map(|entry| entry.path());
    wheel.ok_or_else(|| format!("maturin wrote no wheel to {}", out.display()))
}

/// Runs the tests where the wheel is installed.
fn test(environment: &Environment) -> Outcome {
    run_command(&mut pytest(environment, &["."])?)
}

/// Some tests, with the vectors that they ask.
fn pytest(environment: &Environment, tests: &[&str]) -> Result<Command, String> {
    let vectors = folder().join("vectors.jsonl");
    let lines: Vec<String> = verdict_cases().iter().map(vector).collect();
    fs::write(&vectors, lines.join("\n"))
        .map_err(|error| format!("cannot write {}: {error}", vectors.display()))?;
    let mut pytest = environment.command("python");
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", SEED]).args(tests);
    pytest.current_dir(root().join(FOLDER).join("tests")).env("MAYCRAWL_VECTORS", vectors);
    Ok(pytest)
}

/// A row of `testdata/` as JSON, with the line that the core names.
fn vector(case: &Case) -> String {
    let Asker { tokens, pooled, ignores_global } = &case.asker;
    let agent = if *pooled { Agent::any_of(tokens) } else { Agent::first_of(tokens) };
    let dialect: Dialect = case.dialect.parse().unwrap_or_default();
    let rules =
        Robots::parse(&case.robots, &dialect).rules(&agent.ignoring_global(*ignores_global));
    let line = rules.deciding_rule(rules.check_url(&case.url)).map(|rule| rule.line());
    let tokens: Vec<String> = tokens.iter().map(|token| base64::encode(token)).collect();
    json!({
        "id": case.id,
        "dialect": case.dialect,
        "robots": base64::encode(&case.robots),
        "tokens": tokens,
        "pooled": pooled,
        "ignores_global": ignores_global,
        "url": base64::encode(&case.url),
        "allowed": case.allowed,
        "undefined": case.undefined,
        "line": line,
    })
    .to_string()
}

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
use crate::programs::{SHARED_TARGET, STATIC, cargo, compiler, need_cpp, need_target, output};
use crate::{Outcome, linked, root};

const FOLDER: &str = "bindings/python";
const REQUIREMENTS: &str = "bindings/python/requirements.txt";
const RELEASE_REQUIREMENTS: &str = "bindings/python/release-requirements.txt";
const SUITES_FOLDER: &str = "bindings/python/suites";

/// Examples of hypothesis are the same each time.
const SEED: &str = "--hypothesis-seed=9309";

/// Lints, builds and tests the package.
pub(crate) fn run() -> Outcome {
    lint()?;
    let tools = tools()?;
    tools.install_wheel(&dev_wheel(&tools)?)?;
    test(&tools)
}

/// `cargo xtask python wheel`: the wheel as people get it.
pub(crate) fn wheel() -> Outcome {
    let wheel = build(&tools()?, &["--release"])?;
    println!("{}: {} bytes", wheel.display(), size(&wheel)?);
    Ok(())
}

fn size(file: &Path) -> Result<u64, String> {
    Ok(fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?.len())
}

/// `cargo xtask python wheels`: wheels for other Linux machines than this one, of glibc and of musl.
pub(crate) fn wheels() -> Outcome {
    let tools = Environment::kept("target/python/release-tools", RELEASE_REQUIREMENTS)?;
    let release = emptied(folder().join("release"))?;
    for (target, compatibility) in
        [("x86_64-unknown-linux-gnu", "manylinux2014"), (STATIC, "musllinux_1_2")]
    {
        need_target(target)?;
        let portable = ["--zig", "--target", target, "--compatibility", compatibility];
        let wheel = build(&tools, &[&["--release"][..], &portable].concat())?;
        run_command(tools.command("twine").args(["check", "--strict"]).arg(&wheel))?;
        run_command(tools.command("check-wheel-contents").arg(&wheel))?;
        run_command(tools.command("abi3audit").args(["--strict", "--summary"]).arg(&wheel))?;
        let released = release.join(wheel.file_name().unwrap_or_default());
        fs::rename(&wheel, &released)
            .map_err(|error| format!("{}: {error}", released.display()))?;
        println!("{}: {} bytes", released.display(), size(&released)?);
    }
    Ok(())
}

/// `cargo xtask python soak`: a hundred thousand sets of arguments, and a million objects of each kind.
pub(crate) fn soak() -> Outcome {
    let environment = tools()?;
    environment.install_wheel(&build(&environment, &["--release"])?)?;
    let mut pytest = own_tests(&environment, &["test_leaks.py", "test_arguments.py"])?;
    pytest.env("MAYCRAWL_OBJECTS", "1000000").env("MAYCRAWL_EXAMPLES", "100000");
    run_command(&mut pytest)
}

/// Suites that others wrote, in source distributions: which tests of each.
const SUITES: &[(&str, &str, &[&str])] = &[
    (
        "protego",
        "protego-0.7.0",
        &[
            "tests/test_protego.py",
            "tests/test_on_google_spec.py",
            "tests/test_on_fetched_robotstxt.py",
        ],
    ),
    (
        "scrapy",
        "scrapy-2.19.0",
        &["tests/test_robotstxt_interface.py", "tests/test_downloadermiddleware_robotstxt.py"],
    ),
    ("gpyrobotstxt", "gpyrobotstxt-1.0.0", &["test"]),
    (
        "robotexclusionrulesparser",
        "robotexclusionrulesparser-1.7.1",
        // The others are about how it fetches.
        &["tests/test_parser.py"],
    ),
];

/// `cargo xtask python suites [LIB]`: the drop-ins meet the suites of what they replace, a real
/// spider uses one. LIB is the standard library of another Python, with its tests.
pub(crate) fn suites(library: Option<&Path>) -> Outcome {
    let wheel = dev_wheel(&tools()?)?;
    let environment = suites_environment(&wheel)?;
    for (suite, release, tests) in SUITES {
        let sources = source_distribution(&environment, release)?;
        let mut pytest = pytest(&environment);
        pytest.args(["-p", "drop_in"]).args(*tests).current_dir(sources);
        pytest.env("MAYCRAWL_SUITE", suite).env("PYTHONPATH", root().join(SUITES_FOLDER));
        run_command(&mut pytest)?;
    }
    run_command(
        pytest(&environment).arg("test_spider.py").current_dir(root().join(SUITES_FOLDER)),
    )?;
    let Some(library) = library else { return Ok(()) };
    let mut python = environment.command("python");
    run_command(python.arg(root().join(SUITES_FOLDER).join("cpython.py")).arg(found(library)?))
}

/// `cargo xtask python differences DIR [LIB]`: where the drop-ins and what they replace differ, by
/// the questions of a corpus.
pub(crate) fn differences(corpus: &Path, library: Option<&Path>) -> Outcome {
    let corpus = found(corpus)?;
    let wheel = build(&tools()?, &["--release"])?;
    let environment = suites_environment(&wheel)?;
    install_reppy(&environment)?;
    let mut python = environment.command("python");
    python.arg(root().join(FOLDER).join("chores/differences.py")).arg(&corpus);
    if let Some(library) = library {
        python.arg(found(library)?);
    }
    run_command(&mut python)
}

/// Builds reppy, whose last release is too old for today's compilers and Pythons: it misses a header,
/// and its C++ is made anew from its Cython.
fn install_reppy(environment: &Environment) -> Outcome {
    need_cpp()?;
    let sources = source_distribution(environment, "reppy-0.4.14")?;
    let made = sources.join("reppy/robots.cpp");
    if made.exists() {
        fs::remove_file(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    }
    let requirements = root().join(SUITES_FOLDER).join("reppy.txt");
    let mut pip = pip_install(environment);
    output(pip.arg("--requirement").arg(requirements))?;
    let mut pip = pip_install(environment);
    pip.args(["--no-deps", "--no-build-isolation"]).arg(&sources);
    pip.env("CC", "g++ -include limits").env("CXX", "g++ -include limits");
    output(&mut pip).map(|_| ())
}

fn pip_install(environment: &Environment) -> Command {
    let mut pip = environment.command("python");
    pip.args(["-m", "pip", "install", "--quiet"]);
    pip
}

fn pytest(environment: &Environment) -> Command {
    let mut pytest = environment.command("python");
    pytest.args(["-X", "faulthandler", "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    pytest
}

/// A folder that somebody names, whole.
fn found(folder: &Path) -> Result<PathBuf, String> {
    folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))
}

/// `cargo xtask python corpus DIR`: every question of a corpus, and the speed beside others.
pub(crate) fn corpus(corpus: &Path) -> Outcome {
    let corpus = found(corpus)?;
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
    let corpus = found(corpus)?;
    let wheel = build(&tools()?, &["--release"])?;
    let requirements = format!("{FOLDER}/columns/requirements.txt");
    let environment = Environment::anew("target/python/columns", &wheel, &requirements)?;
    let mut pytest = own_tests(&environment, &["../columns", "test_docs.py"])?;
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
    let mut pytest = own_tests(&environment, &["test_arrow.py", "test_arrow_capsules.py"])?;
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
    run_command(clippy.args(SHARED_TARGET).args(["--", "-D", "warnings"]))
}

/// Builds a wheel for tests, from the dependencies that the workspace of the crates has built.
fn dev_wheel(tools: &Environment) -> Result<PathBuf, String> {
    let [_, target] = SHARED_TARGET;
    built(maturin(tools, &root().join(target)).args(["--profile", "dev"]))
}

/// Builds a wheel and says where it is.
fn build(tools: &Environment, profile: &[&str]) -> Result<PathBuf, String> {
    built(maturin(tools, &folder().join("build")).args(profile))
}

/// A build with maturin, which compiles into this folder.
fn maturin(tools: &Environment, target: &Path) -> Command {
    let mut maturin = tools.command("maturin");
    maturin.args(["build", "--quiet", "--locked"]).current_dir(root().join(FOLDER));
    maturin.arg("--interpreter").arg(tools.program("python")).arg("--target-dir").arg(target);
    maturin
}

/// The licences of what is linked, which are part of every wheel.
fn write_notices() -> Outcome {
    let (_, host) = compiler()?;
    let crates = linked::crates(&format!("{FOLDER}/Cargo.toml"), "maycrawl-python", &host)?;
    let notices = root().join(FOLDER).join("THIRD-PARTY-NOTICES.txt");
    fs::write(&notices, linked::notices(&crates)?)
        .map_err(|error| format!("cannot write {}: {error}", notices.display()))
}

/// The wheel that maturin makes.
fn built(maturin: &mut Command) -> Result<PathBuf, String> {
    write_notices()?;
    let out = emptied(folder().join("wheels"))?;
    run_command(maturin.arg("--out").arg(&out))?;
    let mut made = fs::read_dir(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let wheel = made.find_map(Result::ok).map(|entry| entry.path());
    wheel.ok_or_else(|| format!("maturin wrote no wheel to {}", out.display()))
}

/// A folder without anything in it.
fn emptied(folder: PathBuf) -> Result<PathBuf, String> {
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Runs the tests where the wheel is installed.
fn test(environment: &Environment) -> Outcome {
    run_command(&mut own_tests(environment, &["."])?)
}

/// Some of the project's own tests, with the vectors that they ask. A crash says where it was.
fn own_tests(environment: &Environment, tests: &[&str]) -> Result<Command, String> {
    let vectors = folder().join("vectors.jsonl");
    let lines: Vec<String> = verdict_cases().iter().map(vector).collect();
    fs::write(&vectors, lines.join("\n"))
        .map_err(|error| format!("cannot write {}: {error}", vectors.display()))?;
    let mut pytest = pytest(environment);
    pytest.arg(SEED).args(tests).env("MAYCRAWL_VECTORS", vectors);
    pytest.current_dir(root().join(FOLDER).join("tests"));
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

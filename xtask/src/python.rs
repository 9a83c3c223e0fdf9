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
use crate::programs::{cargo, output};
use crate::{Outcome, root};

const FOLDER: &str = "bindings/python";
const REQUIREMENTS: &str = "bindings/python/requirements.txt";
const SUITES_FOLDER: &str = "bindings/python/suites";

/// Examples of hypothesis are the same each time.
const SEED: &str = "--hypothesis-seed=9309";

/// Lints, builds and tests the package.
pub(crate) fn run() -> Outcome {
    lint()?;
    let tools = Environment::tools()?;
    let wheel = build(&tools, &["--profile", "dev"])?;
    test(&Environment::anew("clean", &wheel, REQUIREMENTS)?)
}

/// `cargo xtask python wheel`: the wheel as people get it.
pub(crate) fn wheel() -> Outcome {
    let wheel = build(&Environment::tools()?, &["--release"])?;
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
    let wheel = build(&Environment::tools()?, &["--profile", "dev"])?;
    let environment =
        Environment::anew("suites", &wheel, &format!("{SUITES_FOLDER}/requirements.txt"))?;
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
    let wheel = build(&Environment::tools()?, &["--release"])?;
    let environment =
        Environment::anew("suites", &wheel, &format!("{SUITES_FOLDER}/requirements.txt"))?;
    for chore in ["chores/corpus.py", "chores/speed.py"] {
        let mut python = environment.command("python");
        run_command(python.arg(root().join(FOLDER).join(chore)).arg(corpus))?;
    }
    Ok(())
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
    let out = folder().join("wheels");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    }
    let mut maturin = tools.command("maturin");
    maturin.args(["build", "--quiet", "--locked"]).args(profile).current_dir(root().join(FOLDER));
    maturin.arg("--interpreter").arg(tools.program("python"));
    maturin.arg("--target-dir").arg(folder().join("build")).arg("--out").arg(&out);
    run_command(&mut maturin)?;
    let mut made = fs::read_dir(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let wheel = made.find_map(Result::ok).map(|entry| entry.path());
    wheel.ok_or_else(|| format!("maturin wrote no wheel to {}", out.display()))
}

/// Runs the tests where the wheel is installed.
fn test(environment: &Environment) -> Outcome {
    let vectors = folder().join("vectors.jsonl");
    let lines: Vec<String> = verdict_cases().iter().map(vector).collect();
    fs::write(&vectors, lines.join("\n"))
        .map_err(|error| format!("cannot write {}: {error}", vectors.display()))?;
    let mut pytest = environment.command("python");
    pytest.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", SEED, "."]);
    pytest.current_dir(root().join(FOLDER).join("tests"));
    run_command(pytest.env("MAYCRAWL_VECTORS", vectors))
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

/// A virtual environment of Python.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// The one with maturin and the tools of tests, which is kept.
    fn tools() -> Result<Self, String> {
        let tools = Self(folder().join("tools"));
        let wanted = fs::read_to_string(root().join(REQUIREMENTS)).map_err(|e| e.to_string())?;
        let installed = tools.0.join("requirements.txt");
        if fs::read_to_string(&installed).ok().as_ref() != Some(&wanted) {
            tools.make()?;
            tools.install(&["--requirement", REQUIREMENTS])?;
            fs::write(&installed, wanted).map_err(|error| error.to_string())?;
        }
        Ok(tools)
    }

    /// One that is made anew, with a wheel and other packages.
    fn anew(name: &str, wheel: &Path, requirements: &str) -> Result<Self, String> {
        let environment = Self(folder().join(name));
        environment.make()?;
        environment.install(&["--requirement", requirements, &wheel.to_string_lossy()])?;
        Ok(environment)
    }

    fn make(&self) -> Outcome {
        let python = python()?;
        output(Command::new(python).args(["-m", "venv", "--clear"]).arg(&self.0)).map(|_| ())
    }

    fn install(&self, what: &[&str]) -> Outcome {
        let mut pip = self.command("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(what);
        output(pip.current_dir(root())).map(|_| ())
    }

    fn program(&self, name: &str) -> PathBuf {
        self.0.join("bin").join(name)
    }

    /// A program of the environment, which writes only below `target/python`.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(self.program(name));
        command
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("HYPOTHESIS_STORAGE_DIRECTORY", folder().join("hypothesis"))
            .env("MYPY_CACHE_DIR", folder().join("mypy"))
            .env("VIRTUAL_ENV", &self.0);
        command
    }
}

/// Whether this is a Python that can make environments for the package.
const IS_FIT: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

/// A Python of 3.10 or later, which apt-get is asked for if there is none.
fn python() -> Result<&'static str, String> {
    let is_fit = || {
        let ran = Command::new("python3").args(["-c", IS_FIT]).output();
        ran.is_ok_and(|output| output.status.success())
    };
    if is_fit() {
        return Ok("python3");
    }
    println!("python3 is missing, older than 3.10 or without venv; asking apt-get for it");
    let _ = Command::new("apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends", "python3-venv"])
        .status();
    if is_fit() {
        return Ok("python3");
    }
    Err("Python 3.10 or later with venv is missing; install it with `sudo apt-get install python3-venv` or from python.org".into())
}

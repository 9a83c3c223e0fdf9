//! `cargo xtask test`: the gate, the same here as in CI.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::programs::{cargo, need, need_cpp, need_venv};
use crate::{Outcome, page};

/// One step: a call of cargo.
struct Step {
    name: &'static str,
    /// The seconds that it may take on two idle cores.
    budget: u64,
    args: &'static [&'static str],
    variable: Option<(&'static str, &'static str)>,
}

const fn step(name: &'static str, budget: u64, args: &'static [&'static str]) -> Step {
    Step { name, budget, args, variable: None }
}

/// Random cases are the same every time, so that no change is refused for what it has not
/// touched. `cargo test` draws new ones.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "9309");

/// What the gate runs, in this order: first what fails fast.
const STEPS: &[Step] = &[
    step("format", 5, &["fmt", "--all", "--check"]),
    step("generated files", 5, &["xtask", "generate", "--check"]),
    step(
        "lints",
        180,
        &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    ),
    step("WebAssembly", 180, &["xtask", "build", "wasm"]),
    step("Python", 270, &["xtask", "python"]),
    step("packages", 40, &["xtask", "build", "packages"]),
    step("features", 5, &["xtask", "build", "features", "--check"]),
    Step {
        name: "tests",
        budget: 480,
        args: &["test", "--workspace", "--all-features", "--no-fail-fast"],
        variable: Some(SEED),
    },
    step("page", 180, &["xtask", "page"]),
    step("service", 60, &["xtask", "service", "15"]),
    step("instruction counts", 60, &["xtask", "instructions"]),
    step(
        "fuzz findings",
        60,
        &["test", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"],
    ),
    step("fuzz targets", 120, &["xtask", "fuzz", "--check"]),
    Step {
        name: "documentation",
        budget: 60,
        // An example makes cargo choose the features of dependencies as for tests and lints.
        args: &[
            "doc",
            "--workspace",
            "--all-features",
            "--no-deps",
            "--lib",
            "--bin",
            "xtask",
            "--example",
            "check",
        ],
        variable: Some(("RUSTDOCFLAGS", "-D warnings")),
    },
];

/// How a step ended.
struct Ended {
    name: &'static str,
    /// What repeats it.
    command: String,
    took: Duration,
    budget: u64,
    has_passed: bool,
}

/// Runs every step, also after one has failed.
pub(crate) fn run() -> Outcome {
    has_programs()?;
    let mut ended = Vec::new();
    for step in STEPS {
        println!("== {}: {}", step.name, step.command());
        let step = step.run()?;
        println!("== {}", step.line());
        ended.push(step);
    }
    println!("\n{}", table(&ended));
    verdict(&ended)
}

/// Asks for all programs that steps need, so that nobody learns of one after the other.
fn has_programs() -> Outcome {
    let valgrind = need("valgrind", "valgrind");
    let needs = [has_tools(), need_cpp(), need_venv(), valgrind].into_iter();
    let needs = needs.chain(page::needs());
    let missing: Vec<String> = needs.filter_map(Result::err).collect();
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

impl Step {
    /// As one types it.
    fn command(&self) -> String {
        let cargo = format!("cargo {}", self.args.join(" "));
        match self.variable {
            Some((name, value)) => format!("{name}='{value}' {cargo}"),
            None => cargo,
        }
    }

    /// Runs it. An error means that there is no cargo.
    fn run(&self) -> Result<Ended, String> {
        let begun = Instant::now();
        let status = cargo()
            .args(self.args)
            .envs(self.variable)
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        Ok(Ended {
            name: self.name,
            command: self.command(),
            took: begun.elapsed(),
            budget: self.budget,
            has_passed: status.success(),
        })
    }
}

impl Ended {
    /// Its name, how it ended, and its time beside its budget.
    fn line(&self) -> String {
        let Self { name, took, budget, has_passed, .. } = self;
        let how = if *has_passed { "passed" } else { "FAILED" };
        let over = if took.as_secs() > *budget { ", over its budget" } else { "" };
        format!("{name}: {how} in {:.0} s (budget {budget} s{over})", took.as_secs_f64())
    }
}

/// All steps, each in its line, and their sum.
fn table(ended: &[Ended]) -> String {
    let mut lines: Vec<String> = ended.iter().map(Ended::line).collect();
    let took: Duration = ended.iter().map(|step| step.took).sum();
    let budget: u64 = ended.iter().map(|step| step.budget).sum();
    lines.push(format!("all steps: {:.0} s (budget {budget} s)", took.as_secs_f64()));
    lines.join("\n")
}

/// Which steps failed, each with the command that repeats it. Time is shown, and fails nothing: a
/// machine may be busy.
fn verdict(ended: &[Ended]) -> Outcome {
    let failed: Vec<&Ended> = ended.iter().filter(|step| !step.has_passed).collect();
    if failed.is_empty() {
        println!("all {} steps passed", ended.len());
        return Ok(());
    }
    let again = failed.iter().map(|step| format!("\n  {}: {}", step.name, step.command));
    let again: String = again.collect();
    Err(format!("{} of {} steps failed; to repeat each:{again}", failed.len(), ended.len()))
}

/// rustfmt and clippy are parts of a Rust toolchain that may be left out.
fn has_tools() -> Outcome {
    for (tool, package) in [("rustfmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        let found = Command::new(tool).arg("--version").output();
        if !found.is_ok_and(|output| output.status.success()) {
            return Err(format!(
                "{tool} is missing; install it with `rustup component add {package}` or, where Rust is Debian's, `apt-get install {}`",
                if package == "clippy" { "rust-clippy" } else { package },
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Ended, STEPS, table, verdict};

    fn ended(name: &'static str, seconds: u64, has_passed: bool) -> Ended {
        let command = format!("cargo {name}");
        Ended { name, command, took: Duration::from_secs(seconds), budget: 60, has_passed }
    }

    #[test]
    fn every_step_that_failed_is_listed_with_its_command() {
        let all = [ended("lints", 1, false), ended("tests", 2, true), ended("page", 3, false)];
        assert_eq!(
            verdict(&all).unwrap_err(),
            "2 of 3 steps failed; to repeat each:\n  lints: cargo lints\n  page: cargo page"
        );
        assert_eq!(verdict(&[ended("tests", 2, true)]), Ok(()));
    }

    #[test]
    fn a_step_over_its_budget_says_so_and_fails_nothing() {
        let all = [ended("lints", 60, true), ended("tests", 61, true), ended("page", 3, false)];
        assert_eq!(
            table(&all),
            "lints: passed in 60 s (budget 60 s)\n\
             tests: passed in 61 s (budget 60 s, over its budget)\n\
             page: FAILED in 3 s (budget 60 s)\n\
             all steps: 124 s (budget 180 s)"
        );
        assert_eq!(verdict(&all[..2]), Ok(()));
    }

    #[test]
    fn the_budgets_are_35_minutes() {
        assert!(STEPS.iter().map(|step| step.budget).sum::<u64>() <= 35 * 60);
    }
}

//! `cargo xtask test`: the gate, the same here as in CI.

use std::process::Command;
use std::time::Instant;

use crate::programs::{cargo, need_cpp, need_venv};
use crate::{Outcome, page};

/// One step: a call of cargo.
struct Step {
    name: &'static str,
    args: &'static [&'static str],
    variable: Option<(&'static str, &'static str)>,
}

const fn step(name: &'static str, args: &'static [&'static str]) -> Step {
    Step { name, args, variable: None }
}

/// Random cases are the same every time, so that no change is refused for what it has not
/// touched. `cargo test` draws new ones.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "9309");

/// What the gate runs, in this order: first what fails fast.
const STEPS: &[Step] = &[
    step("format", &["fmt", "--all", "--check"]),
    step("generated files", &["xtask", "generate", "--check"]),
    step(
        "lints",
        &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    ),
    step("WebAssembly", &["xtask", "build", "wasm"]),
    step("Python", &["xtask", "python"]),
    step("packages", &["xtask", "build", "packages"]),
    Step {
        name: "tests",
        args: &["test", "--workspace", "--all-features", "--no-fail-fast"],
        variable: Some(SEED),
    },
    step("page", &["xtask", "page"]),
    step("service", &["xtask", "service", "15"]),
    step("instruction counts", &["xtask", "instructions"]),
    step("fuzz findings", &["test", "--locked", "--manifest-path", "fuzz/Cargo.toml"]),
    step("fuzz targets", &["xtask", "fuzz", "--check"]),
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--all-features", "--no-deps"],
        variable: Some(("RUSTDOCFLAGS", "-D warnings")),
    },
];

impl Step {
    /// As one types it.
    fn command(&self) -> String {
        let cargo = format!("cargo {}", self.args.join(" "));
        match self.variable {
            Some((name, value)) => format!("{name}='{value}' {cargo}"),
            None => cargo,
        }
    }
}

pub(crate) fn run() -> Outcome {
    has_tools()?;
    need_cpp()?;
    need_venv()?;
    page::need_programs()?;
    let started = Instant::now();
    for step @ Step { name, args, variable } in STEPS {
        let command = step.command();
        println!("== {name}: {command}");
        let begun = Instant::now();
        let status = cargo()
            .args(*args)
            .envs(*variable)
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            return Err(format!("the step {name} failed; run it alone with: {command}"));
        }
        println!("== {name}: passed in {:.0} s", begun.elapsed().as_secs_f64());
    }
    println!("== all {} steps passed in {:.0} s", STEPS.len(), started.elapsed().as_secs_f64());
    Ok(())
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

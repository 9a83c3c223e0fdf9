//! `cargo xtask test`: the gate, the same here as in CI.

use std::process::Command;
use std::time::Instant;

use crate::programs::need_cpp;
use crate::{Outcome, root};

/// One step: a call of cargo.
struct Step {
    name: &'static str,
    args: &'static [&'static str],
    variables: &'static [(&'static str, &'static str)],
}

const fn step(name: &'static str, args: &'static [&'static str]) -> Step {
    Step { name, args, variables: &[] }
}

/// What the gate runs, in this order: first what fails fast.
const STEPS: &[Step] = &[
    step("format", &["fmt", "--all", "--check"]),
    step("generated files", &["xtask", "generate", "--check"]),
    step(
        "lints",
        &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    ),
    step("core without std", &["build", "--package", "maycrawl", "--no-default-features"]),
    step("tests", &["test", "--workspace", "--all-features", "--no-fail-fast"]),
    step("instruction counts", &["xtask", "instructions"]),
    step("fuzz findings", &["test", "--locked", "--manifest-path", "fuzz/Cargo.toml"]),
    step("fuzz targets", &["xtask", "fuzz", "--check"]),
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--all-features", "--no-deps"],
        variables: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

pub(crate) fn run() -> Outcome {
    has_tools()?;
    need_cpp()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let started = Instant::now();
    for Step { name, args, variables } in STEPS {
        println!("== {name}: cargo {}", args.join(" "));
        let begun = Instant::now();
        let status = Command::new(&cargo)
            .args(*args)
            .envs(variables.iter().copied())
            .current_dir(root())
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            return Err(format!(
                "the step {name} failed; run it alone with: cargo {}",
                args.join(" ")
            ));
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

//! Programs that chores need, build and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Outcome, root};

/// Asks apt-get for a program that is missing.
pub(crate) fn need(program: &str, package: &str) -> Outcome {
    need_of(program, package, Command::new(program).arg("--version"))
}

/// Asks apt-get for a package without which a command fails.
fn need_of(name: &str, package: &str, command: &mut Command) -> Outcome {
    let mut works = || command.output().is_ok_and(|output| output.status.success());
    if works() {
        return Ok(());
    }
    if Command::new("apt-get").arg("--version").output().is_err() {
        return Err(format!(
            "{name} is missing, and there is no apt-get to install it with; install it yourself (Debian has it in the package {package})"
        ));
    }
    println!("{name} is missing; asking apt-get for it");
    let install = ["install", "--yes", "--quiet", "--no-install-recommends", package];
    // A fresh system has no list of packages.
    for args in [&install[..], &["update", "--quiet"], &install] {
        let _ = Command::new("apt-get").args(args).status();
        if works() {
            return Ok(());
        }
    }
    Err(format!(
        "{name} is missing, and apt-get could not install it; run `sudo apt-get install {package}`"
    ))
}

/// Asks for a C++ compiler, with which libFuzzer is built.
pub(crate) fn need_cpp() -> Outcome {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    need(&compiler, "g++")
}

/// Asks for a Python that can make virtual environments, and for which today's libraries of columns are.
pub(crate) fn need_venv() -> Outcome {
    const IS_FIT: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";
    let mut python = Command::new("python3");
    need_of("python3 of 3.11 or later with venv", "python3-venv", python.args(["-c", IS_FIT]))
}

/// Where other workspaces build what the one of the crates builds too: dependencies of the same version, profile
/// and features are then compiled once.
pub(crate) const SHARED_TARGET: [&str; 2] = ["--target-dir", "target"];

/// The cargo that runs this chore, in the folder of the workspace.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// The compiler that cargo asks.
pub(crate) fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The target whose programs need no library of the system.
pub(crate) const STATIC: &str = "x86_64-unknown-linux-musl";

/// Makes sure that there is a standard library for a target.
pub(crate) fn need_target(target: &str) -> Outcome {
    let sysroot = output(rustc().args(["--print", "sysroot"]))?.stdout;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(target).is_dir() {
        return Ok(());
    }
    output(Command::new("rustup").args(["target", "add", target])).map(drop)
}

/// Builds programs of another workspace for release, and says where they are.
pub(crate) fn build(manifest: &str, args: &[&str], flags: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut command = cargo();
    command
        .args(["build", "--quiet", "--locked", "--release", "--manifest-path", manifest])
        .args(["--message-format", "json-render-diagnostics"])
        .args(args)
        .stderr(Stdio::inherit());
    if !flags.is_empty() {
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1F"));
    }
    let messages = output(&mut command)?.stdout;
    let programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    });
    Ok(programs.collect())
}

/// What `rustc -vV` says: its version, and the machine that it runs on.
pub(crate) fn compiler() -> Result<(String, String), String> {
    let says = output(rustc().arg("-vV"))?.stdout;
    let host = says.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    Ok((says.lines().next().unwrap_or_default().to_owned(), host.to_owned()))
}

/// What a program printed.
pub(crate) struct Printed {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn output(command: &mut Command) -> Result<Printed, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{command:?} failed:\n{stderr}"));
    }
    Ok(Printed { stdout: String::from_utf8_lossy(&output.stdout).into_owned(), stderr })
}

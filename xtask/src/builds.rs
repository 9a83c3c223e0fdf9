//! Builds for WebAssembly.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::{self, cargo, output};
use crate::{Outcome, engine};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// What works in WebAssembly: everything without I/O.
const FOR_WASM: &[&str] = &[
    "--package=maycrawl",
    "--package=maycrawl-url",
    "--package=maycrawl-crawlers",
    "--package=maycrawl-lint",
    "--package=maycrawl-fetch",
    "--package=maycrawl-generate",
    "--package=maycrawl-report",
    "--package=maycrawl-api",
    "--no-default-features",
    "--features=maycrawl-report/fetch,maycrawl-report/generate,maycrawl-report/sarif",
];

/// Checks what opens no file and no connection for WebAssembly, and tries the engines in Node.
pub(crate) fn wasm() -> Outcome {
    let std = Std::find()?;
    match std {
        Std::Compiled(how) => println!("{WASM}: {how}"),
        Std::Sources => println!("{WASM}: the standard library is built from its sources"),
    }
    run(std.cargo("check").args(FOR_WASM))?;
    engine::run(&Std::small()?)
}

/// Where the standard library for WebAssembly comes from.
pub(crate) enum Std {
    Compiled(&'static str),
    Sources,
}

impl Std {
    /// A command of cargo for WebAssembly, such as `build`.
    pub(crate) fn cargo(&self, command: &str) -> Command {
        let mut cargo = cargo();
        cargo.args([command, "--target", WASM]);
        if let Self::Sources = self {
            cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
            cargo.arg("-Zbuild-std-features=optimize_for_size");
        }
        cargo
    }

    /// The compiled one, which takes no time to build, or else the sources.
    pub(crate) fn find() -> Result<Self, String> {
        if rustlib()?.join(WASM).is_dir() {
            return Ok(Self::Compiled("it is installed"));
        }
        if run(Command::new("rustup").args(["target", "add", WASM])).is_ok() {
            return Ok(Self::Compiled("`rustup target add` has installed it"));
        }
        if has_sources()? {
            return Ok(Self::Sources);
        }
        Err(format!(
            "the standard library for {WASM} is missing; install it with `rustup target add {WASM}` or, where Rust is Debian's, `apt-get install libstd-rust-dev-wasm32`",
        ))
    }

    /// The sources, which can be built for size, or else the compiled one.
    pub(crate) fn small() -> Result<Self, String> {
        if has_sources()?
            || run(Command::new("rustup").args(["component", "add", "rust-src"])).is_ok()
        {
            return Ok(Self::Sources);
        }
        Self::find()
    }
}

/// Whether the sources of the standard library are there.
fn has_sources() -> Result<bool, String> {
    Ok(rustlib()?.join("src/rust/library/std").is_dir())
}

/// Where Rust keeps the standard library of each target, and its sources.
pub(crate) fn rustlib() -> Result<PathBuf, String> {
    let sysroot = output(programs::rustc().args(["--print", "sysroot"]))?.stdout;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib"))
}

/// Runs a command that speaks for itself.
pub(crate) fn run(command: &mut Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("this failed: {command:?}")),
        Err(error) => Err(format!("cannot run {command:?}: {error}")),
    }
}

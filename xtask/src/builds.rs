//! Builds that the tests do not make: for WebAssembly, and of each package by itself, with each of
//! its features, by the oldest Rust that the manifest states.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::programs::{self, cargo, output};
use crate::{Outcome, engine, root};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// What is built for WebAssembly: everything without I/O.
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

/// Builds what opens no file and no connection for WebAssembly, and tries the engines in Node.
pub(crate) fn wasm() -> Outcome {
    let std = Std::find()?;
    match std {
        Std::Compiled(how) => println!("{WASM}: {how}"),
        Std::Sources => println!("{WASM}: the standard library is built from its sources"),
    }
    run(std.build().args(FOR_WASM))?;
    engine::run(&Std::small()?)
}

/// Where the standard library for WebAssembly comes from.
pub(crate) enum Std {
    Compiled(&'static str),
    Sources,
}

impl Std {
    /// A build for WebAssembly.
    pub(crate) fn build(&self) -> Command {
        let mut cargo = cargo();
        cargo.args(["build", "--target", WASM]);
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

/// Packs every published crate as it would be uploaded, unpacks all side by side, and checks
/// each there: as it comes, without features and with each feature alone. So no file is missing, no
/// crate leans on what another has turned on, and nothing is too new for the oldest Rust that
/// they state.
pub(crate) fn packages() -> Outcome {
    let packages = published()?;
    let folder = root().join("target/packages");
    let unpacked = unpack(&packages, &folder)?;
    let oldest = packages.first().map(|package| package.rust_version.as_str()).unwrap_or_default();
    let rustc = rustc_of(oldest);
    match &rustc {
        Ok(_) => println!("with Rust {oldest}"),
        Err(why) => println!("with the installed Rust, since there is no {oldest}: {why}"),
    }
    for package in &packages {
        let check = |features: &[&str]| {
            let mut cargo = cargo();
            cargo.args(["check", "--quiet", "--package", &package.name]).args(features);
            cargo.arg("--target-dir").arg(folder.join("target"));
            if let Ok(rustc) = &rustc {
                cargo.env("RUSTC", rustc);
            }
            run(cargo.current_dir(&unpacked))
        };
        check(&[])?;
        if !package.features.is_empty() {
            check(&["--no-default-features"])?;
        }
        for feature in package.features.keys().filter(|name| *name != "default") {
            check(&["--no-default-features", "--features", feature])?;
        }
    }
    Ok(())
}

/// Packs the crates and unpacks them as a workspace in which they find each other.
fn unpack(packages: &[Package], folder: &Path) -> Result<PathBuf, String> {
    let mut pack = cargo();
    pack.args(["package", "--quiet", "--workspace", "--no-verify", "--allow-dirty"]);
    pack.args(["--exclude", "xtask", "--exclude", "testkit"]);
    run(pack.arg("--target-dir").arg(folder))?;

    let unpacked = folder.join("unpacked");
    let at = |path: &Path, error| format!("{}: {error}", path.display());
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(|error| at(&unpacked, error))?;
    }
    fs::create_dir_all(&unpacked).map_err(|error| at(&unpacked, error))?;
    let mut patches = Vec::new();
    for Package { name, version, .. } in packages {
        let file = folder.join(format!("package/{name}-{version}.crate"));
        // With the time of now: packed files all have one time, by which cargo would not see that
        // they changed.
        run(Command::new("tar").arg("-xmzf").arg(&file).arg("-C").arg(&unpacked))?;
        patches.push(format!("{name} = {{ path = \"{name}-{version}\" }}"));
    }
    let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]";
    let manifest = format!("{workspace}\n{}\n", patches.join("\n"));
    let path = unpacked.join("Cargo.toml");
    fs::write(&path, manifest).map_err(|error| at(&path, error))?;
    let lock = unpacked.join("Cargo.lock");
    fs::copy(root().join("Cargo.lock"), &lock).map_err(|error| at(&lock, error))?;
    Ok(unpacked)
}

/// The compiler of a version that rustup has or can get.
fn rustc_of(version: &str) -> Result<PathBuf, String> {
    let toolchain = ["--toolchain", version];
    let which = || output(Command::new("rustup").args(["which", "rustc"]).args(toolchain));
    let found = which().or_else(|_| {
        let install = ["toolchain", "install", version, "--profile", "minimal"];
        run(Command::new("rustup").args(install))?;
        which()
    })?;
    Ok(PathBuf::from(found.stdout.trim()))
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    rust_version: String,
    features: BTreeMap<String, Vec<String>>,
    /// The registries that it may be published to; `None` is any.
    publish: Option<Vec<String>>,
}

/// The crates that are published.
fn published() -> Result<Vec<Package>, String> {
    let mut cargo = cargo();
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&output(&mut cargo)?.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let is_published = |package: &Package| package.publish.is_none();
    Ok(metadata.packages.into_iter().filter(is_published).collect())
}

/// Runs a command that speaks for itself.
pub(crate) fn run(command: &mut Command) -> Outcome {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("this failed: {command:?}")),
        Err(error) => Err(format!("cannot run {command:?}: {error}")),
    }
}

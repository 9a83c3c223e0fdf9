//! `cargo xtask build features`: every package by itself, with each feature alone, by the oldest Rust that it
//! states. That takes minutes, and depends on little but manifests: so the gate only asks whether it has been
//! done for those of today.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::builds::run as run_command;
use crate::packages::{Package, folder, published, unpack};
use crate::programs::{cargo, output};
use crate::{Outcome, root};

/// The manifests that this chore has built last: for each its path and a hash.
const RECORD: &str = "xtask/built-manifests.tsv";

/// Checks each package as it comes, without features and with each feature alone, and installs the command
/// as people do. So no crate leans on what another has turned on, and nothing is too new for the oldest
/// Rust that they state.
pub(crate) fn run() -> Outcome {
    let packages = published()?;
    let unpacked = unpack(&packages)?;
    let oldest = packages.first().map(|package| package.rust_version.as_str()).unwrap_or_default();
    let rustc = rustc_of(oldest);
    match &rustc {
        Ok(_) => println!("with Rust {oldest}"),
        Err(why) => println!("with the installed Rust, since there is no {oldest}: {why}"),
    }
    let rustc = rustc.ok();
    for package in &packages {
        check(package, &unpacked, rustc.as_deref())?;
    }
    install(rustc.as_deref())?;
    let record = root().join(RECORD);
    fs::write(&record, record_of_today()?)
        .map_err(|error| format!("cannot write {}: {error}", record.display()))
}

/// Whether that has been done for the manifests of today.
pub(crate) fn is_current() -> Outcome {
    let built = fs::read_to_string(root().join(RECORD)).unwrap_or_default();
    let today = record_of_today()?;
    let changed = changed(&built, &today);
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "changed since the last `cargo xtask build features`: {}; run it, and commit {RECORD}",
        changed.join(", ")
    ))
}

/// Checks a package in its combinations of features.
fn check(package: &Package, unpacked: &Path, rustc: Option<&Path>) -> Outcome {
    let alone = package.features.keys().filter(|name| *name != "default");
    let alone = alone.map(|name| vec!["--no-default-features", "--features", name]);
    let without = (!package.features.is_empty()).then(|| vec!["--no-default-features"]);
    for features in [Vec::new()].into_iter().chain(without).chain(alone) {
        let mut cargo = cargo();
        cargo.args(["check", "--quiet", "--package", &package.name]).args(&features);
        cargo
            .arg("--target-dir")
            .arg(folder().join("target"))
            .envs(rustc.map(|path| ("RUSTC", path)));
        println!("{} {}", package.name, features.join(" "));
        run_command(cargo.current_dir(unpacked))?;
    }
    Ok(())
}

/// Installs the command from its sources, and asks for its version.
fn install(rustc: Option<&Path>) -> Outcome {
    let to = folder().join("installed");
    let mut cargo = cargo();
    cargo.args([
        "install",
        "--quiet",
        "--locked",
        "--debug",
        "--force",
        "--path",
        "crates/maycrawl-cli",
    ]);
    cargo.arg("--target-dir").arg(folder().join("target")).envs(rustc.map(|path| ("RUSTC", path)));
    run_command(cargo.arg("--root").arg(&to))?;
    run_command(Command::new(to.join("bin/maycrawl")).arg("--version"))
}

/// The compiler of a version that rustup has or can get.
fn rustc_of(version: &str) -> Result<PathBuf, String> {
    let toolchain = ["--toolchain", version];
    let which = || output(Command::new("rustup").args(["which", "rustc"]).args(toolchain));
    let found = which().or_else(|_| {
        let install = ["toolchain", "install", version, "--profile", "minimal"];
        run_command(Command::new("rustup").args(install))?;
        which()
    })?;
    Ok(PathBuf::from(found.stdout.trim()))
}

/// The record, for the manifests as they are.
fn record_of_today() -> Result<String, String> {
    let mut files = vec!["Cargo.lock".to_owned(), "Cargo.toml".to_owned()];
    files.extend(published()?.iter().map(|package| format!("crates/{}/Cargo.toml", package.name)));
    files.sort();
    let line = |file: String| {
        let bytes =
            fs::read(root().join(&file)).map_err(|error| format!("cannot read {file}: {error}"))?;
        Ok(format!("{file}\t{:016x}\n", hash(&bytes)))
    };
    files.into_iter().map(line).collect()
}

/// The files whose lines differ between two records, or are only in one of them.
fn changed<'r>(built: &'r str, today: &'r str) -> Vec<&'r str> {
    let only = |one: &'r str, other: &'r str| {
        one.lines().filter(move |line| !other.lines().any(|known| known == *line))
    };
    let lines = only(today, built).chain(only(built, today));
    let mut files: Vec<&str> = lines.filter_map(|line| line.split('\t').next()).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// FNV-1a: the same with every Rust, and nobody attacks it here. Line ends of Windows count as those of others.
fn hash(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().filter(|byte| **byte != b'\r');
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::{changed, hash};

    #[test]
    fn a_manifest_that_changed_is_named() {
        let built = "Cargo.lock\t1\na/Cargo.toml\t2\nb/Cargo.toml\t3\n";
        assert_eq!(changed(built, built), [""; 0]);
        let today = "Cargo.lock\t4\na/Cargo.toml\t2\nc/Cargo.toml\t3\n";
        assert_eq!(changed(built, today), ["Cargo.lock", "b/Cargo.toml", "c/Cargo.toml"]);
        assert_eq!(changed("", built).len(), 3);
    }

    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash(b"a\r\n"), hash(b"a\n"));
    }
}

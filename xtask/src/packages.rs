//! `cargo xtask build packages`: the published crates as they would be uploaded.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::builds::run as run_command;
use crate::programs::{cargo, compiler, output};
use crate::{Outcome, root};

/// What is checked to learn which files the compiler reads. An example makes cargo choose the features of
/// dependencies as for tests, so `cargo doc` finds them built.
const CHECK: &[&str] = &[
    "check",
    "--quiet",
    "--workspace",
    "--all-features",
    "--lib",
    "--bins",
    "--example=check",
    "--message-format=json-render-diagnostics",
];

/// A published crate.
#[derive(Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    version: String,
    manifest_path: PathBuf,
    pub(crate) rust_version: String,
    pub(crate) features: BTreeMap<String, Vec<String>>,
    /// The registries that it may be published to; `None` is any.
    publish: Option<Vec<String>>,
}

/// What cargo says when it has made something.
#[derive(Deserialize)]
struct Made {
    #[serde(default)]
    package_id: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Packs every published crate and unpacks all side by side. Their manifests must resolve there, and every
/// file that the compiler reads must be in its package. Nothing is built anew for that.
pub(crate) fn run() -> Outcome {
    let packages = published()?;
    let unpacked = unpack(&packages)?;
    let (_, host) = compiler()?;
    let metadata = ["metadata", "--format-version=1", "--filter-platform", &host];
    output(cargo().args(metadata).current_dir(&unpacked))?;
    let checked = output(cargo().args(CHECK).stderr(Stdio::inherit()))?.stdout;
    let mut missing = Vec::new();
    for package in &packages {
        let read = sources(package, &checked)?;
        if read.is_empty() {
            return Err(format!("cargo did not say what it reads of {}", package.name));
        }
        missing.extend(package.missing(&read, &unpacked));
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

/// The crates that are published.
pub(crate) fn published() -> Result<Vec<Package>, String> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version=1"]))?.stdout;
    let metadata: Metadata =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages.into_iter().filter(|package| package.publish.is_none()).collect())
}

/// Where packages are packed and unpacked.
pub(crate) fn folder() -> PathBuf {
    root().join("target/packages")
}

/// Packs the crates and unpacks them as a workspace in which they find each other.
pub(crate) fn unpack(packages: &[Package]) -> Result<PathBuf, String> {
    let mut pack = cargo();
    pack.args(["package", "--quiet", "--workspace", "--no-verify", "--allow-dirty"]);
    pack.args(["--exclude", "xtask", "--exclude", "testkit"]);
    run_command(pack.arg("--target-dir").arg(folder()))?;

    let unpacked = folder().join("unpacked");
    let at = |path: &Path, error| format!("{}: {error}", path.display());
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked).map_err(|error| at(&unpacked, error))?;
    }
    fs::create_dir_all(&unpacked).map_err(|error| at(&unpacked, error))?;
    let mut patches = Vec::new();
    for package in packages {
        let folder_name = package.folder_name();
        let file = folder().join(format!("package/{folder_name}.crate"));
        // With the time of now: packed files all have one time, by which cargo would not see that
        // they changed.
        run_command(Command::new("tar").arg("-xmzf").arg(&file).arg("-C").arg(&unpacked))?;
        patches.push(format!("{} = {{ path = \"{folder_name}\" }}", package.name));
    }
    let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]";
    let manifest = format!("{workspace}\n{}\n", patches.join("\n"));
    let path = unpacked.join("Cargo.toml");
    fs::write(&path, manifest).map_err(|error| at(&path, error))?;
    let lock = unpacked.join("Cargo.lock");
    fs::copy(root().join("Cargo.lock"), &lock).map_err(|error| at(&lock, error))?;
    Ok(unpacked)
}

impl Package {
    /// As cargo names it when it packs.
    fn folder_name(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    /// Which of the files that the compiler read are not in the package.
    fn missing(&self, read: &[PathBuf], unpacked: &Path) -> Vec<String> {
        let Some(own) = self.manifest_path.parent() else { return Vec::new() };
        let packed = unpacked.join(self.folder_name());
        let is_there =
            |file: &Path| file.strip_prefix(own).is_ok_and(|within| packed.join(within).is_file());
        let missing = read.iter().filter(|file| !is_there(file));
        missing.map(|file| format!("the package {} lacks {}", self.name, file.display())).collect()
    }
}

/// The files that the compiler read for a package, by what cargo says that it has made.
fn sources(package: &Package, messages: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for message in messages.lines() {
        let made: Made = serde_json::from_str(message).map_err(|error| error.to_string())?;
        if made.package_id != package.id {
            continue;
        }
        for info in made.filenames.iter().filter_map(|file| dep_info(file)) {
            let text = fs::read_to_string(&info)
                .map_err(|error| format!("cannot read {}: {error}", info.display()))?;
            files.extend(rules(&text).map(|file| root().join(file)));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// Where the compiler notes what it read for a library or program: `libx-1.rmeta` has `x-1.d` beside it.
fn dep_info(made: &Path) -> Option<PathBuf> {
    let name = made.file_name()?.to_str()?.strip_suffix(".rmeta")?;
    Some(made.with_file_name(format!("{}.d", name.strip_prefix("lib")?)))
}

/// The files in a note of the compiler. Each stands alone on a line, as a rule of Make without anything else.
fn rules(dep_info: &str) -> impl Iterator<Item = String> {
    let names = dep_info.lines().filter_map(|line| line.strip_suffix(':'));
    names.map(|name| name.replace("\\ ", " "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use super::{Package, dep_info, rules};

    #[test]
    fn a_file_that_is_read_and_not_packed_is_named() {
        let unpacked = tempfile::tempdir().unwrap();
        fs::create_dir_all(unpacked.path().join("a-1.0.0/src")).unwrap();
        fs::write(unpacked.path().join("a-1.0.0/src/lib.rs"), "").unwrap();
        let package = Package {
            id: "a".into(),
            name: "a".into(),
            version: "1.0.0".into(),
            manifest_path: "/w/a/Cargo.toml".into(),
            rust_version: "1.89".into(),
            features: BTreeMap::new(),
            publish: None,
        };
        let read = ["/w/a/src/lib.rs", "/w/a/data.tsv", "/w/shared.md"].map(Into::into);
        let missing = package.missing(&read, unpacked.path());
        let lacks = |file| format!("the package a lacks {file}");
        assert_eq!(missing, [lacks("/w/a/data.tsv"), lacks("/w/shared.md")]);
    }

    #[test]
    fn notes_of_the_compiler_are_read() {
        let note =
            "/t/x-1.d: src/lib.rs src/a\\ b.rs\n\nsrc/lib.rs:\nsrc/a\\ b.rs:\n# env-dep:X=1\n";
        assert_eq!(rules(note).collect::<Vec<_>>(), ["src/lib.rs", "src/a b.rs"]);
        assert_eq!(dep_info(Path::new("/t/libx-1.rmeta")).as_deref(), Some(Path::new("/t/x-1.d")));
        assert_eq!(dep_info(Path::new("/t/x.wasm")), None);
    }
}

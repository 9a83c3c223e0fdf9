//! What others wrote in what is handed out: the crates that are linked, and their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::programs::{cargo, output};
use crate::root;

/// What `cargo metadata` says, as far as it matters here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Linked>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Link>,
}

#[derive(Deserialize)]
struct Link {
    pkg: String,
    dep_kinds: Vec<LinkKind>,
}

/// `None` for what is linked, and not only built with or tested with.
#[derive(Deserialize)]
struct LinkKind {
    kind: Option<String>,
}

/// A crate inside the program or the wheel.
#[derive(Deserialize)]
pub(crate) struct Linked {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    license: Option<String>,
    manifest_path: PathBuf,
}

impl Linked {
    fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new(""))
    }

    pub(crate) fn license(&self) -> String {
        self.license.as_ref().map_or("NOASSERTION".into(), |license| license.replace('/', " OR "))
    }
}

/// The crates that are linked into the crate of this name, for a target.
pub(crate) fn crates(manifest: &str, name: &str, target: &str) -> Result<Vec<Linked>, String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--all-features"]);
    metadata.args(["--manifest-path", manifest, "--filter-platform", target]);
    let says = output(&mut metadata)?.stdout;
    let mut metadata: Metadata = serde_json::from_str(&says).map_err(|error| error.to_string())?;
    let links: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let own = metadata.packages.iter().filter(|package| package.name == name);
    let mut open: Vec<&str> = own.map(|package| package.id.as_str()).collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = open.pop() {
        if linked.insert(id.to_owned()) {
            let links = links.get(id).into_iter().flat_map(|node| &node.deps);
            let is_linked = |link: &&Link| link.dep_kinds.iter().any(|kind| kind.kind.is_none());
            open.extend(links.filter(is_linked).map(|link| link.pkg.as_str()));
        }
    }
    metadata.packages.retain(|package| linked.contains(&package.id));
    Ok(metadata.packages)
}

/// The licences of what others wrote, with their texts.
pub(crate) fn notices(crates: &[Linked]) -> Result<String, String> {
    let mut text = "maycrawl contains these crates.\n".to_owned();
    for one in crates.iter().filter(|one| !one.manifest_path.starts_with(root())) {
        let _ =
            write!(text, "\n{}\n{} {}: {}\n", "=".repeat(72), one.name, one.version, one.license());
        let files = fs::read_dir(one.folder()).map_err(|error| error.to_string())?;
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            let is_notice = ["license", "licence", "copying", "notice", "copyright", "unlicense"]
                .iter()
                .any(|start| name.starts_with(start));
            if let (true, Ok(notice)) = (is_notice, fs::read_to_string(&file)) {
                let _ = write!(text, "\n{notice}");
            }
        }
    }
    Ok(text)
}

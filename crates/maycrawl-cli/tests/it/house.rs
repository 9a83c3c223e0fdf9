//! How the crate is laid out, read from its source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::rust_files_below;

/// What commands share, so that each module imports only those before it.
const SHARED: [&str; 17] = [
    "exit_status",
    "file_id",
    "terminal_rows",
    "streams",
    "failure",
    "input",
    "write",
    "values",
    "settings",
    "context",
    "catalogue",
    "askers",
    "network",
    "urls",
    "linter",
    "output",
    "rewrite",
];

/// The commands. None imports another.
const COMMANDS: [&str; 13] = [
    "check",
    "completions",
    "crawlers",
    "explain",
    "fetch",
    "fix",
    "fmt",
    "generate",
    "lint",
    "man",
    "policy",
    "serve",
    "test",
];

/// For every file: its module at the root of the crate, and the code.
fn modules() -> Vec<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |path: PathBuf| {
        let inner = path.strip_prefix(&source).unwrap();
        let name = inner.components().next().unwrap().as_os_str().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim().starts_with("//"));
        (name.trim_end_matches(".rs").to_owned(), code.collect::<Vec<_>>().join("\n"))
    };
    rust_files_below(&source).into_iter().map(module).collect()
}

/// The modules at the root of the crate that some code imports.
fn imports(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for import in code.split("crate::").skip(1) {
        let name = |text: &str| -> String {
            text.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect()
        };
        match import.strip_prefix('{') {
            Some(list) => {
                let list = list.split('}').next().unwrap();
                names.extend(list.split(',').map(|one| name(one.trim())));
            }
            None => drop(names.insert(name(import))),
        }
    }
    names.remove("");
    names
}

#[test]
fn every_module_has_its_place() {
    let found: BTreeSet<_> = modules().into_iter().map(|(name, _)| name).collect();
    let listed = SHARED.iter().chain(&COMMANDS).chain(&["cli", "lib", "main"]);
    assert_eq!(found, listed.map(|name| (*name).to_owned()).collect());
}

#[test]
fn imports_go_one_way() {
    let place = |name: &str| SHARED.iter().position(|one| *one == name);
    for (module, code) in modules() {
        for import in imports(&code) {
            let is_allowed = match place(&module) {
                Some(own) => place(&import).is_some_and(|other| other <= own),
                None if COMMANDS.contains(&module.as_str()) => {
                    import == module || place(&import).is_some()
                }
                None => true,
            };
            assert!(is_allowed, "{module} imports {import}");
        }
    }
}

/// One module writes files, so that what it refuses is refused everywhere.
#[test]
fn one_module_writes_files() {
    const WRITES: [&str; 6] =
        ["fs::write", "File::create", "OpenOptions", ".persist", "fs::rename", "fs::copy"];
    for (module, code) in modules() {
        let code = code.split("#[cfg(test)]").next().unwrap();
        let writes = WRITES.iter().filter(|write| code.contains(**write) && module != "write");
        // The tests of a folder are a file of their own.
        let writes: Vec<_> = writes.filter(|_| !code.contains("a test may fail")).collect();
        assert!(writes.is_empty(), "{module}: {writes:?}");
    }
}

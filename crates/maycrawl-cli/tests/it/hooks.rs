//! The action for GitHub and the hooks for pre-commit do what they say.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::{finish, folder, root};

fn yaml(name: &str) -> Yaml {
    let text = fs::read_to_string(root().join(name)).unwrap();
    YamlLoader::load_from_str(&text).unwrap().remove(0)
}

/// A checkout with one bad file, and the folder of the command.
fn checkout() -> tempfile::TempDir {
    folder(&[(
        "robots.txt",
        b"user-agent: *\nDisallow: private/\nSitemap: https://a.example/s.xml\n",
    )])
}

/// Stands before cargo on the path: says what it was asked, and installs the program that the tests have.
const INSTALLS_WHAT_IS_BUILT: &str = r#"#!/bin/bash
echo "$@" > "$RUNNER_TEMP/asked"
ln -s "$BUILT" "$RUNNER_TEMP/maycrawl/bin/maycrawl"
"#;

/// Every step of the action, as GitHub's runner would run it. `cargo xtask build features` really installs.
#[test]
fn the_action_lints_a_checkout() {
    let action = yaml("action.yml");
    let files = checkout();
    let cargo = folder(&[("cargo", INSTALLS_WHAT_IS_BUILT.as_bytes())]);
    let program = cargo.path().join("cargo");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", cargo.path().display());
    let temp = folder(&[]);
    let mut last = None;
    for step in action["runs"]["steps"].as_vec().unwrap() {
        assert_eq!(step["shell"].as_str(), Some("bash"));
        let mut command = Command::new("bash");
        command
            .args(["-eo", "pipefail", "-c", step["run"].as_str().unwrap()])
            .current_dir(files.path())
            .env_clear()
            .env("PATH", &path)
            .env("BUILT", env!("CARGO_BIN_EXE_maycrawl"))
            .env("RUNNER_TEMP", temp.path())
            .env("GITHUB_ACTION_PATH", root());
        for (name, value) in step["env"].as_hash().into_iter().flatten() {
            let input = value.as_str().unwrap().trim_start_matches("${{ inputs.");
            let default = &action["inputs"][input.trim_end_matches(" }}")]["default"];
            command.env(name.as_str().unwrap(), default.as_str().unwrap());
        }
        last = Some(finish(&mut command, b""));
    }
    let asked = fs::read_to_string(temp.path().join("asked")).unwrap();
    let (to, from) = (temp.path().join("maycrawl"), root().join("crates/maycrawl-cli"));
    let install = "install --quiet --locked --root";
    assert_eq!(asked, format!("{install} {} --path {}\n", to.display(), from.display()));
    let linted = last.unwrap();
    assert_eq!(linted.code, 1, "{}", linted.stderr);
    assert!(linted.stdout.starts_with("::error file=robots.txt,line=2,"), "{}", linted.stdout);
}

#[test]
fn the_hooks_run() {
    let command = Path::new(env!("CARGO_BIN_EXE_maycrawl"));
    let path = format!("{}:/usr/bin:/bin", command.parent().unwrap().display());
    let hooks = yaml(".pre-commit-hooks.yaml");
    let mut codes = Vec::new();
    for hook in hooks.as_vec().unwrap() {
        let files = checkout();
        let entry = format!("{} robots.txt", hook["entry"].as_str().unwrap());
        let mut bash = Command::new("bash");
        bash.args(["-c", &entry]).current_dir(files.path()).env("PATH", &path);
        codes.push((hook["id"].as_str().unwrap().to_owned(), finish(&mut bash, b"").code));
    }
    let expected = [("maycrawl-lint", 1), ("maycrawl-fix", 1), ("maycrawl-fmt", 0)];
    assert_eq!(codes, expected.map(|(id, code)| (id.to_owned(), code)));
}

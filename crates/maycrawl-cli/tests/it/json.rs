//! JSON: one whole document, in a versioned form that a schema describes.

use maycrawl_report::json as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{folder, root, run, words};

/// Runs a command, and holds its output against a schema under docs/schemas.
#[track_caller]
fn check(line: &str, schema: &str) -> Value {
    let ran = run(words(line));
    assert_ne!(ran.code, 2, "{}", ran.stderr);
    let document = serde_json::from_str(&ran.stdout).unwrap();
    validate(&document, schema);
    document
}

/// Reads a document into its type, prints it, and reads it again.
#[track_caller]
fn round_trip<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(document: &Value) {
    let read: T = serde_json::from_value(document.clone()).unwrap();
    let printed = serde_json::to_value(&read).unwrap();
    assert_eq!(printed, *document);
    assert_eq!(serde_json::from_value::<T>(printed).unwrap(), read);
}

#[track_caller]
pub(crate) fn validate(document: &Value, schema: &str) {
    let round_trip: fn(&Value) = match schema {
        "check" => round_trip::<wire::CheckDocument>,
        "check-line" => round_trip::<wire::CheckLine>,
        "check-run" => round_trip::<wire::RunLine>,
        "check-all-dialects" => round_trip::<wire::ComparisonDocument>,
        "check-all-dialects-line" => round_trip::<wire::ComparisonLine>,
        "check-against" => round_trip::<wire::ChangesDocument>,
        "test" => round_trip::<wire::CasesDocument>,
        "test-line" => round_trip::<wire::CaseLine>,
        "explain" => round_trip::<wire::ExplainDocument>,
        "crawlers" => round_trip::<wire::CrawlersDocument>,
        "policy" => round_trip::<wire::PolicyDocument>,
        "lint" => round_trip::<wire::LintDocument>,
        "fetch" => round_trip::<wire::FetchDocument>,
        "generate" => round_trip::<wire::GenerateDocument>,
        "generate-presets" => round_trip::<wire::PresetsDocument>,
        // Settings are read, never printed.
        "settings" => |_| {},
        other => unreachable!("{other} has no type"),
    };
    round_trip(document);
    let path = root().join("docs/schemas").join(schema).with_extension("json");
    let schema = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn check_prints_one_document() {
    let document = check(
        "check --robots examples/news.txt --format json --agent GPTBot --agent MyBot https://news.example/archive/x",
        "check",
    );
    assert_eq!(document["version"], 1);
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn check_prints_a_line_an_answer() {
    let ran = run(words("check --robots examples/shop.txt --format jsonl / /cart/ /media/"));
    for line in ran.stdout.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        validate(&line, "check-line");
        assert_eq!(line["version"], 1);
    }
    assert_eq!(ran.stdout.lines().count(), 3);
}

#[test]
fn dialects_are_compared() {
    let document = check(
        "check --robots examples/broken.txt --format json --all-dialects --agent Googlebot /drafts/",
        "check-all-dialects",
    );
    assert_eq!(document["version"], 1);
    let lines =
        run(words("check --robots examples/broken.txt --format jsonl --all-dialects /a /b"));
    for line in lines.stdout.lines() {
        validate(&serde_json::from_str(line).unwrap(), "check-all-dialects-line");
    }
    let dialects = document["comparisons"][0]["dialects"].as_array().unwrap();
    assert_eq!(dialects.len(), 8);
    assert_eq!(dialects[2]["dialect"], "rfc9309");
    assert_eq!(dialects[2]["knobs"][0], "paths.index_html");
}

#[test]
fn cases_are_answered() {
    let cases = b"robots\tagent\turl\texpect\nr.txt\tF\t/a\tallow\nr.txt\tF\tx\t\n";
    let folder = folder(&[("c.tsv", cases), ("r.txt", b"User-agent: *\nDisallow: /a")]);
    let path = folder.path().join("c.tsv");
    let line = format!("test {} --format json", path.display());
    let document = check(&line, "test");
    assert_eq!(
        (&document["cases"], &document["errors"], &document["failed"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(document["answers"][0]["missed"], "allow");
    let lines = run(words(&line.replace("--format json", "--format jsonl"))).stdout;
    for line in lines.lines() {
        validate(&serde_json::from_str(line).unwrap(), "test-line");
    }
}

#[test]
fn codes_are_explained() {
    let document = check("explain --format json", "explain");
    assert!(document["topics"].as_array().unwrap().len() > 40);
    let document = check("explain tie --format json", "explain");
    assert_eq!(document["topics"][0]["code"], "tie");
}

#[test]
fn crawlers_are_described() {
    let document = check("crawlers GPTBot --robots examples/news.txt --format json", "crawlers");
    assert_eq!(document["crawlers"][0]["verdict"], "disallow");
    check("crawlers --format json", "crawlers");
}

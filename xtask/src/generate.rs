//! `cargo xtask generate`: pages and schemas made from the registries.

use std::fmt::Write as _;
use std::fs;

use maycrawl::{dialect::Preset, verdict::Reason};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{RULES, Rule};
use maycrawl_report::explain::{OWN, Topic, own_dialect_text, sources, topics};
use maycrawl_report::json as wire;
use maycrawl_report::knob_pages::KnobPage;
use schemars::JsonSchema;
use serde_json::json;

use crate::{Outcome, root};

pub(crate) fn write() -> Outcome {
    for (path, text) in files() {
        let path = root().join(path);
        let written =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

pub(crate) fn check() -> Outcome {
    let is_stale = |(path, text): &(String, String)| {
        fs::read_to_string(root().join(path)).ok().as_ref() != Some(text)
    };
    let stale: Vec<_> = files().into_iter().filter(is_stale).map(|(path, _)| path).collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("not up to date: {}; run: cargo xtask generate", stale.join(", ")))
}

/// Every generated file, by its path from the root.
fn files() -> Vec<(String, String)> {
    let mut files = vec![
        ("docs/reasons.md".into(), reasons()),
        ("docs/dialects.md".into(), dialects()),
        ("docs/crawlers.md".into(), crawlers()),
        schema::<wire::CheckDocument>("check"),
        schema::<wire::CheckLine>("check-line"),
        schema::<wire::RunLine>("check-run"),
        schema::<wire::ComparisonDocument>("check-all-dialects"),
        schema::<wire::ComparisonLine>("check-all-dialects-line"),
        schema::<wire::ChangesDocument>("check-against"),
        schema::<wire::CasesDocument>("test"),
        schema::<wire::CaseLine>("test-line"),
        schema::<wire::ExplainDocument>("explain"),
        schema::<wire::CrawlersDocument>("crawlers"),
        schema::<wire::PolicyDocument>("policy"),
        schema::<wire::LintDocument>("lint"),
        schema::<wire::FetchDocument>("fetch"),
        schema::<wire::MayFetchDocument>("may-fetch"),
        schema::<wire::GenerateDocument>("generate"),
        schema::<wire::PresetsDocument>("generate-presets"),
        schema::<wire::CheckColumns>("check-columns"),
        schema::<wire::DialectsDocument>("dialects"),
        schema::<wire::FixDocument>("fix"),
        schema::<wire::FormatDocument>("format"),
        schema::<wire::ProblemDocument>("problem"),
        ("docs/openapi.json".into(), format!("{:#}\n", maycrawl_server::documents::openapi())),
        made("docs/api.md", &maycrawl_server::documents::reference()),
        made("docs/problems.md", &maycrawl_server::documents::problems()),
        ("docs/schemas/settings.json".into(), settings()),
        ("docs/rules.md".into(), rules()),
    ];
    files.extend(service());
    files.extend(RULES.iter().map(|rule| {
        let head = format!("# {}\n\n", rule.name);
        let page = rule.page().replacen(&head, &format!("{head}{MADE}"), 1);
        (format!("docs/rules/{}.md", rule.name), page)
    }));
    files
}

/// What the service has inside.
fn service() -> [(String, String); 2] {
    use maycrawl_server::documents::{docs, openapi};

    let guide = fs::read_to_string(root().join("docs/service.md")).unwrap_or_default();
    let file = |name: &str| format!("crates/maycrawl-server/src/generated/{name}");
    [(file("openapi.json"), format!("{}\n", openapi())), (file("docs.html"), docs(&guide))]
}

/// A page that says below its title that it is made.
fn made(path: &str, page: &str) -> (String, String) {
    (path.into(), page.replacen("\n\n", &format!("\n\n{MADE}"), 1))
}

/// The schema of `maycrawl.toml`, for editors.
fn settings() -> String {
    let mut names: Vec<&str> = vec!["all", "pedantic"];
    for rule in RULES {
        names.extend([rule.name, rule.code, rule.group.as_str()]);
    }
    names.sort_unstable();
    names.dedup();
    let dialects: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
    let rules = json!({ "type": "array", "items": { "enum": names } });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let severity = json!({ "enum": ["note", "warning", "error"] });
    let seconds = json!({ "type": "number", "exclusiveMinimum": 0 });
    let count = json!({ "type": "integer", "minimum": 1 });
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "maycrawl.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "catalogue": { "type": "string", "description": "Crawlers of your own: a TSV file" },
            "lint": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "select": rules,
                    "ignore": rules,
                    "severity": {
                        "type": "object",
                        "propertyNames": { "enum": names },
                        "additionalProperties": severity
                    },
                    "dialects": { "type": "array", "items": { "enum": dialects } },
                    "agents": texts,
                    "urls": texts,
                    "sitemaps": texts,
                    "baseline": { "type": "string" },
                    "fail-on": { "enum": ["error", "warning", "note", "never"] },
                    "site": { "enum": ["public", "private"] }
                }
            },
            "network": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "user-agent": { "type": "string" },
                    "timeout": seconds,
                    "deadline": seconds,
                    "redirects": { "type": "integer", "minimum": 0, "maximum": 20 },
                    "connections": count,
                    "connections-per-address": count,
                    "address-pause": { "type": "number", "minimum": 0 },
                    "memory": count,
                    "deny-net": texts
                }
            }
        }
    });
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

/// The list of lint rules.
fn rules() -> String {
    let fix = |rule: &Rule| {
        let first = rule.section("Fix").split_whitespace().next().unwrap_or("").to_lowercase();
        if first.starts_with("unsafe") {
            "unsafe"
        } else if first.starts_with("safe") {
            "safe"
        } else {
            ""
        }
    };
    let count = |wanted: &str| RULES.iter().filter(|rule| fix(rule) == wanted).count();
    let mut page = format!(
        "# Lint rules\n\n{MADE}{} rules; {} have a safe fix, {} an unsafe one. `maycrawl explain NAME` prints a\nrule's page. Pedantic rules run only where they are selected: `--select pedantic`, or `all`. [How to use the linter](validator.md).\n",
        RULES.len(),
        count("safe"),
        count("unsafe"),
    );
    let mut group = "";
    for rule in RULES {
        if rule.group.as_str() != group {
            group = rule.group.as_str();
            let _ = write!(
                page,
                "\n## `{group}-`\n\n| rule | code | severity | fix | finds |\n|---|---|---|---|---|\n"
            );
        }
        let _ = writeln!(
            page,
            "| [`{name}`](rules/{name}.md) | {} | {} | {} | {} |",
            rule.code,
            if rule.is_pedantic { "pedantic" } else { rule.severity.as_str() },
            fix(rule),
            rule.summary().replace('|', "\\|"),
            name = rule.name,
        );
    }
    page
}

fn schema<T: JsonSchema>(name: &str) -> (String, String) {
    let schema = schemars::schema_for!(T);
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    (format!("docs/schemas/{name}.json"), text + "\n")
}

const MADE: &str = "<!-- Made by `cargo xtask generate`; do not edit. -->\n\n";

fn reasons() -> String {
    let mut page = format!(
        "# Reason codes\n\n{MADE}Every verdict carries one of these codes. They are stable: none is ever given\nanother meaning. `maycrawl explain CODE` prints each.\n\n| code | number | meaning |\n|---|---|---|\n"
    );
    for reason in Reason::ALL {
        let text = reason.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let sources = sources(*reason).iter().map(|(source, says)| format!("{source}: {says}"));
        let sources = match sources.collect::<Vec<_>>().join("; ") {
            none if none.is_empty() => none,
            sources => format!(" The sources disagree. {sources}."),
        };
        let _ = writeln!(page, "| `{}` | {} | {text}{sources} |", reason.code(), *reason as u8);
    }
    page
}

fn dialects() -> String {
    let mut page = format!(
        "# Dialects\n\n{MADE}A dialect is a set of knobs, one for every point on which crawlers disagree.\n`maycrawl explain DIALECT` and `maycrawl explain KNOB` print what stands here.\n\nThe command's default is `{OWN}`. {}\n\n| dialect | what it is | how sure |\n|---|---|---|\n",
        maycrawl_report::fill(&own_dialect_text(), 100)
    );
    for Preset { name, title, certainty, .. } in Preset::ALL {
        let _ = writeln!(page, "| `{name}` | {title} | {certainty} |");
    }
    page.push_str("\n## Every knob in every dialect\n\n| knob |");
    for Preset { name, .. } in Preset::ALL {
        let _ = write!(page, " {name} |");
    }
    let _ = writeln!(page, "\n|---|{}", "---|".repeat(Preset::ALL.len()));
    for (knob, about) in KnobPage::all() {
        let _ = write!(page, "| `{}` |", knob.name);
        for Preset { dialect, .. } in Preset::ALL {
            let mark = if about.moot_in(dialect).is_some() { " ·" } else { "" };
            let _ = write!(page, " {}{mark} |", knob.value(dialect));
        }
        page.push('\n');
    }
    page.push_str("\nA value with a dot changes nothing there, because of another knob.\n");
    for topic in topics() {
        if let Topic::Knob(knob, _) = topic {
            let body = topic.page(79);
            let body = body.split_once("\n\n").map_or("", |(_, body)| body);
            let _ = write!(page, "\n## `{}`\n\n```text\n{body}\n```\n", knob.name);
        }
    }
    page
}

fn crawlers() -> String {
    let crawlers = Catalogue::built_in().crawlers();
    format!(
        "# Crawlers\n\n{MADE}{} product tokens by purpose; a crawler of several purposes stands under its\nfirst. A question mark stands for what no source says. The link of each row is\nthe page that says it, named by the day on which it was read. `maycrawl crawlers\nTOKEN` prints all that is known of one, how its addresses are verified too.\n\nThe facts come from the operators' pages and, where these are silent, from\npublic catalogues: ai.robots.txt (MIT), robots.txt support for VS Code (MIT),\npathwren (CC0), crawler-user-agents (MIT), well-known-bots, which builds on that\n(no licence seen; facts only), device-detector (LGPL; facts only), AWStats (GPL;\nfacts only) and a copy of the list of user-agents.org (no licence seen; facts only).\nThe sentences are ours.\n{}",
        crawlers.len(),
        maycrawl_report::crawlers::markdown_by_purpose(crawlers),
    )
}

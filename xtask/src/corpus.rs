//! `cargo xtask corpus DIR`: real files, and the verdicts of Google's parser.
//!
//! Compares `google-parser` with the verdicts, line for line; compares the
//! compiled rules, the one-shot check and the oracle in every dialect; and
//! tells how often each dialect decides otherwise than `google-parser`, by the
//! knobs that cause it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use maycrawl::{Agent, Dialect, Robots, dialect::Preset, explain::deciding_knobs};
use testkit::naive::{self, Asker};

use crate::{Outcome, root};

/// One row of `verdicts.tsv`.
struct Row<'a> {
    agent: &'a [u8],
    url: &'a [u8],
    is_allowed: bool,
    line: u32,
}

/// What was found.
#[derive(Default)]
struct Counts {
    verdicts: u64,
    not_googles: u64,
    not_the_oracles: u64,
    not_the_one_shots: u64,
    /// By dialect, then by the knobs that cause the difference.
    otherwise: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

pub(crate) fn run(folder: &Path) -> Outcome {
    let table = folder.join("verdicts.tsv");
    let table =
        fs::read(&table).map_err(|error| format!("cannot read {}: {error}", table.display()))?;
    let mut by_file: BTreeMap<&[u8], Vec<Row<'_>>> = BTreeMap::new();
    for (index, row) in table.split(|byte| *byte == b'\n').enumerate().skip(1) {
        if row.is_empty() {
            continue;
        }
        let (file, row) = parse(row).ok_or(format!("verdicts.tsv:{}: malformed row", index + 1))?;
        by_file.entry(file).or_default().push(row);
    }
    if by_file.is_empty() {
        return Err(format!("{} holds no verdicts", folder.display()));
    }
    let files: Vec<_> = by_file.into_iter().collect();
    let halves = files.split_at(files.len() / 2);
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| compare_all(folder, halves.0));
        let other = compare_all(folder, halves.1);
        (one.join(), other)
    });
    let mut counts = one.map_err(|_| "a comparison panicked")??;
    counts.add(other?);
    counts.print();
    through_the_command(folder, &table)?;
    if counts.not_googles + counts.not_the_oracles + counts.not_the_one_shots > 0 {
        return Err("the verdicts are not equal".into());
    }
    Ok(())
}

/// The same verdicts through `maycrawl test`.
fn through_the_command(folder: &Path, table: &[u8]) -> Outcome {
    let files = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = files.join("real").into_os_string().into_encoded_bytes();
    let mut cases = b"robots\tagent\turl\texpect\tline\n".to_vec();
    for row in table.split(|byte| *byte == b'\n').skip(1).filter(|row| !row.is_empty()) {
        cases.extend_from_slice(&[&files, &b"/"[..], row, b"\n"].concat());
    }
    let path = root().join("target/corpus-cases.tsv");
    fs::write(&path, cases).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--package", "maycrawl-cli", "--", "test"])
        .args(["--dialect", &Dialect::GOOGLE_PARSER.to_string(), "--plain"])
        .arg(&path)
        .current_dir(root())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the command answers otherwise".into()) }
}

fn parse(row: &[u8]) -> Option<(&[u8], Row<'_>)> {
    let cells: Vec<_> = row.split(|byte| *byte == b'\t').collect();
    let [file, agent, url, verdict, line] = *cells else { return None };
    let line = std::str::from_utf8(line).ok()?.parse().ok()?;
    Some((file, Row { agent, url, is_allowed: verdict == b"allow", line }))
}

fn compare_all(folder: &Path, files: &[(&[u8], Vec<Row<'_>>)]) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for (file, rows) in files {
        let path = folder.join("real").join(String::from_utf8_lossy(file).as_ref());
        let source =
            fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        for row in rows {
            counts.compare(&source, row, &String::from_utf8_lossy(file));
        }
    }
    Ok(counts)
}

impl Counts {
    fn compare(&mut self, source: &[u8], row: &Row<'_>, file: &str) {
        let complain = |what: &str| {
            let (agent, url) = (row.agent.escape_ascii(), row.url.escape_ascii());
            println!("{file}: {agent} {url}: {what}");
        };
        self.verdicts += 1;
        let agent = Agent::token(row.agent);
        let asker =
            Asker { tokens: vec![row.agent.to_vec()], pooled: false, ignores_global: false };
        let mut googles = None;
        let parser = Preset::ALL.iter().find(|preset| preset.dialect == Dialect::GOOGLE_PARSER);
        for Preset { name, dialect, .. } in parser.into_iter().chain(Preset::ALL) {
            let rules = Robots::parse(source, dialect).rules(&agent);
            let verdict = rules.check_url(row.url);
            let line = rules.deciding_rule(verdict).map_or(0, |rule| rule.line());
            let decision = (verdict.is_allowed(), verdict.is_undefined());
            let Some(googles) = googles else {
                googles = Some(decision);
                if (verdict.is_allowed(), line) != (row.is_allowed, row.line) {
                    self.not_googles += 1;
                    complain(&format!("allowed: {}, line {line}", verdict.is_allowed()));
                }
                continue;
            };
            let expected = naive::check(source, &asker, row.url, dialect);
            if (decision, line) != ((expected.allowed, expected.undefined), expected.line) {
                self.not_the_oracles += 1;
                complain(&format!(
                    "{name}: {decision:?}, line {line}, but the oracle {expected:?}"
                ));
            }
            if dialect.is_allowed(source, row.agent, row.url) != verdict.is_allowed() {
                self.not_the_one_shots += 1;
                complain(&format!("{name}: the one-shot check differs"));
            }
            if decision != googles {
                let knobs =
                    deciding_knobs(source, &agent, row.url, &Dialect::GOOGLE_PARSER, dialect);
                let knobs: Vec<_> = knobs.iter().map(|knob| knob.name).collect();
                *self.otherwise.entry(name).or_default().entry(knobs.join(" + ")).or_default() += 1;
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.verdicts += other.verdicts;
        self.not_googles += other.not_googles;
        self.not_the_oracles += other.not_the_oracles;
        self.not_the_one_shots += other.not_the_one_shots;
        for (name, knobs) in other.otherwise {
            for (knobs, count) in knobs {
                *self.otherwise.entry(name).or_default().entry(knobs).or_default() += count;
            }
        }
    }

    /// Prints the figures as Markdown.
    fn print(&self) {
        let n_dialects = Preset::ALL.len() as u64;
        let equal = |different: u64, all: u64| format!("{} of {all}", all - different);
        println!("| compared | equal |\n|---|---|");
        println!(
            "| `google-parser` and Google's parser, verdict and line | {} |",
            equal(self.not_googles, self.verdicts)
        );
        let all = self.verdicts * n_dialects;
        println!(
            "| compiled rules and oracle, every dialect, verdict and line | {} |",
            equal(self.not_the_oracles, all)
        );
        println!(
            "| compiled rules and one-shot check, every dialect | {} |",
            equal(self.not_the_one_shots, all)
        );
        println!("\n| dialect | verdicts otherwise | by knob |\n|---|---|---|");
        for Preset { name, .. } in Preset::ALL {
            let knobs = self.otherwise.get(name);
            let total: u64 = knobs.iter().flat_map(|knobs| knobs.values()).sum();
            let mut causes: Vec<_> = knobs.into_iter().flatten().collect();
            causes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let causes: Vec<_> =
                causes.iter().map(|(knobs, count)| format!("`{knobs}` {count}")).collect();
            println!("| `{name}` | {total} | {} |", causes.join(", "));
        }
    }
}

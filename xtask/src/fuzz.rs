//! `cargo xtask fuzz`: every fuzz target for a while, and what came of it as a table.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::{Outcome, root};

/// Twenty minutes a target: what is worth noting down.
pub(crate) const SECONDS: u64 = 20 * 60;

/// There is no `unsafe` here for a sanitizer to watch. Without one, any
/// toolchain will do, and several times as many inputs are tried.
const NO_SANITIZER: [&str; 2] = ["--sanitizer", "none"];

/// How much is shown of what a target says when it has found something.
const SHOWN_LINES: usize = 60;

/// What came of one target.
#[derive(Default)]
struct Report {
    executions: String,
    edges: String,
    /// The file with the input that failed, as the fuzzer names it.
    finding: Option<String>,
    last_lines: VecDeque<String>,
}

pub(crate) fn run(seconds: u64) -> Outcome {
    if !is_installed() {
        return Err("cargo-fuzz is missing; install it with `cargo install cargo-fuzz`".into());
    }
    let built = fuzz("build").status().map_err(|error| error.to_string())?;
    if !built.success() {
        return Err("the fuzz targets do not build".into());
    }
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for target in targets()? {
        println!("== {target}: {seconds} s");
        let report = run_target(&target, seconds)?;
        let inputs = count(&corpus(&target));
        let findings = usize::from(report.finding.is_some());
        rows.push(format!(
            "| `{target}` | {} | {} | {inputs} | {findings} |",
            report.executions, report.edges
        ));
        if let Some(finding) = &report.finding {
            report.show();
            failed.push(format!("{target} has found something: {finding}"));
        }
    }
    println!("\n| target | executions | edges | inputs kept | findings |\n|---|---|---|---|---|");
    println!("{}", rows.join("\n"));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Whether cargo-fuzz is there.
pub(crate) fn is_installed() -> bool {
    let asked = cargo().args(["fuzz", "--version"]).output();
    asked.is_ok_and(|output| output.status.success())
}

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn fuzz(command: &str) -> Command {
    let mut cargo = cargo();
    cargo.args(["fuzz", command]).args(NO_SANITIZER);
    cargo
}

fn targets() -> Result<Vec<String>, String> {
    let listed = cargo().args(["fuzz", "list"]).output().map_err(|error| error.to_string())?;
    let targets: Vec<_> =
        String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned).collect();
    if targets.is_empty() { Err("there are no fuzz targets".into()) } else { Ok(targets) }
}

/// The inputs that a target keeps from one run to the next.
fn corpus(target: &str) -> String {
    format!("fuzz/corpus/{target}")
}

fn count(folder: &str) -> usize {
    fs::read_dir(root().join(folder)).map_or(0, Iterator::count)
}

fn run_target(target: &str, seconds: u64) -> Result<Report, String> {
    let (corpus, findings) = (corpus(target), format!("fuzz/findings/{target}"));
    for folder in [&corpus, &findings] {
        let folder = root().join(folder);
        fs::create_dir_all(&folder)
            .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    }
    let mut running = fuzz("run")
        .args([target, &corpus, &findings, "--"])
        .args(["-print_final_stats=1", "-len_control=20", "-timeout=10"])
        .arg(format!("-max_total_time={seconds}"))
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut report = Report::default();
    if let Some(said) = running.stderr.take() {
        for line in BufReader::new(said).split(b'\n').map_while(Result::ok) {
            report.read(&String::from_utf8_lossy(&line));
        }
    }
    let ended = running.wait().map_err(|error| error.to_string())?;
    if !ended.success() && report.finding.is_none() {
        report.show();
        return Err(format!("{target} did not run"));
    }
    Ok(report)
}

impl Report {
    fn show(&self) {
        for line in &self.last_lines {
            println!("{line}");
        }
    }

    /// Takes a line of libFuzzer.
    fn read(&mut self, line: &str) {
        let after = |mark: &str| Some(line.split_once(mark)?.1.trim());
        if let Some(executions) = after("stat::number_of_executed_units:") {
            executions.clone_into(&mut self.executions);
        } else if let Some(edges) = after(" cov: ").filter(|_| line.starts_with('#')) {
            self.edges = edges.chars().take_while(char::is_ascii_digit).collect();
        } else if let Some(file) = after("Test unit written to ") {
            self.finding = Some(file.to_owned());
        }
        // Of news there are thousands; the last of all else says what failed.
        if !line.starts_with('#') {
            self.last_lines.push_back(line.to_owned());
            if self.last_lines.len() > SHOWN_LINES {
                self.last_lines.pop_front();
            }
        }
    }
}

//! `cargo xtask fuzz`: every fuzz target for a while, and what came of it as a table.
//!
//! The programs in `fuzz/` bring libFuzzer along. All that it asks of the compiler is to note
//! which code runs, and any toolchain can do that. There is no `unsafe` here for a sanitizer to
//! watch; without one several times as many inputs are tried.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::programs::{build, compiler, need_cpp};
use crate::{Outcome, root};

/// Twenty minutes a target: what is worth noting down.
pub(crate) const SECONDS: u64 = 20 * 60;

/// What the gate has time for.
const INPUTS_IN_THE_GATE: u64 = 2000;

/// Count how often each edge is taken, and tell what is compared with what.
const COVERAGE: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-stack-depth",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// How much is shown of what a target says when it has found something.
const SHOWN_LINES: usize = 60;

struct Target {
    name: String,
    program: PathBuf,
}

/// What came of one target.
#[derive(Default)]
struct Report {
    executions: String,
    edges: String,
    /// The file with the input that failed, as the fuzzer names it.
    finding: Option<String>,
    last_lines: VecDeque<String>,
}

/// Runs every target for so long, from what is kept of earlier runs.
pub(crate) fn run(seconds: u64) -> Outcome {
    run_all(&format!("-max_total_time={seconds}"), Target::kept_inputs)
}

/// Runs every target on a few inputs, from the findings alone; keeps nothing.
pub(crate) fn check() -> Outcome {
    run_all(&format!("-runs={INPUTS_IN_THE_GATE}"), Target::findings)
}

/// Runs one target with these arguments of libFuzzer.
pub(crate) fn run_one(name: &str, args: &[&str]) -> Outcome {
    let names = names()?;
    if !names.iter().any(|one| one == name) {
        return Err(format!("{name} is no fuzz target; these are: {}", names.join(", ")));
    }
    for file in args.iter().filter(|arg| !arg.starts_with('-')) {
        fs::metadata(root().join(file)).map_err(|error| format!("cannot read {file}: {error}"))?;
    }
    let targets = targets()?;
    let Some(target) = targets.iter().find(|target| target.name == name) else {
        return Err(format!("{name} was not built; fuzz/Cargo.toml must name it"));
    };
    let has_file = args.iter().any(|arg| !arg.starts_with('-'));
    let inputs = if has_file { Vec::new() } else { target.kept_inputs()? };
    let ended = target.command()?.args(inputs).args(args).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{name} failed")),
    }
}

fn run_all(limit: &str, inputs: fn(&Target) -> Result<Vec<String>, String>) -> Outcome {
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for target in targets()? {
        let name = &target.name;
        println!("== {name} {limit}");
        let report = target.run(limit, &inputs(&target)?)?;
        let kept = fs::read_dir(root().join(target.corpus())).map_or(0, Iterator::count);
        let findings = usize::from(report.finding.is_some());
        let Report { executions, edges, .. } = &report;
        rows.push(format!("| `{name}` | {executions} | {edges} | {kept} | {findings} |"));
        if let Some(finding) = &report.finding {
            report.show();
            failed.push(format!("{name} has found something: cargo xtask fuzz {name} {finding}"));
        }
    }
    println!("\n| target | executions | edges | inputs kept | findings |\n|---|---|---|---|---|");
    println!("{}", rows.join("\n"));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// The names of all targets.
fn names() -> Result<Vec<String>, String> {
    let folder = "fuzz/fuzz_targets";
    let files = fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let mut names: Vec<_> = files
        .filter_map(|file| file.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    Ok(names)
}

/// Builds all targets.
fn targets() -> Result<Vec<Target>, String> {
    need_cpp()?;
    println!("== building the fuzz targets");
    let (_, host) = compiler()?;
    // With a target named, programs that run while others are built are left as they are.
    let programs = build("fuzz/Cargo.toml", &["--bins", "--target", &host], COVERAGE)?;
    let mut targets: Vec<_> = programs
        .into_iter()
        .filter_map(|program| {
            let name = program.file_stem()?.to_str()?.to_owned();
            Some(Target { name, program })
        })
        .collect();
    targets.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(targets)
}

impl Target {
    fn corpus(&self) -> String {
        format!("fuzz/corpus/{}", self.name)
    }

    /// The folder of inputs kept from one run to the next, and that of findings.
    fn kept_inputs(&self) -> Result<Vec<String>, String> {
        made(&self.corpus())?;
        Ok(vec![self.corpus(), format!("fuzz/findings/{}", self.name)])
    }

    /// The findings one by one, for what is added to a folder stays there. The seed is the
    /// same every time, so that what fails the gate fails it again.
    fn findings(&self) -> Result<Vec<String>, String> {
        let folder = format!("fuzz/findings/{}", self.name);
        let files = fs::read_dir(root().join(&folder)).map_err(|e| format!("{folder}: {e}"))?;
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let mut files: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
        files.sort();
        Ok(vec!["-seed=1".into(), format!("-seed_inputs={}", files.join(","))])
    }

    fn command(&self) -> Result<Command, String> {
        let artifacts = format!("fuzz/artifacts/{}", self.name);
        made(&artifacts)?;
        let mut command = Command::new(&self.program);
        command
            .arg(format!("-artifact_prefix={artifacts}/"))
            .args(["-len_control=20", "-timeout=10"])
            .current_dir(root());
        Ok(command)
    }

    fn run(&self, limit: &str, inputs: &[String]) -> Result<Report, String> {
        let mut running = self
            .command()?
            .args(["-print_final_stats=1", limit])
            .args(inputs)
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
            return Err(format!("{} did not run", self.name));
        }
        Ok(report)
    }
}

fn made(folder: &str) -> Outcome {
    fs::create_dir_all(root().join(folder))
        .map_err(|error| format!("cannot make {folder}: {error}"))
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

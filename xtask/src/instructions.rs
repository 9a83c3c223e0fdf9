//! `cargo xtask instructions`: counts the instructions of fixed workloads.
//!
//! Instructions are the same on a busy machine as on an idle one, so that a loss of a few
//! percent shows. They are not the same for another compiler.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::programs::{self, build, need, output};
use crate::{Outcome, root};

/// What callgrind counts in: see `bench/src/bin/workload.rs`.
const COUNTED: &str = "workload::measured*";

/// By how many percent a workload may grow.
const TOLERANCE: u64 = 3;

/// Compares the workloads with the baseline.
pub(crate) fn compare() -> Outcome {
    let baseline = Baseline::read()?;
    let compiler = compiler()?;
    if baseline.compiler != compiler {
        println!(
            "the counts in {} are of {}, and this is {compiler}: make them anew with `cargo xtask instructions --write`",
            Baseline::NAME,
            baseline.compiler,
        );
        return Ok(());
    }
    let counts = count_all()?;
    let mut worse = Vec::new();
    for (name, count) in &counts {
        let Some((_, before)) = baseline.counts.iter().find(|(one, _)| one == name) else {
            worse.push(format!("{name} has no count"));
            continue;
        };
        println!("{name:16} {count:>14} {}", change(*before, *count));
        if is_worse(*before, *count) {
            worse.push(format!("{name}: {before} instructions before, {count} now"));
        }
    }
    for (name, _) in &baseline.counts {
        if counts.iter().all(|(one, _)| one != name) {
            worse.push(format!("{name} is no workload any more"));
        }
    }
    if worse.is_empty() {
        return Ok(());
    }
    Err(format!(
        "not as in {}, by more than {TOLERANCE} %:\n  {}\nif that is meant: cargo xtask instructions --write",
        Baseline::NAME,
        worse.join("\n  "),
    ))
}

/// Makes the baseline anew.
pub(crate) fn write() -> Outcome {
    let counts = count_all()?;
    for (name, count) in &counts {
        println!("{name:16} {count:>14}");
    }
    Baseline { compiler: compiler()?, counts }.write()
}

/// The committed counts, and of which compiler they are.
#[derive(Debug, PartialEq, Eq)]
struct Baseline {
    compiler: String,
    counts: Vec<(String, u64)>,
}

impl Baseline {
    const NAME: &str = "bench/instructions.tsv";

    fn read() -> Result<Self, String> {
        let text = fs::read_to_string(root().join(Self::NAME)).map_err(|error| {
            format!(
                "cannot read {}: {error}; make it with `cargo xtask instructions --write`",
                Self::NAME
            )
        })?;
        Self::parse(&text).ok_or_else(|| format!("{} is not in its form", Self::NAME))
    }

    /// A line `# COMPILER`, then lines of a name and a count.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let compiler = lines.next()?.strip_prefix("# ")?.to_owned();
        let counts = lines.map(|line| {
            let (name, count) = line.split_once('\t')?;
            Some((name.to_owned(), count.parse().ok()?))
        });
        Some(Self { compiler, counts: counts.collect::<Option<_>>()? })
    }

    fn write(&self) -> Outcome {
        let lines = self.counts.iter().map(|(name, count)| format!("{name}\t{count}\n"));
        let text = format!("# {}\n{}", self.compiler, lines.collect::<String>());
        fs::write(root().join(Self::NAME), text)
            .map_err(|error| format!("cannot write {}: {error}", Self::NAME))
    }
}

/// Whether `count` is worse than `before` by more than is tolerated.
fn is_worse(before: u64, count: u64) -> bool {
    count.saturating_mul(100) > before.saturating_mul(100 + TOLERANCE)
}

/// A change in percent, with its sign.
fn change(before: u64, count: u64) -> String {
    let permille = count.abs_diff(before).saturating_mul(1000) / before.max(1);
    let sign = if count < before { '-' } else { '+' };
    format!("{sign}{}.{} %", permille / 10, permille % 10)
}

/// Counts the instructions of every workload.
fn count_all() -> Result<Vec<(String, u64)>, String> {
    need("valgrind", "valgrind")?;
    let programs = build("bench/Cargo.toml", &["--bin", "workload"], &[])?;
    let Some(program) = programs.first() else {
        return Err("cargo did not say where it put the workloads".into());
    };
    let listed = output(&mut Command::new(program))?;
    let count = |name: &str| Ok((name.to_owned(), count(program, name)?));
    listed.stdout.lines().map(count).collect()
}

fn count(program: &Path, name: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={COUNTED}"))
        .arg(program)
        .arg(name);
    let counted = output(&mut command)?.stderr;
    // As in `==123== Collected : 4567`.
    let collected = counted.lines().find_map(|line| line.split_once("Collected : "));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok());
    match count {
        Some(count) if count > 0 => Ok(count),
        _ => Err(format!("callgrind counted nothing of {name}:\n{counted}")),
    }
}

/// The compiler, as the counts depend on it: `rustc 1.95.0 (…), x86_64-unknown-linux-gnu`.
fn compiler() -> Result<String, String> {
    let (version, host) = programs::compiler()?;
    Ok(format!("{version}, {host}"))
}

#[cfg(test)]
mod tests {
    use super::{Baseline, change, is_worse};

    #[test]
    fn three_percent_are_tolerated_and_no_more() {
        assert!(!is_worse(1000, 900));
        assert!(!is_worse(1000, 1030));
        assert!(is_worse(1000, 1031));
        assert_eq!(change(1000, 1031), "+3.1 %");
        assert_eq!(change(1000, 995), "-0.5 %");
    }

    #[test]
    fn a_baseline_names_its_compiler() {
        let read = Baseline::parse("# rustc 1.95.0\nparse\t12\nwarm\t3\n").unwrap();
        assert_eq!(read.compiler, "rustc 1.95.0");
        assert_eq!(read.counts, [("parse".to_owned(), 12), ("warm".to_owned(), 3)]);
        assert_eq!(Baseline::parse("parse\t12"), None);
        assert_eq!(Baseline::parse("# rustc\nparse twelve"), None);
    }
}

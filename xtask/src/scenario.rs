//! Scenarios of the load chores: what each measures, its limits, and a line for each.

use std::fs;
use std::path::{Path, PathBuf};

use crate::measure::{Bench, Run, peak_mebibytes};
use crate::{Outcome, programs};

/// What a scenario measured, for a line of its own.
#[derive(Default)]
pub(crate) struct Report {
    figures: Vec<String>,
    is_missed: bool,
}

impl Report {
    /// A figure that has no limit.
    pub(crate) fn note(&mut self, figure: String) {
        self.figures.push(figure);
    }

    /// A figure, its limit and whether it keeps to that.
    fn limit(&mut self, figure: &str, limit: &str, is_met: bool) {
        let missed = if is_met { "" } else { ", MISSED" };
        self.figures.push(format!("{figure} ({limit}{missed})"));
        self.is_missed |= !is_met;
    }

    /// Why the scenario could not go on.
    fn fail(&mut self, message: &str) {
        self.figures.push(format!("FAILED: {message}"));
        self.is_missed = true;
    }

    /// A count that must be right.
    pub(crate) fn exactly(&mut self, what: &str, count: usize, expected: usize) {
        self.limit(&format!("{count} {what}"), &format!("of {expected}"), count == expected);
    }

    /// A count that may not be larger.
    pub(crate) fn at_most(&mut self, what: &str, count: usize, most: usize) {
        self.limit(&format!("{count} {what}"), &format!("at most {most}"), count <= most);
    }

    /// A time that may not be longer.
    pub(crate) fn within(&mut self, what: &str, seconds: f64, most: u32) {
        let limit = format!("within {most} s");
        self.limit(&format!("{what} {seconds:.1} s"), &limit, seconds <= f64::from(most));
    }

    /// The memory of a run, which must stay under so many MiB.
    pub(crate) fn memory(&mut self, run: &Run, most: u64) {
        let limit = format!("under {most}");
        self.limit(&format!("{} MiB", run.mebibytes), &limit, run.mebibytes < most);
    }

    /// The time and the memory of a run.
    pub(crate) fn costs(&mut self, run: &Run) {
        self.note(format!(
            "{:.1} s, {:.1} s of CPU, {} MiB",
            run.seconds, run.cpu_seconds, run.mebibytes
        ));
    }
}

/// A thing to try with the command.
pub(crate) struct Scenario {
    pub(crate) letter: &'static str,
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Bench, &mut Report) -> Outcome,
}

/// Runs a scenario or all, and prints a line for each. `args` are those of the chore:
/// `[LETTER] [--command PATH]`.
pub(crate) fn run(scenarios: &[Scenario], args: &[&str]) -> Outcome {
    let (letter, program) = match *args {
        [] => (None, None),
        ["--command", path] => (None, Some(path)),
        [letter] => (Some(letter), None),
        [letter, "--command", path] => (Some(letter), Some(path)),
        _ => return Err("write [LETTER] [--command PATH] after the name of the chore".into()),
    };
    let chosen: Vec<_> =
        scenarios.iter().filter(|one| letter.is_none_or(|letter| letter == one.letter)).collect();
    if chosen.is_empty() {
        let letters: Vec<_> = scenarios.iter().map(|one| one.letter).collect();
        return Err(format!("no such scenario: choose one of {}", letters.join(", ")));
    }
    let program = program.map_or_else(build, |path| Ok(path.into()))?;
    let mut missed = Vec::new();
    for scenario in chosen {
        // The server's peak begins anew; where that cannot be, it is that of all so far.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let mut report = Report::default();
        if let Err(message) = (scenario.run)(&Bench::new(program.clone())?, &mut report) {
            report.fail(&message);
        }
        report.note(format!("server {} MiB", peak_mebibytes("self")));
        let outcome = if report.is_missed { "not ok" } else { "ok" };
        println!(
            "{} {:24} {:6} {}",
            scenario.letter,
            scenario.name,
            outcome,
            report.figures.join("; ")
        );
        if report.is_missed {
            missed.push(scenario.letter);
        }
    }
    if missed.is_empty() {
        return Ok(());
    }
    Err(format!("limits were missed: {}", missed.join(", ")))
}

fn build() -> Result<PathBuf, String> {
    let programs = programs::build("Cargo.toml", &["-p", "maycrawl-cli"], &[])?;
    programs.into_iter().find(|path| is_named(path)).ok_or_else(|| "cargo built no maycrawl".into())
}

fn is_named(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name == "maycrawl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_limit_shows() {
        let check = |count, line: &str, is_missed| {
            let mut report = Report::default();
            report.exactly("answered", count, 3);
            assert_eq!((&*report.figures.join("; "), report.is_missed), (line, is_missed));
        };
        check(3, "3 answered (of 3)", false);
        check(2, "2 answered (of 3, MISSED)", true);
    }
}

//! Packages of Python and Node, measured by scripts in processes of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use maycrawl_bench::AGENT;
use maycrawl_bench::hostile::Case;

use crate::arguments::Options;
use crate::children::{Ended, figures, printed};
use crate::machine;
use crate::report::Row;
use crate::subject::{Cell, Load};

/// A package, and the script that measures it.
pub(crate) struct Foreign {
    pub(crate) name: &'static str,
    script: &'static str,
    runs_in: Runs,
}

/// What runs a script.
#[derive(Clone, Copy)]
enum Runs {
    Python,
    Node,
}

/// All that are measured where they are installed.
pub(crate) const ALL: &[Foreign] = &[
    Foreign { name: "fastrobots", script: "pypi.py", runs_in: Runs::Python },
    Foreign { name: "protego", script: "pypi.py", runs_in: Runs::Python },
    Foreign { name: "robots-parser", script: "npm.cjs", runs_in: Runs::Node },
];

/// How long the usual files may take, in seconds.
const PATIENCE: f64 = 600.0;

impl Foreign {
    fn command(&self, options: &Options) -> Command {
        let mut command = Command::new(match self.runs_in {
            Runs::Python => &options.python,
            Runs::Node => &options.node,
        });
        command.arg(machine::folder().join("foreign").join(self.script)).arg(self.name);
        command
    }

    /// The row of this package; one that says so if it is not installed.
    pub(crate) fn row(&self, options: &Options, job: &Job, cases: &[Case]) -> Result<Row, String> {
        let mut row = Row::new(self.name.into());
        let mut command = self.command(options);
        command.arg("job").arg(&job.folder).args([AGENT, &options.passes.to_string()]);
        // Without Python or Node there is no package either.
        let Ok(printed) = printed(&mut command, PATIENCE) else {
            row.missing = Some("not installed".into());
            return Ok(row);
        };
        row.read(&printed.text);
        row.missing = match printed.ended {
            Ended::Well => None,
            Ended::With(3) => Some("not installed".into()),
            Ended::With(_) => Some("failed".into()),
            Ended::Killed => Some(format!("> {PATIENCE} s")),
        };
        if row.missing.is_some() {
            return Ok(row);
        }
        for case in cases {
            let file = job.folder.join("hostile");
            write(&file, case.file.as_bytes())?;
            let mut command = self.command(options);
            command.arg("hostile").arg(&file).args([case.url.as_str(), AGENT]);
            row.hostile.push(figures(&printed_text(&mut command, options.timeout)?));
        }
        Ok(row)
    }
}

fn printed_text(command: &mut Command, timeout: f64) -> Result<String, String> {
    printed(command, timeout).map(|printed| printed.text)
}

impl Row {
    /// Reads what a script printed.
    fn read(&mut self, text: &str) {
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            match name {
                "version" => self.name = format!("{} {value}", self.name),
                "verdicts" => self.verdicts = value.bytes().map(|digit| digit == b'1').collect(),
                _ => {}
            }
            for (cell, times) in Cell::ALL.into_iter().zip(&mut self.times) {
                if cell.about().1 == name {
                    times.extend(value.parse::<f64>());
                }
            }
        }
    }
}

/// The files and URLs in a folder, for the scripts. Dropped, it is removed.
pub(crate) struct Job {
    folder: PathBuf,
}

impl Job {
    pub(crate) fn new(load: &Load) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("maycrawl-bench-{}.d", std::process::id()));
        for part in ["files", "urls"] {
            fs::create_dir_all(folder.join(part))
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        let job = Self { folder };
        for (at, file) in load.corpus.files.iter().enumerate() {
            let name = format!("{at:06}");
            write(&job.folder.join("files").join(&name), &file.bytes)?;
            write(&job.folder.join("urls").join(&name), file.urls.join("\n").as_bytes())?;
        }
        let heavy: Vec<_> = load.heavy.iter().map(ToString::to_string).collect();
        write(&job.folder.join("heavy"), heavy.join("\n").as_bytes())?;
        Ok(job)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // What is left of a temporary folder hurts nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

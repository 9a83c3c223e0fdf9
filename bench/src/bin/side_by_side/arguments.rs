//! What the command line asks for.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
side_by_side [--corpus DIR] [OPTION…]

  --corpus DIR    a folder of robots.txt files; without it the files are made
  --files N       how many files are read or made (2000)
  --passes N      how often everything is measured; the medians are shown (5)
  --budget S      after so many seconds a cell is not measured again (20)
  --timeout S     how long one hostile case may take (10)
  --only NAME     only implementations whose name holds NAME (and the one of reference)
  --python FILE   the Python that has the packages of PyPI (python3)
  --node FILE     the Node that has those of npm, by NODE_PATH (node)
  --write         keep the report under bench/results/ too";

/// What is asked.
#[derive(Debug)]
pub(crate) enum Asked {
    /// How to use this.
    Help,
    /// The whole report.
    Report(Options),
    /// One hostile case for one implementation; the program calls itself so.
    Hostile { subject: String, case: String },
}

/// How the report is to be made.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) files: usize,
    pub(crate) passes: usize,
    pub(crate) budget: f64,
    pub(crate) timeout: f64,
    pub(crate) only: Option<String>,
    pub(crate) python: String,
    pub(crate) node: String,
    pub(crate) write: bool,
}

impl Asked {
    pub(crate) fn of(arguments: &[String]) -> Result<Self, String> {
        if let [flag, subject, case] = arguments
            && flag == "--hostile"
        {
            return Ok(Self::Hostile { subject: subject.clone(), case: case.clone() });
        }
        if arguments.iter().any(|argument| argument == "--help") {
            return Ok(Self::Help);
        }
        let mut options = Options {
            corpus: None,
            files: 2000,
            passes: 5,
            budget: 20.0,
            timeout: 10.0,
            only: None,
            python: "python3".into(),
            node: "node".into(),
            write: false,
        };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            if name == "--write" {
                options.write = true;
                continue;
            }
            let value =
                arguments.next().ok_or_else(|| format!("{name} wants a value\n\n{USAGE}"))?;
            match name.as_str() {
                "--corpus" => options.corpus = Some(value.into()),
                "--files" => options.files = number(name, value)?,
                "--passes" => options.passes = number(name, value)?,
                "--budget" => options.budget = number(name, value)?,
                "--timeout" => options.timeout = number(name, value)?,
                "--only" => options.only = Some(value.clone()),
                "--python" => options.python.clone_from(value),
                "--node" => options.node.clone_from(value),
                _ => return Err(USAGE.into()),
            }
        }
        Ok(Self::Report(options))
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name} wants a number, not {value}"))
}

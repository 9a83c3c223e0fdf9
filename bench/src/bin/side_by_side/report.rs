//! The report: what is measured, in which order, and how it is shown.

use std::fs;
use std::time::Instant;

use maycrawl_bench::corpus::{Corpus, hits};
use maycrawl_bench::hostile::{Case, cases};

use crate::arguments::Options;
use crate::foreign::{self, Job};
use crate::matchers::{self, BASE};
use crate::shown;
use crate::subject::{Cell, Hostile, Load, Subject, median};
use crate::{children, machine};

/// How many of the files count as heavy.
const HEAVY: usize = 50;

/// A row: an implementation and what was measured of it.
pub(crate) struct Row {
    pub(crate) name: String,
    /// By the order of [`Cell::ALL`], in seconds, of each pass.
    pub(crate) times: Vec<Vec<f64>>,
    /// Of each URL of each file.
    pub(crate) verdicts: Vec<bool>,
    /// By the order of the cases; none where they are not measured.
    pub(crate) hostile: Vec<Hostile>,
    /// Why there is nothing, if there is nothing.
    pub(crate) missing: Option<String>,
}

impl Row {
    pub(crate) fn new(name: String) -> Self {
        let times = vec![Vec::new(); Cell::ALL.len()];
        Self { name, times, verdicts: Vec::new(), hostile: Vec::new(), missing: None }
    }

    /// The median of a cell, in its unit.
    pub(crate) fn median(&self, cell: Cell) -> Option<f64> {
        let at = Cell::ALL.iter().position(|one| *one == cell)?;
        let (_, _, units) = cell.about();
        median(&mut self.times.get(at)?.clone()).map(|seconds| seconds * units)
    }
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    if let Some(only) = &options.only {
        let linked = matchers::all();
        let names: Vec<String> = linked.iter().map(|subject| subject.name()).collect();
        let all = names.iter().map(String::as_str).chain(foreign::ALL.iter().map(|one| one.name));
        if !all.clone().any(|name| name.contains(only)) {
            let all = all.collect::<Vec<_>>().join(", ");
            return Err(format!("no implementation is called {only}; there are: {all}"));
        }
    }
    let corpus = match &options.corpus {
        Some(folder) => Corpus::of_folder(folder, options.files)?,
        None => Corpus::synthetic(options.files),
    };
    let heavy = corpus.heavy(HEAVY);
    let load = Load { corpus, heavy };
    let cases = cases();
    let mut rows = linked(options, &load, &cases)?;
    let job = Job::new(&load)?;
    for package in foreign::ALL.iter().filter(|package| is_asked(options, package.name)) {
        eprintln!("{}", package.name);
        rows.push(package.row(options, &job, &cases)?);
    }
    let about = shown::About {
        files: load.corpus.origin.clone(),
        bytes: load.corpus.bytes(),
        hits: hits(load.corpus.files.iter()),
        heavy_hits: hits(load.heavy().into_iter()),
        passes: options.passes,
        timeout: options.timeout,
    };
    let report = shown::report(&about, &cases, &rows);
    println!("{report}");
    if options.write {
        let path = machine::folder().join("results").join(format!("{}.md", machine::date()));
        fs::write(&path, report)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        eprintln!("kept as {}", path.display());
    }
    Ok(())
}

fn is_asked(options: &Options, name: &str) -> bool {
    options.only.as_deref().is_none_or(|only| name.contains(only) || name == BASE)
}

/// The rows of what is linked into this program. Each pass goes through all of them, so
/// that a time at which the machine is slow is slow for all.
fn linked(options: &Options, load: &Load, cases: &[Case]) -> Result<Vec<Row>, String> {
    let mut subjects = matchers::all();
    subjects.retain(|subject| is_asked(options, &subject.name()));
    let mut measured: Vec<_> =
        subjects.iter().map(|subject| Measured::new(subject.as_ref(), load)).collect();
    for pass in 1..=options.passes {
        eprintln!("pass {pass} of {}", options.passes);
        for one in &mut measured {
            one.measure(load, options.budget);
        }
    }
    let mut rows = Vec::new();
    for Measured { subject, mut row, .. } in measured {
        if subject.cells().contains(&Cell::WarmText) {
            eprintln!("hostile: {}", row.name);
            for case in cases {
                row.hostile.push(children::hostile(&row.name, case, options.timeout)?);
            }
        }
        rows.push(row);
    }
    Ok(rows)
}

/// An implementation that is being measured.
struct Measured<'s> {
    subject: &'s dyn Subject,
    row: Row,
    /// Seconds that each cell has taken so far, preparation included.
    spent: [f64; Cell::ALL.len()],
}

impl<'s> Measured<'s> {
    fn new(subject: &'s dyn Subject, load: &Load) -> Self {
        let mut row = Row::new(subject.name());
        eprintln!("verdicts of {}", row.name);
        row.verdicts = subject.verdicts(load);
        Self { subject, row, spent: [0.0; Cell::ALL.len()] }
    }

    fn measure(&mut self, load: &Load, budget: f64) {
        let cells = Cell::ALL.into_iter().zip(&mut self.row.times).zip(&mut self.spent);
        for ((cell, times), spent) in cells {
            if self.subject.cells().contains(&cell) && *spent < budget {
                let started = Instant::now();
                times.push(self.subject.time(cell, load));
                *spent += started.elapsed().as_secs_f64();
            }
        }
    }
}

//! `maycrawl fix`: repairs files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use clap::Args;
use maycrawl::dialect::Preset;
use maycrawl_lint::{
    Applicability, AppliedFix, Change, Finding, Fix, RepairOutcome, changes, repair,
};
use maycrawl_report::sanitize;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::files::{self, FolderArgs};
use crate::linter::{Linter, RuleArgs};
use crate::network::NetArgs;
use crate::rewrite::{Rewrite, Tally};
use crate::settings::FailOn;
use crate::streams::Streams;

/// `maycrawl fix`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 no finding at or above --fail-on is left; 1 one is left, a file is not a
robots.txt, or with --check or --diff something would change; 2 a usage or input error.

Examples:
  maycrawl fix robots.txt
  maycrawl fix --diff robots.txt
  maycrawl fix --unsafe --diff robots.txt
  maycrawl fix --check .")]
pub(crate) struct FixArgs {
    /// Files, or folders in which every robots.txt is repaired; - reads standard
    /// input and prints the result
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) folders: FolderArgs,

    /// Apply unsafe fixes too, and show the answers that change
    #[arg(long = "unsafe")]
    pub(crate) with_unsafe: bool,

    /// Print what would change as a diff, and write nothing; the exit status is 1 if
    /// something would change
    #[arg(long)]
    pub(crate) diff: bool,

    /// Write nothing; the exit status is 1 if something would change
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// Exit with status 1 if a finding of this severity or worse is left [default: error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

pub(crate) fn run(context: &Context, args: &FixArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let linter = Linter::new(context, &args.rules, &args.net)?;
    let allowed = if args.with_unsafe { Applicability::Unsafe } else { Applicability::Safe };
    let rewrite = Rewrite::new(args.diff, args.check);
    let files = files::expand(&args.files, &args.folders)?;
    let mut tally = Tally::new(streams, rewrite, files.len(), "fixed");
    let mut is_bad = false;
    for path in files {
        let source = input::read(streams, &path)?;
        let repaired = repair(&source, allowed, |document| linter.lint(document, None));
        rewrite.apply(streams, &path, &source, &repaired.source)?;
        if let Some(refusal) = repaired.refusal {
            tally.refused(&path, refusal);
            continue;
        }
        if repaired.source == source {
            tally.unchanged(&path);
        } else {
            tally.changed(&path, &listed(&repaired.applied));
        }
        report(streams, &path, &source, &repaired, args.with_unsafe);
        let fails = linter.fail_on(args.fail_on);
        let failing = |one: &&Finding| fails.is_some_and(|least| one.severity >= least);
        let left: Vec<_> = repaired.left.iter().filter(failing).collect();
        if !left.is_empty() {
            is_bad = true;
            streams.note(&format!(
                "{}: {}",
                input::shown_name(&path),
                left_text(&left, args.with_unsafe)
            ));
        }
    }
    tally.end();
    Ok(ExitStatus::from(tally.is_clean() && !is_bad))
}

/// What is left after repairing, and how to go on.
fn left_text(left: &[&Finding], with_unsafe: bool) -> String {
    let is_unsafe_fix = |fix: &Fix| fix.applicability == Applicability::Unsafe;
    let has_unsafe = |one: &&&Finding| one.fixes.iter().any(is_unsafe_fix);
    let unsafe_fixes = match left.iter().filter(has_unsafe).count() {
        count if count == 0 || with_unsafe => String::new(),
        1 if left.len() == 1 => "; --unsafe would repair it".into(),
        count => format!("; --unsafe would repair {count} of them"),
    };
    let findings = match left.len() {
        1 => "1 finding that fails the command remains".into(),
        count => format!("{count} findings that fail the command remain"),
    };
    format!("{findings}; run `maycrawl lint` to see all{unsafe_fixes}")
}

/// The applied fixes by their rules, in the order of their first.
fn listed(applied: &[AppliedFix]) -> String {
    let mut rules: Vec<(&str, usize)> = Vec::new();
    for fix in applied {
        match rules.iter_mut().find(|(name, _)| *name == fix.rule.name) {
            Some((_, count)) => *count += 1,
            None => rules.push((fix.rule.name, 1)),
        }
    }
    let rules = rules.into_iter().map(|(name, count)| match count {
        1 => name.to_owned(),
        count => format!("{name} ({count} times)"),
    });
    format!(": {}", rules.collect::<Vec<_>>().join(", "))
}

/// Notes which fixes were left out, and which answers change.
fn report(
    streams: &Streams,
    path: &Path,
    source: &[u8],
    repaired: &RepairOutcome,
    with_unsafe: bool,
) {
    let name = input::shown_name(path);
    let left_out = repaired.left_out;
    if left_out > 0 {
        let (fixes, they_change) = match left_out {
            1 => ("safe fix is", "it changes"),
            _ => ("safe fixes are", "they change"),
        };
        streams.note(&format!(
            "{name}: {left_out} {fixes} left out, because maycrawl could not prove that {they_change} no answer in this file"
        ));
    }
    if with_unsafe {
        let changes = changes(source, &repaired.source, usize::MAX);
        for (change, agents) in by_answer(changes.found) {
            streams.note(&format!("{name}: {}", sentence(&change, &agents)));
        }
        if changes.are_cut {
            streams.note(&format!(
                "{name}: other answers may change too; finding them all takes too long"
            ));
        }
    }
}

/// Changed answers, those of several crawlers together.
fn by_answer(changes: Vec<Change>) -> Vec<(Change, Vec<String>)> {
    let mut answers: Vec<(Change, Vec<String>)> = Vec::new();
    let mut places = HashMap::new();
    for change in changes {
        let name = match change.agent.as_slice() {
            b"*" => "every crawler without a group of its own".into(),
            agent => sanitize(agent),
        };
        let key = (change.path.clone(), change.was_allowed, change.dialects.clone());
        let place = *places.entry(key).or_insert(answers.len());
        match answers.get_mut(place) {
            Some((_, names)) => names.push(name),
            None => answers.push((change, vec![name])),
        }
    }
    answers
}

/// A changed answer, in a sentence.
fn sentence(change: &Change, agents: &[String]) -> String {
    let verb = if change.was_allowed { "may no longer" } else { "may now" };
    let dialects = match change.dialects.len() {
        all if all == Preset::ALL.len() => String::new(),
        _ => format!(" (in {})", change.dialects.join(", ")),
    };
    format!("{} {verb} fetch {}{dialects}", agents.join(", "), sanitize(&change.path))
}

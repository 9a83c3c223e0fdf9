//! `maycrawl fix`: repairs files.

use std::path::{Path, PathBuf};

use clap::Args;
use maycrawl::{Document, dialect::Preset};
use maycrawl_lint::{Applicability, Change, RepairOutcome, changes, repair};
use maycrawl_report::sanitize;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input::{self, files};
use crate::linter::{Linter, RuleArgs};
use crate::network::NetArgs;
use crate::rewrite::Rewrite;
use crate::settings::FailOn;
use crate::streams::Streams;

/// `maycrawl fix`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 nothing is left at or above --fail-on, 1 something is (with
--check: something would be fixed), 2 a usage or input error.

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

    /// Apply unsafe fixes too, and show the answers that change
    #[arg(long = "unsafe")]
    pub(crate) with_unsafe: bool,

    /// Print what would change, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,

    /// Write nothing; the exit status is 1 if something would be fixed
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// The mildest finding left for which the exit status is 1; the default is
    /// error
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// How many changed answers are shown.
const MAX_CHANGES: usize = 10;

pub(crate) fn run(context: &Context, args: &FixArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let linter = Linter::new(context, &args.rules, &args.net)?;
    let allowed = if args.with_unsafe { Applicability::Unsafe } else { Applicability::Safe };
    let rewrite = Rewrite::new(args.diff, args.check);
    let mut status = ExitStatus::Yes;
    for path in files::expand(&args.files)? {
        let source = input::read(streams, &path)?;
        let repaired = repair(&source, allowed, |document| linter.lint(document, None));
        let has_changed = repaired.source != source;
        let left = linter.lint(&Document::parse(&repaired.source), None);
        let fails = linter.fail_on(args.fail_on);
        let is_bad = fails.is_some_and(|least| left.iter().any(|one| one.severity >= least));
        if is_bad || (args.check && has_changed) {
            status = ExitStatus::No;
        }
        rewrite.apply(streams, &path, &source, &repaired.source)?;
        report(streams, &path, &source, &repaired, args);
    }
    Ok(status)
}

/// Tells on standard error what was done, and which answers it changes.
fn report(streams: &Streams, path: &Path, source: &[u8], repaired: &RepairOutcome, args: &FixArgs) {
    let name = input::shown_name(path);
    let count = repaired.applied.len();
    let verb = if args.check || args.diff { "would be applied" } else { "applied" };
    let fixes = if count == 1 { "fix" } else { "fixes" };
    streams.say(&format!("{name}: {count} {fixes} {verb}"));
    let left_out = repaired.left_out;
    if left_out > 0 {
        let (fixes, they_change) = match left_out {
            1 => ("safe fix is", "it changes"),
            _ => ("safe fixes are", "they change"),
        };
        streams.say(&format!(
            "{name}: {left_out} {fixes} left out: it could not be proved that {they_change} no answer in this file"
        ));
    }
    if args.with_unsafe {
        for change in changes(source, &repaired.source, MAX_CHANGES) {
            streams.say(&format!("{name}: {}", sentence(&change)));
        }
    }
}

/// A changed answer, in a sentence.
fn sentence(change: &Change) -> String {
    let verb = |allowed: bool| if allowed { "may fetch" } else { "may not fetch" };
    let agent = match change.agent.as_slice() {
        b"*" => "a crawler without a group of its own".into(),
        agent => sanitize(agent),
    };
    let dialects = match change.dialects.len() {
        all if all == Preset::ALL.len() => String::new(),
        _ => format!(" (in {})", change.dialects.join(", ")),
    };
    format!("{agent} {} {} now{dialects}", verb(!change.was_allowed), sanitize(&change.path))
}

//! `maycrawl fmt`: brings files into one form.

use std::path::PathBuf;

use clap::Args;
use maycrawl_lint::{LineOrder, format};

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::files::{self, FolderArgs};
use crate::rewrite::{Rewrite, Tally};

/// `maycrawl fmt`
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files, or folders in which every robots.txt is formatted; - reads
    /// standard input and prints the result
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) folders: FolderArgs,

    /// Write nothing; the exit status is 1 if something would change
    #[arg(long)]
    pub(crate) check: bool,

    /// Print what would change as a diff, and write nothing; the exit status is 1 if
    /// something would change
    #[arg(long)]
    pub(crate) diff: bool,

    /// Sort adjacent User-agent lines, and adjacent rules of the same kind
    #[arg(long)]
    pub(crate) sort: bool,
}

pub(crate) fn run(context: &Context, args: &FmtArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let order = if args.sort { LineOrder::Alphabetical } else { LineOrder::Source };
    let rewrite = Rewrite::new(args.diff, args.check);
    let files = files::expand(&args.files, &args.folders)?;
    let mut tally = Tally::new(streams, rewrite, files.len(), "formatted");
    for path in files {
        let source = input::read(streams, &path)?;
        let formatted = format(&source, order);
        rewrite.apply(streams, &path, &source, &formatted.source)?;
        match formatted.refusal {
            Some(refusal) => tally.refused(&path, refusal),
            None if formatted.source != source => tally.changed(&path, ""),
            None => tally.unchanged(&path),
        }
    }
    tally.end();
    Ok(ExitStatus::from(tally.is_clean()))
}

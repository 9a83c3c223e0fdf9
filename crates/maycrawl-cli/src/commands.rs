//! One file per command.

use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::input::settings;

mod against;
mod answers;
mod baseline;
mod cases;
mod check;
mod completions;
mod crawlers;
mod dialects;
mod explain;
mod fetch;
mod fix;
mod fmt;
mod generate;
mod lint;
mod linting;
mod man;
mod policy;
mod resume;
mod retry;
mod sites;

/// What a command answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answered {
    /// Exit status 0.
    Yes,
    /// Exit status 1.
    No,
}

impl From<bool> for Answered {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<Answered> for ExitCode {
    fn from(answered: Answered) -> Self {
        match answered {
            Answered::Yes => Self::SUCCESS,
            Answered::No => Self::from(1),
        }
    }
}

/// Runs the command that the arguments name.
pub(crate) fn run(mut cli: Cli) -> Result<Answered, Failure> {
    if let Some((net, settings)) = cli.command.network() {
        net.fill(settings::load(settings)?.network);
    }
    match cli.command {
        Command::Check(args) => match &args.cases {
            Some(path) => cases::run(path, &args),
            None => check::run(&args),
        },
        Command::Crawlers(args) => crawlers::run(&args),
        Command::Fetch(args) => fetch::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Policy(args) => policy::run(&args),
        Command::Man => man::run(),
    }
}

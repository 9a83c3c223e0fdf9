//! The `maycrawl` command.
//!
//! It reads arguments and inputs, asks the crates beside it, and writes what
//! they answer. Exit status: 0 for yes, 1 for no, 2 for a usage or input error.

use std::process::ExitCode;

mod args;
mod commands;
mod failure;
mod input;
mod output;
mod replace;

use failure::Failure;

fn main() -> ExitCode {
    match args::parse().and_then(commands::run) {
        Ok(answer) => answer.into(),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Told) => ExitCode::from(2),
        Err(failure) => {
            output::say(&failure.to_string());
            let is_undecided = matches!(failure, Failure::Undecided(_));
            ExitCode::from(if is_undecided { 1 } else { 2 })
        }
    }
}

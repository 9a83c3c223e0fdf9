//! maycrawl beside other implementations: the same files and URLs, in one run.
//!
//! See the README of `bench/` for how to run it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a report is printed")]

use std::process::ExitCode;

mod arguments;
mod children;
mod foreign;
mod machine;
mod matchers;
mod report;
mod shown;
mod subject;
mod table;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments::Asked::of(&arguments) {
        Ok(arguments::Asked::Help) => {
            println!("{}", arguments::USAGE);
            Ok(())
        }
        Ok(arguments::Asked::Report(options)) => report::run(&options),
        Ok(arguments::Asked::Hostile { subject, case }) => children::measure(&subject, &case),
        Err(message) => Err(message),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

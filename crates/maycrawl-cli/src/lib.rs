//! The `maycrawl` command as a function, for programs that embed it.
//!
//! [`run`] reads arguments and inputs, calls the other maycrawl crates, and writes the
//! answers. The program `maycrawl` only calls this function.
//!
//! ```
//! use maycrawl_cli::{ExitStatus, Streams, run};
//!
//! let robots = &b"User-agent: *\nDisallow: /private/"[..];
//! let streams = Streams::new(robots, std::io::sink(), std::io::sink());
//! let arguments = ["maycrawl", "check", "--robots", "-", "/private/a"];
//! assert_eq!(run(arguments, &streams), ExitStatus::No);
//! ```
//!
//! The help, the exit status and what the formats hold follow the version of the command;
//! the functions and types here are all that a program can rely on.

use std::ffi::OsString;

// What all commands share.
mod askers;
mod catalogue;
mod context;
mod exit_status;
mod failure;
mod file_id;
mod input;
mod linter;
mod network;
mod output;
mod rewrite;
mod settings;
mod streams;
mod terminal_rows;
mod urls;
mod values;
mod write;

// A file or a folder for each command, its arguments included.
mod check;
mod completions;
mod crawlers;
mod explain;
mod fetch;
mod fix;
mod fmt;
mod generate;
mod lint;
mod man;
mod policy;
#[cfg(feature = "serve")]
mod serve;
mod test;

mod cli;

pub use exit_status::ExitStatus;
pub use streams::Streams;

use failure::Failure;

/// Runs the command that the arguments name; the first of them is the program's name, as in
/// [`std::env::args_os`].
///
/// You may call it many times, also from several threads, but not in a task of an async
/// runtime: it blocks. It reads and writes `streams`,
/// files and the network, and never ends the process. Other effects on the process:
///
/// - With [`Streams::standard`], `check` of sites catches Ctrl-C to say how to go on, and ends.
///   `serve` catches Ctrl-C and SIGTERM, and ends. Nothing else handles signals: if your program
///   catches Ctrl-C instead of ending, the command goes on.
/// - A closed pipe must be an error, so the signal `SIGPIPE` must be ignored. Rust and Python
///   do that when a program starts.
/// - A command that uses the network raises the limit of open files. It starts threads, which
///   end before it returns, and may create a temporary file.
/// - `check` reads lists of URLs in a thread. If a run fails early, that thread ends when it
///   has read its next URL, which may be after the run.
/// - `maycrawl.toml` and relative paths are looked up from the current folder. `--proxy env`
///   reads environment variables.
#[must_use]
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    streams: &Streams,
) -> ExitStatus {
    match cli::run(arguments, streams) {
        Ok(status) => status,
        Err(Failure::ClosedPipe) => ExitStatus::Yes,
        Err(failure) => {
            streams.say(&failure.to_string());
            match failure {
                Failure::Undecided(_) => ExitStatus::No,
                Failure::Interrupted(_) => ExitStatus::Interrupted,
                Failure::Input(_) | Failure::ClosedPipe => ExitStatus::Error,
            }
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

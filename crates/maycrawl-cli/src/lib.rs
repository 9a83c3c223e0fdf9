//! The `maycrawl` command as a function, for programs that carry it.
//!
//! [`run`] reads arguments and inputs, asks the crates beside it, and writes what they
//! answer. The program `maycrawl` is one call of it.
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
mod catalogue;
mod context;
mod exit_status;
mod failure;
mod input;
mod linter;
mod network;
mod output;
mod replace;
mod rewrite;
mod settings;
mod streams;
mod urls;
mod values;

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

mod cli;

pub use exit_status::ExitStatus;
pub use streams::Streams;

use failure::Failure;

/// Runs the command that the arguments name; the first of them is the program's name, as in
/// [`std::env::args_os`].
///
/// It may be called many times, also at once. It never ends the process, handles no signals
/// and reads no input but through `streams`, files and the network. What it does to the
/// process:
///
/// - A command that uses the network raises the limit of open files, starts threads of its
///   own (they have ended when this returns) and may create a temporary file.
/// - `check` reads lists of URLs in a thread. If the output is closed early, that thread
///   ends with the next URL, which can be after this returns.
/// - `maycrawl.toml` is looked for in the current folder and those above.
/// - It relies on closed pipes being errors: the signal `SIGPIPE` must be ignored, as Rust
///   and Python do at their start.
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
            let is_undecided = matches!(failure, Failure::Undecided(_));
            if is_undecided { ExitStatus::No } else { ExitStatus::Error }
        }
    }
}

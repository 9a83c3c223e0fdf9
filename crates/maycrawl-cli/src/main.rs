//! The `maycrawl` command, see the library `maycrawl_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    maycrawl_cli::run(std::env::args_os(), &maycrawl_cli::Streams::standard()).into()
}

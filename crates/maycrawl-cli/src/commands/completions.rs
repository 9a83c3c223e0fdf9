//! `maycrawl completions SHELL`

use std::io::Write as _;

use clap_complete::Shell;

use crate::args;
use crate::commands::Answered;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(shell: Shell) -> Result<Answered, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::definition(), "maycrawl", &mut script);
    let mut out = output::raw();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Answered::Yes)
}

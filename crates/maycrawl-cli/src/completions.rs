//! `maycrawl completions SHELL`: a completion script.

use clap_complete::Shell;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(
    context: &Context,
    mut definition: clap::Command,
    shell: Shell,
) -> Result<ExitStatus, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, "maycrawl", &mut script);
    output::print_bytes(&context.streams, &script)?;
    Ok(ExitStatus::Yes)
}

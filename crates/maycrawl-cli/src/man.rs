//! `maycrawl man`: the manual as a page.

use std::io::Write as _;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

/// Prints one page: the command, then each subcommand in sections of its own.
pub(crate) fn run(context: &Context, mut command: clap::Command) -> Result<ExitStatus, Failure> {
    command.build();
    let mut page = Vec::new();
    let main = clap_mangen::Man::new(command.clone());
    main.render_title(&mut page)?;
    main.render_name_section(&mut page)?;
    main.render_synopsis_section(&mut page)?;
    main.render_description_section(&mut page)?;
    main.render_options_section(&mut page)?;
    main.render_extra_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = subcommand.get_name().to_uppercase();
        writeln!(page, ".SH \"MAYCRAWL {name}\"")?;
        let section = clap_mangen::Man::new(subcommand.clone());
        let mut text = Vec::new();
        section.render_description_section(&mut text)?;
        section.render_synopsis_section(&mut text)?;
        section.render_options_section(&mut text)?;
        section.render_extra_section(&mut text)?;
        // Sections of a subcommand are subsections of the page.
        page.extend_from_slice(String::from_utf8_lossy(&text).replace(".SH ", ".SS ").as_bytes());
    }
    output::print_bytes(&context.streams, &page)?;
    Ok(ExitStatus::Yes)
}

//! `maycrawl man`: the manual, as one page or a page for each command.

use std::io::Write as _;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

/// Prints the page of one command, or one page of all.
pub(crate) fn run(
    context: &Context,
    mut command: clap::Command,
    name: Option<&str>,
) -> Result<ExitStatus, Failure> {
    command.build();
    let mut page = Vec::new();
    match name {
        None => write_all(&command, &mut page)?,
        Some(name) => {
            let Some(subcommand) = command.find_subcommand(name) else {
                return Err(Failure::input(format!(
                    "there is no command {name:?}; maycrawl --help lists all"
                )));
            };
            clap_mangen::Man::new(subcommand.clone()).render(&mut page)?;
        }
    }
    output::print_bytes(&context.streams, &page)?;
    Ok(ExitStatus::Yes)
}

/// One page: the command, then each subcommand in sections of its own.
fn write_all(command: &clap::Command, page: &mut Vec<u8>) -> Result<(), Failure> {
    let main = clap_mangen::Man::new(command.clone());
    main.render_title(page)?;
    main.render_name_section(page)?;
    main.render_synopsis_section(page)?;
    main.render_description_section(page)?;
    main.render_options_section(page)?;
    main.render_extra_section(page)?;
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
    Ok(())
}

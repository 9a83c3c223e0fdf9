//! `maycrawl man`: the manual, as one page or a page for each command.

use std::fmt::Write as _;

use clap::Command;
use clap_mangen::Man;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

/// Prints the page of one command, or one page of all.
pub(crate) fn run(
    context: &Context,
    mut command: Command,
    name: Option<&str>,
) -> Result<ExitStatus, Failure> {
    command.build();
    let page = match name {
        None => whole_page(&command)?,
        Some(name) => {
            let Some(subcommand) = command.find_subcommand(name) else {
                return Err(Failure::input(format!(
                    "there is no command {name:?}; maycrawl --help lists all"
                )));
            };
            let mut page = Vec::new();
            man_of(subcommand).render(&mut page)?;
            with_named_extra(&page, subcommand)
        }
    };
    output::print_bytes(&context.streams, page.as_bytes())?;
    Ok(ExitStatus::Yes)
}

/// One page: the command, then each subcommand in sections of its own.
fn whole_page(command: &Command) -> Result<String, Failure> {
    let mut first = Vec::new();
    let man = man_of(command);
    man.render_title(&mut first)?;
    man.render_name_section(&mut first)?;
    man.render_synopsis_section(&mut first)?;
    man.render_description_section(&mut first)?;
    man.render_options_section(&mut first)?;
    man.render_extra_section(&mut first)?;
    let mut page = with_named_extra(&first, command);
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = subcommand.get_name().to_uppercase();
        let _ = writeln!(page, ".SH \"MAYCRAWL {name}\"");
        let mut sections = Vec::new();
        let man = man_of(subcommand);
        man.render_description_section(&mut sections)?;
        man.render_synopsis_section(&mut sections)?;
        man.render_options_section(&mut sections)?;
        man.render_extra_section(&mut sections)?;
        // Sections of a subcommand are subsections of the page.
        page.push_str(&with_named_extra(&sections, subcommand).replace(".SH ", ".SS "));
    }
    Ok(page)
}

fn man_of(command: &Command) -> Man {
    let version = command.get_version().unwrap_or_default();
    Man::new(command.clone()).source(format!("maycrawl {version}"))
}

/// A page whose section with the text after the options is called by what it holds.
fn with_named_extra(page: &[u8], command: &Command) -> String {
    let extra = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_status = extra.contains("Exit status:");
    let name = if has_status { "\"EXIT STATUS AND EXAMPLES\"" } else { "EXAMPLES" };
    String::from_utf8_lossy(page).replace(".SH EXTRA", &format!(".SH {name}"))
}

//! `maycrawl completions SHELL`: a completion script.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_generate::PRESETS;
use maycrawl_lint::{RULES, RuleGroup};
use maycrawl_report::explain::{Topic, topics};

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(
    context: &Context,
    mut definition: Command,
    shell: Shell,
) -> Result<ExitStatus, Failure> {
    let commands: Vec<_> =
        definition.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    definition =
        definition.mut_subcommands(|command| command.mut_args(|arg| suggesting(arg, &commands)));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition, "maycrawl", &mut script);
    output::print_bytes(&context.streams, &script)?;
    Ok(ExitStatus::Yes)
}

/// An argument that suggests names where maycrawl knows them. The command itself takes others too.
fn suggesting(arg: Arg, commands: &[String]) -> Arg {
    let what =
        arg.get_value_names().and_then(|names| names.first()).map(clap::builder::Str::as_str);
    let tokens = || Catalogue::built_in().crawlers().iter().map(Crawler::token);
    let rules = || RULES.iter().map(|rule| rule.name);
    let groups = RuleGroup::ALL.iter().map(|group| group.as_str());
    let names: Vec<&str> = match what {
        Some("TOKEN" | "WHO") => tokens().collect(),
        Some("RULE") => groups.chain(rules()).collect(),
        Some("RULE=SEVERITY") => rules().collect(),
        Some("NAME[=VALUE]") => PRESETS.iter().map(|preset| preset.name).collect(),
        Some("CODE") => topics().iter().map(Topic::code).chain(tokens()).collect(),
        Some("COMMAND") => commands.iter().map(String::as_str).collect(),
        Some("OPERATOR") => operators(),
        _ => return arg,
    };
    let names: Vec<String> =
        names.into_iter().filter(|name| is_plain(name)).map(Into::into).collect();
    arg.value_parser(PossibleValuesParser::new(names))
}

fn operators() -> Vec<&'static str> {
    let crawlers = Catalogue::built_in().crawlers();
    let mut names: Vec<_> = crawlers.iter().map(Crawler::operator).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether every shell takes a name as one word without quotes.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte))
}

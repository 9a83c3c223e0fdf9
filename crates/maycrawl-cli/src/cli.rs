//! The command line: one definition for parsing, help, completions and manual.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::check::CheckArgs;
use crate::context::Context;
use crate::crawlers::CrawlersArgs;
use crate::exit_status::ExitStatus;
use crate::explain::ExplainArgs;
use crate::failure::Failure;
use crate::fetch::FetchArgs;
use crate::fix::FixArgs;
use crate::fmt::FmtArgs;
use crate::generate::GenerateArgs;
use crate::lint::LintArgs;
use crate::network::NetArgs;
use crate::output;
use crate::policy::PolicyArgs;
#[cfg(feature = "serve")]
use crate::serve;
#[cfg(feature = "serve")]
use crate::serve::ServeArgs;
use crate::settings::{Settings, SettingsArgs};
use crate::streams::Streams;
use crate::test::TestArgs;
use crate::{
    check, completions, crawlers, explain, fetch, fix, fmt, generate, lint, man, policy, test,
};

mod named_files;

use named_files::NamedFiles;

/// How many columns help takes at most.
const MAX_HELP_WIDTH: usize = 100;

/// May I crawl this? Shows who may crawl what, which line of robots.txt decides,
/// and why.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, propagate_version = true)]
#[command(after_help = "\
Exit status: 0 yes, 1 no, 2 a usage or input error.

Example:
  maycrawl check --agent Googlebot https://example.com/private/")]
struct Cli {
    /// Print no notes; check, test, lint and fetch print nothing: use the exit status
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,

    /// Whether to print colours; auto depends on the terminal and on environment variables
    /// such as `NO_COLOR`
    #[arg(long, global = true, value_name = "WHEN", default_value_t, display_order = 901)]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show whether crawlers may fetch URLs, which line decides, and why
    Check(Box<CheckArgs>),
    /// Compare a table of expected answers with a robots.txt
    Test(Box<TestArgs>),
    /// Show who operates a crawler, what it is for and what it obeys
    #[command(after_help = "\
Examples:
  maycrawl crawlers GPTBot
  maycrawl crawlers --search bing
  maycrawl crawlers --purpose ai-training
  maycrawl crawlers --operator Google --robots robots.txt")]
    Crawlers(Box<CrawlersArgs>),
    /// Summarise who may crawl everything, part of the site, or nothing
    #[command(after_help = "\
Examples:
  maycrawl policy robots.txt
  maycrawl policy robots.txt --format md")]
    Policy(Box<PolicyArgs>),
    /// Fetch the robots.txt of sites, and report what happened
    Fetch(Box<FetchArgs>),
    /// Write a robots.txt from your choices, or add to an existing one
    Generate(Box<GenerateArgs>),
    /// Report what is wrong with robots.txt files, why, and what to do
    Lint(Box<LintArgs>),
    /// Repair files with safe fixes, each proved to change no answer
    Fix(Box<FixArgs>),
    /// Format robots.txt files, without changing what they mean
    #[command(after_help = "\
Exit status: 0 done; 1 a file is not a robots.txt, or with --check or --diff something
would change; 2 a usage or input error.

Examples:
  maycrawl fmt robots.txt
  maycrawl fmt --check .
  maycrawl fmt --diff robots.txt
  curl -s https://example.com/robots.txt | maycrawl fmt -")]
    Fmt(FmtArgs),
    /// Answer questions over HTTP for programs on this machine
    #[cfg(feature = "serve")]
    Serve(Box<ServeArgs>),
    /// Explain what a code means, what a field does or what a crawler is
    #[command(after_help = "\
Examples:
  maycrawl explain
  maycrawl explain rules
  maycrawl explain group-falls-through
  maycrawl explain tie
  maycrawl explain rfc9309
  maycrawl explain groups.merge
  maycrawl explain Disallow
  maycrawl explain GPTBot")]
    Explain(Box<ExplainArgs>),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  source <(maycrawl completions bash)
  maycrawl completions fish > ~/.config/fish/completions/maycrawl.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual as a man page
    #[command(after_help = "\
Examples:
  maycrawl man | man -l -
  maycrawl man check > maycrawl-check.1")]
    Man {
        /// The command whose page is printed; without it, one page of all
        command: Option<String>,
    },
}

impl Command {
    /// Where the settings of the command lie, and how it uses the network, if it does.
    fn shared_args(&mut self) -> (Option<&SettingsArgs>, Option<&mut NetArgs>) {
        match self {
            Self::Check(args) => (Some(&args.known.settings), Some(&mut args.net)),
            Self::Test(args) => (Some(&args.known.settings), Some(&mut args.net)),
            Self::Crawlers(args) => (Some(&args.known.settings), None),
            Self::Policy(args) => (Some(&args.known.settings), Some(&mut args.net)),
            Self::Fetch(args) => (Some(&args.known.settings), Some(&mut args.net)),
            Self::Explain(args) => (Some(&args.known.settings), None),
            Self::Generate(args) => (Some(&args.known.settings), None),
            Self::Lint(args) => (Some(&args.rules.known.settings), Some(&mut args.net)),
            Self::Fix(args) => (Some(&args.rules.known.settings), Some(&mut args.net)),
            #[cfg(feature = "serve")]
            Self::Serve(args) => (Some(&args.known.settings), Some(&mut args.net)),
            Self::Fmt(_) | Self::Completions { .. } | Self::Man { .. } => (None, None),
        }
    }
}

/// Runs the command that the arguments name.
pub(crate) fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    streams: &Streams,
) -> Result<ExitStatus, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let (cli, files) = match parse(&arguments, streams) {
        Ok(parsed) => parsed,
        Err(error) => return stop(&error, &arguments, streams),
    };
    let color = match cli.color {
        ColorChoice::Auto => None,
        ColorChoice::Always => Some(true),
        ColorChoice::Never => Some(false),
    };
    let streams = streams.with(cli.quiet, color);
    for path in &files.read {
        streams.note_read(path);
    }
    let mut command = cli.command;
    let (settings, net) = command.shared_args();
    let settings = match settings {
        Some(args) => Settings::load(&streams, args)?,
        None => Settings::default(),
    };
    files.check(&streams)?;
    if let Some(net) = net {
        net.check_cache(&streams)?;
        net.fill(&settings.network);
    }
    let context = &Context { streams, settings };
    match command {
        Command::Check(args) => check::run(context, &args),
        Command::Test(args) => test::run(context, &args),
        Command::Crawlers(args) => crawlers::run(context, &args),
        Command::Policy(args) => policy::run(context, &args),
        Command::Fetch(args) => fetch::run(context, &args),
        Command::Generate(args) => generate::run(context, &args),
        Command::Lint(args) => lint::run(context, &args),
        Command::Fix(args) => fix::run(context, &args),
        Command::Fmt(args) => fmt::run(context, &args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(context, &args),
        Command::Explain(args) => explain::run(context, &args),
        Command::Completions { shell } => completions::run(context, Cli::command(), shell),
        Command::Man { command } => man::run(context, Cli::command(), command.as_deref()),
    }
}

/// Reads the arguments. Help is as wide as other text, up to [`MAX_HELP_WIDTH`].
fn parse(arguments: &[OsString], streams: &Streams) -> Result<(Cli, NamedFiles), clap::Error> {
    let mut definition = Cli::command().term_width(streams.width().min(MAX_HELP_WIDTH));
    let mut matches = definition.try_get_matches_from_mut(arguments)?;
    let files = NamedFiles::of(&matches);
    let cli = Cli::from_arg_matches_mut(&mut matches);
    Ok((cli.map_err(|error| error.format(&mut definition))?, files))
}

/// Help and version are answers; anything else is a usage error.
fn stop(
    error: &clap::Error,
    arguments: &[OsString],
    streams: &Streams,
) -> Result<ExitStatus, Failure> {
    let status = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitStatus::Yes,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => ExitStatus::Error,
        _ => return Err(Failure::input(one_line(error, arguments))),
    };
    let printed = streams.print_styled(&error.render().ansi().to_string(), error.use_stderr());
    output::finish(printed, status)
}

/// What clap has to say, in one line: the error, the tips, where to read on.
fn one_line(error: &clap::Error, arguments: &[OsString]) -> String {
    let text = error.to_string();
    let paragraphs = text.split("\n\n").filter(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    });
    let joined: Vec<_> = paragraphs
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let line = joined.join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    // What --ua means in other tools is --agent here.
    let line = &line.replace(
        "a similar argument exists: '--user-agent'",
        "--agent names the crawler to check for, --user-agent sets the header of requests",
    );
    let definition = Cli::command();
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let command = words.find_map(|word| definition.find_subcommand(word));
    let command = command.map_or(String::new(), |command| format!("{} ", command.get_name()));
    format!("{line} (maycrawl {command}--help shows the usage)")
}

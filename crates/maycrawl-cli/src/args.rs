//! The command line: one definition for parsing, help, completions and manual.

pub(crate) mod fetch;
pub(crate) mod generate;
pub(crate) mod lint;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use maycrawl::{Dialect, dialect::Preset};
use maycrawl_crawlers::Purpose;

use crate::args::fetch::{FetchArgs, NetArgs};
use crate::args::generate::GenerateArgs;
use crate::args::lint::{FixArgs, FmtArgs, LintArgs};
use crate::failure::Failure;

/// May I crawl this? Asks robots.txt files who may crawl what, by which line
/// and why.
#[derive(Debug, Parser)]
#[command(name = "maycrawl", version, max_term_width = 100, propagate_version = true)]
#[command(after_help = "\
Exit status: 0 yes, 1 no, 2 a usage or input error.

Example:
  maycrawl check --robots robots.txt --agent Googlebot https://example.com/private/")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say whether crawlers may fetch URLs, by which line and why
    Check(Box<Check>),
    /// Say who a crawler is, what it is for and what it obeys
    #[command(after_help = "\
Examples:
  maycrawl crawlers GPTBot
  maycrawl crawlers --purpose ai-training
  maycrawl crawlers --operator Google --robots robots.txt")]
    Crawlers(Crawlers),
    /// Show at a glance who may crawl everything, a part, or nothing
    #[command(after_help = "\
Examples:
  maycrawl policy robots.txt
  maycrawl policy robots.txt --format md")]
    Policy(Box<PolicyArgs>),
    /// Ask sites for their robots.txt, and tell what came of it
    Fetch(Box<FetchArgs>),
    /// Write the robots.txt that you mean, or add to one that is there
    Generate(Box<GenerateArgs>),
    /// Say what is wrong with robots.txt files, why, and what to do
    Lint(Box<LintArgs>),
    /// Repair robots.txt files: safe fixes, each proved to change no answer
    Fix(Box<FixArgs>),
    /// Bring robots.txt files into one form, without changing what they say
    #[command(after_help = "\
Exit status: 0 done, 1 with --check if something would change, 2 a usage or input error.

Examples:
  maycrawl fmt robots.txt
  maycrawl fmt --check .
  maycrawl fmt --diff robots.txt
  curl -s https://example.com/robots.txt | maycrawl fmt -")]
    Fmt(FmtArgs),
    /// Print what a lint rule, a reason code, a dialect or a knob means
    #[command(after_help = "\
Examples:
  maycrawl explain
  maycrawl explain rules
  maycrawl explain group-falls-through
  maycrawl explain tie
  maycrawl explain rfc9309
  maycrawl explain groups.merge")]
    Explain(Explain),
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  maycrawl completions bash > ~/.local/share/bash-completion/completions/maycrawl")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual as a man page
    #[command(after_help = "\
Example:
  maycrawl man | man -l -")]
    Man,
}

impl Command {
    /// How the command uses the network, if it does, and where its settings lie.
    pub(crate) fn network(&mut self) -> Option<(&mut NetArgs, &SettingsArgs)> {
        match self {
            Self::Check(args) => Some((&mut args.net, &args.known.settings)),
            Self::Fetch(args) => Some((&mut args.net, &args.known.settings)),
            Self::Policy(args) => Some((&mut args.net, &args.known.settings)),
            Self::Lint(args) => Some((&mut args.net, &args.rules.known.settings)),
            Self::Fix(args) => Some((&mut args.net, &args.rules.known.settings)),
            Self::Crawlers(_)
            | Self::Generate(_)
            | Self::Fmt(_)
            | Self::Explain(_)
            | Self::Completions { .. }
            | Self::Man => None,
        }
    }
}

/// `maycrawl check`
#[derive(Debug, Args)]
#[allow(
    clippy::doc_markdown,
    clippy::struct_excessive_bools,
    reason = "these comments are the help, not Markdown; flags are what they are"
)]
#[command(after_help = "\
Examples:
  maycrawl check --robots robots.txt --agent Googlebot https://example.com/private/
  maycrawl check --agent Googlebot https://example.com/private/
  maycrawl check --robots robots.txt --agent GPTBot --agent Bingbot /a /b
  maycrawl check --robots robots.txt --purpose ai-training /
  maycrawl check --robots robots.txt --agent Googlebot --all-dialects '/a b'
  curl -s https://example.com/robots.txt | maycrawl check --robots - /private/
  maycrawl check --robots robots.txt --urls urls.txt --format tsv
  maycrawl check --robots robots.txt --agent Googlebot --sitemap sitemap.xml.gz
  maycrawl check --robots new.txt --against old.txt --urls export.csv
  maycrawl check --agent MyBot --urls urls.jsonl --format jsonl --resume answers.jsonl --retry-later
  maycrawl check --cases expected.tsv")]
pub(crate) struct Check {
    /// The robots.txt to ask: a file, or a URL of the site that serves it; - is standard
    /// input. Without it, the site of each URL is asked for its own
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token, such as Googlebot; may be repeated. What the
    /// catalogue knows of it counts: which tokens it falls back to, whether it
    /// ignores the group for *. Without one, ask for a crawler that has no group
    /// of its own
    #[arg(long = "agent", short, value_name = "TOKEN", conflicts_with = "cases")]
    pub(crate) agents: Vec<OsString>,

    /// Ask for every crawler of a purpose, such as ai-training
    #[arg(long, value_name = "PURPOSE", conflicts_with = "cases", value_parser = purpose_parser())]
    pub(crate) purpose: Vec<Purpose>,

    /// Ask for every crawler of an operator, such as OpenAI
    #[arg(long, value_name = "NAME", conflicts_with = "cases")]
    pub(crate) operator: Vec<String>,

    /// Ask for every crawler of the catalogue
    #[arg(long, conflicts_with = "cases")]
    pub(crate) all_agents: bool,

    /// Take every token as it is, whatever the catalogue knows of it
    #[arg(long, conflicts_with_all = ["purpose", "operator", "all_agents"])]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// How the file is read
    #[arg(long, short, default_value = Preset::DEFAULT.name, value_parser = dialect_parser())]
    pub(crate) dialect: Dialect,

    /// Ask every dialect, and name the knobs that make their answers differ
    #[arg(long, conflicts_with = "cases")]
    pub(crate) all_dialects: bool,

    /// Read URLs from a file: one a line, a column of a CSV or TSV file with a header
    /// line, such as the export of a crawler, or JSON Lines; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "cases")]
    pub(crate) urls: Option<PathBuf>,

    /// The column (or member) of --urls that holds the URLs, where its name does not tell
    #[arg(long, value_name = "NAME", requires = "urls")]
    pub(crate) column: Option<String>,

    /// Read URLs from a sitemap (XML, an index, text, or any of them in gzip; a file
    /// or a URL), and tell which of them are blocked; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cases", "urls", "all_dialects"])]
    pub(crate) sitemap: Option<PathBuf>,

    /// An older version of the file (or a URL): tell only the answers that changed, by the
    /// rule that changed them. The exit status is 1 if any did
    #[arg(long, value_name = "OLD", conflicts_with_all = ["cases", "all_dialects", "sitemap"])]
    pub(crate) against: Option<PathBuf>,

    /// The origin that the file governs, such as https://example.com; URLs of
    /// other origins are out of scope
    #[arg(long, value_name = "URL", conflicts_with = "cases")]
    pub(crate) origin: Option<String>,

    /// Ask the questions of a TSV file and compare the answers with those
    /// expected. Its header names the columns: robots (a path, relative to the
    /// file; not with --robots), agent, url, and if wanted expect
    /// (allow|disallow) and line
    #[arg(long, value_name = "FILE.tsv", conflicts_with = "all_dialects")]
    pub(crate) cases: Option<PathBuf>,

    /// Write answers to a file; run again with the same URLs to continue. Needs --format
    /// jsonl (recommended) or tsv (also writes FILE.run.json). Only one process at a time
    /// can use the file; not with --unordered or --quiet
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cases", "quiet", "all_dialects", "against"])]
    pub(crate) resume: Option<PathBuf>,

    /// After all URLs, retry those with the answer `later`, each when it is due, for at
    /// most this long: 90s, 10m, 2h; 10m if no time is given (before a URL, write
    /// --retry-later=10m). A retry adds a new line; the last line for a URL and agent
    /// counts
    #[arg(
        long,
        value_name = "TIME",
        num_args = 0..=1,
        default_missing_value = "10m",
        value_parser = duration,
        conflicts_with_all = ["cases", "all_dialects", "against"]
    )]
    pub(crate) retry_later: Option<Duration>,

    /// Print each answer as soon as it is ready, not in the order of the URLs, so that a
    /// slow site does not delay others; not with --resume
    #[arg(long, conflicts_with_all = ["cases", "all_dialects", "against", "resume"])]
    pub(crate) unordered: bool,

    /// Print no answers; the exit status tells
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// How answers are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// URLs, or paths that begin with /
    #[arg(value_name = "URL", required_unless_present_any = ["urls", "sitemap", "cases"], conflicts_with = "cases")]
    pub(crate) given: Vec<OsString>,
}

/// `maycrawl crawlers`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct Crawlers {
    /// Product tokens, or whole User-Agent headers; without one, all crawlers
    #[arg(value_name = "TOKEN")]
    pub(crate) tokens: Vec<String>,

    /// Only those of a purpose, such as ai-training
    #[arg(long, value_name = "PURPOSE", value_parser = purpose_parser())]
    pub(crate) purpose: Vec<Purpose>,

    /// Only those of an operator, such as OpenAI
    #[arg(long, value_name = "NAME")]
    pub(crate) operator: Vec<String>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// A robots.txt to ask whether each may fetch /; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// How that file is read
    #[arg(long, short, default_value = Preset::DEFAULT.name, value_parser = dialect_parser())]
    pub(crate) dialect: Dialect,

    /// How it is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: CrawlersFormat,
}

/// The crawlers that are known.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct CatalogueArgs {
    /// Crawlers of your own, which replace those of the same token; a TSV file
    /// with the columns of `maycrawl crawlers --format csv`
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) catalogue: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

/// Where settings come from.
#[derive(Debug, Args)]
pub(crate) struct SettingsArgs {
    /// Settings; without it, the maycrawl.toml of this folder or the nearest
    /// folder above
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

/// How crawlers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CrawlersFormat {
    /// For people
    #[default]
    Text,
    /// One whole document
    Json,
    /// Comma-separated
    Csv,
    /// A table in Markdown
    Md,
}

/// `maycrawl policy`
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    /// The robots.txt, or a URL of the site that serves it; - is standard input
    pub(crate) file: PathBuf,

    /// How the file is read
    #[arg(long, short, default_value = Preset::DEFAULT.name, value_parser = dialect_parser())]
    pub(crate) dialect: Dialect,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// How it is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: PolicyFormat,
}

/// How a policy is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyFormat {
    /// For people
    #[default]
    Text,
    /// One whole document
    Json,
    /// Markdown
    Md,
}

/// `maycrawl explain`
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A lint rule (path-space) or its code (P004), a reason code (tie), a
    /// dialect (rfc9309) or a knob (groups.merge); rules, reasons, dialects or
    /// knobs to list these; without one, all are listed
    pub(crate) code: Option<String>,

    /// How it is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TextOrJson,
}

/// How answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One whole document
    Json,
    /// One document a line
    Jsonl,
    /// Tab-separated, raw: nothing is quoted
    Tsv,
    /// Comma-separated, quoted where it must be
    Csv,
}

/// Text, or the same as data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// One whole document
    Json,
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "write a time such as 90s, 10m or 2h".to_owned())
}

fn dialect_parser() -> impl clap::builder::TypedValueParser<Value = Dialect> {
    let names = Preset::ALL.iter().map(|preset| preset.name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Dialect>())
}

fn dialect_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Preset::ALL.iter().map(|preset| preset.name))
}

fn purpose_parser() -> impl clap::builder::TypedValueParser<Value = Purpose> {
    let names = Purpose::ALL.iter().map(|purpose| purpose.name());
    PossibleValuesParser::new(names).map(|name| Purpose::named(&name).unwrap_or(Purpose::Tool))
}

/// The command line's definition.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

/// Reads the arguments. Help and version are printed here, as answers.
pub(crate) fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().or_else(|error| match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
        _ => Err(Failure::input(one_line(&error))),
    })
}

/// What clap has to say, in one line: the error, the tips, where to read on.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let paragraphs = text.split("\n\n").filter(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    });
    let joined: Vec<_> = paragraphs
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let line = joined.join("; ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    format!("{line} (maycrawl --help shows the usage)")
}

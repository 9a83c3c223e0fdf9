//! The arguments of `generate`.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};

use maycrawl_generate::ChoiceKey;

use crate::catalogue::CatalogueArgs;
use crate::output::TextOrJson;
use crate::write::Destination;

/// `maycrawl generate`
#[derive(Debug, Args)]
#[allow(
    clippy::doc_markdown,
    clippy::struct_excessive_bools,
    reason = "these comments are the help, not Markdown; flags are what they are"
)]
#[command(after_help = "\
WHO is a product token (GPTBot), purpose:NAME (purpose:ai-training), operator:NAME
(operator:OpenAI) or * for everyone; separate several with commas. A choice for one
crawler outranks a choice for several, which outranks a choice for everyone.

Exit status: 0 done, 1 the choices cannot be added to the --merge file, 2 a usage or
input error.

Examples:
  maycrawl generate --list
  maycrawl generate --preset wordpress --preset block-ai-training
  maycrawl generate --sitemap https://example.com/sitemap.xml -o robots.txt
  maycrawl generate --disallow /tmp/ --disallow /old/ --for Googlebot,bingbot
  maycrawl generate --block purpose:ai-training --merge robots.txt --diff
  maycrawl generate --from policy.toml --merge robots.txt -o robots.txt")]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) choices: ChoiceOptions,

    /// Read choices from a file with the keys preset, block, allow, disallow, allow-path,
    /// crawl-delay, content-signal, content-usage, sitemap and license, and with [[for]]
    /// tables, each with a who; - is standard input
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) from: Option<PathBuf>,

    /// Add to this file, without changing its existing lines; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) merge: Option<PathBuf>,

    /// Write the result to a file, as a whole or not at all
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<Destination>,

    /// Print what --merge would add, as a unified diff, and write nothing
    #[arg(long, requires = "merge", conflicts_with_all = ["output", "format"])]
    pub(crate) diff: bool,

    /// Leave out the comments that explain the file
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Write the group for * only: do not add the crawlers that ignore it
    #[arg(long)]
    pub(crate) star_only: bool,

    /// Accept tokens as written, even if they look like typos of known tokens; with
    /// --output, replace an existing file
    #[arg(long)]
    pub(crate) force: bool,

    /// List every preset, one per line
    #[arg(long, conflicts_with_all = ["preset", "from", "merge", "output", "explain"])]
    pub(crate) list: bool,

    /// Show what a preset does, why, and the file that it generates
    #[arg(long, value_name = "PRESET", conflicts_with_all = ["from", "merge", "output"])]
    pub(crate) explain: Option<String>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// How the result is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TextOrJson,
}

/// The options that make choices, each with its value, in the order of the command line.
#[derive(Debug)]
pub(crate) struct ChoiceOptions(pub(crate) Vec<(ChoiceOption, String)>);

/// An option that makes choices; `None` is `--for`, which says whom those before it are for.
pub(crate) type ChoiceOption = Option<ChoiceKey>;

/// The name of an option, without its hyphens.
pub(crate) fn option_name(option: ChoiceOption) -> &'static str {
    option.map_or("for", ChoiceKey::name)
}

/// The options with their values and what they do, in the order of the help.
const OPTIONS: [(ChoiceOption, &str, &str); 11] = [
    (
        Some(ChoiceKey::Preset),
        "NAME[=VALUE]",
        "A ready-made policy, such as wordpress or only=Googlebot; --list shows all",
    ),
    (Some(ChoiceKey::Block), "WHO", "Block these crawlers from the whole site"),
    (Some(ChoiceKey::Allow), "WHO", "Allow these crawlers everything that no rule blocks"),
    (
        Some(ChoiceKey::Disallow),
        "PATH",
        "Block URLs whose path begins with PATH; * matches anything, a final $ the end",
    ),
    (
        Some(ChoiceKey::AllowPath),
        "PATH",
        "Allow URLs whose path begins with PATH, within what is blocked",
    ),
    (Some(ChoiceKey::CrawlDelay), "SECONDS", "Ask for a pause between requests; Google ignores it"),
    (
        Some(ChoiceKey::ContentSignal),
        "SIGNAL",
        "State how crawlers may use the pages: search=yes, ai-train=no",
    ),
    (
        Some(ChoiceKey::ContentUsage),
        "USAGE",
        "The same, in the syntax of the IETF AIPREF draft: train-ai=n",
    ),
    (None, "WHO", "Apply the path rules, delay and signals given before --for only to WHO"),
    (Some(ChoiceKey::Sitemap), "URL", "Add a sitemap"),
    (Some(ChoiceKey::License), "URL", "Add a licence (RSL)"),
];

// By hand, since the order among different options counts.
impl Args for ChoiceOptions {
    fn augment_args(command: Command) -> Command {
        let option = |(option, value, help)| {
            Arg::new(option_name(option))
                .long(option_name(option))
                .value_name(value)
                .help(help)
                .action(ArgAction::Append)
                .allow_negative_numbers(true)
        };
        command.args(OPTIONS.map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ChoiceOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = Vec::new();
        for (option, ..) in OPTIONS {
            let name = option_name(option);
            let values = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            options.extend(places.zip(values).map(|(place, value)| (place, option, value.clone())));
        }
        options.sort_by_key(|(place, ..)| *place);
        Ok(Self(options.into_iter().map(|(_, option, value)| (option, value)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

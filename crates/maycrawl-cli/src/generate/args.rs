//! The arguments of `generate`.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use maycrawl_generate::ChoiceKey;

use crate::catalogue::CatalogueArgs;
use crate::output::TextOrJson;

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
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Print what --merge would add, as a unified diff, and write nothing
    #[arg(long, requires = "merge", conflicts_with_all = ["output", "format"])]
    pub(crate) diff: bool,

    /// Leave out the comments that explain the file
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Write the group for * only: do not add the crawlers that ignore it
    #[arg(long)]
    pub(crate) star_only: bool,

    /// Accept tokens as written, even if they look like misspelled known ones; with
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

/// An option that makes a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceOption {
    Preset,
    Block,
    Allow,
    Disallow,
    AllowPath,
    CrawlDelay,
    ContentSignal,
    ContentUsage,
    For,
    Sitemap,
    License,
}

impl ChoiceOption {
    const ALL: [(Self, &str, &str, &str); 11] = [
        (
            Self::Preset,
            "preset",
            "NAME[=VALUE]",
            "A ready-made policy, such as wordpress or only=Googlebot; --list shows all",
        ),
        (Self::Block, "block", "WHO", "Block these crawlers from the whole site"),
        (Self::Allow, "allow", "WHO", "Allow these crawlers everything that no rule blocks"),
        (
            Self::Disallow,
            "disallow",
            "PATH",
            "Block URLs whose path begins with PATH; * matches anything, a final $ the end",
        ),
        (
            Self::AllowPath,
            "allow-path",
            "PATH",
            "Allow URLs whose path begins with PATH, within what is blocked",
        ),
        (
            Self::CrawlDelay,
            "crawl-delay",
            "SECONDS",
            "Ask for a pause between requests; Google ignores it",
        ),
        (
            Self::ContentSignal,
            "content-signal",
            "SIGNAL",
            "State how crawlers may use the pages: search=yes, ai-train=no",
        ),
        (
            Self::ContentUsage,
            "content-usage",
            "USAGE",
            "The same, as in the IETF's AIPREF draft: train-ai=n",
        ),
        (
            Self::For,
            "for",
            "WHO",
            "Apply the path rules, delay and signals given before --for only to WHO",
        ),
        (Self::Sitemap, "sitemap", "URL", "Add a sitemap"),
        (Self::License, "license", "URL", "Add a licence (RSL)"),
    ];

    /// Whether a later --for can apply to it.
    pub(crate) const fn is_for_some(self) -> bool {
        use ChoiceOption::{AllowPath, ContentSignal, ContentUsage, CrawlDelay, Disallow};
        matches!(self, Disallow | AllowPath | CrawlDelay | ContentSignal | ContentUsage)
    }

    /// The key of its choices; none of `--for`, which makes no choice.
    pub(crate) const fn key(self) -> Option<ChoiceKey> {
        Some(match self {
            Self::Preset => ChoiceKey::Preset,
            Self::Block => ChoiceKey::Block,
            Self::Allow => ChoiceKey::Allow,
            Self::Disallow => ChoiceKey::Disallow,
            Self::AllowPath => ChoiceKey::AllowPath,
            Self::CrawlDelay => ChoiceKey::CrawlDelay,
            Self::ContentSignal => ChoiceKey::ContentSignal,
            Self::ContentUsage => ChoiceKey::ContentUsage,
            Self::Sitemap => ChoiceKey::Sitemap,
            Self::License => ChoiceKey::License,
            Self::For => return None,
        })
    }

    /// Its name as an option.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(option, ..)| *option == self).map_or("", |(_, name, ..)| name)
    }
}

// By hand, since the order among different options counts.
impl Args for ChoiceOptions {
    fn augment_args(command: Command) -> Command {
        let option =
            |(_, name, value, help): (ChoiceOption, &'static str, &'static str, &'static str)| {
                Arg::new(name)
                    .long(name)
                    .value_name(value)
                    .help(help)
                    .action(ArgAction::Append)
                    .allow_negative_numbers(true)
            };
        command.args(ChoiceOption::ALL.map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ChoiceOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = Vec::new();
        for (option, name, ..) in ChoiceOption::ALL {
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

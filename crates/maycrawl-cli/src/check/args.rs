//! The arguments of `check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use maycrawl::{Dialect, dialect::Preset};
use maycrawl_crawlers::Purpose;

use crate::catalogue::CatalogueArgs;
use crate::failure::Failure;
use crate::network::NetArgs;
use crate::question::is_any_text;
use crate::urls::UrlSources;
use crate::values::{Reading, duration, purpose_parser, reading_parser};

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
  maycrawl check --robots robots.txt --agent 'Mozilla/5.0 (compatible; bingbot/2.0)' /a
  maycrawl check --robots robots.txt --agent GPTBot --agent Bingbot /a /b
  maycrawl check --robots robots.txt --purpose ai-training /
  maycrawl check --robots robots.txt --agent Googlebot --all-dialects '/a b'
  curl -s https://example.com/robots.txt | maycrawl check --robots - /private/
  maycrawl check --robots robots.txt --urls urls.txt --format tsv
  maycrawl check --robots robots.txt --agent Googlebot --sitemap sitemap.xml.gz
  maycrawl check --robots new.txt --against old.txt --urls export.csv
  maycrawl check --agent MyBot --urls urls.jsonl --format jsonl --resume answers.jsonl --retry-later")]
pub(crate) struct CheckArgs {
    /// The robots.txt to ask: a file, or a URL of the site that serves it; - is standard
    /// input. Without it, the site of each URL is asked for its own
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token, such as Googlebot, or a whole User-Agent header; may be
    /// repeated. What the catalogue knows of it counts: how it reads, which tokens it falls
    /// back to, whether it ignores the group for *. Without one, ask for a crawler that has
    /// no group of its own
    #[arg(long = "agent", short, value_name = "TOKEN")]
    pub(crate) agents: Vec<OsString>,

    /// Ask for every crawler of a purpose, such as ai-training
    #[arg(long, value_name = "PURPOSE", value_parser = purpose_parser())]
    pub(crate) purpose: Vec<Purpose>,

    /// Ask for every crawler of an operator, such as OpenAI
    #[arg(long, value_name = "NAME")]
    pub(crate) operator: Vec<String>,

    /// Ask for every crawler of the catalogue
    #[arg(long)]
    pub(crate) all_agents: bool,

    /// Take every token as it is, whatever the catalogue knows of it
    #[arg(long, conflicts_with_all = ["purpose", "operator", "all_agents"])]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// How the file is read: by each crawler as it reads itself (own), or by all in one
    /// dialect [default: own; google with --plain or --all-dialects]
    #[arg(long, short, value_parser = reading_parser())]
    pub(crate) dialect: Option<Reading>,

    /// Ask every dialect, and name the knobs that make their answers differ
    #[arg(long)]
    pub(crate) all_dialects: bool,

    /// Read URLs from a file: one a line, a column of a CSV or TSV file with a header
    /// line, such as the export of a crawler, JSON Lines or a JSON array, or any of them in
    /// gzip; - is standard input, and with --format tsv, csv or jsonl each answer follows its
    /// line at once
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// The column (or member) of --urls that holds the URLs, where its name does not tell
    #[arg(long, value_name = "NAME", requires = "urls")]
    pub(crate) column: Option<String>,

    /// Read URLs from a sitemap (XML, an index, text, or any of them in gzip; a file
    /// or a URL), and tell which of them are blocked; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["urls", "all_dialects"])]
    pub(crate) sitemap: Option<PathBuf>,

    /// An older version of the file (or a URL): tell only the answers that changed, by the
    /// rule that changed them. The exit status is 1 if any did
    #[arg(long, value_name = "OLD", conflicts_with_all = ["all_dialects", "sitemap"])]
    pub(crate) against: Option<PathBuf>,

    /// The origin that the file governs, such as https://example.com; URLs of
    /// other origins are out of scope
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    /// Write answers to a file; run again with the same URLs to continue. Needs --format
    /// jsonl (recommended) or tsv (also writes FILE.run.json). Only one process at a time
    /// can use the file; not with --unordered or --quiet
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all_dialects", "against"])]
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
        conflicts_with_all = ["all_dialects", "against"]
    )]
    pub(crate) retry_later: Option<Duration>,

    /// Print each answer as soon as it is ready, not in the order of the URLs, so that a
    /// slow site does not delay others; not with --resume
    #[arg(long, conflicts_with_all = ["all_dialects", "against", "resume"])]
    pub(crate) unordered: bool,

    /// Print only these answers; the exit status still depends on all
    #[arg(long, value_name = "ANSWER", conflicts_with_all = ["all_dialects", "resume", "retry_later", "sitemap"])]
    pub(crate) only: Option<Only>,

    /// How answers are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// URLs, or paths that begin with /
    #[arg(value_name = "URL", required_unless_present_any = ["urls", "sitemap"])]
    pub(crate) given: Vec<OsString>,
}

impl CheckArgs {
    /// How the file is read.
    pub(crate) fn reading(&self) -> Result<Reading, Failure> {
        let needs_one_dialect = self.plain || self.all_dialects;
        match self.dialect {
            Some(Reading::Own) if needs_one_dialect => Err(Failure::input(
                "--dialect own asks each crawler as it reads itself, which --plain and --all-dialects do not: leave one of them out",
            )),
            Some(reading) => Ok(reading),
            None if needs_one_dialect => Ok(Reading::In(Preset::DEFAULT.dialect)),
            None => Ok(Reading::Own),
        }
    }

    /// Where more URLs are listed, if anywhere. Agents ask in these dialects.
    pub(crate) fn listed(&self, dialects: &[Dialect]) -> UrlSources {
        UrlSources {
            is_any_text: is_any_text(dialects),
            urls: self.urls.clone(),
            column: self.column.clone(),
            sitemap: self.sitemap.clone(),
            net: self.net.clone(),
        }
    }
}

/// Which answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// Allowed
    Allowed,
    /// Blocked by a rule
    Blocked,
    /// Without an answer yet: the site must be asked again
    Later,
    /// With --against: allowed now and not before, or the other way round
    Changed,
}

impl Only {
    /// Whether an answer of this verdict is printed.
    pub(crate) fn fits(self, verdict: &str) -> bool {
        match self {
            Self::Allowed => verdict == "allow",
            Self::Blocked => verdict == "disallow",
            Self::Later => verdict == "later",
            Self::Changed => true,
        }
    }
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

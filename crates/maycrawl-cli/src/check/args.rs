//! The arguments of `check`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use maycrawl::{Dialect, dialect::Preset};
use maycrawl_crawlers::{Purpose, Reading};
use maycrawl_url::takes_any_text;

use crate::catalogue::CatalogueArgs;
use crate::failure::Failure;
use crate::network::NetArgs;
use crate::urls::UrlSources;
use crate::values::{duration, purpose_parser, reading_parser};
use crate::write::Destination;

/// `maycrawl check`
#[derive(Debug, Args)]
#[allow(
    clippy::doc_markdown,
    clippy::struct_excessive_bools,
    reason = "these comments are the help, not Markdown; flags are what they are"
)]
#[command(after_help = "\
Exit status: 0 every answer is allow; 1 some answer is disallow, later,
out-of-scope or unasked; 2 a usage or input error.

Examples:
  maycrawl check --robots robots.txt https://example.com/private/
  maycrawl check --agent Googlebot https://example.com/private/
  maycrawl check --robots new.txt --agent 'Mozilla/5.0 (… bingbot/2.0)' /a
  maycrawl check --robots robots.txt --agent GPTBot --agent Bingbot /a /b
  maycrawl check --robots robots.txt --purpose ai-training /
  maycrawl check --robots robots.txt --agent Googlebot --all-dialects '/a b'
  curl -s https://example.com/robots.txt | maycrawl check --robots - /private/
  maycrawl check --robots robots.txt --urls urls.txt --format tsv
  maycrawl check --robots robots.txt --agent Googlebot --sitemap sitemap.xml.gz
  maycrawl check --robots new.txt --against old.txt --urls export.csv
  maycrawl check --urls urls.txt --format jsonl --resume out.jsonl --retry-later")]
pub(crate) struct CheckArgs {
    /// The robots.txt to use: a file, or a URL of the site that serves it; - is standard
    /// input. Without --robots, the robots.txt of each URL's own site is fetched
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// A crawler's product token, such as Googlebot, or a whole User-Agent header; may be
    /// repeated. The catalogue says how the crawler reads the file, which tokens it falls
    /// back to, and whether it ignores the group for *. Without --agent, check for a crawler
    /// that has no group of its own
    #[arg(long = "agent", short, value_name = "TOKEN")]
    pub(crate) agents: Vec<OsString>,

    /// Check for every crawler with this purpose, such as ai-training
    #[arg(long, value_name = "PURPOSE", value_parser = purpose_parser())]
    pub(crate) purpose: Vec<Purpose>,

    /// Check for every crawler of this operator, such as OpenAI
    #[arg(long, value_name = "OPERATOR")]
    pub(crate) operator: Vec<String>,

    /// Check for every crawler in the catalogue
    #[arg(long)]
    pub(crate) all_agents: bool,

    /// Use tokens as written; do not look them up in the catalogue
    #[arg(long, conflicts_with_all = ["purpose", "operator", "all_agents"])]
    pub(crate) plain: bool,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    /// The dialect in which to read the file: each crawler's own (own), or one dialect for all
    /// [default: own; google with --plain or --all-dialects]
    #[arg(long, short, value_parser = reading_parser())]
    pub(crate) dialect: Option<Reading>,

    /// Check in every dialect, and name the knobs that make the answers differ
    #[arg(long)]
    pub(crate) all_dialects: bool,

    /// Read URLs from a file: a list (one URL per line), a CSV or TSV file with a header
    /// line (such as a crawler's export), JSON Lines or a JSON array; each may be gzipped.
    /// Standard input is -; with --format tsv, csv or jsonl, answers are printed as lines
    /// arrive
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Option<PathBuf>,

    /// The column (or JSON member) of the --urls file that contains the URLs, if maycrawl
    /// does not find it by its name
    #[arg(long, value_name = "NAME", requires = "urls")]
    pub(crate) column: Option<String>,

    /// Read URLs from a sitemap, and report which of them are blocked. The sitemap is a
    /// file or a URL: XML, an index or text, and may be gzipped; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["urls", "all_dialects"])]
    pub(crate) sitemap: Option<PathBuf>,

    /// Compare with an older version of the file (or a URL): print only the answers that
    /// changed, and the rules that changed them. The exit status is 1 if any answer changed
    #[arg(long, value_name = "OLD", conflicts_with_all = ["all_dialects", "sitemap"])]
    pub(crate) against: Option<PathBuf>,

    /// The origin that the file governs, such as https://example.com; URLs of
    /// other origins are out of scope
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,

    /// Write answers to a file; run again with the same URLs to continue. Needs --format
    /// jsonl (recommended) or tsv (also writes FILE.run.json). Only one process at a time
    /// can use the file; not with --unordered or --quiet
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["all_dialects", "against"]
    )]
    pub(crate) resume: Option<Destination>,

    /// After all URLs, retry those with the answer `later`, each when it is due, for at
    /// most this long, such as 90s, 10m or 2h. Without TIME, 10m; if a URL follows, write
    /// --retry-later=10m. A retry adds a new line; the last line for a URL and agent
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

    /// Print only these answers; the exit status still depends on all answers
    #[arg(long, value_name = "ANSWER", conflicts_with_all = ["all_dialects", "resume", "retry_later", "sitemap"])]
    pub(crate) only: Option<Only>,

    /// How answers are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// URLs, or paths that begin with /
    #[arg(value_name = "URL", required_unless_present_any = ["urls", "sitemap"])]
    pub(crate) given: Vec<OsString>,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

impl CheckArgs {
    /// How the file is read.
    pub(crate) fn reading(&self) -> Result<Reading, Failure> {
        let needs_one_dialect = self.plain || self.all_dialects;
        match self.dialect {
            Some(Reading::Own) if needs_one_dialect => Err(Failure::input(
                "--dialect own reads the file in each crawler's own dialect, which --plain and --all-dialects do not: leave out one of these options",
            )),
            Some(reading) => Ok(reading),
            None if needs_one_dialect => Ok(Reading::In(Preset::DEFAULT.dialect)),
            None => Ok(Reading::Own),
        }
    }

    /// Where more URLs are listed, if anywhere. Agents ask in these dialects.
    pub(crate) fn listed(&self, dialects: &[Dialect]) -> UrlSources {
        UrlSources {
            is_any_text: takes_any_text(dialects),
            is_streamed: !matches!(self.format, Format::Text | Format::Json),
            urls: self.urls.clone(),
            column: self.column.clone(),
            sitemap: self.sitemap.clone(),
            net: self.net.clone(),
            is_incomplete: Arc::default(),
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
    /// No answer yet: the site must be asked again
    Later,
    /// With --against: allowed in one version and not in the other
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
    /// One JSON document
    Json,
    /// JSON Lines: one document per line
    Jsonl,
    /// Tab-separated, raw: nothing is quoted
    Tsv,
    /// Comma-separated, quoted where necessary
    Csv,
}

//! The arguments of `lint`, `fix` and `fmt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::fetch::NetArgs;
use super::{CatalogueArgs, dialect_names};

/// `maycrawl lint`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(after_help = "\
Exit status: 0 clean, 1 findings at or above --fail-on, 2 a usage or input error.

Examples:
  maycrawl lint robots.txt
  maycrawl lint --fail-on warning --format github .
  curl -s https://example.com/robots.txt | maycrawl lint -
  maycrawl lint --format sarif . > maycrawl.sarif
  maycrawl lint --write-baseline baseline.json old.txt")]
pub(crate) struct LintArgs {
    /// Files, URLs of sites, or folders in which every robots.txt is linted (hidden
    /// folders and what ignore files exclude are left out); - is standard input
    #[arg(value_name = "FILE", default_value = ".")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// The mildest finding for which the exit status is 1; the default is error
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// Findings that are known and not reported again; a file written by
    /// --write-baseline
    #[arg(long, value_name = "FILE.json")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings to a baseline, and report none
    #[arg(long, value_name = "FILE.json", conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,

    /// What standard input is called in reports
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<String>,

    /// Print how often each rule found something, and nothing else
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Print what each finding costs of the score, and nothing else
    #[arg(long, conflicts_with = "statistics")]
    pub(crate) explain_score: bool,

    /// Print nothing; the exit status tells
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// How findings are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: LintFormat,
}

/// Which rules run, and what they know.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct RuleArgs {
    /// Run these rules only: a name (path-space), a code (P004), a group (path)
    /// or all; `maycrawl explain rules` lists them
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) select: Vec<String>,

    /// Do not run these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,

    /// Take the findings of a rule for so severe
    #[arg(long, value_name = "RULE=SEVERITY", value_delimiter = ',')]
    pub(crate) severity: Vec<String>,

    /// Report only what concerns these dialects
    #[arg(long = "dialect", short, value_name = "DIALECT", value_delimiter = ',', value_parser = dialect_names())]
    pub(crate) dialects: Vec<String>,

    /// URLs of the site, against which path rules are weighed: one a line, or a
    /// column of a table
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Vec<PathBuf>,

    /// The same from a sitemap
    #[arg(long, value_name = "FILE")]
    pub(crate) sitemap: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,
}

/// From which severity on findings fail the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Errors and warnings
    Warning,
    /// Everything
    Note,
    /// Nothing
    Never,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For people
    #[default]
    Text,
    /// One whole document
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations for GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// An XML report of tests
    Junit,
    /// Checkstyle's XML
    Checkstyle,
}

/// `maycrawl fix`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 nothing is left at or above --fail-on, 1 something is (with
--check: something would be fixed), 2 a usage or input error.

Examples:
  maycrawl fix robots.txt
  maycrawl fix --diff robots.txt
  maycrawl fix --unsafe --diff robots.txt
  maycrawl fix --check .")]
pub(crate) struct FixArgs {
    /// Files, or folders in which every robots.txt is repaired; - reads standard
    /// input and prints the result
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Apply unsafe fixes too, and show the answers that change
    #[arg(long = "unsafe")]
    pub(crate) with_unsafe: bool,

    /// Print what would change, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,

    /// Write nothing; the exit status is 1 if something would be fixed
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// The mildest finding left for which the exit status is 1; the default is
    /// error
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// `maycrawl fmt`
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files, or folders in which every robots.txt is formatted; - reads
    /// standard input and prints the result
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Write nothing; the exit status is 1 if something would change
    #[arg(long)]
    pub(crate) check: bool,

    /// Print what would change, and write nothing
    #[arg(long)]
    pub(crate) diff: bool,

    /// Sort agents that share a group, and rules of one kind in a row
    #[arg(long)]
    pub(crate) sort: bool,
}

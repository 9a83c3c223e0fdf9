//! The linter as `lint` and `fix` use it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use maycrawl::{Dialect, Document, UrlPath, access::Evidence};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{Error, Finding, LintContext, Settings, Severity, lint};
use maycrawl_report::url_table::Options;

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::network::NetArgs;
use crate::settings::{FailOn, LintSettings};
use crate::streams::Streams;
use crate::urls::Urls;
use crate::values::dialect_names;

/// How many URLs path rules are weighed against.
const MAX_URLS: usize = 100_000;

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

    /// Report a rule's findings at this severity
    #[arg(long, value_name = "RULE=SEVERITY", value_delimiter = ',')]
    pub(crate) severity: Vec<String>,

    /// Report only findings that concern these dialects
    #[arg(long = "dialect", short, value_name = "DIALECT", value_delimiter = ',', value_parser = dialect_names())]
    pub(crate) dialects: Vec<String>,

    /// URLs of the site to test path rules against: one per line, or a column of a table
    #[arg(long, value_name = "FILE")]
    pub(crate) urls: Vec<PathBuf>,

    /// A sitemap whose URLs path rules are tested against
    #[arg(long, value_name = "FILE")]
    pub(crate) sitemap: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,
}

/// The rules that run, and what they need.
pub(crate) struct Linter<'a> {
    settings: Settings,
    catalogue: Catalogue,
    urls: Vec<UrlPath<'static>>,
    pub(crate) own: &'a LintSettings,
}

impl<'a> Linter<'a> {
    /// From the arguments and the settings. The arguments outrank the settings.
    pub(crate) fn new(
        context: &'a Context,
        args: &RuleArgs,
        net: &NetArgs,
    ) -> Result<Self, Failure> {
        let own = &context.settings.lint;
        let streams = &context.streams;
        let settings = rules(args, own)?;
        let dialect = Dialect::GOOGLE;
        let mut urls = Vec::new();
        for path in own.urls.iter().chain(&args.urls) {
            collect(streams, Urls::open(streams, path, &Options::default())?, &dialect, &mut urls)?;
        }
        for path in own.sitemaps.iter().chain(&args.sitemap) {
            collect(
                streams,
                Urls::sitemap(streams, path, net, Arc::default())?,
                &dialect,
                &mut urls,
            )?;
        }
        Ok(Self { settings, catalogue: catalogue::load(context, &args.known)?, urls, own })
    }

    /// The findings in a file, and in the outcome of its fetch.
    pub(crate) fn lint(&self, document: &Document, evidence: Option<&Evidence>) -> Vec<Finding> {
        let known = LintContext {
            catalogue: &self.catalogue,
            evidence,
            urls: &self.urls,
            agents: &self.own.agents,
        };
        lint(document, &known, &self.settings)
    }

    /// The mildest severity that fails the command, if any does.
    pub(crate) fn fail_on(&self, asked: Option<FailOn>) -> Option<Severity> {
        match asked.or(self.own.fail_on).unwrap_or(FailOn::Error) {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Note => Some(Severity::Note),
            FailOn::Never => None,
        }
    }
}

/// The settings of the file, then those of the command line.
fn rules(args: &RuleArgs, own: &LintSettings) -> Result<Settings, Failure> {
    let in_file = |error: Error| Failure::input(format!("maycrawl.toml: {}", sentence(&error)));
    let in_args = |error: Error| Failure::input(sentence(&error));
    let mut settings = Settings::default();
    if args.select.is_empty() {
        settings.select(&own.select).map_err(in_file)?;
    } else {
        settings.select(&args.select).map_err(in_args)?;
    }
    for rule in &own.ignore {
        settings.ignore(rule).map_err(in_file)?;
    }
    for rule in &args.ignore {
        settings.ignore(rule).map_err(in_args)?;
    }
    if settings.is_empty() {
        return Err(Failure::input("--select and --ignore leave no rule; drop one of them"));
    }
    for (rule, name) in &own.severity {
        let severity = severity(name).map_err(|why| {
            Failure::input(format!("maycrawl.toml: the severity of {rule} {why}"))
        })?;
        settings.set_severity(rule, severity).map_err(in_file)?;
    }
    for pair in &args.severity {
        let (rule, name) = pair.split_once('=').ok_or_else(|| {
            Failure::input(format!("--severity {pair} names no severity; write {pair}=warning"))
        })?;
        let severity = severity(name)
            .map_err(|why| Failure::input(format!("the severity of {rule} {why}")))?;
        settings.set_severity(rule, severity).map_err(in_args)?;
    }
    if let Some(site) = &own.site {
        let why =
            |_| Failure::input(format!("maycrawl.toml: site is {site:?}; write public or private"));
        settings.set_site(site.parse().map_err(why)?);
    }
    let in_file = dialects(&own.dialects)?;
    let in_args = dialects(&args.dialects)?;
    settings.set_dialects(if in_args.is_empty() { &in_file } else { &in_args });
    Ok(settings)
}

/// The dialects of these names. Those of arguments are known already.
fn dialects(names: &[String]) -> Result<Vec<Dialect>, Failure> {
    let dialect = |name: &String| {
        name.parse::<Dialect>().map_err(|_| {
            Failure::input(format!(
                "maycrawl.toml: there is no dialect {name:?}; maycrawl explain dialects lists all"
            ))
        })
    };
    names.iter().map(dialect).collect()
}

/// The message about an unknown rule.
fn sentence(error: &Error) -> String {
    match error.suggestion() {
        Some(_) => error.to_string(),
        None => format!("{error}; `maycrawl explain rules` lists all"),
    }
}

fn severity(name: &str) -> Result<Severity, String> {
    let severity = name.to_ascii_lowercase().parse();
    severity.map_err(|_| format!("is {name:?}; write note, warning or error"))
}

fn collect(
    streams: &Streams,
    mut source: Urls,
    dialect: &Dialect,
    urls: &mut Vec<UrlPath<'static>>,
) -> Result<(), Failure> {
    while let Some((url, _)) = source.next_url()? {
        if urls.len() == MAX_URLS {
            streams.note(&format!(
                "{}: path rules are checked with the first {MAX_URLS} URLs only",
                source.name(),
            ));
            break;
        }
        urls.push(UrlPath::parse(&url, dialect).into_owned());
    }
    Ok(())
}

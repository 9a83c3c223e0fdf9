//! What `lint` and `fix` have in common: the rules that run, and what they know.

use maycrawl::{Dialect, Document, UrlPath, access::Evidence};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{Error, Finding, LintContext, Settings, Severity, lint};

use crate::args::fetch::NetArgs;
use crate::args::lint::{FailOn, RuleArgs};
use crate::failure::Failure;
use crate::input::settings::{self, LintSettings};
use crate::input::urls::Urls;
use crate::input::{catalogue, shown_name};

/// How many URLs path rules are weighed against.
const MOST_URLS: usize = 100_000;

/// The rules that run, and what they know.
pub(crate) struct Linter {
    settings: Settings,
    catalogue: Catalogue,
    urls: Vec<UrlPath<'static>>,
    pub(crate) own: LintSettings,
}

impl Linter {
    /// By the arguments and the settings' file; where both say something, the
    /// arguments count.
    pub(crate) fn new(args: &RuleArgs, net: &NetArgs) -> Result<Self, Failure> {
        let own = settings::load(&args.known.settings)?.lint;
        let settings = rules(args, &own)?;
        let dialect = Dialect::GOOGLE;
        let mut urls = Vec::new();
        for path in own.urls.iter().chain(&args.urls) {
            collect(Urls::open(path, None, &dialect)?, &dialect, &mut urls)?;
        }
        for path in own.sitemaps.iter().chain(&args.sitemap) {
            collect(Urls::sitemap(path, net)?, &dialect, &mut urls)?;
        }
        Ok(Self { settings, catalogue: catalogue::load(&args.known)?, urls, own })
    }

    /// What is wrong with a file, and with what came of asking for it.
    pub(crate) fn lint(&self, document: &Document, evidence: Option<&Evidence>) -> Vec<Finding> {
        let known = LintContext {
            catalogue: &self.catalogue,
            evidence,
            urls: &self.urls,
            agents: &self.own.agents,
        };
        lint(document, &known, &self.settings)
    }

    /// From which severity on findings fail the command.
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
        let why = |_| {
            Failure::input(format!("maycrawl.toml: site is {site:?}; it may be public, private"))
        };
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

/// What is wrong with the name of a rule, and what to do.
fn sentence(error: &Error) -> String {
    match error.suggestion() {
        Some(_) => error.to_string(),
        None => format!("{error}; `maycrawl explain rules` lists all"),
    }
}

fn severity(name: &str) -> Result<Severity, String> {
    let severity = name.to_ascii_lowercase().parse();
    severity.map_err(|_| format!("is {name:?}; it may be note, warning, error"))
}

fn collect(
    mut source: Urls,
    dialect: &Dialect,
    urls: &mut Vec<UrlPath<'static>>,
) -> Result<(), Failure> {
    while let Some((url, _)) = source.next_url()? {
        if urls.len() == MOST_URLS {
            let name = shown_name(std::path::Path::new(source.name()));
            crate::output::say(&format!(
                "{name}: path rules are weighed against the first {MOST_URLS} URLs only"
            ));
            break;
        }
        urls.push(UrlPath::parse(&url, dialect).into_owned());
    }
    Ok(())
}

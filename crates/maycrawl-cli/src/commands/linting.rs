//! What `lint` and `fix` have in common: the rules that run, and what they know.

use maycrawl::{Dialect, Document, UrlPath, access::Evidence};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{Finding, Known, Settings, Severity, UnknownRule, lint};

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
        let known = Known {
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
    let in_file = |error: UnknownRule| Failure::input(format!("maycrawl.toml: {error}"));
    let in_args = |error: UnknownRule| Failure::input(error.to_string());
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
    if let Some(unknown) = own.dialects.iter().find(|name| name.parse::<Dialect>().is_err()) {
        return Err(Failure::input(format!(
            "maycrawl.toml: there is no dialect {unknown:?}; maycrawl explain dialects lists all"
        )));
    }
    let dialects = if args.dialects.is_empty() { &own.dialects } else { &args.dialects };
    settings.set_dialects(dialects.clone());
    Ok(settings)
}

fn severity(name: &str) -> Result<Severity, String> {
    Severity::named(&name.to_ascii_lowercase())
        .ok_or_else(|| format!("is {name:?}; it may be note, warning, error"))
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

//! What `lint` and `fix` have in common: the rules that run, and what they know.

use maycrawl::{Dialect, Document, Path};
use maycrawl_crawlers::Catalogue;
use maycrawl_lint::{Finding, Known, Settings, Severity, UnknownRule, lint};

use crate::args::{FailOn, RuleArgs};
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
    urls: Vec<Path<'static>>,
    pub(crate) own: LintSettings,
}

impl Linter {
    /// By the arguments and the settings' file; where both say something, the
    /// arguments count.
    pub(crate) fn new(args: &RuleArgs) -> Result<Self, Failure> {
        let own = settings::load(&args.known.settings)?.lint;
        let settings = rules(args, &own).map_err(|error| Failure::input(error.to_string()))??;
        let dialect = Dialect::GOOGLE;
        let mut urls = Vec::new();
        for path in own.urls.iter().chain(&args.urls) {
            collect(Urls::open(path, None, &dialect)?, &dialect, &mut urls)?;
        }
        for path in own.sitemaps.iter().chain(&args.sitemap) {
            collect(Urls::sitemap(path)?, &dialect, &mut urls)?;
        }
        Ok(Self { settings, catalogue: catalogue::load(&args.known)?, urls, own })
    }

    /// What is wrong with a file.
    pub(crate) fn lint(&self, document: &Document) -> Vec<Finding> {
        let known = Known {
            catalogue: &self.catalogue,
            evidence: None,
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

fn rules(args: &RuleArgs, own: &LintSettings) -> Result<Result<Settings, Failure>, UnknownRule> {
    let mut settings = Settings::default();
    settings.select(if args.select.is_empty() { &own.select } else { &args.select })?;
    for rule in own.ignore.iter().chain(&args.ignore) {
        settings.ignore(rule)?;
    }
    let asked = args.severity.iter().map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let own_severity = own.severity.iter().map(|(rule, name)| (rule.as_str(), name.as_str()));
    for (rule, name) in own_severity.chain(asked) {
        let Some(severity) = Severity::named(name) else {
            return Ok(Err(Failure::input(format!(
                "the severity of {rule} is {name:?}; it may be note, warning, error"
            ))));
        };
        settings.set_severity(rule, severity)?;
    }
    let dialects = if args.dialects.is_empty() { &own.dialects } else { &args.dialects };
    let is_known = |name: &&String| name.parse::<Dialect>().is_ok();
    if let Some(unknown) = dialects.iter().find(|name| !is_known(name)) {
        return Ok(Err(Failure::input(format!(
            "there is no dialect {unknown:?}; maycrawl explain dialects lists all"
        ))));
    }
    settings.set_dialects(dialects.clone());
    Ok(Ok(settings))
}

fn collect(
    mut source: Urls,
    dialect: &Dialect,
    urls: &mut Vec<Path<'static>>,
) -> Result<(), Failure> {
    while let Some((url, _)) = source.next_url()? {
        if urls.len() == MOST_URLS {
            let name = shown_name(std::path::Path::new(source.name()));
            crate::output::say(&format!(
                "{name}: path rules are weighed against the first {MOST_URLS} URLs only"
            ));
            break;
        }
        urls.push(Path::parse(&url, dialect).into_owned());
    }
    Ok(())
}

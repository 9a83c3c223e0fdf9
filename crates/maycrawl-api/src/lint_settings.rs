//! Which rules of the linter run, and what they report.

use std::collections::BTreeMap;

use maycrawl::dialect::Preset;
use maycrawl::{Dialect, UrlPath};
use maycrawl_lint::{Error, Settings, Severity, Site};
use maycrawl_report::shortened;
use serde::{Deserialize, Serialize};

use crate::asked::unknown_of;
use crate::limits::{at_most, not_longer};
use crate::problem::{Problem, kinds};
use crate::question::members;
use crate::work::Work;

/// Which rules of the linter run, and what they report. The operation `explain` lists the rules
/// for `rules`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct LintSettings {
    /// Run these rules only: names (`path-space`), codes (`P004`), groups (`path`), `pedantic` or
    /// `all`.
    #[serde(default)]
    pub select: Vec<String>,
    /// Do not run these rules.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Report the findings of these rules at this severity: `note`, `warning` or `error`.
    #[serde(default, deserialize_with = "members")]
    pub severity: BTreeMap<String, String>,
    /// Report only findings that concern one of these presets.
    #[serde(default)]
    pub dialects: Vec<String>,
    /// Product tokens of your own crawlers, which no rule reports as unknown.
    #[serde(default)]
    pub agents: Vec<String>,
    /// `public`, or `private` for a site that visitors should not find.
    #[serde(default)]
    pub site: Option<String>,
}

/// What the linter is given beside a file.
pub(crate) struct KnownToLinter<'a> {
    pub(crate) settings: Settings,
    pub(crate) urls: Vec<UrlPath<'a>>,
    pub(crate) agents: &'a [String],
}

impl<'a> KnownToLinter<'a> {
    pub(crate) fn new(
        settings: &'a LintSettings,
        urls: &'a [String],
        work: &Work<'_>,
    ) -> Result<Self, Problem> {
        let limits = work.limits();
        at_most(limits.urls, urls.len(), "URLs", "/urls")?;
        for (index, url) in urls.iter().enumerate() {
            not_longer(limits.url_bytes, url, || format!("/urls/{index}"))?;
        }
        let agents = &settings.agents;
        at_most(limits.agents, agents.len(), "agents", "/settings/agents")?;
        for (index, agent) in agents.iter().enumerate() {
            not_longer(limits.name_bytes, agent, || format!("/settings/agents/{index}"))?;
        }
        // Rules know paths in the form of the default dialect.
        let urls = urls.iter().map(|url| UrlPath::parse(url, &Preset::DEFAULT.dialect)).collect();
        Ok(Self { settings: settings.rules(work)?, urls, agents })
    }
}

impl LintSettings {
    fn rules(&self, work: &Work<'_>) -> Result<Settings, Problem> {
        let most = work.limits().agents;
        for (member, count) in [
            ("select", self.select.len()),
            ("ignore", self.ignore.len()),
            ("severity", self.severity.len()),
            ("dialects", self.dialects.len()),
        ] {
            let what = format!("texts in `{member}`");
            at_most(most, count, &what, format!("/settings/{member}"))?;
        }
        let mut settings = Settings::default();
        for (index, rule) in self.select.iter().enumerate() {
            // Each alone first, so that the place of a wrong one is known.
            let known = Settings::default().ignore(&short(rule));
            known.map_err(|error| unknown_rule(&error, format!("/settings/select/{index}")))?;
        }
        settings
            .select(&self.select)
            .map_err(|error| unknown_rule(&error, "/settings/select".into()))?;
        for (index, rule) in self.ignore.iter().enumerate() {
            let ignored = settings.ignore(&short(rule));
            ignored.map_err(|error| unknown_rule(&error, format!("/settings/ignore/{index}")))?;
        }
        for (rule, name) in &self.severity {
            let pointer = || format!("/settings/severity/{}", shortened(rule.as_bytes()));
            let severity: Severity = name.parse().map_err(|_| {
                let detail =
                    format!("{:?}; write note, warning or error", shortened(name.as_bytes()));
                Problem::new(&kinds::INVALID_VALUE, detail).at(pointer())
            })?;
            let set = settings.set_severity(&short(rule), severity);
            set.map_err(|error| unknown_rule(&error, pointer()))?;
        }
        if let Some(site) = &self.site {
            let site: Site = site.parse().map_err(|_| {
                let detail = format!("{:?}; write public or private", shortened(site.as_bytes()));
                Problem::new(&kinds::INVALID_VALUE, detail).at("/settings/site")
            })?;
            settings.set_site(site);
        }
        let dialect = |(index, name): (usize, &String)| -> Result<Dialect, Problem> {
            let preset = Preset::find(name).ok_or_else(|| {
                let names: Vec<_> = Preset::ALL.iter().map(|preset| preset.name).collect();
                let detail = unknown_of("preset", name, &names);
                let problem = Problem::new(&kinds::UNKNOWN_DIALECT, detail);
                problem.at(format!("/settings/dialects/{index}"))
            })?;
            Ok(preset.dialect)
        };
        let dialects: Vec<_> =
            self.dialects.iter().enumerate().map(dialect).collect::<Result<_, _>>()?;
        settings.set_dialects(&dialects);
        Ok(settings)
    }
}

/// A name as it is looked up: long ones take long to compare, and none is known.
fn short(name: &str) -> String {
    shortened(name.as_bytes())
}

fn unknown_rule(error: &Error, pointer: String) -> Problem {
    Problem::new(&kinds::UNKNOWN_RULE, error.to_string()).at(pointer)
}

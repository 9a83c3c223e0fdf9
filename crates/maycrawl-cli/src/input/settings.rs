//! `maycrawl.toml`: what a site or a team sets once.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::SettingsArgs;
use crate::args::lint::FailOn;
use crate::failure::Failure;
use crate::input;

/// What a `maycrawl.toml` may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// Crawlers of one's own; a path, relative to the settings' file.
    pub(crate) catalogue: Option<PathBuf>,
    /// Which lint rules run, and how.
    #[serde(default)]
    pub(crate) lint: LintSettings,
}

/// The table `[lint]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "the table [lint]")]
pub(crate) struct LintSettings {
    /// Rules that run; all, if none is named.
    pub(crate) select: Vec<String>,
    /// Rules that do not run.
    pub(crate) ignore: Vec<String>,
    /// How severe the findings of rules are.
    pub(crate) severity: BTreeMap<String, String>,
    /// The dialects that matter; all, if none is named.
    pub(crate) dialects: Vec<String>,
    /// Crawlers of one's own, by their tokens.
    pub(crate) agents: Vec<String>,
    /// Files of URLs, against which path rules are weighed.
    pub(crate) urls: Vec<PathBuf>,
    /// The same as sitemaps.
    pub(crate) sitemaps: Vec<PathBuf>,
    /// Findings that are known.
    pub(crate) baseline: Option<PathBuf>,
    /// From which severity on findings fail the command.
    pub(crate) fail_on: Option<FailOn>,
}

/// The settings that the arguments name, or those of the nearest folder, if any.
pub(crate) fn load(args: &SettingsArgs) -> Result<Settings, Failure> {
    let nearest = || -> Option<PathBuf> {
        let here = env::current_dir().ok()?;
        here.ancestors().map(|folder| folder.join("maycrawl.toml")).find(|path| path.is_file())
    };
    match args.config.clone().or_else(|| if args.no_config { None } else { nearest() }) {
        Some(path) => read(&path),
        None => Ok(Settings::default()),
    }
}

fn read(path: &Path) -> Result<Settings, Failure> {
    let mut settings: Settings = input::read_toml(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let lint = &mut settings.lint;
    let named = settings.catalogue.iter_mut().chain(&mut lint.baseline);
    for named in named.chain(&mut lint.urls).chain(&mut lint.sitemaps) {
        *named = folder.join(&named);
    }
    Ok(settings)
}

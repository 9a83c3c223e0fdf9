//! `maycrawl.toml`: what a site or a team sets once.

use std::env;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::SettingsArgs;
use crate::failure::Failure;
use crate::input;

/// What a `maycrawl.toml` may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// Crawlers of one's own; a path, relative to the settings' file.
    pub(crate) catalogue: Option<PathBuf>,
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
    let text = input::read_text(path)?;
    let mut settings: Settings = toml::from_str(&text).map_err(|error| {
        let (line, column) = place(&text, error.span().map_or(0, |span| span.start));
        let what = error.message().replace('\n', "; ");
        Failure::input(format!("{}:{line}:{column}: {what}", input::shown_name(path)))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    settings.catalogue = settings.catalogue.map(|catalogue| folder.join(catalogue));
    Ok(settings)
}

/// Line and column, both from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

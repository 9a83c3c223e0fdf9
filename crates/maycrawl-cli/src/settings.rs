//! `maycrawl.toml`: what a site or a team sets once.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use maycrawl_fetch::IpNet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;
use crate::values;

/// Where settings come from.
#[derive(Debug, Args)]
pub(crate) struct SettingsArgs {
    /// The settings file [default: maycrawl.toml in this folder or the nearest parent
    /// folder that has one]
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings
    #[arg(long, conflicts_with = "config")]
    pub(crate) no_config: bool,
}

/// The contents of a `maycrawl.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Settings {
    /// A file of the user's own crawlers; relative to the settings' file.
    pub(crate) catalogue: Option<PathBuf>,
    /// Which lint rules run, and how.
    #[serde(default)]
    pub(crate) lint: LintSettings,
    /// How the network is used.
    #[serde(default)]
    pub(crate) network: NetworkSettings,
}

/// The table `[network]`: options of the same names.
///
/// Options that let a command connect to more places are not among them, since a stranger
/// may have written the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "the table [network]")]
pub(crate) struct NetworkSettings {
    pub(crate) user_agent: Option<String>,
    #[serde(deserialize_with = "seconds")]
    pub(crate) timeout: Option<Duration>,
    #[serde(deserialize_with = "seconds")]
    pub(crate) deadline: Option<Duration>,
    #[serde(deserialize_with = "redirects")]
    pub(crate) redirects: Option<u8>,
    #[serde(deserialize_with = "count")]
    pub(crate) connections: Option<usize>,
    #[serde(deserialize_with = "count")]
    pub(crate) connections_per_address: Option<usize>,
    #[serde(deserialize_with = "pause")]
    pub(crate) address_pause: Option<Duration>,
    #[serde(deserialize_with = "mebibytes")]
    pub(crate) memory: Option<u64>,
    #[serde(deserialize_with = "nets")]
    pub(crate) deny_net: Vec<IpNet>,
}

/// A number, read as by the option of the same name.
fn number<'de, D: Deserializer<'de>, T>(
    value: D,
    parse: fn(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let number = f64::deserialize(value)?;
    parse(&number.to_string()).map(Some).map_err(D::Error::custom)
}

fn seconds<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Duration>, D::Error> {
    number(value, values::seconds)
}

fn pause<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Duration>, D::Error> {
    number(value, values::pause)
}

fn redirects<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    number(value, values::redirects)
}

fn count<'de, D: Deserializer<'de>>(value: D) -> Result<Option<usize>, D::Error> {
    number(value, values::count)
}

fn mebibytes<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u64>, D::Error> {
    number(value, values::mebibytes)
}

fn nets<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<IpNet>, D::Error> {
    let nets = Vec::<String>::deserialize(value)?;
    nets.iter().map(|net| values::net(net).map_err(D::Error::custom)).collect()
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
    /// The dialects that findings must concern; all, if none is named.
    pub(crate) dialects: Vec<String>,
    /// The tokens of the user's own crawlers.
    pub(crate) agents: Vec<String>,
    /// Files of URLs of the site.
    pub(crate) urls: Vec<PathBuf>,
    /// Sitemaps of the site.
    pub(crate) sitemaps: Vec<PathBuf>,
    /// A baseline of known findings.
    pub(crate) baseline: Option<PathBuf>,
    /// The mildest severity that fails the command.
    pub(crate) fail_on: Option<FailOn>,
    /// For whom the site is: `public` or `private`.
    pub(crate) site: Option<String>,
}

/// From which severity on findings fail the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailOn {
    /// Findings that are errors
    Error,
    /// Errors or warnings
    Warning,
    /// Any finding
    Note,
    /// No finding
    Never,
}

impl Settings {
    /// The settings that the arguments name, or those of the nearest folder, if any.
    pub(crate) fn load(streams: &Streams, args: &SettingsArgs) -> Result<Self, Failure> {
        let nearest = || -> Option<PathBuf> {
            let here = env::current_dir().ok()?;
            here.ancestors().map(|folder| folder.join("maycrawl.toml")).find(|path| path.is_file())
        };
        match args.config.clone().or_else(|| if args.no_config { None } else { nearest() }) {
            Some(path) => Self::read(streams, &path),
            None => Ok(Self::default()),
        }
    }

    fn read(streams: &Streams, path: &Path) -> Result<Self, Failure> {
        let mut settings: Self = input::read_toml(streams, path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let lint = &mut settings.lint;
        let named = settings.catalogue.iter_mut().chain(&mut lint.baseline);
        for named in named.chain(&mut lint.urls).chain(&mut lint.sitemaps) {
            *named = folder.join(&named);
        }
        Ok(settings)
    }
}

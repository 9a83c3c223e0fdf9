//! The catalogue, with the user's own crawlers.

use std::path::{Path, PathBuf};

use clap::Args;
use maycrawl_crawlers::{Catalogue, Crawler};

use crate::context::Context;
use crate::failure::Failure;
use crate::input;
use crate::settings::SettingsArgs;
use crate::streams::Streams;

/// The crawlers that are known.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
pub(crate) struct CatalogueArgs {
    /// Crawlers of your own, which replace those of the same token; a TSV file
    /// with the columns of `maycrawl crawlers --format csv`
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) catalogue: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
}

/// The built-in catalogue with the user's crawlers.
///
/// Rows of the settings replace those of the same token; rows of the command line replace
/// both.
pub(crate) fn load(context: &Context, known: &CatalogueArgs) -> Result<Catalogue, Failure> {
    let mut catalogue = Catalogue::built_in().clone();
    for path in context.settings.catalogue.iter().chain(&known.catalogue) {
        catalogue.extend(&read(&context.streams, path)?);
    }
    Ok(catalogue)
}

fn read(streams: &Streams, path: &Path) -> Result<Catalogue, Failure> {
    Catalogue::parse(&input::read_text(streams, path)?).map_err(|error| {
        let place = format!("{}:{}", input::shown_name(path), error.line());
        Failure::input(format!("{place}: {}", error.message()))
    })
}

/// The crawlers of an operator, in any case; an error if there is none.
pub(crate) fn of_operator<'c>(
    catalogue: &'c Catalogue,
    operator: &str,
) -> Result<Vec<&'c Crawler>, Failure> {
    let found: Vec<_> = catalogue.run_by(operator).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let hint = match catalogue.nearest_operator(operator) {
        Some(nearest) => format!("did you mean {nearest}?"),
        None => "maycrawl crawlers lists all".into(),
    };
    Err(Failure::input(format!("no crawler is run by {operator:?}; {hint}")))
}

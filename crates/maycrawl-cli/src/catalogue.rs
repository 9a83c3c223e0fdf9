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
    /// Your own crawlers, as a CSV or TSV file with the columns that `maycrawl crawlers
    /// --format csv` prints; they replace crawlers with the same token
    #[arg(long, value_name = "FILE")]
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
    let name = input::shown_name(path);
    let text = input::read_text(streams, path)?;
    // Spreadsheets write a byte order mark.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_owned();
    let header = text.lines().next().unwrap_or_default();
    let is_csv = header.contains(',') && !header.contains('\t');
    let text = if is_csv { tab_separated(&text, &name)? } else { text };
    Catalogue::parse(&text)
        .map_err(|error| Failure::input(format!("{name}:{}: {}", error.line(), error.message())))
}

/// CSV as TSV, each record in its line.
fn tab_separated(text: &str, name: &str) -> Result<String, Failure> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let mut lines = String::new();
    for record in reader.records() {
        let record = record.map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let cells: Vec<_> =
            record.iter().map(|cell| cell.replace(['\t', '\n', '\r'], " ")).collect();
        lines.push_str(&cells.join("\t"));
        lines.push('\n');
    }
    Ok(lines)
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

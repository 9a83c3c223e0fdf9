//! `/v1/fetch`: the result of fetching a site's robots.txt.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use maycrawl_api::{DialectName, Version};
use maycrawl_report::fetched::Story;
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_url::Origin;
use serde::Deserialize;

use crate::kinds;
use crate::may_fetch::{invalid_url, record};
use crate::query;
use crate::reply::{self, Refused};
use crate::service::Service;

/// What is the result of fetching a site's robots.txt?
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FetchQuestion {
    /// The version of this form: 1.
    #[serde(default)]
    pub version: Version,
    /// A URL of the site, with its scheme: `https://example.com`.
    pub url: String,
    /// The dialect in which the outcome is shown; `own` is `google`.
    #[serde(default)]
    pub dialect: DialectName,
}

pub(crate) async fn get(State(service): State<Service>, uri: Uri) -> Result<Response, Refused> {
    let parts = service.parts();
    let FetchQuestion { url, dialect, .. } = query::read(uri.query().unwrap_or_default())?;
    let dialect = parts.settings.dialect(dialect.reading()?.of_nobody());
    let origin: Origin = url.parse().map_err(|error| invalid_url(&error))?;
    let began = parts.clock.now();
    let record = record(parts, &origin).await?;
    let record = record.map_err(|why| Refused::new(&kinds::CANNOT_ASK, why))?;
    let story = Story::new(&origin, record.entry(), parts.clock.now()).begun_at(began);
    let name = dialect.to_string();
    // No operation takes a longer file.
    let max_text = parts.settings.limits.robots_bytes;
    let fetched = WireFetched::with_max_text(&story, &[(&name, &dialect)], &[], max_text);
    reply::document(parts, &FetchDocument::new(vec![fetched]))
}

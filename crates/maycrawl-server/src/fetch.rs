//! `/v1/fetch`: the result of fetching a site's robots.txt.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use maycrawl::access::Timestamp;
use maycrawl_api::{DialectName, Version};
use maycrawl_report::fetched::Story;
use maycrawl_report::json::{FetchDocument, WireFetched};
use maycrawl_url::Origin;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::kinds;
use crate::may_fetch::{invalid_url, record_since};
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
    /// Which answer of the site: `held`, the one that still holds, or `new`, for a person who has changed the file. A new one
    /// is at most 10 seconds old. A link cannot ask for it.
    #[serde(default)]
    pub answer: WhichAnswer,
}

/// Which answer of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WhichAnswer {
    /// The one that still holds.
    #[default]
    Held,
    /// A new one.
    New,
}

// By hand, since serde would also read `{"new": null}`.
impl<'de> Deserialize<'de> for WhichAnswer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)?.as_str() {
            "held" => Ok(Self::Held),
            "new" => Ok(Self::New),
            other => Err(D::Error::unknown_variant(other, &["held", "new"])),
        }
    }
}

/// How old a new answer may be, so that no site is asked more often.
const NEW: Duration = Duration::from_secs(10);

pub(crate) async fn get(
    State(service): State<Service>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let parts = service.parts();
    let FetchQuestion { url, dialect, answer, .. } = query::read(uri.query().unwrap_or_default())?;
    // Whoever follows a link does not know what it asks for.
    let is_link = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
    if answer == WhichAnswer::New && is_link {
        return Err(Refused::new(&kinds::CROSS_SITE, "a link cannot ask a site for a new answer"));
    }
    let dialect = parts.settings.dialect(dialect.reading()?.of_nobody());
    let origin: Origin = url.parse().map_err(|error| invalid_url(&error))?;
    let began = parts.clock.now();
    let since = match answer {
        WhichAnswer::Held => Timestamp(i64::MIN),
        WhichAnswer::New => before(began, NEW),
    };
    let record = record_since(parts, &origin, since).await?;
    let record = record.map_err(|why| Refused::new(&kinds::CANNOT_ASK, why))?;
    let story = Story::new(&origin, record.entry(), parts.clock.now()).begun_at(began);
    let name = dialect.to_string();
    // No operation takes a longer file.
    let max_text = parts.settings.limits.robots_bytes;
    let fetched = WireFetched::with_max_text(&story, &[(&name, &dialect)], &[], max_text);
    reply::document(parts, &FetchDocument::new(vec![fetched]))
}

fn before(now: Timestamp, duration: Duration) -> Timestamp {
    let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    Timestamp(now.0.saturating_sub(millis))
}

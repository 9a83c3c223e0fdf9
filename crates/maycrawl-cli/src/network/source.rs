//! A robots.txt from a file or from a site.

use std::path::Path;

use maycrawl::access::{Evidence, InForce};
use maycrawl_report::fetched::Story;
use maycrawl_url::Origin;

use super::Network;
use crate::failure::Failure;
use crate::input;

/// A robots.txt that a command reads.
pub(crate) struct Source {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The site that returned it, if it was fetched.
    pub(crate) origin: Option<Origin>,
    /// The outcome of the fetch, if it was fetched.
    pub(crate) evidence: Option<Evidence>,
}

/// Whether a path is the URL of a site.
pub(crate) fn is_url(path: &Path) -> bool {
    let starts = |scheme: &str| {
        path.to_str()
            .and_then(|text| text.get(..scheme.len()))
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    starts("http://") || starts("https://")
}

/// Reads a file; if the path is a URL, the robots.txt that is in force there.
///
/// If the site has no file and all is allowed, the file is empty. If it cannot be fetched,
/// the failure is [`Failure::Undecided`].
pub(crate) fn read(path: &Path, network: &Network) -> Result<Source, Failure> {
    if !is_url(path) {
        let bytes = input::read(&network.streams, path)?;
        return Ok(Source { name: input::shown_name(path), bytes, origin: None, evidence: None });
    }
    let url = path.to_string_lossy();
    let origin: Origin = url.parse().map_err(|error| {
        Failure::input(format!("{url}: {error}; give a URL such as https://example.com"))
    })?;
    let (known, now) = network.ask(&origin)?;
    let entry = known.entry();
    let story = Story::new(&origin, entry, now);
    let access = story.access(&network.dialect);
    let name = origin.robots_url();
    let bytes = match access.in_force {
        InForce::Rules(_) => entry.file().map(|copy| copy.body.bytes.to_vec()).unwrap_or_default(),
        InForce::DenyAll => {
            return Err(Failure::Undecided(format!("{name}: {}", story.outcome(&access))));
        }
        InForce::AllowAll | InForce::Ungoverned => {
            network.streams.say(&format!("{name}: {}", story.outcome(&access)));
            Vec::new()
        }
    };
    let evidence = entry.history().last().copied();
    Ok(Source { name, bytes, origin: Some(origin), evidence })
}

//! A robots.txt from a file or from a site.

use std::path::Path;

use maycrawl::access::{Evidence, InForce};
use maycrawl_report::fetched::Story;
use maycrawl_url::{Origin, Target};

use super::Network;
use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;

/// A robots.txt that a command reads.
pub(crate) struct Source {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether there is a file; if not, `bytes` are empty.
    pub(crate) is_there: bool,
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
    starts("http://") || starts("https://") || starts("ftp://")
}

/// Reads a file; if the path is a URL, the robots.txt that applies there.
///
/// If the site has no file and all is allowed, the file is empty. If it cannot be fetched,
/// the failure is [`Failure::Undecided`].
pub(crate) fn read(path: &Path, network: &Network) -> Result<Source, Failure> {
    let (source, undecided) = read_with_evidence(path, network)?;
    undecided.map_or(Ok(source), |outcome| Err(Failure::Undecided(outcome)))
}

/// The same; if the file cannot be fetched, it is empty and the outcome comes beside it.
pub(crate) fn read_with_evidence(
    path: &Path,
    network: &Network,
) -> Result<(Source, Option<String>), Failure> {
    if !is_url(path) {
        let bytes = input::read(&network.streams, path)?;
        let name = input::shown_name(path);
        return Ok((Source { name, bytes, is_there: true, origin: None, evidence: None }, None));
    }
    let url = path.to_string_lossy();
    let origin: Origin = url.parse().map_err(|error| {
        Failure::input(format!("{url}: {error}; give a URL such as https://example.com"))
    })?;
    note_other_path(&network.streams, &url, &origin);
    let (known, now) = network.ask(&origin)?;
    let entry = known.entry();
    let story = Story::new(&origin, entry, now);
    let name = origin.robots_url();
    let mut bytes = Vec::new();
    let mut notes: Vec<String> = Vec::new();
    let mut undecided = None;
    for dialect in &network.dialects {
        let access = story.access(dialect);
        let outcome = format!("{name}: {}", story.outcome(&access, dialect));
        match access.in_force {
            // Where dialects differ, the stricter one counts for all.
            InForce::DenyAll => undecided = undecided.or(Some(outcome)),
            InForce::Rules(_) => {
                bytes = entry.file().map_or_else(Vec::new, |copy| copy.body.bytes.to_vec());
            }
            InForce::AllowAll | InForce::Ungoverned if notes.contains(&outcome) => {}
            InForce::AllowAll | InForce::Ungoverned => notes.push(outcome),
        }
    }
    if undecided.is_none() {
        for note in &notes {
            network.streams.note(note);
        }
    }
    let evidence = entry.history().last().copied();
    let is_there = entry.file().is_some();
    Ok((Source { name, bytes, is_there, origin: Some(origin), evidence }, undecided))
}

/// Notes that a URL of a text file is not where crawlers look for a robots.txt.
pub(crate) fn note_other_path(streams: &Streams, url: &str, origin: &Origin) {
    let path = Target::parse(url).map(|target| target.path().to_owned()).unwrap_or_default();
    let is_text = Path::new(&path).extension().is_some_and(|end| end.eq_ignore_ascii_case("txt"));
    if is_text && path != "/robots.txt" {
        streams.note(&format!(
            "reading {}, where crawlers look for it, and not {url}",
            origin.robots_url()
        ));
    }
}

//! Baselines of `maycrawl lint`: known findings, which are not reported again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use maycrawl_report::findings::Linted;

use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;
use crate::write::{Destination, Existing, Force};

/// How many findings of each kind are known, for each file by its path from the baseline.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with version and files")]
struct Baseline {
    version: u32,
    files: BTreeMap<String, BTreeMap<String, u32>>,
}

/// Writes the findings of these files.
pub(crate) fn write(
    streams: &Streams,
    destination: &Destination,
    force: Force,
    linted: &[(PathBuf, Linted)],
) -> Result<ExitStatus, Failure> {
    let path = destination.path();
    let mut baseline = Baseline { version: 1, ..Baseline::default() };
    for (file, one) in linted.iter().filter(|(_, one)| !one.findings().is_empty()) {
        let known = baseline.files.entry(key(file, path)).or_default();
        for fingerprint in one.fingerprints() {
            *known.entry(fingerprint).or_default() += 1;
        }
    }
    let mut text = serde_json::to_string_pretty(&baseline).unwrap_or_default();
    text.push('\n');
    let existing = Existing::IsReplaced {
        kind: "a baseline",
        is_kind: |bytes| serde_json::from_slice::<Baseline>(bytes).is_ok(),
    };
    destination.write(streams, text.as_bytes(), existing, force)?;
    let count = linted.iter().map(|(_, one)| one.findings().len()).sum::<usize>();
    let findings = if count == 1 { "finding" } else { "findings" };
    streams.note(&format!("{} now contains {count} {findings}", path.display()));
    Ok(ExitStatus::Yes)
}

/// The files with their new findings: of equal ones, those beyond the baseline's count.
pub(crate) fn without_known(
    streams: &Streams,
    path: &Path,
    linted: Vec<(PathBuf, Linted)>,
) -> Result<Vec<Linted>, Failure> {
    let mut baseline = read(streams, path)?;
    let mut hidden = 0;
    let new = linted.into_iter().map(|(file, one)| {
        let mut known = baseline.files.remove(&key(&file, path)).unwrap_or_default();
        let mut is_new = |fingerprint: &str| match known.get_mut(fingerprint) {
            Some(left) if *left > 0 => {
                *left -= 1;
                hidden += 1;
                false
            }
            _ => true,
        };
        let findings = one.findings().iter().zip(one.fingerprints());
        let findings = findings.filter(|(_, fingerprint)| is_new(fingerprint));
        let findings = findings.map(|(finding, _)| finding.clone()).collect();
        Linted::new(one.name(), one.document().clone(), findings)
    });
    let new = new.collect();
    if hidden > 0 {
        streams.note(&format!("{} hides {hidden} known findings", path.display()));
    }
    Ok(new)
}

fn read(streams: &Streams, path: &Path) -> Result<Baseline, Failure> {
    let name = path.display();
    if !path.exists() {
        return Err(Failure::input(format!(
            "there is no baseline {name}; maycrawl lint --write-baseline {name} creates it"
        )));
    }
    serde_json::from_str(&input::read_text(streams, path)?).map_err(|error| {
        Failure::input(format!(
            "{name} is not a baseline that --write-baseline wrote (line {}, column {})",
            error.line(),
            error.column()
        ))
    })
}

/// A file's path from the folder of the baseline, however it was named.
fn key(file: &Path, baseline: &Path) -> String {
    let folder = baseline.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let real = file.canonicalize();
    match (real, folder) {
        (Ok(real), Ok(folder)) => {
            let from_there = real.strip_prefix(&folder).unwrap_or(&real);
            from_there.to_string_lossy().replace('\\', "/")
        }
        _ => input::shown_name(file),
    }
}

//! An entry as a row: a record in JSON, and the file as bytes.
//!
//! The value of a header may hold any bytes. JSON holds each as the character of the same
//! number, which keeps all of them and shows most of them legibly.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use maycrawl::access::{BadRedirect, Evidence, FetchOutcome, Freshness, Timestamp};
use serde::{Deserialize, Serialize};
use url::Url;

use super::error::other;
use crate::attempt::{Body, CachedFile, Hop};
use crate::code::UnknownCode;
use crate::entry::{Entry, LastFile};
use crate::headers::Headers;
use crate::store::StoreError;

#[derive(Serialize, Deserialize)]
struct Record {
    #[serde(rename = "copy", skip_serializing_if = "Option::is_none")]
    file: Option<FileRecord>,
    history: Vec<EvidenceRecord>,
    hops: Vec<HopRecord>,
}

/// The last file without its bytes.
#[derive(Serialize, Deserialize)]
struct FileRecord {
    url: Url,
    headers: Vec<(String, String)>,
    is_cut: bool,
    /// Whether its bytes are compressed (RFC 1951).
    #[serde(default, skip_serializing_if = "is_default")]
    is_deflated: bool,
    /// Whether the site served or confirmed it when it last answered.
    #[serde(default, skip_serializing_if = "is_default")]
    is_confirmed: bool,
}

#[derive(Serialize, Deserialize)]
struct EvidenceRecord {
    at: i64,
    answer: FetchedRecord,
    #[serde(default, skip_serializing_if = "is_default")]
    no_store: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_age: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_in: Option<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    age: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FetchedRecord {
    Http { status: u16, redirects: u8 },
    NotModified,
    Ftp { reply: u16 },
    NoLocation,
    Loop,
    OtherScheme,
    Disallowed,
    Unreachable,
    Ungoverned,
}

#[derive(Serialize, Deserialize)]
struct HopRecord {
    url: Url,
    asked: i64,
    answered: i64,
    /// The status, or the code of a problem.
    outcome: Result<u16, String>,
    headers: Vec<(String, String)>,
}

/// An entry as a row.
pub(super) fn write(entry: &Entry) -> Result<(String, Option<Vec<u8>>), StoreError> {
    let deflated = entry.file().and_then(|file| deflated(&file.body.bytes));
    let record = Record {
        file: entry.file().map(|file| FileRecord {
            url: file.url.clone(),
            headers: texts(&file.headers),
            is_cut: file.body.is_cut,
            is_deflated: deflated.is_some(),
            is_confirmed: matches!(entry.last_file(), LastFile::Confirmed(_)),
        }),
        history: entry.history().iter().map(EvidenceRecord::of).collect(),
        hops: entry.hops().iter().map(HopRecord::of).collect(),
    };
    let body = deflated.or_else(|| entry.file().map(|file| file.body.bytes.to_vec()));
    Ok((serde_json::to_string(&record).map_err(|error| failed(&error))?, body))
}

/// A row as an entry.
pub(super) fn read(record: &str, body: Option<Vec<u8>>) -> Result<Entry, StoreError> {
    let record: Record = serde_json::from_str(record).map_err(|error| failed(&error))?;
    let inflate = |(record, body): (FileRecord, Vec<u8>)| {
        let bytes = if record.is_deflated { inflated(&body)? } else { body };
        Ok::<_, StoreError>((record, bytes))
    };
    let file = record.file.zip(body).map(inflate).transpose()?;
    let file = file.map_or(LastFile::None, |(record, bytes)| {
        let file = CachedFile {
            body: Body { bytes: bytes.into(), is_cut: record.is_cut },
            url: record.url,
            headers: headers(&record.headers),
        };
        if record.is_confirmed { LastFile::Confirmed(file) } else { LastFile::Superseded(file) }
    });
    let history = record.history.into_iter().map(EvidenceRecord::evidence).collect();
    let hops = record.hops.into_iter().map(HopRecord::hop).collect::<Result<_, _>>();
    Ok(Entry::of(file, history, hops.map_err(|error| failed(&error))?))
}

/// Files below this size are not compressed.
const SMALL: usize = 1024;

/// The most that a compressed file may contain.
const MAX_BODY: u64 = 64 << 20;

/// The bytes of a file, compressed, if that makes them fewer.
fn deflated(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.len() < SMALL {
        return None;
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|deflated| deflated.len() < bytes.len())
}

fn inflated(bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let mut inflated = Vec::new();
    let read = DeflateDecoder::new(bytes).take(MAX_BODY).read_to_end(&mut inflated);
    read.map(|_| inflated).map_err(|error| failed(&error))
}

fn failed(error: &dyn std::error::Error) -> StoreError {
    other(format!("a record cannot be read: {error}"))
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn texts(headers: &Headers) -> Vec<(String, String)> {
    let text = |value: &[u8]| value.iter().copied().map(char::from).collect();
    headers.iter().map(|(name, value)| (name.to_owned(), text(value))).collect()
}

fn headers(texts: &[(String, String)]) -> Headers {
    let bytes = |text: &str| -> Vec<u8> {
        text.chars().filter_map(|char| u8::try_from(char).ok()).collect()
    };
    Headers::stored(texts.iter().map(|(name, value)| (name, bytes(value))))
}

impl EvidenceRecord {
    fn of(evidence: &Evidence) -> Self {
        let Evidence { at, answer, freshness, retry_after } = *evidence;
        let Freshness { no_store, max_age, expires_in, age } = freshness;
        let answer = FetchedRecord::of(answer);
        Self { at: at.0, answer, no_store, max_age, expires_in, age, retry_after }
    }

    fn evidence(self) -> Evidence {
        let Self { at, answer, no_store, max_age, expires_in, age, retry_after } = self;
        let freshness = Freshness { no_store, max_age, expires_in, age };
        Evidence { at: Timestamp(at), answer: answer.fetched(), freshness, retry_after }
    }
}

impl FetchedRecord {
    const fn of(fetched: FetchOutcome) -> Self {
        match fetched {
            FetchOutcome::Http { status, redirects } => Self::Http { status, redirects },
            FetchOutcome::NotModified => Self::NotModified,
            FetchOutcome::Ftp { reply } => Self::Ftp { reply },
            FetchOutcome::Redirect(BadRedirect::NoLocation) => Self::NoLocation,
            FetchOutcome::Redirect(BadRedirect::Loop) => Self::Loop,
            FetchOutcome::Redirect(BadRedirect::OtherScheme) => Self::OtherScheme,
            FetchOutcome::Redirect(BadRedirect::Disallowed) => Self::Disallowed,
            FetchOutcome::Ungoverned => Self::Ungoverned,
            // This format does not know what a later core may add.
            FetchOutcome::Unreachable | _ => Self::Unreachable,
        }
    }

    const fn fetched(self) -> FetchOutcome {
        match self {
            Self::Http { status, redirects } => FetchOutcome::Http { status, redirects },
            Self::NotModified => FetchOutcome::NotModified,
            Self::Ftp { reply } => FetchOutcome::Ftp { reply },
            Self::NoLocation => FetchOutcome::Redirect(BadRedirect::NoLocation),
            Self::Loop => FetchOutcome::Redirect(BadRedirect::Loop),
            Self::OtherScheme => FetchOutcome::Redirect(BadRedirect::OtherScheme),
            Self::Disallowed => FetchOutcome::Redirect(BadRedirect::Disallowed),
            Self::Unreachable => FetchOutcome::Unreachable,
            Self::Ungoverned => FetchOutcome::Ungoverned,
        }
    }
}

impl HopRecord {
    fn of(hop: &Hop) -> Self {
        let outcome = hop.outcome.map_err(|problem| problem.code().into());
        let (asked, answered) = (hop.asked.0, hop.answered.0);
        Self { url: hop.url.clone(), asked, answered, outcome, headers: texts(&hop.headers) }
    }

    fn hop(self) -> Result<Hop, UnknownCode> {
        let outcome = match self.outcome {
            Ok(status) => Ok(status),
            Err(code) => Err(code.parse()?),
        };
        Ok(Hop {
            url: self.url,
            asked: Timestamp(self.asked),
            answered: Timestamp(self.answered),
            outcome,
            headers: headers(&self.headers),
        })
    }
}

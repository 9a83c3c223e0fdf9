//! What a site wants done with what was fetched: `Content-Signal` and
//! `Content-Usage`, in robots.txt and in HTTP headers.
//!
//! Neither changes whether a path may be crawled. `Content-Signal` is
//! Cloudflare's (contentsignals.org); `Content-Usage` is that of the IETF's AI
//! preferences working group (draft-ietf-aipref-attach), a dictionary of
//! RFC 9651.
//!
//! ```
//! use maycrawl::preferences::{ContentSignal, header_preferences};
//!
//! let (signal, flaw) = ContentSignal::parse(b"search=yes, ai-train=no");
//! assert_eq!((signal.search, signal.ai_train, flaw), (Some(true), Some(false), None));
//! let (_, usage, _) = header_preferences([("Content-Usage", "train-ai=n")]);
//! assert_eq!(usage.get("train-ai"), Some(false));
//! ```

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::invalid::InvalidValue;

/// How much may be made of a page, from least to most.
///
/// Exhaustive: a fourth use would change what is stricter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentUse {
    /// Use it now, store nothing.
    Immediate,
    /// Index it, quote a little and link to it.
    Reference,
    /// Summarise and reproduce it.
    Full,
}

impl ContentUse {
    /// The value as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Immediate => "immediate",
            Self::Reference => "reference",
            Self::Full => "full",
        }
    }
}

/// What `Content-Signal` says. A key that is absent grants nothing and denies
/// nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ContentSignal {
    /// May a search engine index it and show excerpts?
    pub search: Option<bool>,
    /// May a model read it to ground its answers?
    pub ai_input: Option<bool>,
    /// May a model be trained on it?
    pub ai_train: Option<bool>,
    /// How much may be made of it?
    pub use_: Option<ContentUse>,
    /// Keys that are none of these, with their values.
    pub others: Vec<(Vec<u8>, Vec<u8>)>,
}

impl ContentSignal {
    /// Reads `key=value` pairs between commas.
    ///
    /// A pair does not count if its key does not take its value. The flaw of the first such
    /// pair is returned beside the signal.
    pub fn parse(value: &[u8]) -> (Self, Option<InvalidValue>) {
        let mut signal = Self::default();
        let mut malformed = value.is_empty().then_some(InvalidValue::Empty);
        let pairs = value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let is_read = match memchr::memchr(b'=', pair).and_then(|at| pair.split_at_checked(at))
            {
                Some((key, value)) => {
                    let value = value.strip_prefix(b"=").unwrap_or(value);
                    signal.read(key.trim_ascii(), value.trim_ascii())
                }
                None => false,
            };
            if !is_read {
                malformed.get_or_insert(InvalidValue::Value);
            }
        }
        (signal, malformed)
    }

    /// Whether the key takes the value.
    fn read(&mut self, key: &[u8], value: &[u8]) -> bool {
        let field = match key.to_ascii_lowercase().as_slice() {
            b"search" => &mut self.search,
            b"ai-input" => &mut self.ai_input,
            b"ai-train" => &mut self.ai_train,
            b"use" => {
                let uses = [ContentUse::Immediate, ContentUse::Reference, ContentUse::Full];
                let is_it = |one: &ContentUse| value.eq_ignore_ascii_case(one.name().as_bytes());
                let found = uses.into_iter().find(is_it);
                self.use_ = stricter_use(self.use_, found);
                return found.is_some();
            }
            _ => {
                self.others.push((key.to_vec(), value.to_vec()));
                return true;
            }
        };
        let granted = match value.to_ascii_lowercase().as_slice() {
            b"yes" => true,
            b"no" => false,
            _ => return false,
        };
        *field = stricter(*field, Some(granted));
        true
    }

    /// What both say together: the most restrictive of each key.
    pub fn combine(&mut self, other: &Self) {
        self.search = stricter(self.search, other.search);
        self.ai_input = stricter(self.ai_input, other.ai_input);
        self.ai_train = stricter(self.ai_train, other.ai_train);
        self.use_ = stricter_use(self.use_, other.use_);
        self.others.extend_from_slice(&other.others);
    }

    /// Whether it says nothing that is known.
    pub fn is_silent(&self) -> bool {
        self.search.is_none()
            && self.ai_input.is_none()
            && self.ai_train.is_none()
            && self.use_.is_none()
    }
}

fn stricter(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one && other),
        (one, other) => one.or(other),
    }
}

fn stricter_use(one: Option<ContentUse>, other: Option<ContentUse>) -> Option<ContentUse> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// What `Content-Usage` says: a key and whether its use is granted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ContentUsage {
    /// Each key, and whether the use that it names is granted.
    pub keys: BTreeMap<Vec<u8>, bool>,
}

impl ContentUsage {
    /// Reads a dictionary of RFC 9651 with values `y` and `n`.
    /// A key of another value is not known to grant or deny anything and is
    /// left out; of a key that stands twice the last counts.
    pub fn parse(value: &[u8]) -> Result<Self, InvalidValue> {
        if value.trim_ascii().is_empty() {
            return Err(InvalidValue::Empty);
        }
        let mut usage = Self::default();
        let mut parser = sfparse::Parser::new(value);
        while let Some((key, item)) = parser.parse_dict().map_err(|_| InvalidValue::Dictionary)? {
            let granted = match item {
                sfparse::Value::Token(range) => match value.get(range) {
                    Some(b"y") => Some(true),
                    Some(b"n") => Some(false),
                    _ => None,
                },
                _ => None,
            };
            // The last of equal keys counts, even if it says nothing known.
            usage.keys.remove(key.as_bytes());
            usage.keys.extend(granted.map(|granted| (key.as_bytes().to_vec(), granted)));
        }
        Ok(usage)
    }

    /// Whether the use that a key names is granted.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<bool> {
        self.keys.get(key.as_ref()).copied()
    }

    /// What both say together: `n` before `y`.
    pub fn combine(&mut self, other: &Self) {
        for (key, granted) in &other.keys {
            *self.keys.entry(key.clone()).or_insert(true) &= granted;
        }
    }
}

/// A `Content-Usage` line: a dictionary, and the path that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UsageRule {
    /// The pattern as written; empty for every path.
    pub path: Vec<u8>,
    /// What it says.
    pub usage: ContentUsage,
}

impl UsageRule {
    /// Reads `[path] dictionary`: a value that begins with `/` begins with a
    /// path, up to the first space or TAB.
    pub fn parse(value: &[u8]) -> Result<Self, InvalidValue> {
        let end = match value {
            [b'/', ..] => memchr::memchr2(b' ', b'\t', value).unwrap_or(value.len()),
            _ => 0,
        };
        let (path, dictionary) = value.split_at_checked(end).unwrap_or((value, &[]));
        let usage = ContentUsage::parse(dictionary.trim_ascii())?;
        Ok(Self { path: path.to_vec(), usage })
    }
}

/// What the headers of an answer say, most restrictive where several do.
///
/// `headers` are names and values in any order; names are compared in any
/// case. Values that are malformed do not count and are given back.
///
/// ```
/// let headers = [("Content-Usage", "train-ai=n"), ("content-signal", "search=yes")];
/// let (signal, usage, malformed) = maycrawl::preferences::header_preferences(headers);
/// assert_eq!(usage.get("train-ai"), Some(false));
/// assert_eq!(signal.search, Some(true));
/// assert!(malformed.is_empty());
/// ```
pub fn header_preferences<N: AsRef<[u8]>, V: AsRef<[u8]>>(
    headers: impl IntoIterator<Item = (N, V)>,
) -> (ContentSignal, ContentUsage, Vec<(Vec<u8>, InvalidValue)>) {
    let (mut signal, mut usage) = (ContentSignal::default(), ContentUsage::default());
    let mut malformed = Vec::new();
    for (name, value) in headers {
        let value = value.as_ref();
        if name.as_ref().eq_ignore_ascii_case(b"content-signal") {
            let (one, flaw) = ContentSignal::parse(value);
            signal.combine(&one);
            malformed.extend(flaw.map(|flaw| (value.to_vec(), flaw)));
        } else if name.as_ref().eq_ignore_ascii_case(b"content-usage") {
            match ContentUsage::parse(value) {
                Ok(one) => usage.combine(&one),
                Err(flaw) => malformed.push((value.to_vec(), flaw)),
            }
        }
    }
    (signal, usage, malformed)
}

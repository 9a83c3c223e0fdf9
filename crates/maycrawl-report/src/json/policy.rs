//! The policy of a file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maycrawl::dialect::Preset;
use maycrawl_lint::{Counts, Opening, Policy, Standing};
use serde::{Deserialize, Serialize};

use super::{VERSION, text};
use crate::display::sanitize;
use crate::explain::OWN;

wire! {
    /// Which crawlers may go where by a file.
    pub struct PolicyDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The file's name.
        pub robots: String,
        /// The dialect in which it was read; `own` if each crawler was asked as it reads itself.
        pub dialect: String,
        /// How many crawlers may go where, by purpose.
        pub purposes: BTreeMap<String, WireCounts>,
        /// How many crawlers may go where, by operator.
        pub operators: BTreeMap<String, WireCounts>,
        /// Every crawler: `everywhere`, `partly`, `nowhere` or `undecided`.
        pub crawlers: BTreeMap<String, Cow<'static, str>>,
        /// The dialects of the crawlers that were asked in another than `google`.
        pub dialects: BTreeMap<String, String>,
        /// What `Content-Signal` says: its keys with `true` for yes.
        pub content_signal: BTreeMap<Cow<'static, str>, bool>,
        /// What `Content-Usage` says about `/`.
        pub content_usage: BTreeMap<String, bool>,
        /// The licences that the file names.
        pub licenses: Vec<String>,
        /// What contradicts itself.
        pub contradictions: Vec<String>,
        /// Groups that leave open what the group for `*` forbids.
        pub openings: Vec<WireOpening>,
        /// Crawlers that the file names, but whose names the dialect cannot read, with
        /// the line that names each.
        pub in_vain: BTreeMap<String, u32>,
        /// Names that are not those of crawlers in use: where a crawler of that name may go.
        pub other_names: BTreeMap<String, Cow<'static, str>>,
        /// What to know about the file, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// How many crawlers may go where.
    pub struct WireCounts {
        /// Every path is allowed.
        pub everywhere: usize,
        /// Some paths are allowed.
        pub partly: usize,
        /// No path is allowed but `/robots.txt`.
        pub nowhere: usize,
        /// Not decided.
        pub undecided: usize,
    }

    /// A group that leaves open what the group for `*` forbids.
    pub struct WireOpening {
        /// The crawlers, as the file names them.
        pub names: Vec<String>,
        /// The line that names the first.
        pub line: u32,
        /// Whether their rules forbid nothing at all.
        pub is_deliberate: bool,
        /// The rules of `*` that do not hold for them.
        pub rules: Vec<WireOpenRule>,
    }

    /// A rule of the group for `*` that does not hold for others.
    pub struct WireOpenRule {
        /// The number of its line.
        pub line: u32,
        /// Its path.
        pub disallow: String,
        /// A path that it forbids, and that is open to the others.
        pub path: String,
    }
}

impl PolicyDocument {
    /// The policy of a file of this name.
    pub fn new(policy: &Policy, name: &str) -> Self {
        let counts = |counts: &Counts| {
            let of = |standing| counts.get(&standing).copied().unwrap_or(0);
            WireCounts {
                everywhere: of(Standing::Everywhere),
                partly: of(Standing::Partly),
                nowhere: of(Standing::Nowhere),
                undecided: of(Standing::Undecided),
            }
        };
        let signal = policy.content_signal.as_ref();
        let signals = [
            ("search", signal.and_then(|signal| signal.search)),
            ("ai-input", signal.and_then(|signal| signal.ai_input)),
            ("ai-train", signal.and_then(|signal| signal.ai_train)),
        ];
        let usage = policy.content_usage.iter().flat_map(|usage| &usage.keys);
        Self {
            version: VERSION,
            robots: name.into(),
            dialect: policy.dialect.map_or_else(|| OWN.into(), |dialect| dialect.to_string()),
            purposes: policy
                .purposes
                .iter()
                .map(|(purpose, of)| (purpose.name().into(), counts(of)))
                .collect(),
            operators: policy
                .operators
                .iter()
                .map(|(operator, of)| (operator.clone(), counts(of)))
                .collect(),
            crawlers: policy
                .crawlers
                .iter()
                .map(|one| (one.crawler.token().into(), one.standing.code().into()))
                .collect(),
            dialects: dialects(policy),
            content_signal: signals
                .iter()
                .filter_map(|(key, value)| Some(((*key).into(), (*value)?)))
                .collect(),
            content_usage: usage.map(|(key, granted)| (text(key), *granted)).collect(),
            licenses: policy.licenses.iter().map(|one| sanitize(one.as_bytes())).collect(),
            contradictions: policy.contradictions.iter().map(ToString::to_string).collect(),
            openings: policy.openings.iter().map(WireOpening::new).collect(),
            in_vain: policy.unread_names.iter().map(|one| (one.token.clone(), one.line)).collect(),
            other_names: policy
                .other_names
                .iter()
                .map(|one| (sanitize(one.token.as_bytes()), one.standing.code().into()))
                .collect(),
            notes: Vec::new(),
        }
    }
}

/// The dialects of the crawlers that were asked in another than the default.
fn dialects(policy: &Policy) -> BTreeMap<String, String> {
    let others = policy.crawlers.iter().filter(|one| one.dialect != Preset::DEFAULT.dialect);
    others.map(|one| (one.crawler.token().into(), one.dialect.to_string())).collect()
}

impl WireOpening {
    fn new(opening: &Opening) -> Self {
        let rules = opening.rules.iter().map(|rule| WireOpenRule {
            line: rule.line,
            disallow: text(&rule.value),
            path: text(&rule.path),
        });
        Self {
            names: opening.names.iter().map(|name| text(name)).collect(),
            line: opening.line,
            is_deliberate: opening.is_deliberate,
            rules: rules.collect(),
        }
    }
}

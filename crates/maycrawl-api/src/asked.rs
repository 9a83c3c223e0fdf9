//! Who asks, in which dialect, about which URLs.

use std::fmt;

use maycrawl::dialect::Preset;
use maycrawl::error::ErrorKind;
use maycrawl::knobs::Knob;
use maycrawl::{Agent, Dialect, Rules};
use maycrawl_crawlers::{Asker, Askers, Catalogue, Crawler, OWN, OwnRobots, Reading, distinct};
use maycrawl_report::{name_note, shortened, unnameable_notes};
use maycrawl_url::Origin;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::limits::{at_most, not_longer};
use crate::problem::{Problem, kinds};
use crate::work::Work;

/// An agent: a product token, a whole `User-Agent` header, or an object with `tokens` that are
/// taken as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum AgentName {
    /// A product token or a `User-Agent` header, which the catalogue may know.
    Name(String),
    /// Product tokens that are taken as they are, without the catalogue.
    Tokens(AgentTokens),
}

/// Product tokens that are taken as they are, without the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AgentTokens {
    /// The product tokens, one at least: the agent follows the group for the first that has one.
    #[serde(deserialize_with = "tokens")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub tokens: Vec<String>,
    /// Whether they are one set, so that the agent follows the groups of all.
    #[serde(default)]
    pub pooled: bool,
    /// Whether the agent ignores the group for `*`.
    #[serde(default)]
    pub ignores_global: bool,
}

impl AgentName {
    /// The name or the tokens.
    fn texts(&self) -> &[String] {
        match self {
            Self::Name(name) => std::slice::from_ref(name),
            Self::Tokens(AgentTokens { tokens, .. }) => tokens,
        }
    }

    /// How many bytes the name or the longest of its tokens has.
    pub fn longest(&self) -> usize {
        self.texts().iter().map(String::len).max().unwrap_or_default()
    }

    /// Who asks, with a note unless the catalogue knows that very name.
    pub fn asker(&self, known: &Askers<'_>, reading: Reading) -> (Asker, Option<String>) {
        let mut notes = Vec::new();
        (asker(self, known, reading, &mut notes), notes.pop())
    }
}

impl From<&str> for AgentName {
    fn from(name: &str) -> Self {
        Self::Name(name.into())
    }
}

/// An error for a name without a character, such as that of a variable that is not set: the
/// answer would be about nobody.
fn not_blank<E: Error>(name: &str) -> Result<(), E> {
    if name.trim().is_empty() {
        return Err(E::custom("the name of the agent is empty"));
    }
    Ok(())
}

/// A name that is not empty.
pub(crate) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    not_blank(&name).map(|()| name)
}

/// One token at least. A token may be empty: tokens are taken as they are.
fn tokens<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let tokens = Vec::<String>::deserialize(from)?;
    if tokens.is_empty() {
        return Err(D::Error::custom("there must be one token at least"));
    }
    Ok(tokens)
}

impl<'de> Deserialize<'de> for AgentName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct NameOrTokens;

        impl<'de> Visitor<'de> for NameOrTokens {
            type Value = AgentName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a product token, a User-Agent header or an object with `tokens`")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<AgentName, E> {
                not_blank(name).map(|()| name.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AgentName, A::Error> {
                AgentTokens::deserialize(MapAccessDeserializer::new(map)).map(AgentName::Tokens)
            }
        }

        from.deserialize_any(NameOrTokens)
    }
}

/// The dialect in which a file is read: `own` (each crawler reads as it documents), the name of a
/// preset (`google`), or a preset with values of knobs: `google+paths.tie=disallow`. Each value is
/// a `+`, the name of a knob, `=` and the value; `own` takes none. The operation `dialects` lists
/// presets, knobs and their values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct DialectName(pub String);

impl Default for DialectName {
    /// `own`.
    fn default() -> Self {
        Self(OWN.into())
    }
}

impl From<&str> for DialectName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl DialectName {
    /// How files are read.
    pub fn reading(&self) -> Result<Reading, Problem> {
        self.0.parse().map_err(|error: maycrawl::Error| {
            let mut values =
                self.0.split('+').skip(1).map(|part| part.split_once('=').unwrap_or((part, "")));
            let detail = match error.kind() {
                ErrorKind::UnknownDialect => self.no_preset(),
                ErrorKind::UnknownKnob => {
                    let wrong = values.find(|(name, _)| Knob::find(name).is_none());
                    let knobs = Knob::all().iter().map(|knob| knob.name);
                    unknown("knob", wrong.unwrap_or_default().0, knobs)
                }
                _ => {
                    let wrong = values.find_map(|(name, value)| no_value(Knob::find(name)?, value));
                    wrong.unwrap_or_else(|| error.to_string())
                }
            };
            Problem::new(&kinds::UNKNOWN_DIALECT, detail).at("/dialect")
        })
    }

    /// Why the text names no preset.
    fn no_preset(&self) -> String {
        let (name, values) = self.0.split_once(['+', ' ']).unwrap_or((&self.0, ""));
        let names = std::iter::once(OWN).chain(Preset::ALL.iter().map(|preset| preset.name));
        let names: Vec<_> = names.collect();
        let is_known = names.contains(&name);
        match values {
            "" => unknown_of("dialect", name, &names),
            _ if name == OWN => {
                "`own` takes no values of knobs; name a preset: google+paths.tie=disallow".into()
            }
            // In a query, + is a space.
            _ if is_known => format!(
                "a + joins a preset and its knobs, not a space: {name}+…; in the query of a URL, write it as %2B"
            ),
            _ => unknown_of("dialect", name, &names),
        }
    }
}

/// That a knob has no such value, if so, and which it has.
fn no_value(knob: &Knob, value: &str) -> Option<String> {
    knob.set(&mut Preset::DEFAULT.dialect.clone(), value).err()?;
    let is_number =
        knob.values.iter().any(|value| value.starts_with(|one: char| one.is_ascii_digit()));
    let (name, value) = (knob.name, shortened(value.as_bytes()));
    let others = if is_number { ", and other numbers" } else { "" };
    Some(format!(
        "the knob {name} has no value {value:?}; there are {}{others}",
        knob.values.join(", ")
    ))
}

/// How alike a name must be to another to be taken for a slip of the finger.
const ALIKE: f64 = 0.6;

/// That nothing has this name, and the nearest of the names that are known.
pub(crate) fn unknown<'n>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> String {
    let (name, nearest) = nearest(name, known);
    let hint = nearest.map(|nearest| format!("; {}", did_you_mean(nearest))).unwrap_or_default();
    format!("there is no {what} {name:?}{hint}")
}

/// That the catalogue has no crawler of this name, and the one that may be meant.
pub(crate) fn unknown_crawler(name: &str, catalogue: &Catalogue) -> String {
    let nearest = catalogue.nearest(name).map(Crawler::token);
    let hint = nearest.map(|nearest| format!("; {}", did_you_mean(nearest))).unwrap_or_default();
    format!("there is no crawler {:?}{hint}", shortened(name.as_bytes()))
}

/// The same for a few names: it lists all if none is near.
pub(crate) fn unknown_of(what: &str, name: &str, known: &[&str]) -> String {
    let (name, nearest) = nearest(name, known.iter().copied());
    let hint = nearest.map_or_else(|| format!("there are {}", known.join(", ")), did_you_mean);
    format!("there is no {what} {name:?}; {hint}")
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean {name:?}?")
}

/// A name as it is shown, and the nearest of those that are known, if one is near.
fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> (String, Option<&'n str>) {
    let name = shortened(name.as_bytes());
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(known, &name);
    let nearest = known
        .into_iter()
        .map(|known| (likeness(known), known))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let near = nearest.filter(|(likeness, _)| *likeness >= ALIKE).map(|(_, nearest)| nearest);
    (name, near)
}

/// Who asks a question, and what to know about their names.
pub(crate) struct AskedBy {
    pub(crate) askers: Vec<Asker>,
    pub(crate) dialects: Vec<Dialect>,
    pub(crate) notes: Vec<String>,
}

/// How many askers these names are, if they are within the limits. To look them up takes longer, so
/// questions are counted first.
pub(crate) fn count_askers(names: &[AgentName], work: &Work<'_>) -> Result<usize, Problem> {
    at_most(work.limits().agents, names.len(), "agents", "/agents")?;
    let tokens = names.iter().map(AgentName::texts).map(<[String]>::len).sum();
    at_most(work.limits().agents, tokens, "product tokens", "/agents")?;
    for (index, name) in names.iter().enumerate() {
        for text in name.texts() {
            not_longer(work.limits().name_bytes, text, || format!("/agents/{index}"))?;
        }
    }
    Ok(names.len().max(1))
}

impl AskedBy {
    /// The askers of these names; one that no group names if there is no name.
    pub(crate) fn new(
        names: &[AgentName],
        reading: Reading,
        work: &Work<'_>,
    ) -> Result<Self, Problem> {
        let known = Askers::new(Catalogue::built_in(), reading);
        let mut notes = Vec::new();
        let mut askers = Vec::with_capacity(names.len().max(1));
        for name in names {
            work.check()?;
            askers.push(asker(name, &known, reading, &mut notes));
        }
        if askers.is_empty() {
            askers.push(known.nobody());
        }
        notes.extend(unnameable_notes(&askers));
        let dialects = distinct(askers.iter().map(|asker| asker.dialect));
        Ok(Self { askers, dialects, notes })
    }

    /// The rules of each asker in a file.
    pub(crate) fn rules(
        &self,
        own: &mut OwnRobots<'_>,
        work: &Work<'_>,
    ) -> Result<Vec<Rules>, Problem> {
        let mut rules = Vec::with_capacity(self.askers.len());
        for Asker { agent, dialect } in &self.askers {
            work.check()?;
            rules.push(own.rules(agent, dialect));
        }
        Ok(rules)
    }
}

/// Holds the rules of so many agents in a file of so many bytes against the limit.
pub(crate) fn within_rules_bytes(
    count: usize,
    bytes: usize,
    pointer: &str,
    work: &Work<'_>,
) -> Result<(), Problem> {
    let most = work.limits().rules_bytes;
    if count.saturating_mul(bytes) <= most {
        return Ok(());
    }
    let detail = format!(
        "rules for {count} agents in a file of {bytes} bytes, but agents × bytes may be {most}"
    );
    Err(Problem::new(&kinds::TOO_MANY, detail).at(pointer))
}

/// The asker of a name, with a note unless the catalogue knows that very name.
pub(crate) fn asker(
    name: &AgentName,
    known: &Askers<'_>,
    reading: Reading,
    notes: &mut Vec<String>,
) -> Asker {
    match name {
        AgentName::Name(name) => {
            let named = known.named(name.as_bytes());
            notes.extend(name_note(name.as_bytes(), &named, "give each by itself"));
            named.asker
        }
        AgentName::Tokens(AgentTokens { tokens, pooled, ignores_global }) => {
            let agent = if *pooled { Agent::any_of(tokens) } else { Agent::first_of(tokens) };
            Askers::plain(reading).agent(agent.ignoring_global(*ignores_global))
        }
    }
}

/// The origin of a question, if it has one.
pub(crate) fn origin(origin: Option<&str>) -> Result<Option<Origin>, Problem> {
    let parsed = origin.map(str::parse).transpose();
    parsed.map_err(|error: maycrawl_url::Error| {
        let detail = format!("{error}; write it like https://example.com");
        Problem::new(&kinds::INVALID_ORIGIN, detail).at("/origin")
    })
}

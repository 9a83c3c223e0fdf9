//! From options and the file of `--from` to choices.

use std::path::Path;

use maycrawl_crawlers::{Catalogue, Purpose};
use maycrawl_generate::{Audience, Choice, ChoiceKey, Error, ErrorKind, PRESETS};
use serde::Deserialize;

use super::args::{ChoiceOption, ChoiceOptions, option_name};
use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;

/// The choices of the command line.
pub(crate) fn of_options(
    options: &ChoiceOptions,
    catalogue: &Catalogue,
    is_forced: bool,
) -> Result<Vec<Choice>, Failure> {
    let mut choices = Vec::new();
    // A later --for may apply to these; without one they are for everyone.
    let mut unclaimed: Vec<(ChoiceKey, &str)> = Vec::new();
    for (option, value) in &options.0 {
        let source = format!("--{} {value}", option_name(*option));
        if matches!(option, None | Some(ChoiceKey::Block | ChoiceKey::Allow)) {
            expect_crawlers(value, &source, *option, catalogue, is_forced)?;
        }
        match option {
            None if unclaimed.is_empty() => {
                return Err(Failure::input(format!(
                    "{source} applies to the options before it, but there are none; write, for example, --disallow /drafts/ {source}"
                )));
            }
            None => {
                let audiences =
                    Audience::parse_list(value).map_err(|error| failure(&source, &error))?;
                for (key, value) in unclaimed.drain(..) {
                    let source = format!("--{} {value} {source}", key.name());
                    choices.extend(choices_of(key, value, &audiences, &source, catalogue)?);
                }
            }
            Some(key) if is_for_some(*key) => unclaimed.push((*key, value)),
            Some(key) => choices.extend(choices_of(*key, value, &[], &source, catalogue)?),
        }
    }
    for (key, value) in unclaimed {
        let source = format!("--{} {value}", key.name());
        choices.extend(choices_of(key, value, &[Audience::Everyone], &source, catalogue)?);
    }
    Ok(choices)
}

/// The choices of a file.
pub(crate) fn of_file(
    streams: &Streams,
    path: &Path,
    catalogue: &Catalogue,
    is_forced: bool,
) -> Result<Vec<Choice>, Failure> {
    let policy: PolicyFile = input::read_toml(streams, path)?;
    let name = input::shown_name(path);
    let mut choices = Vec::new();
    let mut add = |key: ChoiceKey,
                   values: &List,
                   audiences: &[Audience],
                   table: &str|
     -> Result<(), Failure> {
        for value in values.texts() {
            let source = format!("{name}: {table}{} = {value:?}", key.name());
            if matches!(key, ChoiceKey::Block | ChoiceKey::Allow) {
                expect_crawlers(value, &source, Some(key), catalogue, is_forced)?;
            }
            choices.extend(choices_of(key, value, audiences, &source, catalogue)?);
        }
        Ok(())
    };
    add(ChoiceKey::Preset, &policy.preset, &[], "")?;
    add(ChoiceKey::Block, &policy.block, &[], "")?;
    add(ChoiceKey::Allow, &policy.allow, &[], "")?;
    for (key, values) in policy.rules() {
        add(key, values, &[Audience::Everyone], "")?;
    }
    for table in &policy.for_ {
        if table.who.texts().is_empty() {
            return Err(Failure::input(format!(
                "{name}: a [[for]] table has no who; write who = \"GPTBot\""
            )));
        }
        if table.rules().iter().all(|(_, values)| values.texts().is_empty()) {
            let who = table.who.texts().join(", ");
            return Err(Failure::input(format!(
                "{name}: the [[for]] table for {who} contains no rules; add one, such as disallow = \"/drafts/\""
            )));
        }
        let mut audience = Vec::new();
        for who in table.who.texts() {
            let source = format!("{name}: [[for]] who = {who:?}");
            expect_crawlers(who, &source, None, catalogue, is_forced)?;
            audience.extend(Audience::parse_list(who).map_err(|error| failure(&source, &error))?);
        }
        for (key, values) in table.rules() {
            add(key, values, &audience, &format!("[[for]] {} ", table.who.texts().join(",")))?;
        }
    }
    add(ChoiceKey::Sitemap, &policy.sitemap, &[], "")?;
    add(ChoiceKey::License, &policy.license, &[], "")?;
    Ok(choices)
}

/// Refuses what is not a crawler but a path, or the name of something else.
fn expect_crawlers(
    value: &str,
    source: &str,
    option: ChoiceOption,
    catalogue: &Catalogue,
    is_forced: bool,
) -> Result<(), Failure> {
    for name in value.split(',').map(str::trim) {
        let refused = |what: &str, advice: String| {
            Err(Failure::input(format!("{source}: {name} is {what}, not a crawler; {advice}")))
        };
        if name.starts_with('/') || name.contains("://") {
            let is_allow = matches!(option, Some(ChoiceKey::Allow));
            let path = if is_allow { "--allow-path" } else { "--disallow" };
            return refused("a path or a URL", format!("for paths, write {path} PATH"));
        }
        if is_forced || catalogue.find(name).is_some() {
            continue;
        }
        let option = option_name(option);
        let lower = name.to_ascii_lowercase();
        if Purpose::named(&lower).is_some() {
            return refused("a purpose", format!("write --{option} purpose:{lower}"));
        }
        if PRESETS.iter().any(|preset| preset.name == lower) {
            return refused("a preset", format!("write --preset {lower}"));
        }
        if catalogue.run_by(name).next().is_some() {
            return refused("an operator", format!("write --{option} operator:{name}"));
        }
    }
    Ok(())
}

/// Whether a later --for can apply to it.
const fn is_for_some(key: ChoiceKey) -> bool {
    use ChoiceKey::{AllowPath, ContentSignal, ContentUsage, CrawlDelay, Disallow};
    matches!(key, Disallow | AllowPath | CrawlDelay | ContentSignal | ContentUsage)
}

/// The choices of one key; `source` names it in messages.
fn choices_of(
    key: ChoiceKey,
    value: &str,
    audiences: &[Audience],
    source: &str,
    catalogue: &Catalogue,
) -> Result<Vec<Choice>, Failure> {
    key.choices(value, audiences, source, catalogue).map_err(|error| failure(source, &error))
}

fn failure(source: &str, error: &Error) -> Failure {
    Failure::input(format!("{source}: {}", advice(error)))
}

/// An error of the generator, with the option that helps.
pub(crate) fn advice(error: &Error) -> String {
    match error.kind() {
        ErrorKind::UnknownToken { .. } => format!("{error} (--force takes it as written)"),
        ErrorKind::UnknownOperator { suggestion: None, .. } => {
            format!("{error}; maycrawl crawlers lists all")
        }
        ErrorKind::UnknownPreset { suggestion: None, .. } => {
            format!("{error}; maycrawl generate --list shows all")
        }
        ErrorKind::BlockedSitemap { rule, url, path } => format!(
            "{rule} blocks the sitemap {url}; add --allow-path '{path}$', or change the rule or the sitemap"
        ),
        _ => error.to_string(),
    }
}

/// One text or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a string or a list of strings")]
enum List {
    One(String),
    Several(Vec<String>),
}

impl Default for List {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl List {
    fn texts(&self) -> &[String] {
        match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Several(texts) => texts,
        }
    }
}

/// A number of seconds.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number of seconds")]
enum Seconds {
    Whole(u64),
    Part(f64),
    Text(String),
}

fn seconds<'de, D: serde::Deserializer<'de>>(from: D) -> Result<List, D::Error> {
    Ok(List::One(match Seconds::deserialize(from)? {
        Seconds::Whole(number) => number.to_string(),
        Seconds::Part(number) => number.to_string(),
        Seconds::Text(text) => text,
    }))
}

/// A table with these keys and those that every table has.
macro_rules! table {
    ($(#[$meta:meta])* struct $name:ident { $($(#[$key_meta:meta])* $key:ident: $type:ty,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        struct $name {
            $($(#[$key_meta])* $key: $type,)+
            disallow: List,
            allow_path: List,
            #[serde(deserialize_with = "seconds")]
            crawl_delay: List,
            content_signal: List,
            content_usage: List,
        }

        impl $name {
            fn rules(&self) -> [(ChoiceKey, &List); 5] {
                [
                    (ChoiceKey::Disallow, &self.disallow),
                    (ChoiceKey::AllowPath, &self.allow_path),
                    (ChoiceKey::CrawlDelay, &self.crawl_delay),
                    (ChoiceKey::ContentSignal, &self.content_signal),
                    (ChoiceKey::ContentUsage, &self.content_usage),
                ]
            }
        }
    };
}

table! {
    /// The file of `--from`.
    struct PolicyFile {
        preset: List,
        block: List,
        allow: List,
        sitemap: List,
        license: List,
        #[serde(rename = "for")]
        for_: Vec<ForTable>,
    }
}

table! {
    /// A table `[[for]]`, with the crawlers that its rules are for.
    struct ForTable {
        who: List,
    }
}

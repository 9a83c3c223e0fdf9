//! Instruction is wished for, in options and in a file, as choices.

use std::path::Path;

use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Audience, Choice, Error, ErrorKind, Instruction, Preset};
use serde::Deserialize;

use crate::args::generate::{Wish, Wishes};
use crate::failure::Failure;
use crate::input;

/// The choices of the command line.
pub(crate) fn of_options(wishes: &Wishes, catalogue: &Catalogue) -> Result<Vec<Choice>, Failure> {
    let mut choices = Vec::new();
    // What a later --for may claim; what none claims is for everyone.
    let mut unclaimed: Vec<(Wish, &str)> = Vec::new();
    for (wish, value) in &wishes.0 {
        let said = format!("--{} {value}", wish.name());
        match wish {
            Wish::For if unclaimed.is_empty() => {
                return Err(Failure::input(format!(
                    "{said} has nothing before it to hold for; say what is meant first: --disallow /drafts/ {said}"
                )));
            }
            Wish::For => {
                let audiences = parse_audiences(value).map_err(|error| failure(&said, &error))?;
                for (wish, value) in unclaimed.drain(..) {
                    let said = format!("--{} {value} {said}", wish.name());
                    choices.extend(chosen(wish, value, &audiences, &said, catalogue)?);
                }
            }
            wish if wish.is_for_some() => unclaimed.push((*wish, value)),
            wish => choices.extend(chosen(*wish, value, &[], &said, catalogue)?),
        }
    }
    for (wish, value) in unclaimed {
        let said = format!("--{} {value}", wish.name());
        choices.extend(chosen(wish, value, &[Audience::Everyone], &said, catalogue)?);
    }
    Ok(choices)
}

/// The choices of a file.
pub(crate) fn of_file(path: &Path, catalogue: &Catalogue) -> Result<Vec<Choice>, Failure> {
    let policy: PolicyFile = input::read_toml(path)?;
    let name = input::shown_name(path);
    let mut choices = Vec::new();
    let mut add =
        |wish: Wish, values: &List, audiences: &[Audience], table: &str| -> Result<(), Failure> {
            for value in values.texts() {
                let said = format!("{name}: {table}{} = {value:?}", wish.name());
                choices.extend(chosen(wish, value, audiences, &said, catalogue)?);
            }
            Ok(())
        };
    add(Wish::Preset, &policy.preset, &[], "")?;
    add(Wish::Block, &policy.block, &[], "")?;
    add(Wish::Allow, &policy.allow, &[], "")?;
    for (wish, values) in policy.rules() {
        add(wish, values, &[Audience::Everyone], "")?;
    }
    for table in &policy.for_ {
        if table.who.texts().is_empty() {
            return Err(Failure::input(format!(
                "{name}: a [[for]] has no who; write who = \"GPTBot\""
            )));
        }
        if table.rules().iter().all(|(_, values)| values.texts().is_empty()) {
            let who = table.who.texts().join(", ");
            return Err(Failure::input(format!(
                "{name}: the [[for]] of {who} says nothing; write what is meant, such as disallow = \"/drafts/\""
            )));
        }
        let mut audience = Vec::new();
        for who in table.who.texts() {
            let said = format!("{name}: [[for]] who = {who:?}");
            audience.extend(parse_audiences(who).map_err(|error| failure(&said, &error))?);
        }
        for (wish, values) in table.rules() {
            add(wish, values, &audience, &format!("[[for]] {} ", table.who.texts().join(",")))?;
        }
    }
    add(Wish::Sitemap, &policy.sitemap, &[], "")?;
    add(Wish::License, &policy.license, &[], "")?;
    Ok(choices)
}

/// Instruction one wish chooses.
fn chosen(
    wish: Wish,
    value: &str,
    audiences: &[Audience],
    said: &str,
    catalogue: &Catalogue,
) -> Result<Vec<Choice>, Failure> {
    let failure = |error: Error| failure(said, &error);
    let instruction = match wish {
        Wish::Preset => return Preset::choices(value, catalogue).map_err(failure),
        Wish::Block | Wish::Allow => {
            let instruction =
                if wish == Wish::Block { Instruction::Block } else { Instruction::Allow };
            let audiences = parse_audiences(value).map_err(failure)?.into_iter();
            return Ok(audiences.map(|one| reasoned(one, instruction.clone(), said)).collect());
        }
        Wish::Disallow => Instruction::disallow(value),
        Wish::AllowPath => Instruction::allow(value),
        Wish::CrawlDelay => Instruction::crawl_delay(value),
        Wish::ContentSignal => Instruction::content_signal(value),
        Wish::ContentUsage => Instruction::content_usage(value),
        Wish::Sitemap => Instruction::sitemap(value),
        Wish::License => Instruction::license(value),
        Wish::For => return Ok(Vec::new()),
    };
    let instruction = instruction.map_err(failure)?;
    let is_global = matches!(wish, Wish::Sitemap | Wish::License);
    let audiences = if is_global { &[Audience::Everyone] } else { audiences };
    Ok(audiences.iter().map(|one| Choice::new(one.clone(), instruction.clone(), said)).collect())
}

/// A choice about several crawlers says in a comment what they have in common.
fn reasoned(audience: Audience, instruction: Instruction, said: &str) -> Choice {
    let reason = match &audience {
        Audience::Purpose(purpose) => Some(format!("Crawlers for {}", purpose.name())),
        Audience::Operator(name) => Some(format!("Crawlers of {name}")),
        _ => None,
    };
    let choice = Choice::new(audience, instruction, said);
    match reason {
        Some(reason) => choice.with_reason(reason),
        None => choice,
    }
}

/// The audiences that a value names, commas between them.
fn parse_audiences(value: &str) -> Result<Vec<Audience>, Error> {
    value.split(',').map(str::parse).collect()
}

fn failure(said: &str, error: &Error) -> Failure {
    Failure::input(format!("{said}: {}", advice(error)))
}

/// An error of the generator, with the flag that helps.
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
            "{rule} keeps crawlers from the sitemap {url}; add --allow-path '{path}$', or change one of them"
        ),
        _ => error.to_string(),
    }
}

/// Texts: one or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
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

/// Makes a table of wishes with these keys beside those that every table has.
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
            fn rules(&self) -> [(Wish, &List); 5] {
                [
                    (Wish::Disallow, &self.disallow),
                    (Wish::AllowPath, &self.allow_path),
                    (Wish::CrawlDelay, &self.crawl_delay),
                    (Wish::ContentSignal, &self.content_signal),
                    (Wish::ContentUsage, &self.content_usage),
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
    /// A table `[[for]]`: whom its rules are for.
    struct ForTable {
        who: List,
    }
}

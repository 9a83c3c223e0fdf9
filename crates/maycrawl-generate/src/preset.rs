//! A preset: choices that many have, by a name.

use maycrawl::robots::RuleKind;
use maycrawl_crawlers::Catalogue;

use crate::choice::{Audience, Choice, Instruction};
use crate::error::{Error, Input};

/// Choices that many have, by a name.
#[derive(Debug)]
#[non_exhaustive]
pub struct Preset {
    /// Its name, such as `only`.
    pub name: &'static str,
    /// What follows the name: `only=Googlebot`.
    pub parameter: Option<Parameter>,
    /// What it does, in one line.
    pub title: &'static str,
    /// What to know before it is used.
    pub about: &'static str,
    /// The URLs of the pages that it rests on.
    pub sources: &'static [&'static str],
    pub(crate) recipe: Recipe,
}

/// What follows a preset's name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// What it is: `TOKEN`.
    pub name: &'static str,
    /// Its value if it is left out; if there is none, it must be given.
    pub default: Option<&'static str>,
    /// A value to show.
    pub example: &'static str,
}

/// How a preset makes its choices.
#[derive(Debug)]
pub(crate) enum Recipe {
    /// Path rules for everyone: those that forbid, those that allow.
    Rules { disallow: &'static [&'static str], allow: &'static [&'static str] },
    /// Choices that depend on the parameter or on the catalogue.
    Function(fn(&Request<'_>) -> Result<Vec<Choice>, Error>),
}

/// A preset as it is asked for.
pub(crate) struct Request<'a> {
    pub(crate) value: &'a str,
    pub(crate) source: &'a str,
    pub(crate) catalogue: &'a Catalogue,
}

impl Preset {
    /// Its choices; `value` is what follows the `=`.
    pub(crate) fn make(
        &self,
        value: Option<&str>,
        source: &str,
        catalogue: &Catalogue,
    ) -> Result<Vec<Choice>, Error> {
        let value = self.value(value)?;
        let mut choices = match self.recipe {
            Recipe::Rules { disallow, allow } => {
                let disallow = disallow.iter().map(|path| (RuleKind::Disallow, path));
                let rules = disallow.chain(allow.iter().map(|path| (RuleKind::Allow, path)));
                rules.map(|(kind, path)| rule(kind, path, source)).collect::<Result<Vec<_>, _>>()?
            }
            Recipe::Function(make) => make(&Request { value, source, catalogue })?,
        };
        for choice in &mut choices {
            if matches!(choice.instruction, Instruction::Rule(_)) {
                choice.reason.get_or_insert_with(|| self.title.into());
            }
        }
        Ok(choices)
    }

    /// The value of the parameter, or its default.
    fn value<'v>(&self, value: Option<&'v str>) -> Result<&'v str, Error> {
        let name = self.name;
        let wrong = |value: &str, problem: String| {
            Err(Error::value(Input::Preset, value, format!("the preset {name} {problem}")))
        };
        match (self.parameter, value) {
            (None, Some(value)) => wrong(value, format!("takes no value; leave ={value} out")),
            (None, None) => Ok(""),
            (Some(parameter), None | Some("")) => match parameter.default {
                Some(default) => Ok(default),
                None => wrong("", format!("needs a value; write {name}={}", parameter.example)),
            },
            (Some(_), Some(value)) => Ok(value),
        }
    }

    /// How it is asked for: `only=TOKEN`, `admin[=/DIR/]`.
    pub fn usage(&self) -> String {
        match self.parameter {
            Some(Parameter { default: Some(_), name, .. }) => format!("{}[={name}]", self.name),
            Some(Parameter { name, .. }) => format!("{}={name}", self.name),
            None => self.name.into(),
        }
    }

    /// The preset as it can be asked for, with its example if it needs a value.
    pub fn example(&self) -> String {
        match self.parameter {
            Some(Parameter { default: None, example, .. }) => format!("{}={example}", self.name),
            _ => self.name.into(),
        }
    }
}

/// A path rule for everyone.
pub(crate) fn rule(kind: RuleKind, path: &str, source: &str) -> Result<Choice, Error> {
    let instruction = match kind {
        RuleKind::Allow => Instruction::allow(path)?,
        RuleKind::Disallow => Instruction::disallow(path)?,
    };
    Ok(Choice::new(Audience::Everyone, instruction, source))
}

//! A preset: a wish that many have, by a name.

use maycrawl::robots::RuleKind;
use maycrawl_crawlers::Catalogue;

use crate::choice::{Choice, What, Who};
use crate::error::Error;
use crate::presets::PRESETS;

/// A wish that many have.
#[derive(Debug)]
pub struct Preset {
    /// Its name, such as `only`.
    pub name: &'static str,
    /// What stands after the name: `only=Googlebot`.
    pub parameter: Option<Parameter>,
    /// What it does, in one line.
    pub title: &'static str,
    /// What to know before it is used.
    pub about: &'static str,
    /// The URLs of the pages that it rests on.
    pub sources: &'static [&'static str],
    pub(crate) wants: Wants,
}

/// What stands after a preset's name.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// What it is: `TOKEN`.
    pub name: &'static str,
    /// What it is if it is left out; if there is none, it must be given.
    pub default: Option<&'static str>,
    /// One to show.
    pub example: &'static str,
}

/// What a preset wants.
#[derive(Debug)]
pub(crate) enum Wants {
    /// Path rules for everyone: those that forbid, those that allow.
    Rules { disallow: &'static [&'static str], allow: &'static [&'static str] },
    /// Choices that depend on the parameter or on the catalogue.
    Made(fn(&Asked<'_>) -> Result<Vec<Choice>, Error>),
}

/// A preset as somebody asked for it.
pub(crate) struct Asked<'a> {
    pub(crate) value: &'a str,
    pub(crate) said: &'a str,
    pub(crate) catalogue: &'a Catalogue,
}

impl Preset {
    /// The preset of a name; an error that suggests one, if there is none.
    pub fn named(name: &str) -> Result<&'static Self, Error> {
        PRESETS.iter().copied().find(|preset| preset.name == name).ok_or_else(|| unknown(name))
    }

    /// The choices of a preset as it is asked for: `only=Googlebot`.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    /// use maycrawl_generate::{Plan, Preset};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let plan = Plan::new(&Preset::choices("only=Googlebot", catalogue)?, catalogue)?;
    /// assert!(!maycrawl::is_allowed(plan.write(true), "bingbot", "/"));
    /// assert!(maycrawl::is_allowed(plan.write(true), "Googlebot", "/"));
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn choices(asked: &str, catalogue: &Catalogue) -> Result<Vec<Choice>, Error> {
        let (name, value) = match asked.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (asked.trim(), None),
        };
        let preset = Self::named(name)?;
        let wrong = |what: String| Err(Error::new(format!("the preset {name} {what}")));
        let value = match (preset.parameter, value) {
            (None, Some(value)) => return wrong(format!("takes no value; leave ={value} out")),
            (None, None) => "",
            (Some(parameter), None | Some("")) => match parameter.default {
                Some(default) => default,
                None => return wrong(format!("needs a value; write {name}={}", parameter.example)),
            },
            (Some(_), Some(value)) => value,
        };
        let said = format!("preset {asked}");
        let mut choices = match preset.wants {
            Wants::Rules { disallow, allow } => {
                let disallow = disallow.iter().map(|path| (RuleKind::Disallow, path));
                let rules = disallow.chain(allow.iter().map(|path| (RuleKind::Allow, path)));
                rules.map(|(kind, path)| rule(kind, path, &said)).collect::<Result<Vec<_>, _>>()?
            }
            Wants::Made(made) => made(&Asked { value, said: &said, catalogue })?,
        };
        for choice in choices.iter_mut().filter(|choice| matches!(choice.what, What::Rule(_))) {
            choice.because.get_or_insert_with(|| preset.title.into());
        }
        Ok(choices)
    }

    /// How it is asked for, with an example of its parameter.
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

pub(crate) fn rule(kind: RuleKind, path: &str, said: &str) -> Result<Choice, Error> {
    let what = match kind {
        RuleKind::Allow => What::allow(path)?,
        RuleKind::Disallow => What::disallow(path)?,
    };
    Ok(Choice::new(Who::Everyone, what, said))
}

/// How alike a name must be to a preset's to be taken for a slip of the finger.
const ALIKE: f64 = 0.6;

fn unknown(name: &str) -> Error {
    let likeness = |preset: &&&Preset| strsim::normalized_damerau_levenshtein(preset.name, name);
    let nearest = PRESETS.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let hint = match nearest {
        Some(nearest) if likeness(&nearest) > ALIKE => format!("did you mean {}?", nearest.name),
        _ => "maycrawl generate --list shows all".into(),
    };
    Error::new(format!("no preset is called {name:?}; {hint}"))
}

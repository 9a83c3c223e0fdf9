//! Which rules run, and how much their findings matter.

use std::fmt;

use crate::finding::Severity;
use crate::rule::Rule;
use crate::rules::RULES;

/// Which rules run, how much their findings matter, and for which dialects.
///
/// A rule is chosen by its name (`path-space`), its code (`P005`), its group
/// (`path`) or `all`.
///
/// ```
/// use maycrawl_lint::{Settings, Severity};
///
/// let mut settings = Settings::default();
/// settings.ignore("path")?;
/// settings.set_severity("group-repeated", Severity::Error)?;
/// let error = settings.ignore("path-spaces").unwrap_err();
/// assert_eq!(error.to_string(), "there is no rule \"path-spaces\"; did you mean path-space?");
/// # Ok::<(), maycrawl_lint::UnknownRule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// For each rule of the registry: how much it matters; `None` if it is off.
    severities: Vec<Option<Severity>>,
    dialects: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            severities: RULES.iter().map(|rule| Some(rule.severity)).collect(),
            dialects: Vec::new(),
        }
    }
}

impl Settings {
    /// Runs these rules only; all, if there are none.
    pub fn select<S: AsRef<str>>(&mut self, selectors: &[S]) -> Result<(), UnknownRule> {
        if selectors.is_empty() {
            return Ok(());
        }
        let mut chosen = vec![None; RULES.len()];
        for selector in selectors {
            for index in chosen_by(selector.as_ref())? {
                if let (Some(slot), Some(rule)) = (chosen.get_mut(index), RULES.get(index)) {
                    *slot = Some(rule.severity);
                }
            }
        }
        self.severities = chosen;
        Ok(())
    }

    /// Does not run these rules.
    pub fn ignore(&mut self, selector: &str) -> Result<(), UnknownRule> {
        self.set(selector, |_| None)
    }

    /// Takes the findings of these rules, as far as they run, for so severe.
    pub fn set_severity(&mut self, selector: &str, severity: Severity) -> Result<(), UnknownRule> {
        self.set(selector, |held| held.map(|_| severity))
    }

    /// Reports only what concerns one of these presets; all, if there are none.
    pub fn set_dialects(&mut self, dialects: Vec<String>) {
        self.dialects = dialects;
    }

    fn set(
        &mut self,
        selector: &str,
        change: impl Fn(Option<Severity>) -> Option<Severity>,
    ) -> Result<(), UnknownRule> {
        for index in chosen_by(selector)? {
            if let Some(held) = self.severities.get_mut(index) {
                *held = change(*held);
            }
        }
        Ok(())
    }

    /// The rules that run, with how much they matter.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&'static Rule, Severity)> + '_ {
        let rules = RULES.iter().zip(&self.severities);
        rules.filter_map(|(rule, severity)| Some((*rule, (*severity)?)))
    }

    /// Whether a finding about these presets is wanted.
    pub(crate) fn concerns(&self, dialects: &[&'static str]) -> bool {
        let is_wanted = |dialect: &&str| self.dialects.iter().any(|wanted| wanted == dialect);
        dialects.is_empty() || self.dialects.is_empty() || dialects.iter().any(is_wanted)
    }
}

/// A name that chooses no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule {
    name: String,
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no rule {:?}", self.name)?;
        let likeness =
            |rule: &&&Rule| strsim::normalized_damerau_levenshtein(rule.name, &self.name);
        let nearest = RULES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        match nearest.filter(|rule| likeness(rule) > 0.5) {
            Some(nearest) => write!(f, "; did you mean {}?", nearest.name),
            None => f.write_str("; `maycrawl explain rules` lists all"),
        }
    }
}

impl std::error::Error for UnknownRule {}

/// The indices of the rules that a selector chooses.
fn chosen_by(selector: &str) -> Result<Vec<usize>, UnknownRule> {
    let chosen =
        RULES.iter().enumerate().filter(|(_, rule)| selector == "all" || rule.is_called(selector));
    let chosen: Vec<_> = chosen.map(|(index, _)| index).collect();
    if chosen.is_empty() {
        return Err(UnknownRule { name: selector.into() });
    }
    Ok(chosen)
}

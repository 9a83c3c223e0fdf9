//! Which rules run, and at which severity.

use maycrawl::Dialect;

use crate::error::{Error, ErrorKind};
use crate::rule::Rule;
use crate::rules::RULES;
use crate::severity::Severity;

/// Chooses the rules that run, their severities, and the dialects.
///
/// A selector is a rule's name (`path-space`), its code (`P005`), its group (`path`)
/// or `all`.
///
/// ```
/// use maycrawl_lint::{Settings, Severity};
///
/// let mut settings = Settings::default();
/// settings.ignore("path")?;
/// settings.set_severity("group-repeated", Severity::Error)?;
/// let error = settings.ignore("path-spaces").unwrap_err();
/// assert_eq!(error.to_string(), "there is no rule \"path-spaces\"; did you mean path-space?");
/// # Ok::<(), maycrawl_lint::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The severity of each rule of the registry; `None` if it is off.
    severities: Vec<Option<Severity>>,
    /// The names of the presets whose findings are wanted; `None` for all.
    presets: Option<Vec<&'static str>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { severities: RULES.iter().map(|rule| Some(rule.severity)).collect(), presets: None }
    }
}

impl Settings {
    /// Runs only these rules; all, if there are none.
    pub fn select<S: AsRef<str>>(&mut self, selectors: &[S]) -> Result<(), Error> {
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

    /// Turns these rules off.
    pub fn ignore(&mut self, selector: &str) -> Result<(), Error> {
        self.set(selector, |_| None)
    }

    /// Reports the findings of these rules, if they run, at this severity.
    pub fn set_severity(&mut self, selector: &str, severity: Severity) -> Result<(), Error> {
        self.set(selector, |held| held.map(|_| severity))
    }

    /// Reports only what concerns one of these presets; everything, if there are
    /// none. Rules know the presets only: no finding is about a custom dialect alone.
    pub fn set_dialects(&mut self, dialects: &[Dialect]) {
        let presets = dialects.iter().filter_map(Dialect::name).collect();
        self.presets = (!dialects.is_empty()).then_some(presets);
    }

    fn set(
        &mut self,
        selector: &str,
        change: impl Fn(Option<Severity>) -> Option<Severity>,
    ) -> Result<(), Error> {
        for index in chosen_by(selector)? {
            if let Some(held) = self.severities.get_mut(index) {
                *held = change(*held);
            }
        }
        Ok(())
    }

    /// The rules that run, with their severities.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&'static Rule, Severity)> + '_ {
        let rules = RULES.iter().zip(&self.severities);
        rules.filter_map(|(rule, severity)| Some((*rule, (*severity)?)))
    }

    /// Whether a finding about these presets is wanted.
    pub(crate) fn concerns(&self, dialects: &[&'static str]) -> bool {
        let Some(presets) = &self.presets else { return true };
        dialects.is_empty() || dialects.iter().any(|dialect| presets.contains(dialect))
    }
}

/// The indices of the rules that a selector chooses.
fn chosen_by(selector: &str) -> Result<Vec<usize>, Error> {
    let chosen =
        RULES.iter().enumerate().filter(|(_, rule)| selector == "all" || rule.is_called(selector));
    let chosen: Vec<_> = chosen.map(|(index, _)| index).collect();
    if chosen.is_empty() {
        let likeness = |rule: &&&Rule| strsim::normalized_damerau_levenshtein(rule.name, selector);
        let nearest = RULES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        let suggestion = nearest.filter(|rule| likeness(rule) > 0.5).map(|rule| rule.name);
        return Err(Error::new(ErrorKind::UnknownRule, selector).suggest(suggestion));
    }
    Ok(chosen)
}

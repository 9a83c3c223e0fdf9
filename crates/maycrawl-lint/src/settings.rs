//! Which rules run, and at which severity.

use std::str::FromStr;

use maycrawl::Dialect;

use crate::error::{Error, ErrorKind};
use crate::rule::Rule;
use crate::rule_group::RuleGroup;
use crate::rules::RULES;
use crate::severity::Severity;

/// Chooses the rules that run, their severities, and the dialects.
///
/// A selector is a rule's name (`path-space`), its code (`P004`), its group (`path`),
/// `pedantic` for the rules that are off by default, or `all`. A group selects its
/// rules without the pedantic ones.
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
        let by_default = |rule: &&'static Rule| (!rule.is_pedantic).then_some(rule.severity);
        Self { severities: RULES.iter().map(by_default).collect(), presets: None }
    }
}

impl Settings {
    /// Runs only these rules; all that are not pedantic, if there are none.
    pub fn select<S: AsRef<str>>(&mut self, selectors: &[S]) -> Result<(), Error> {
        if selectors.is_empty() {
            return Ok(());
        }
        let mut chosen = Self { severities: vec![None; RULES.len()], presets: None };
        for selector in selectors {
            chosen.enable(selector.as_ref())?;
        }
        self.severities = chosen.severities;
        Ok(())
    }

    /// Runs these rules too.
    pub fn enable(&mut self, selector: &str) -> Result<(), Error> {
        let is_group = RuleGroup::ALL.iter().any(|group| group.as_str() == selector);
        for index in chosen_by(selector)? {
            let (slot, rule) = (self.severities.get_mut(index), RULES.get(index));
            let (Some(slot), Some(rule)) = (slot, rule) else { continue };
            if !is_group || !rule.is_pedantic {
                *slot = slot.or(Some(rule.severity));
            }
        }
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

    /// Says for whom the site is. On a private one nothing is reported of what keeps
    /// visitors away.
    pub fn set_site(&mut self, site: Site) {
        for (rule, severity) in RULES.iter().zip(&mut self.severities) {
            if site == Site::Private && NOT_PRIVATE.contains(&rule.name) {
                *severity = None;
            }
        }
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

    /// Whether no rule runs.
    pub fn is_empty(&self) -> bool {
        self.severities.iter().all(Option::is_none)
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

/// The rules that ask whether people find a site.
const NOT_PRIVATE: [&str; 6] = [
    "agent-search-engine-blocked",
    "group-blocks-everything",
    "group-blocks-nearly-everything",
    "path-blocks-assets",
    "path-blocks-site-files",
    "sitemap-missing",
];

/// For whom a site is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Site {
    /// For everybody: search engines should find it.
    #[default]
    Public,
    /// Not for search: a copy for tests, an intranet, a site before its launch.
    Private,
}

impl Site {
    /// Every kind of site.
    pub const ALL: [Self; 2] = [Self::Public, Self::Private];

    /// The stable name of the kind.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}

/// Reads what [`Site::as_str`] writes.
impl FromStr for Site {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|site| site.as_str() == name);
        found.ok_or_else(|| Error::new(ErrorKind::UnknownSite, name))
    }
}

/// The indices of the rules that a selector chooses.
fn chosen_by(selector: &str) -> Result<Vec<usize>, Error> {
    let is_chosen = |rule: &Rule| match selector {
        "all" => true,
        "pedantic" => rule.is_pedantic,
        _ => rule.is_called(selector),
    };
    let chosen = RULES.iter().enumerate().filter(|(_, rule)| is_chosen(rule));
    let chosen: Vec<_> = chosen.map(|(index, _)| index).collect();
    if chosen.is_empty() {
        let likeness = |rule: &&&Rule| strsim::normalized_damerau_levenshtein(rule.name, selector);
        let nearest = RULES.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        let suggestion = nearest.filter(|rule| likeness(rule) > 0.5).map(|rule| rule.name);
        return Err(Error::new(ErrorKind::UnknownRule, selector).suggest(suggestion));
    }
    Ok(chosen)
}

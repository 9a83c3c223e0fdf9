//! The registry of presets.

use maycrawl_crawlers::Catalogue;

use crate::choice::Choice;
use crate::error::{Error, ErrorKind};
use crate::preset::Preset;

mod ai;
mod everyone;
mod paths;
mod systems;

/// Every preset, in the order in which lists show them.
pub static PRESETS: &[&Preset] = &[
    &everyone::ALLOW_ALL,
    &everyone::BLOCK_ALL,
    &everyone::STAGING,
    &everyone::ONLY,
    &everyone::ALL_BUT,
    &everyone::ONLY_SEARCH_ENGINES,
    &everyone::ONLY_ADSENSE,
    &ai::BLOCK_AI_TRAINING,
    &ai::BLOCK_AI,
    &ai::REFUSE_AI_TRAINING,
    &ai::BLOCK_DATASETS,
    &ai::BLOCK_SEO_TOOLS,
    &ai::BLOCK_ARCHIVES,
    &paths::DIRECTORIES,
    &paths::PAGE,
    &paths::FILE_TYPE,
    &paths::PARAMETERS,
    &paths::PARAMETER,
    &paths::INTERNAL_SEARCH,
    &paths::ADMIN,
    &paths::ACCOUNTS,
    &paths::PRINT_AND_FEEDS,
    &paths::IMAGE,
    &paths::IMAGES,
    &systems::WORDPRESS,
    &systems::WOOCOMMERCE,
    &systems::SHOPIFY,
    &systems::MAGENTO,
    &systems::DRUPAL,
    &systems::JOOMLA,
    &systems::MEDIAWIKI,
    &systems::TYPO3,
    &systems::GHOST,
];

/// How similar a name must be to a preset's to be taken for a slip of the finger.
const SIMILAR: f64 = 0.6;

impl Preset {
    /// The preset of a name; an error that suggests one, if there is none.
    pub fn named(name: &str) -> Result<&'static Self, Error> {
        PRESETS.iter().copied().find(|preset| preset.name == name).ok_or_else(|| unknown(name))
    }

    /// The choices of a preset as it is asked for: `only=Googlebot`.
    ///
    /// ```
    /// use maycrawl_crawlers::Catalogue;
    /// use maycrawl_generate::{Comments, Plan, Preset};
    ///
    /// let catalogue = Catalogue::built_in();
    /// let plan = Plan::new(&Preset::choices("only=Googlebot", catalogue)?, catalogue)?;
    /// let file = plan.write(Comments::Include);
    /// assert!(!maycrawl::is_allowed(&file, "bingbot", "/"));
    /// assert!(maycrawl::is_allowed(&file, "Googlebot", "/"));
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn choices(request: &str, catalogue: &Catalogue) -> Result<Vec<Choice>, Error> {
        let (name, value) = match request.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (request.trim(), None),
        };
        Self::named(name)?.make(value, &format!("preset {request}"), catalogue)
    }
}

fn unknown(name: &str) -> Error {
    let similarity = |preset: &&&Preset| strsim::normalized_damerau_levenshtein(preset.name, name);
    let nearest = PRESETS.iter().max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    let suggestion =
        nearest.filter(|nearest| similarity(nearest) > SIMILAR).map(|nearest| nearest.name);
    let hint = suggestion.map(|name| format!("; did you mean {name}?")).unwrap_or_default();
    let message = format!("no preset is called {name:?}{hint}");
    Error::new(ErrorKind::UnknownPreset { name: name.into(), suggestion }, message)
}

//! The registry of presets.

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

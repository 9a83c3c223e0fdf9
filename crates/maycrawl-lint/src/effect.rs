//! What the findings of each rule cost a site.

use crate::rule::{Check, Rule};
use crate::severity::Severity;

/// What a finding costs a site. It decides how much the score loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Crawlers find no robots.txt here at all.
    NoFile,
    /// All or nearly all of the site is blocked.
    Site,
    /// Crawlers follow other rules than those that are meant for them.
    Crawlers,
    /// Pages are blocked, or files that pages need, of which the author may not think.
    Pages,
    /// Some parsers read on, and others do not.
    Parsers,
    /// Lines do nothing.
    Lines,
    /// Lines could go: they change nothing, and make the others harder to read.
    Clutter,
    /// Nothing; it is worth knowing.
    Nothing,
}

/// Where a note says that lines could go.
pub(crate) const CLUTTER: &[&str] = &[
    "agent-repeated",
    "directive-dead",
    "path-no-leading-slash",
    "rule-allow-without-disallow",
    "rule-empty-allow",
    "rule-empty-disallow",
    "rule-redundant",
    "rule-repeated",
    "sitemap-repeated",
];

/// What costs something else than the lines on which it stands.
pub(crate) const EFFECTS: &[(&str, Effect)] = &[
    ("access-server-error", Effect::NoFile),
    ("agent-invented", Effect::Crawlers),
    ("agent-misspelt", Effect::Crawlers),
    ("agent-full-header", Effect::Crawlers),
    ("agent-list", Effect::Crawlers),
    ("agent-search-engine-blocked", Effect::Crawlers),
    ("agent-cut-short", Effect::Parsers),
    ("agent-version", Effect::Parsers),
    ("agent-wildcard", Effect::Parsers),
    ("encoding-byte-order-mark", Effect::Parsers),
    ("group-blank-line", Effect::Parsers),
    ("group-repeated", Effect::Parsers),
    ("rule-engines-disagree", Effect::Parsers),
    ("group-blocks-everything", Effect::Site),
    ("group-blocks-nearly-everything", Effect::Site),
    ("group-drops-allow", Effect::Crawlers),
    ("group-drops-global-rules", Effect::Crawlers),
    ("group-falls-through", Effect::Crawlers),
    ("group-frees-crawler", Effect::Crawlers),
    ("group-without-rules", Effect::Crawlers),
    ("path-blocks-assets", Effect::Pages),
    ("path-blocks-site-files", Effect::Pages),
    ("path-case", Effect::Pages),
    ("path-query-everything", Effect::Pages),
    ("path-star-only", Effect::Pages),
    ("rule-conflict", Effect::Pages),
    ("sitemap-blocked", Effect::Pages),
];

impl Effect {
    /// What the findings of a rule at this severity cost. A note costs the site nothing: it is a
    /// choice, or harmless.
    pub(crate) fn of(rule: &Rule, severity: Severity) -> Self {
        let own = || EFFECTS.iter().find(|(name, _)| *name == rule.name).map(|(_, effect)| *effect);
        match (severity, rule.check) {
            (Severity::Note, _) if CLUTTER.contains(&rule.name) => Self::Clutter,
            (Severity::Note, _) => Self::Nothing,
            (_, Check::Content(_)) => Self::NoFile,
            _ => own().unwrap_or(Self::Lines),
        }
    }

    /// What it costs, in a few words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoFile => "crawlers find no robots.txt",
            Self::Site => "the site is blocked",
            Self::Crawlers => "crawlers follow other rules than are meant",
            Self::Pages => "pages or their files are blocked",
            Self::Parsers => "some crawlers read it otherwise",
            Self::Lines => "lines do nothing",
            Self::Clutter => "lines could go",
            Self::Nothing => "worth knowing",
        }
    }
}

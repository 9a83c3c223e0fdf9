//! What a file says to a crawler, compared with what it would say.

use maycrawl::{
    Robots, Rules, UrlPath,
    dialect::BlankEnds,
    lines::{Field, Span},
};
use maycrawl_crawlers::{Crawler, NameMatch, Obeys, Purpose};

use super::{AgentEntry, BASE, DirectiveEntry, File, Group};
use crate::budget::Budget;

/// The work that the comparisons of one rule may cost: bytes, agent lines and rules
/// looked at, and the squares of the lengths of patterns.
const MOST_WORK: usize = 5_000_000;

/// Compares what rules allow, within a bound. Beyond it, nothing differs any more.
pub(crate) struct Comparison {
    budget: Budget,
}

impl Comparison {
    pub(crate) const fn new() -> Self {
        Self { budget: Budget::new(MOST_WORK) }
    }

    /// A path that `one` allows and `other` forbids: a shortest one of a rule.
    pub(crate) fn lost(&self, one: &Rules, other: &Rules) -> Option<Vec<u8>> {
        self.path(one, other, |one, other| one && !other)
    }

    /// A path about which two sets of rules differ: a shortest one of a rule.
    pub(crate) fn differing(&self, one: &Rules, other: &Rules) -> Option<Vec<u8>> {
        self.path(one, other, |one, other| one != other)
    }

    /// Takes the work of choosing the rules of a crawler, and says whether there was any
    /// left.
    pub(crate) fn may_choose(&self, file: &File<'_>) -> bool {
        self.budget.spend_or_end(file.agents().count() + 1)
    }

    fn path(
        &self,
        one: &Rules,
        other: &Rules,
        is_it: impl Fn(bool, bool) -> bool,
    ) -> Option<Vec<u8>> {
        let cost = one.patterns().len() + other.patterns().len() + 1;
        let patterns = one.patterns().chain(other.patterns());
        let mut paths = patterns.filter_map(|(_, _, pattern)| {
            let length = pattern.len() as usize + 1;
            let is_paid = self.budget.spend_or_end(length.saturating_mul(length) + cost);
            is_paid.then(|| pattern.shortest_path())?
        });
        paths.find(|path| {
            let path = UrlPath::parse(path, &BASE);
            is_it(one.check(&path).is_allowed(), other.check(&path).is_allowed())
        })
    }
}

impl File<'_> {
    /// The file as a crawler reads it that finds no name in these values of `User-agent`.
    pub(crate) fn without_names(&self, values: &[Span]) -> Robots {
        // A sign that no name begins with.
        self.with_names(values.iter().map(|span| (*span, "+")))
    }

    /// The file with other names in these values of `User-agent`, in the file's order.
    pub(crate) fn with_names<'n>(&self, names: impl Iterator<Item = (Span, &'n str)>) -> Robots {
        let source = self.source();
        let mut edited = Vec::with_capacity(source.len());
        let mut at = 0;
        for (span, name) in names.filter(|(span, _)| span.end as usize <= source.len()) {
            edited.extend_from_slice(Span::new(at, span.start.max(at)).of(source));
            edited.extend_from_slice(name.as_bytes());
            at = span.end.max(at);
        }
        edited.extend_from_slice(source.get(at as usize..).unwrap_or_default());
        Robots::from_vec(edited, &BASE)
    }
}

impl File<'_> {
    /// Whether something stands between a line that names a crawler and the next one of its
    /// group, such as a `Crawl-delay`: the author took them for two groups.
    pub(crate) fn runs_on(&self, group: &Group<'_>, agent: &AgentEntry<'_>) -> bool {
        let is_last = group.agents.last().is_none_or(|last| last.line <= agent.line);
        let next = self.directives.partition_point(|entry| entry.line <= agent.line);
        let next = self.directives.get(next).filter(|_| !is_last);
        next.is_some_and(|entry| entry.directive.field != Field::UserAgent)
    }

    /// The directives between two lines.
    pub(crate) fn between(&self, one: u32, other: u32) -> &[DirectiveEntry] {
        let start = self.directives.partition_point(|entry| entry.line <= one);
        let end = self.directives.partition_point(|entry| entry.line < other);
        self.directives.get(start..end).unwrap_or_default()
    }
}

/// Whether a crawler still comes, and may do what a robots.txt asks.
pub(crate) fn is_alive(crawler: &Crawler) -> bool {
    !crawler.is_retired() && crawler.obeys() != Obeys::No
}

/// Whether a crawler's operator documents that it reads a product token and nothing after it.
pub(crate) fn reads_token(crawler: &Crawler) -> bool {
    crawler.name_match() == Some(NameMatch::Token)
}

/// Whether a blank line ends a group to the crawler that a line names.
pub(crate) fn ends_at_blank(agent: &AgentEntry<'_>) -> bool {
    let dialect = agent.crawler.and_then(Crawler::dialect);
    dialect.is_some_and(|preset| preset.dialect.groups.blank_ends != BlankEnds::No)
}

/// Whether a crawler fetches pages to be searched or learnt from: not only images, videos or ads,
/// and not for those who study sites.
pub(crate) fn fetches_pages(crawler: &Crawler) -> bool {
    let name = crawler.token().to_ascii_lowercase();
    let is_media = ["image", "video", "media"].iter().any(|word| name.contains(word));
    let purposes = crawler.purposes();
    let brings = [Purpose::Search, Purpose::AiSearch, Purpose::AiTraining];
    !is_media
        && !matches!(purposes.first(), Some(Purpose::Ads | Purpose::Seo))
        && purposes.iter().any(|purpose| brings.contains(purpose))
}

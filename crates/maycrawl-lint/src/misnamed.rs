//! Values of `User-agent` in which some crawlers do not find their name: it has a version, a star
//! or other words behind it.

use maycrawl::lines::Span;
use maycrawl_crawlers::Crawler;

use crate::diagnostic::Diagnostic;
use crate::file::{AgentEntry, Comparison, File, Group};
use crate::fix::{Edit, Fix};

/// A line in which some crawlers do not find their name.
pub(crate) struct Misnamed<'f> {
    pub(crate) agent: &'f AgentEntry<'f>,
    pub(crate) crawler: &'f Crawler,
    /// Whether the home page stays open to a crawler that finds its name.
    may_fix: bool,
}

impl<'f> Misnamed<'f> {
    pub(crate) fn new(group: &Group<'_>, agent: &'f AgentEntry<'f>, crawler: &'f Crawler) -> Self {
        Self { agent, crawler, may_fix: !group.may_block_home() }
    }

    /// What the line should say.
    pub(crate) fn name(&self) -> &'f str {
        self.crawler.token()
    }
}

/// Keeps the lines, which are in the file's order, whose crawlers fetch something else if they do
/// not find their name. Nothing is lost where it stands alone on another line, or `*` says the same.
pub(crate) fn keep_if_lost(file: &File<'_>, lines: &mut Vec<Misnamed<'_>>) {
    if lines.is_empty() {
        return;
    }
    let spans: Vec<Span> = lines.iter().map(|line| line.agent.span).collect();
    let unread = file.without_names(&spans);
    let mended = file.with_names(lines.iter().map(|line| (line.agent.span, line.name())));
    let comparison = Comparison::new();
    lines.retain(|line| {
        let crawler = line.crawler.agent();
        comparison.may_choose(file)
            && comparison.differing(&unread.rules(&crawler), &mended.rules(&crawler)).is_some()
    });
}

/// One finding for all lines: what is wrong with the first, the others beside it, and a fix with
/// this title.
pub(crate) fn one_finding(
    lines: &[Misnamed<'_>],
    what: impl Fn(&Misnamed<'_>) -> String,
    title: &str,
) -> Option<Diagnostic> {
    let [first, others @ ..] = lines else { return None };
    let todo = format!("write {}", first.name());
    let mut report = Diagnostic::new(first.agent.span, what(first), todo);
    for line in others {
        report = report.related(line.agent.span, format!("write {} here", line.name()));
    }
    let fixable = lines.iter().filter(|line| line.may_fix);
    let mut edits: Vec<_> =
        fixable.map(|line| Edit::replace(line.agent.span, line.name())).collect();
    edits.sort_by_key(|edit| edit.span.start);
    Some(report.maybe_fix((!edits.is_empty()).then(|| Fix::unsafe_(title, edits))))
}

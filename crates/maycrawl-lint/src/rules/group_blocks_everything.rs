//! The rule `group-blocks-everything`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// Every crawler without a group of its own may fetch nothing.
    ///
    /// ## Why
    ///
    /// One slash forbids the whole site
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). It
    /// may be meant, for a site that is not ready or not for search; left in after a launch, it
    /// keeps the site from being found.
    ///
    /// ## Bad
    ///
    /// ```robots also=agent-ignores-global
    /// User-agent: *
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// It is a choice, and so no more than a note.
    "group-blocks-everything", "G007", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    if let Some(span) = blocked(file) {
        out.push(Report::new(
            span,
            "crawlers without a group of their own may fetch nothing of the site",
            "take it away when the site should be found",
        ));
    }
}

/// The rule that forbids everything to those without a group of their own.
pub(super) fn blocked(file: &File<'_>) -> Option<Span> {
    let groups = file.groups.iter().filter(|group| group.is_global());
    forbids_everything(groups).map(|rule| rule.span)
}

//! The rule `group-blocks-everything`: its page, its check and its fix.

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
    Group, "group-blocks-everything", "G007", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    if let Some(span) = file.global_block() {
        out.push(Diagnostic::new(
            span,
            "crawlers without a group of their own may fetch nothing of the site",
            "take it away when the site should be found",
        ));
    }
}

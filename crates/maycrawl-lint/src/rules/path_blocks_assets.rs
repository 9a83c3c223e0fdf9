//! The rule `path-blocks-assets`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule forbids styles or scripts.
    ///
    /// ## Why
    ///
    /// Search engines render pages as browsers do, and judge them by what they see. Scripts that
    /// are blocked are not run
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics)).
    /// Without its styles and scripts a page may look broken, or empty.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /css/
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
    /// Only rules for all crawlers or for Googlebot or bingbot, and only paths that name all styles
    /// or scripts: `/*.css`, `/*.js`, and folders called `css`, `js`, `styles`, `stylesheets` or
    /// `javascript`.
    Path, "path-blocks-assets", "P016", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let is_search = |agent: &AgentEntry<'_>| {
            agent.is_global || [&b"googlebot"[..], b"bingbot"].contains(&&*agent.token)
        };
        if !group.agents.iter().any(is_search) {
            continue;
        }
        for rule in group
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Disallow && names_assets(&rule.value))
        {
            let Some(path) = rule.path() else { continue };
            let is_opened = group.rules.iter().any(|allow| {
                allow.kind == RuleKind::Allow && allow.pattern.meets(&rule.pattern) != Overlap::No
            });
            if !is_opened {
                out.push(
                    Diagnostic::new(
                        rule.span,
                        "search engines need styles and scripts to see the page",
                        "let them be fetched",
                    )
                    .path(path),
                );
            }
        }
    }
}

/// Whether a path is a folder of styles or scripts, or all of them by their
/// ending. A single file is forbidden on purpose.
fn names_assets(value: &[u8]) -> bool {
    const FOLDERS: [&[u8]; 5] = [b"css", b"js", b"styles", b"stylesheets", b"javascript"];
    let value = value.strip_suffix(b"$").unwrap_or(value).to_ascii_lowercase();
    let value = value.strip_suffix(b"*").unwrap_or(&value);
    let folder = value.strip_suffix(b"/").and_then(|path| path.rsplit(|byte| *byte == b'/').next());
    let before = value.strip_suffix(b"*.css").or_else(|| value.strip_suffix(b"*.js"));
    folder.is_some_and(|name| FOLDERS.contains(&name))
        || before.is_some_and(|path| matches!(path, b"" | b"/"))
}

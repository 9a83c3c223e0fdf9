//! The rule `sitemap-missing`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file names no sitemap.
    ///
    /// ## Why
    ///
    /// Every search engine can find a sitemap that the robots.txt names
    /// ([sitemaps.org](https://www.sitemaps.org/protocol.html#submit_robots)). Otherwise you must
    /// submit it to each search engine, or pages with few links to them are found late or never.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// ```
    ///
    /// ## Limits
    ///
    /// A site can do without a sitemap. Not reported where the home page is blocked for all
    /// crawlers, nor in a file without groups.
    Sitemap, "sitemap-missing", "M006", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let is_blocked = !file.rules_of(&Agent::token("*")).check_url("/").is_allowed();
    let Some(agent) = file.agents().next().filter(|_| !is_blocked) else { return };
    let names_one = |line: &Line<'_>| {
        let text = line.get(text_span(line)).to_ascii_lowercase();
        // One that is misspelt or has no field has its own finding.
        memchr::memmem::find(&text, b"sitemap").is_some()
    };
    if file.lines().any(|line| names_one(&line)) {
        return;
    }
    let is_commented = |line: &Line<'_>| {
        let comment = line.get(line.comment()).trim_ascii_start();
        let text = comment.strip_prefix(b"#").unwrap_or_default().trim_ascii();
        let is_field = text.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"sitemap:"));
        is_field && memchr::memmem::find(text, b"://").is_some()
    };
    let what = "the file names no sitemap, so a search engine finds your pages only by links unless you submit a sitemap to it";
    out.push(match file.lines().find(is_commented) {
        Some(line) => Diagnostic::new(
            agent.span,
            what,
            format!("delete the # before Sitemap on line {}, if that sitemap exists", line.number()),
        )
        .related(line.comment(), "a comment"),
        None => Diagnostic::new(
            agent.span,
            what,
            "if the site has a sitemap, add a line with its full URL, such as Sitemap: https://shop.example/sitemap.xml",
        ),
    });
}

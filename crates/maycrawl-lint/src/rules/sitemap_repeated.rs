//! The rule `sitemap-repeated`: its page, its check and its fix.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;

rule! {
    /// The file names the same sitemap twice.
    ///
    /// ## Why
    ///
    /// Once is enough for all crawlers: a sitemap does not belong to a group
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4)).
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    ///
    /// Sitemap: https://shop.example/sitemap.xml
    /// Sitemap: https://shop.example/sitemap.xml
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
    /// ## Fix
    ///
    /// Safe: all but the first are deleted.
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
    /// Reported once per file. Not reported where a sitemap appears once in each of three or more
    /// groups, because then a program wrote it there.
    ///
    /// ## Pedantic
    ///
    /// A sitemap that is named twice is read once. Most files that repeat it were written by a shop
    /// system, whose customers cannot change that.
    Sitemap, "sitemap-repeated", "M003", Note, Text(check), pedantic
}

/// In how many groups a program repeats a sitemap at least.
const MANY: usize = 3;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let starts: Vec<u32> =
        file.groups.iter().filter_map(|group| Some(group.agents.first()?.line)).collect();
    let mut by_url: BTreeMap<Vec<u8>, Vec<(Line<'_>, Span)>> = BTreeMap::new();
    for (line, entry) in file.of_field(Field::Sitemap) {
        let url = line.get(entry.directive.value).to_vec();
        by_url.entry(url).or_default().push((line, entry.directive.value));
    }
    let mut repeats = Vec::new();
    for (url, lines) in &by_url {
        let [(first, first_span), others @ ..] = lines.as_slice() else { continue };
        let group_of = |line: &Line<'_>| starts.partition_point(|start| *start < line.number());
        let groups: BTreeSet<usize> = lines.iter().map(|(line, _)| group_of(line)).collect();
        let is_programs = groups.len() == lines.len() && groups.len() >= MANY;
        if !url.is_empty() && !is_programs {
            let first = (first.number(), *first_span);
            repeats.extend(others.iter().map(|(line, span)| (*line, *span, first)));
        }
    }
    repeats.sort_by_key(|(_, span, _)| span.start);
    let [(_, span, (first_line, first_span)), others @ ..] = repeats.as_slice() else { return };
    let (what, todo) = match others.len() {
        0 => (
            format!("the file already names this sitemap on line {first_line}"),
            "delete the line, unless you mean another sitemap",
        ),
        1 => (
            format!(
                "the file already names this sitemap on line {first_line}, and another line repeats a sitemap"
            ),
            "delete the lines, unless you mean other sitemaps",
        ),
        more => (
            format!(
                "the file already names this sitemap on line {first_line}, and {more} other lines repeat a sitemap"
            ),
            "delete the lines, unless you mean other sitemaps",
        ),
    };
    let title = if others.is_empty() { "delete the line" } else { "delete the lines" };
    let edits = repeats.iter().map(|(line, ..)| Edit::remove(line)).collect();
    out.push(
        Diagnostic::new(*span, what, todo)
            .related(*first_span, "named here")
            .also(others.iter().map(|(_, span, _)| *span), "also named before")
            .fix(Fix::safe(title, edits)),
    );
}

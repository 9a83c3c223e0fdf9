//! The rule `path-needless-star`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path ends with `*`, or contains several `*` in a row.
    ///
    /// ## Why
    ///
    /// A path matches everything that begins with it, so a final `*` adds nothing, and two in a
    /// row match what one does
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#url-matching-based-on-path-values)).
    /// They still add to the length of the rule: `Disallow: /a*` beats `Allow: /a`.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/*
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the needless `*` are deleted. Crawlers that follow the 1996 draft, which has no
    /// wildcards, then obey the rule.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per group. Not reported where the length of the rule matters because a rule
    /// of the other kind is about as long.
    ///
    /// ## Pedantic
    ///
    /// The star does no harm, and every crawler in use today reads the path the same way without
    /// it. Only a crawler that follows the 1996 draft, without wildcards, gains.
    Path, "path-needless-star", "P012", Note, Text(check), pedantic
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for group in &file.groups {
        let needless: Vec<_> = group
            .rules
            .iter()
            .filter(|rule| rule.value.starts_with(b"/"))
            .filter_map(|rule| Some((rule, plain(rule)?)))
            .filter(|(rule, plain)| plain != b"/" && !ranks_matter(group, rule, plain))
            .collect();
        let [(first, plain), others @ ..] = needless.as_slice() else { continue };
        let plain = lossy(plain);
        let mut report = Diagnostic::new(
            first.span,
            format!("the * adds nothing: {plain} matches the same URLs"),
            format!("write {plain}"),
        );
        for (rule, _) in others {
            report = report.related(rule.span, "so does this without its *");
        }
        let edits = needless.iter().map(|(rule, plain)| Edit::replace(rule.span, plain.clone()));
        out.push(report.fix(Fix::unsafe_("delete the needless *", edits.collect())));
    }
}

/// The path without stars that match nothing more; `None` if it has none.
fn plain(rule: &RuleEntry) -> Option<Vec<u8>> {
    let mut plain = rule.value.clone();
    plain.dedup_by(|one, other| *one == b'*' && *other == b'*');
    while plain.len() > 1 && plain.pop_if(|last| *last == b'*').is_some() {}
    // A `$` at the end would no longer be a dollar sign.
    (plain != rule.value && !plain.ends_with(b"$")).then_some(plain)
}

/// Whether a rule of the other kind could win if this one were shorter.
fn ranks_matter(group: &Group<'_>, rule: &RuleEntry, plain: &[u8]) -> bool {
    let plain = Pattern::parse(plain, &BASE);
    group.rules.iter().any(|other| {
        other.kind != rule.kind
            && (plain.len()..=rule.pattern.len()).contains(&other.pattern.len())
            && other.pattern.meets(&rule.pattern) != Overlap::No
    })
}

use crate::prelude::*;

rule! {
    /// A rule's path ends with `*`, or holds several in a row.
    ///
    /// ## Why
    ///
    /// A path matches everything that begins with it, so a final `*` adds nothing, and two in a row
    /// match what one does
    /// ([Google](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#url-matching-based-on-path-values)).
    /// They still count as octets: `Allow: /a*` beats `Disallow: /a`.
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
    /// Unsafe: they are taken away. A rule gets shorter by it, and crawlers of the draft of 1996,
    /// who know no wildcards, obey it then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    "path-needless-star", "P012", Note, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for rule in file.rules().filter(|rule| rule.value.starts_with(b"/")) {
        let mut plain = rule.value.clone();
        plain.dedup_by(|one, other| *one == b'*' && *other == b'*');
        while plain.len() > 1 && plain.pop_if(|last| *last == b'*').is_some() {}
        if plain != rule.value {
            out.push(
                Report::new(rule.span, format!("this matches what {} does", lossy(&plain)), format!("write {}", lossy(&plain)))
                    .fix(Fix::unsafe_("take the needless * away", vec![Edit::replace(rule.span, plain)])),
            );
        }
    }
}

//! The rule `agent-list`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `User-agent` names several crawlers on one line.
    ///
    /// ## Why
    ///
    /// A line names one
    /// ([RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2); an erratum
    /// that would allow lists, 8895, is not adopted). Google's parser reads the first and drops the
    /// others, which then obey the group for `*`; parsers that compare the whole value find none of
    /// them.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googlebot, bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: each gets a line of its own.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// User-agent: bingbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Names without commas or semicolons between them are taken for a list only where each is a
    /// known crawler.
    "agent-list", "A004", Error, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for agent in file.agents() {
        let Some(names) = names(file, &agent.value) else { continue };
        let Some(first) = names.first() else { continue };
        let separator = [file.line_end(), b"User-agent: "].concat();
        let lines =
            names.iter().map(|name| name.as_bytes()).collect::<Vec<_>>().join(&separator[..]);
        out.push(
            Report::new(
                agent.span,
                format!("Google's parser reads only {first}, and drops the others"),
                "give each a User-agent line of its own",
            )
            .fix(Fix::unsafe_("split the line", vec![Edit::replace(agent.span, lines)])),
        );
    }
}

/// The names of a list.
pub(super) fn names<'v>(file: &File<'_>, value: &'v [u8]) -> Option<Vec<&'v str>> {
    let value = str::from_utf8(value).ok()?;
    if super::agent_full_header::is_header(value.as_bytes()) || value.contains('(') {
        return None;
    }
    let by_sign: Vec<_> =
        value.split([',', ';', '|']).map(str::trim).filter(|name| !name.is_empty()).collect();
    if by_sign.len() > 1 {
        return Some(by_sign);
    }
    let by_space: Vec<_> = value.split_whitespace().collect();
    let are_known = by_space.len() > 1
        && file.catalogue.find(value).is_none()
        && by_space.iter().all(|name| file.catalogue.find(name).is_some());
    are_known.then_some(by_space)
}

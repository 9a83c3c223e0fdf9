//! The rule `agent-misspelt`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `User-agent` is nearly the name of a known crawler.
    ///
    /// ## Why
    ///
    /// Names are compared as a whole
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)):
    /// `Googelbot` is not Googlebot, which obeys the group for `*` instead.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: Googelbot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the name is written as the catalogue has it.
    ///
    /// ```robots
    /// User-agent: Googlebot
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// One letter more, less, other or swapped, or a hyphen, in a name of six letters or more.
    "agent-misspelt", "A007", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for agent in file.agents() {
        if let Some(right) = meant(file, agent) {
            out.push(
                Report::new(
                    agent.span,
                    format!("no crawler of this name is known, but {right} is"),
                    format!("write {right}, if that is meant"),
                )
                .fix(Fix::unsafe_(
                    format!("write {right}"),
                    vec![Edit::replace(agent.span, right)],
                )),
            );
        }
    }
}

/// The crawler for which an unknown name was probably meant.
pub(super) fn meant<'f>(file: &'f File<'_>, agent: &Named) -> Option<&'f str> {
    let name = str::from_utf8(&agent.value).ok()?;
    let is_plain = agent.value.len() == agent.token.len() && name.len() >= 6;
    if !is_plain || file.is_own(name) || file.catalogue.find(name).is_some() {
        return None;
    }
    let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_'], "");
    let own = plain(name);
    // A short stem with a common ending is near to many others.
    let most = usize::from(name.len() >= 8);
    let is_near = |known: &str| {
        known.len().abs_diff(name.len()) <= 2
            // One slip spoils the beginning or the end, not both.
            && (begins_alike(known, name) || ends_alike(known, name))
            && strsim::damerau_levenshtein(&plain(known), &own) <= most
    };
    let mut tokens = file.catalogue.crawlers().iter().map(maycrawl_crawlers::Crawler::token);
    tokens.find(|token| is_near(token))
}

fn begins_alike(one: &str, other: &str) -> bool {
    let beginning = |text: &str| {
        text.as_bytes()
            .first_chunk::<3>()
            .map(|octets| octets.map(|octet| octet.to_ascii_lowercase()))
    };
    beginning(one) == beginning(other)
}

fn ends_alike(one: &str, other: &str) -> bool {
    let end = |text: &str| {
        text.as_bytes()
            .last_chunk::<3>()
            .map(|octets| octets.map(|octet| octet.to_ascii_lowercase()))
    };
    end(one) == end(other)
}

//! The rule `agent-ignores-global`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The group for `*` blocks everything, but some crawlers do not follow that group.
    ///
    /// ## Why
    ///
    /// Google's AdsBot crawlers, Mediapartners-Google and some others
    /// [ignore `*`](https://developers.google.com/search/docs/crawling-indexing/google-special-case-crawlers)
    /// and must be named. A site that seems closed is open to them.
    ///
    /// ## Bad
    ///
    /// ```robots also=group-blocks-everything
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
    /// Reported only where the group blocks everything, and only for Google's two ad crawlers,
    /// which follow a group that names them. They visit only sites that use Google Ads or
    /// AdSense.
    ///
    /// ## Pedantic
    ///
    /// These crawlers visit only sites that show Google's ads or advertise with Google, and few
    /// closed sites do either.
    Agent, "agent-ignores-global", "A012", Note, Text(check), pedantic
}

/// The crawlers that sites know, and the service that they come for.
const ADS: [(&str, &str); 2] =
    [("AdsBot-Google", "Google Ads"), ("Mediapartners-Google", "AdSense")];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let Some(span) = file.global_block() else { return };
    let is_free = |name: &str| {
        let crawler = file.catalogue.find(name);
        crawler.is_some_and(|crawler| crawler.obeys_global() == Some(false))
            && !file.names(name.to_ascii_lowercase().as_bytes())
    };
    let free: Vec<_> = ADS.into_iter().filter(|(name, _)| is_free(name)).collect();
    let (what, service) = match free.as_slice() {
        [] => return,
        [(name, service)] => (format!("{name} does not follow the group for *"), *service),
        [(one, _), (two, _), ..] => {
            (format!("{one} and {two} do not follow the group for *"), "Google Ads or AdSense")
        }
    };
    let it = if free.len() == 1 { "it" } else { "they" };
    let them = if free.len() == 1 { "it" } else { "them" };
    out.push(
        Diagnostic::new(
            span,
            what,
            format!("{it} may visit if you use {service}; if {it} should stay out too, name {them} in a group that blocks everything"),
        )
        .path("/"),
    );
}

//! The fields of a robots.txt: what each does, and which rules of the linter concern it.

use maycrawl::lines::Field;
use maycrawl_lint::{RULES, Rule, RuleGroup};

use crate::display::fill;

/// A field of a robots.txt, and its page.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FieldPage {
    /// Its name as people write it.
    pub name: &'static str,
    /// The field.
    pub field: Field,
    /// What it does, in a few words.
    pub title: &'static str,
    text: &'static str,
    example: &'static str,
    source: &'static str,
    /// The groups of rules that concern it.
    groups: &'static [RuleGroup],
    /// The names of further rules that concern it.
    rules: &'static [&'static str],
}

/// Every field that some crawler reads, or once read.
pub const FIELDS: &[FieldPage] = &[
    FieldPage {
        name: "User-agent",
        field: Field::UserAgent,
        title: "names the crawlers that a group is for",
        text: "This line begins a group. Several User-agent lines may follow one another; the \
            rules below them apply to all the crawlers that they name. The value is a product \
            token such as Googlebot, without a version, in upper or lower case; * stands for every \
            crawler that no group names. A crawler that a group names ignores the group for *, so \
            repeat the rules that it should follow too.",
        example: "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /private/",
        source: "https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1",
        groups: &[RuleGroup::Agent, RuleGroup::Group],
        rules: &[],
    },
    FieldPage {
        name: "Disallow",
        field: Field::Disallow,
        title: "asks the crawlers of a group not to fetch paths",
        text: "The value is the beginning of a path: /private blocks /private-data too. * stands \
            for any text, and $ at the end for the end of the URL. Of the rules that match a URL, \
            the longest decides. An empty value blocks nothing. A blocked page can still show up \
            in search results if other pages link to it, and anyone can still open it. To keep it \
            out of search results, use noindex instead, and let crawlers fetch the page to see it; \
            to keep people out, use a password.",
        example: "User-agent: *\nDisallow: /private/\nDisallow: /*.pdf$",
        source: "https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2",
        groups: &[RuleGroup::Path, RuleGroup::Rule, RuleGroup::Group],
        rules: &["sitemap-blocked", "signal-contradiction"],
    },
    FieldPage {
        name: "Allow",
        field: Field::Allow,
        title: "lets the crawlers of a group fetch what a Disallow blocks",
        text: "The value is the beginning of a path, as in Disallow. Of the rules that match a \
            URL, the longest decides, and Allow wins a tie. A URL that no rule matches is allowed \
            anyway, so write Allow for exceptions only. A few crawlers follow the first rule that \
            matches, so write the exception before the rule.",
        example: "User-agent: *\nAllow: /private/press/\nDisallow: /private/",
        source: "https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2",
        groups: &[RuleGroup::Path, RuleGroup::Rule],
        rules: &["group-drops-allow"],
    },
    FieldPage {
        name: "Sitemap",
        field: Field::Sitemap,
        title: "says where a list of the site's pages is",
        text: "The value is an absolute URL, which may be on another host. The line applies to all \
            crawlers, wherever it is in the file, and does not end a group.",
        example: "Sitemap: https://example.com/sitemap.xml",
        source: "https://www.sitemaps.org/protocol.html#submit_robots",
        groups: &[RuleGroup::Sitemap],
        rules: &["syntax-bare-url"],
    },
    FieldPage {
        name: "Crawl-delay",
        field: Field::CrawlDelay,
        title: "asks the crawlers of a group to wait between requests",
        text: "The value is a number of seconds. The field is not part of RFC 9309: Bing and many \
            tools honour it, Google and Yandex do not. `maycrawl crawlers NAME` says whether a \
            crawler does. It applies to the User-agent lines right above it, even if Google reads \
            these and the next ones as one group.",
        example: "User-agent: bingbot\nCrawl-delay: 5\nDisallow: /private/",
        source: "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#syntax",
        groups: &[RuleGroup::Delay],
        rules: &["directive-outside-group"],
    },
    FieldPage {
        name: "Request-rate",
        field: Field::RequestRate,
        title: "asks the crawlers of a group to limit their rate of requests",
        text: "1/10 means one request in ten seconds; 1/10 0600-0845 applies from 06:00 to 08:45 \
            UTC only. Few crawlers read it.",
        example: "User-agent: *\nRequest-rate: 1/10\nDisallow: /private/",
        source: "http://www.conman.org/people/spc/robots2.html",
        groups: &[],
        rules: &["directive-invalid", "directive-outside-group"],
    },
    FieldPage {
        name: "Visit-time",
        field: Field::VisitTime,
        title: "asks the crawlers of a group to come at certain hours",
        text: "0600-0845 means from 06:00 to 08:45 UTC. Few crawlers read it.",
        example: "User-agent: *\nVisit-time: 0600-0845\nDisallow: /private/",
        source: "http://www.conman.org/people/spc/robots2.html",
        groups: &[],
        rules: &["directive-invalid", "directive-outside-group"],
    },
    FieldPage {
        name: "Clean-param",
        field: Field::CleanParam,
        title: "tells Yandex which parameters of a URL do not change the page",
        text: "The value is a list of parameter names joined by &, followed by a path if they do \
            not matter on some pages only. Only Yandex reads it.",
        example: "User-agent: Yandex\nClean-param: sid&ref /shop/\nDisallow: /private/",
        source: "https://yandex.com/support/webmaster/en/robot-workings/clean-param",
        groups: &[],
        rules: &["directive-clean-param"],
    },
    FieldPage {
        name: "Host",
        field: Field::Host,
        title: "named the main host of a site for Yandex",
        text: "Yandex stopped reading it in 2018, and no other crawler read it. Redirect the other \
            hosts to the main one instead.",
        example: "Host: https://example.com",
        source: "https://webmaster.yandex.ru/blog/301-y-redirekt-polnostyu-zamenil-direktivu-host",
        groups: &[],
        rules: &["directive-host"],
    },
    FieldPage {
        name: "Content-Signal",
        field: Field::ContentSignal,
        title: "says what the crawlers of a group may use pages for",
        text: "The values of search, ai-input and ai-train are yes or no; the value of use is \
            immediate, reference or full. The line says how you want pages to be used, and blocks \
            no request: Disallow does that.",
        example: "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /",
        source: "https://contentsignals.org/",
        groups: &[],
        rules: &[
            "signal-contradiction",
            "signal-invalid",
            "signal-repeated",
            "signal-vocabulary",
            "directive-outside-group",
        ],
    },
    FieldPage {
        name: "Content-Usage",
        field: Field::ContentUsage,
        title: "says what the crawlers of a group may use pages for, in the words of an IETF draft",
        text: "The value is a dictionary such as train-ai=n, with a path before it if it applies \
            to a part of the site only. The line says how you want pages to be used, and blocks no \
            request: Disallow does that.",
        example: "User-agent: *\nContent-Usage: train-ai=n\nAllow: /",
        source: "https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/",
        groups: &[],
        rules: &[
            "signal-contradiction",
            "signal-usage-invalid",
            "signal-repeated",
            "signal-vocabulary",
            "directive-outside-group",
        ],
    },
    FieldPage {
        name: "License",
        field: Field::License,
        title: "says under which licence pages may be used",
        text: "The value is the absolute URL of a licence in the RSL format.",
        example: "License: https://example.com/license.xml",
        source: "https://rslstandard.org/rsl",
        groups: &[],
        rules: &["signal-license-invalid"],
    },
    FieldPage {
        name: "Noindex",
        field: Field::Obsolete,
        title: "once kept pages out of search results; Nofollow and Noarchive are obsolete too",
        text: "No crawler reads it any more. Put noindex into the page or its HTTP header instead, \
            and let crawlers fetch the page; otherwise they do not see it.",
        example: "Noindex: /old/",
        source: "https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt",
        groups: &[],
        rules: &["directive-dead"],
    },
];

impl FieldPage {
    /// The page of a field as people write it, in any case, with or without the colon.
    ///
    /// ```
    /// use maycrawl_report::field_pages::FieldPage;
    ///
    /// let names = ["disallow:", "Sitemap", "nofollow", "Foo"];
    /// let pages = names.map(|name| FieldPage::find(name).map(|page| page.name));
    /// assert_eq!(pages, [Some("Disallow"), Some("Sitemap"), Some("Noindex"), None]);
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        let field = Field::exact(name.trim_end_matches(':').trim().as_bytes());
        FIELDS.iter().find(|page| page.field == field)
    }

    /// The rules of the linter that concern it.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        let Self { groups, rules, .. } = *self;
        let concerns =
            move |rule: &&Rule| groups.contains(&rule.group) || rules.contains(&rule.name);
        RULES.iter().copied().filter(concerns)
    }

    /// All that there is to say, as text of at most `width` columns, where that can be.
    pub(crate) fn page(&self, width: usize) -> String {
        let Self { name, title, text, source, .. } = self;
        let example: Vec<_> = self.example.lines().map(|line| format!("  {line}")).collect();
        let rules: Vec<_> = self.rules().map(|rule| rule.name).collect();
        format!(
            "{name}: {title}\n\n{}\n\n{}\n\nRules of the linter, each explained by `maycrawl explain RULE`:\n\n{}\n\n{}",
            fill(text, width),
            example.join("\n"),
            fill(&rules.join(", "), width),
            fill(&format!("Source: {source}"), width),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_page_and_every_rule_on_it_exists() {
        for page in FIELDS {
            assert_eq!(FieldPage::find(page.name).unwrap().name, page.name);
            for name in page.rules {
                assert!(RULES.iter().any(|rule| rule.name == *name), "{name}");
            }
            assert!(page.rules().next().is_some(), "{}", page.name);
        }
        for field in Field::ALL.iter().filter(|field| **field != Field::Other) {
            assert!(FIELDS.iter().any(|page| page.field == *field), "{field:?}");
        }
    }

    /// The rules of these groups are about fields.
    #[test]
    fn every_rule_about_a_field_is_on_a_page() {
        let about_fields =
            ["agent", "delay", "directive", "group", "path", "rule", "signal", "sitemap"];
        for rule in RULES.iter().filter(|rule| about_fields.contains(&rule.group.as_str())) {
            let is_listed = FIELDS.iter().any(|page| page.rules().any(|one| one.name == rule.name));
            assert!(is_listed, "{}", rule.name);
        }
    }
}

//! What each knob of a dialect decides, why, and cases that show it.
//!
//! The core knows the names and values of its knobs; this registry adds a page for each.
//! `explain`, the generated pages and the tests iterate it, so that no knob can be added
//! halfway.

use std::time::Duration;

use maycrawl::{
    Agent, Dialect, Robots,
    access::{
        Access, AccessReason, AccessSettings, BadRedirect, Evidence, FetchOutcome, Freshness,
        InForce, Timestamp,
    },
    knobs::Knob,
};

use crate::times::duration;

/// What is to be said about a knob.
#[derive(Debug)]
#[non_exhaustive]
pub struct KnobPage {
    /// The name of the knob.
    pub name: &'static str,
    /// What it decides, in one sentence.
    pub what: &'static str,
    /// Where its values come from.
    pub source: &'static str,
    /// Questions whose answers depend on it.
    pub cases: &'static [KnobCase],
    /// Values of other knobs under which this one changes nothing.
    pub moot_when: &'static [(&'static str, &'static str)],
}

impl KnobPage {
    /// The knobs with their pages, in the order of [`Knob::all`].
    pub fn all() -> impl Iterator<Item = (&'static Knob, &'static Self)> {
        Knob::all().iter().zip(PAGES)
    }

    /// The knob and value of `dialect` that make this knob change nothing.
    pub fn moot_in(&self, dialect: &Dialect) -> Option<(&'static str, &'static str)> {
        let holds = |(name, value): &(&str, &str)| {
            Knob::find(name).is_some_and(|knob| knob.value(dialect) == *value)
        };
        self.moot_when.iter().find(|when| holds(when)).copied()
    }
}

/// A question whose answer depends on a knob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnobCase {
    /// The file.
    pub robots: Repeated,
    /// The agent's tokens, in order.
    pub agent: &'static [&'static str],
    /// Whether the agent ignores `*`.
    pub ignores_global: bool,
    /// The URL.
    pub url: Repeated,
    /// What is asked.
    pub asks: Asks,
}

/// What a case asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// May the agent fetch the URL?
    MayFetch,
    /// How long must it wait between requests?
    CrawlDelay,
    /// What is in force at a time, after requests for the file that came out
    /// so? (The file and the URL are not looked at.)
    Access {
        /// What came of the requests.
        history: &'static [Evidence],
        /// The time.
        at: Timestamp,
    },
}

/// A text made of pieces, each with the number of times that it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated(pub &'static [(&'static str, usize)]);

impl Repeated {
    /// The whole text.
    pub fn text(self) -> String {
        self.0.iter().map(|(piece, times)| piece.repeat(*times)).collect()
    }
}

impl KnobCase {
    /// The agent that asks.
    pub fn asking(&self) -> Agent {
        Agent::first_of(self.agent).ignoring_global(self.ignores_global)
    }

    /// The answer in a dialect, in a word.
    pub fn answer(&self, dialect: &Dialect) -> String {
        let robots = Robots::from_vec(self.robots.text().into_bytes(), dialect);
        match self.asks {
            Asks::MayFetch => {
                let verdict = robots.rules(&self.asking()).check_url(self.url.text());
                let word = if verdict.is_allowed() { "yes" } else { "no" };
                let mark = if verdict.is_undefined() { " (undefined)" } else { "" };
                [word, mark].concat()
            }
            Asks::CrawlDelay => match robots.terms(&self.asking()).crawl_delay().value {
                Some(delay) => format!("{} s", delay.as_secs()),
                None => "not at all".into(),
            },
            Asks::Access { history, at } => {
                let access = Access::evaluate(history, dialect, &AccessSettings::default(), at);
                let in_force = match access.in_force {
                    InForce::Rules(_) => "the rules of the file",
                    InForce::AllowAll => "everything is allowed",
                    InForce::DenyAll => "nothing is allowed",
                    InForce::Ungoverned => return "no robots.txt applies to it".into(),
                };
                let reason = match access.reason {
                    AccessReason::Unreachable => " (unreachable)",
                    AccessReason::Unavailable => " (unavailable)",
                    _ => "",
                };
                let next = match access.next_try.since(at) {
                    Duration::ZERO => "a crawler may try again now".into(),
                    wait => format!("next try in {}", duration(wait)),
                };
                format!("{in_force}{reason}; {next}")
            }
        }
    }
}

/// A case about a crawler `F`.
macro_rules! case {
    ($robots:literal, $url:literal) => {
        case!([($robots, 1)], [($url, 1)])
    };
    ([$($robots:expr),+], [$($url:expr),+]) => {
        KnobCase {
            robots: Repeated(&[$($robots),+]),
            agent: &["F"],
            ignores_global: false,
            url: Repeated(&[$($url),+]),
            asks: Asks::MayFetch,
        }
    };
    ($agent:expr, $robots:literal, $url:literal) => {
        KnobCase { agent: &$agent, ..case!($robots, $url) }
    };
}

/// A case about what came of one request, and what is in force so many
/// seconds later.
const fn fetched(history: &'static [Evidence], seconds: i64) -> KnobCase {
    let asks = Asks::Access { history, at: Timestamp(seconds.saturating_mul(1000)) };
    KnobCase { asks, ..case!("", "") }
}

const fn http(status: u16, redirects: u8) -> Evidence {
    Evidence::new(Timestamp(0), FetchOutcome::Http { status, redirects })
}

const fn redirect(bad: BadRedirect) -> Evidence {
    Evidence::new(Timestamp(0), FetchOutcome::Redirect(bad))
}

/// Defines the registry.
macro_rules! pages {
    ($($name:literal: $what:literal, $source:literal, $cases:expr, $moot_when:expr;)+) => {
        static PAGES: &[KnobPage] = &[$(KnobPage {
            name: $name,
            what: $what,
            source: $source,
            cases: $cases,
            moot_when: $moot_when,
        },)+];
    };
}

const FIRST_MATCH: (&str, &str) = ("paths.precedence", "first");
const BY_PREFIX: (&str, &str) = ("groups.ua_match", "prefix-of-crawler");
const BY_CONTENT: (&str, &str) = ("groups.ua_match", "contains");
const WHOLE: (&str, &str) = ("groups.ua_match", "whole");

pages! {
    "lines.field_match":
        "which field names are recognised: only those of RFC 9309, or also longer names that begin \
         with one of them or with a misspelling that Google accepts",
        "RFC 9309 section 2.2; google/robotstxt, robots.cc, ParsedRobotsKey",
        &[case!("User-agent: *\nDisalow: /a", "/a")],
        &[];
    "lines.colonless":
        "whether a line of exactly two words without a colon counts as a field and its value",
        "google/robotstxt, robots.cc, GetKeyAndValueFrom",
        &[case!("User-agent: *\nDisallow /a", "/a")],
        &[];
    "lines.control_byte":
        "what a control byte before the comment does: it invalidates the whole line, or \
         has no effect, except that NUL ends the line",
        "RFC 9309 section 3; google/robotstxt, robots.cc, RobotsTxtParser::Parse",
        &[case!("User-agent: *\nDisallow: /a\0b", "/a")],
        &[];
    "lines.line_cap":
        "how many bytes of a line are read",
        "google/robotstxt, robots.cc, kMaxLineLen",
        &[case!([("User-agent: *\nDisallow:", 1), (" ", 20_000), ("/a", 1)], [("/a", 1)])],
        &[];
    "groups.ua_match":
        "when a User-agent line names a crawler: if its value is the crawler's token, the start of \
         that token, any text that contains the token, or the crawler's whole name with digits, \
         dots and spaces",
        "RFC 9309 section 2.2.1; Google's specification of 2012, order of precedence for user-agents; draft-koster-robots-00 section 3.2.1",
        &[
            case!(["F-Image"], "User-agent: F\nDisallow: /a", "/a"),
            case!(["F"], "User-agent: Sub-F\nDisallow: /a", "/a"),
            case!(["F 1.5"], "User-agent: F 1.5/2\nDisallow: /a", "/a"),
        ],
        &[];
    "groups.digits_in_tokens":
        "whether the product token of a User-agent line may contain digits",
        "RFC 9309 section 2.2.1; google/robotstxt issue 46",
        &[
            case!(["F1"], "User-agent: F1\nDisallow: /a", "/a"),
            case!(["F"], "User-agent: F1\nDisallow: /a", "/a"),
        ],
        &[BY_CONTENT, WHOLE];
    "groups.empty_token":
        "which crawler a User-agent line without a product token names: no crawler, or the crawler \
         whose token is empty",
        "google/robotstxt, robots.cc, ExtractUserAgent",
        &[case!([""], "User-agent: /\nDisallow: /a", "/a")],
        &[BY_PREFIX, BY_CONTENT, WHOLE];
    "groups.token_lists":
        "whether a crawler without a group of its own falls back to the group of another token",
        "Google, crawler overview; Yandex, robots.txt; RFC 9309 section 2.2.1 describes one token only",
        &[case!(["F", "G"], "User-agent: G\nDisallow: /a", "/a")],
        &[];
    "groups.merge":
        "whether the rules of several groups for one crawler are combined",
        "RFC 9309 section 2.2.1; Google's specification of 2012: only one group is valid",
        &[case!("User-agent: F\nDisallow: /a\nUser-agent: F\nDisallow: /b", "/b")],
        &[];
    "groups.blank_ends":
        "where a blank line ends a group: nowhere, only before its first rule, or everywhere",
        "draft-koster-robots-00 section 3.2; Yandex, robots.txt, allows none between User-agent and \
         the rules, and the files of its own sites have some between rules; RFC 9309 section 2.2 \
         allows blank lines anywhere",
        &[
            case!("User-agent: F\n\nDisallow: /a", "/a"),
            case!("User-agent: F\nDisallow: /b\n\nDisallow: /a", "/a"),
        ],
        &[];
    "groups.other_lines":
        "whether a known line that is no rule, such as Crawl-delay or Sitemap, ends a list of \
         User-agent lines, so that the agents above it get none of the rules below",
        "RFC 9309 section 2.2.4: other records must not interfere with the rules; google/robotstxt \
         issue 51; Protego, urllib.robotparser and reppy end the list at a Crawl-delay",
        &[case!("User-agent: F\nCrawl-delay: 1\nUser-agent: G\nDisallow: /a", "/a")],
        &[];
    "groups.ignores_global":
        "whether crawlers that ignore the group for * do so in this dialect",
        "Google, special-case crawlers: * does not include the AdsBot crawlers; Yandex, robots.txt; \
         RFC 9309 section 2.2.1 makes no exception",
        &[KnobCase { ignores_global: true, ..case!("User-agent: *\nDisallow: /a", "/a") }],
        &[];
    "groups.inherit_global_delay":
        "whether a crawler whose own group has no Crawl-delay uses that of the group for *",
        "Bing's search team; the other engines do not say so",
        &[KnobCase {
            asks: Asks::CrawlDelay,
            ..case!("User-agent: *\nCrawl-delay: 5\nDisallow:\n\nUser-agent: F\nDisallow: /a", "/")
        }],
        &[];
    "groups.empty_disallow":
        "what Disallow without a path means: nothing, or Allow: /",
        "RFC 9309 section 2.2.2; Yandex, robots.txt, Allow and Disallow",
        &[case!("User-agent: *\nDisallow:\nDisallow: /", "/a")],
        &[("paths.tie", "disallow")];
    "paths.wildcards":
        "whether * and a final $ are special in a rule",
        "RFC 9309 section 2.2.3; draft-koster-robots-00 section 3.2.2",
        &[case!("User-agent: *\nDisallow: /*a", "/b/a")],
        &[];
    "paths.precedence":
        "which matching rule wins: the longest or the first",
        "RFC 9309 section 2.2.2; draft-koster-robots-00 section 3.2",
        &[case!("User-agent: *\nAllow: /\nDisallow: /a", "/a")],
        &[];
    "paths.tie":
        "which of two equally long rules wins: Allow or Disallow",
        "RFC 9309 section 2.2.2; a cautious crawler's own choice",
        &[case!("User-agent: *\nAllow: /a\nDisallow: /a", "/a")],
        &[FIRST_MATCH];
    "paths.wildcard_conflict":
        "which of two conflicting rules wins if one of them contains a *: the longer one or Disallow",
        "Google's specification of 2012 leaves it undefined; a cautious crawler's own choice",
        &[case!("User-agent: *\nAllow: /a/b\nDisallow: /*b", "/a/b")],
        &[FIRST_MATCH, ("paths.wildcards", "off")];
    "paths.reports_undefined":
        "whether verdicts are reported as undefined if they rest on what the specification leaves \
         open: a tie, a conflict with a wildcard, a path that does not begin with a slash, or agents \
         that another line separates",
        "Google's specification of 2012, grouping of records, group-member records and order of \
         precedence for group-member records",
        &[
            case!("User-agent: *\nAllow: /a\nDisallow: /a", "/a"),
            case!("User-agent: *\nDisallow: *.php", "/a.php"),
            case!("User-agent: F\nSitemap: https://example.com/s.xml\nUser-agent: G\nDisallow: /a", "/a"),
        ],
        &[];
    "paths.normalise":
        "the normal form in which rules and URLs are compared",
        "RFC 9309 section 2.2.2; google/robotstxt, robots.cc, MaybeEscapePattern; WHATWG URL; draft-koster-robots-00 section 3.2.2",
        &[
            case!("User-agent: *\nDisallow: /%7Ea", "/~a"),
            case!("User-agent: *\nDisallow: /%7Ea", "/%7ea"),
            case!("User-agent: *\nDisallow: /%26a", "/&a"),
        ],
        &[];
    "paths.robots_txt_exempt":
        "whether /robots.txt is always allowed",
        "RFC 9309 section 2.2.2; google/robotstxt has no such exemption",
        &[case!("User-agent: *\nDisallow: /", "/robots.txt")],
        &[];
    "paths.index_html":
        "whether Allow: /a/index.html also allows /a/",
        "google/robotstxt, robots.cc, RobotsMatcher::HandleAllow",
        &[case!("User-agent: *\nAllow: /a/index.html\nDisallow: /a/", "/a/")],
        &[];
    "fetch.body_cap":
        "how many bytes of a file are read",
        "RFC 9309 section 2.5; Google, robots.txt specification, file size",
        &[case!([("#", 512_000), ("\nUser-agent: *\nDisallow: /a", 1)], [("/a", 1)])],
        &[];
    "fetch.over_body":
        "what happens to a file that is too large: it is cut, or counts as if it allowed \
         everything",
        "RFC 9309 section 2.5; Yandex, robots.txt",
        &[case!([("User-agent: *\nDisallow: /a\n", 1), ("#", 512_000)], [("/a", 1)])],
        &[("fetch.body_cap", "none")];
    "fetch.rule_limits":
        "how many rules of a file are read, and how long a rule may be",
        "Yandex, robots.txt",
        &[case!([("User-agent: *\n", 1), ("Disallow: /b\n", 2048), ("Disallow: /a\n", 1)], [("/a", 1)])],
        &[];
    "fetch.auth_denied":
        "what 401 and 403 mean",
        "RFC 9309 section 2.3.1.3 and Google's specification of 2012: like any other 4xx, there are no \
         restrictions; draft-koster-robots-00 section 3.1: access is restricted. Guides that say the \
         latter about Google contradict Google's documentation",
        &[fetched(&[http(403, 0)], 0)],
        &[];
    "fetch.other_4xx":
        "what other 4xx statuses mean, except 404 and 410",
        "RFC 9309 section 2.3.1.3; a cautious crawler's own choice",
        &[fetched(&[http(418, 0)], 0)],
        &[];
    "fetch.try_later":
        "which 4xx statuses count as server failures",
        "Google, robots.txt specification, handling of HTTP status codes: 429 counts as a server error; \
         RFC 9309 section 2.3.1.3 and Google's specification of 2012: all 4xx are alike; \
         draft-koster-robots-00 section 3.1",
        &[fetched(&[http(429, 0)], 0), fetched(&[http(408, 0)], 0)],
        &[];
    "fetch.bad_redirect":
        "what a redirect without a target means",
        "RFC 9309 section 2.3.1.2; draft-koster-robots-00 section 3.1",
        &[fetched(&[http(300, 0)], 0)],
        &[];
    "fetch.hops":
        "how many redirects are followed",
        "RFC 9309 section 2.3.1.2; Google, robots.txt specification; the 1996 draft sets no limit",
        &[fetched(&[http(200, 6)], 0)],
        &[];
    "fetch.over_hops":
        "what too many redirects, or a loop of redirects, mean",
        "RFC 9309 section 2.3.1.2",
        &[fetched(&[redirect(BadRedirect::Loop)], 0)],
        &[];
    "fetch.redirect_to_disallowed":
        "what a redirect to a URL that its host blocks means, if the rules of that host are known from an earlier fetch; otherwise the redirect is followed",
        "Google, robots.txt specification; RFC 9309 is silent",
        &[fetched(&[redirect(BadRedirect::Disallowed)], 0)],
        &[];
    "fetch.ladder":
        "what applies while the file cannot be fetched",
        "RFC 9309 section 2.3.1.4; Google, robots.txt specification; Google's specification of 2012; Yandex, robots.txt",
        &[
            fetched(&[http(500, 0)], 60),
            fetched(&[http(500, 0)], 13 * 3600),
            fetched(&[http(500, 0)], 31 * 86_400),
        ],
        &[];
    "fetch.ttl_default":
        "for how many seconds an answer is used if it does not say so itself",
        "RFC 9309 section 2.4; draft-koster-robots-00 section 3.4",
        &[fetched(&[http(200, 0)], 0)],
        &[];
    "fetch.ttl_ceiling":
        "the longest time, in seconds, for which an answer can say that it may be used",
        "RFC 9309 section 2.4; Google's specification of 2012, in which max-age can extend the usual day; draft-koster-robots-00 section 3.4",
        &[fetched(&[Evidence {
            freshness: Freshness { max_age: Some(1_000_000), ..Freshness::NONE },
            ..http(200, 0)
        }], 0)],
        &[];
    "fetch.ftp":
        "whether a robots.txt is fetched by FTP",
        "RFC 9309 section 2.3; Google, robots.txt specification; draft-koster-robots-00 covers HTTP only",
        &[fetched(&[Evidence::new(Timestamp(0), FetchOutcome::Ftp { reply: 226 })], 0)],
        &[];
}

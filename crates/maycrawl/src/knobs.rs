//! The registry of knobs: every point on which dialects differ.
//!
//! Documentation, the command line's `explain` and the tests iterate it, so a
//! knob cannot be added halfway.

use alloc::format;
use alloc::string::String;

use crate::access::{
    AccessReason, AccessSettings, BadRedirect, Evidence, Fetched, Freshness, InForce, Timestamp,
    access,
};
use crate::agent::Agent;
use crate::dialect::presets::{
    BODY_CAP, DAY, DRAFT_HOPS, GOOGLE_LINE_CAP, HOPS, WEEK, YANDEX_RULES,
};
use crate::dialect::{
    ControlOctet, Dialect, EmptyDisallow, EmptyToken, FieldMatch, Ladder, Merge, Normalise,
    OverBody, Policy, Precedence, RedirectPolicy, Tie, ToDisallowed, TokenLists, TryLater, UaMatch,
    WildcardConflict,
};
use crate::error::{Error, ErrorKind};
use crate::robots::Robots;

/// One knob of a [`Dialect`].
///
/// ```
/// use maycrawl::{Dialect, Knob};
///
/// let knob = Knob::find("paths.tie").unwrap();
/// assert_eq!(knob.value(&Dialect::GOOGLE), "allow");
/// assert_eq!(knob.value(&knob.set(&Dialect::GOOGLE, "disallow")?), "disallow");
/// # Ok::<(), maycrawl::Error>(())
/// ```
#[derive(Debug)]
pub struct Knob {
    /// Its name: the stage and the field, such as `groups.merge`.
    pub name: &'static str,
    /// The names of its values.
    pub values: &'static [&'static str],
    /// What it decides, in one sentence.
    pub what: &'static str,
    /// Where its values come from.
    pub source: &'static str,
    /// Questions whose answers depend on it.
    pub cases: &'static [KnobCase],
    /// Values of other knobs under which this one changes nothing.
    pub moot_when: &'static [(&'static str, &'static str)],
    get: fn(&Dialect) -> &'static str,
    set: fn(&mut Dialect, &str),
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
        let robots = Robots::parse(self.robots.text(), dialect);
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
                let access = access(history, dialect, &AccessSettings::default(), at);
                let in_force = match access.in_force {
                    InForce::Rules(_) => "the rules of the file",
                    InForce::AllowAll => "all is allowed",
                    InForce::DenyAll => "nothing is allowed",
                    InForce::Ungoverned => return "no robots.txt governs it".into(),
                };
                let reason = match access.reason {
                    AccessReason::Unreachable => " (unreachable)",
                    AccessReason::Unavailable => " (unavailable)",
                    _ => "",
                };
                let wait = access.next_try.since(at).as_secs();
                format!("{in_force}{reason}, next try in {wait} s")
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
    Evidence::new(Timestamp(0), Fetched::Http { status, redirects })
}

const fn redirect(bad: BadRedirect) -> Evidence {
    Evidence::new(Timestamp(0), Fetched::Redirect(bad))
}

const ON_OFF: &[&str] = &["off", "on"];

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

/// Defines a knob's `get` and `set` for a field that holds a bool or an enum.
macro_rules! field {
    ($stage:ident . $field:ident) => {
        (
            |dialect| on_off(dialect.$stage.$field),
            |dialect, value| dialect.$stage.$field = value == "on",
        )
    };
    ($stage:ident . $field:ident, $values:ident) => {
        (
            |dialect| dialect.$stage.$field.name(),
            |dialect, value| {
                if let Some(value) = $values::named(value) {
                    dialect.$stage.$field = value;
                }
            },
        )
    };
    ($stage:ident . $field:ident, $some:expr, $text:literal) => {
        (
            |dialect| match dialect.$stage.$field {
                None => "none",
                Some(value) if value == $some => $text,
                Some(_) => "other",
            },
            |dialect, value| dialect.$stage.$field = (value == $text).then_some($some),
        )
    };
}

/// The same for a number of which presets know two values.
macro_rules! number {
    ($stage:ident . $field:ident, $one:expr, $one_text:literal, $other:expr, $other_text:literal) => {
        (
            |dialect| match dialect.$stage.$field {
                value if value == $one => $one_text,
                value if value == $other => $other_text,
                _ => "other",
            },
            |dialect, value| dialect.$stage.$field = if value == $one_text { $one } else { $other },
        )
    };
}

/// Defines the registry.
macro_rules! knobs {
    ($($name:literal: $values:expr, $field:expr, $what:literal, $source:literal, $cases:expr, $moot:expr;)+) => {
        static KNOBS: &[Knob] = &[$({
            const FIELD: (fn(&Dialect) -> &'static str, fn(&mut Dialect, &str)) = $field;
            Knob {
                name: $name,
                values: $values,
                what: $what,
                source: $source,
                cases: $cases,
                moot_when: $moot,
                get: FIELD.0,
                set: FIELD.1,
            }
        },)+];
    };
}

const FIRST_MATCH: (&str, &str) = ("paths.precedence", "first");
const BY_PREFIX: (&str, &str) = ("groups.ua_match", "prefix-of-crawler");
const BY_CONTENT: (&str, &str) = ("groups.ua_match", "contains");

knobs! {
    "lines.field_match": &["exact", "google-prefix"], field!(lines.field_match, FieldMatch),
        "which field names are known: those of RFC 9309, or also names that begin with one or with a misspelling that Google accepts",
        "RFC 9309 section 2.2; google/robotstxt, robots.cc, ParsedRobotsKey",
        &[case!("User-agent: *\nDisalow: /a", "/a")], &[];
    "lines.colonless": ON_OFF, field!(lines.colonless),
        "whether exactly two words without a colon are a field and a value",
        "google/robotstxt, robots.cc, GetKeyAndValueFrom",
        &[case!("User-agent: *\nDisallow /a", "/a")], &[];
    "lines.control_octet": &["reject-line", "as-google"], field!(lines.control_octet, ControlOctet),
        "what a control octet before the comment does: spoil its line, or, if it is NUL, end it",
        "RFC 9309 section 3; google/robotstxt, robots.cc, RobotsTxtParser::Parse",
        &[case!("User-agent: *\nDisallow: /a\0b", "/a")], &[];
    "lines.line_cap": &["none", "16663"], field!(lines.line_cap, GOOGLE_LINE_CAP, "16663"),
        "how many octets of a line are read",
        "google/robotstxt, robots.cc, kMaxLineLen",
        &[case!([("User-agent: *\nDisallow:", 1), (" ", 20_000), ("/a", 1)], [("/a", 1)])], &[];
    "groups.ua_match": &["token", "prefix-of-crawler", "contains"], field!(groups.ua_match, UaMatch),
        "how a User-agent line names a crawler: by its whole token, by the start of it, or by containing it",
        "RFC 9309 section 2.2.1; Google's specification of 2012, order of precedence for user-agents; draft-koster-robots-00 section 3.2.1",
        &[
            case!(["F-Image"], "User-agent: F\nDisallow: /a", "/a"),
            case!(["F"], "User-agent: Sub-F\nDisallow: /a", "/a"),
        ], &[];
    "groups.digits_in_tokens": ON_OFF, field!(groups.digits_in_tokens),
        "whether the product token of a User-agent line may hold digits",
        "RFC 9309 section 2.2.1; google/robotstxt issue 46",
        &[
            case!(["F1"], "User-agent: F1\nDisallow: /a", "/a"),
            case!(["F"], "User-agent: F1\nDisallow: /a", "/a"),
        ], &[BY_CONTENT];
    "groups.empty_token": &["nobody", "equals-empty"], field!(groups.empty_token, EmptyToken),
        "whom a User-agent line without a product token names: nobody, or the crawler without one",
        "google/robotstxt, robots.cc, ExtractUserAgent",
        &[case!([""], "User-agent: /\nDisallow: /a", "/a")], &[BY_PREFIX, BY_CONTENT];
    "groups.token_lists": &["walk", "first-only"], field!(groups.token_lists, TokenLists),
        "whether a crawler without a group of its own falls back to the group of another token",
        "Google, crawler overview; Yandex, robots.txt; RFC 9309 section 2.2.1 knows one token",
        &[case!(["F", "G"], "User-agent: G\nDisallow: /a", "/a")], &[];
    "groups.merge": &["all", "first"], field!(groups.merge, Merge),
        "whether the rules of several groups for one crawler are combined",
        "RFC 9309 section 2.2.1; Google's specification of 2012: only one group is valid",
        &[case!("User-agent: F\nDisallow: /a\nUser-agent: F\nDisallow: /b", "/b")], &[];
    "groups.blank_ends": ON_OFF, field!(groups.blank_ends),
        "whether a blank line ends a group",
        "draft-koster-robots-00 section 3.2; RFC 9309 section 2.2 lets blank lines stand anywhere",
        &[case!("User-agent: F\n\nDisallow: /a", "/a")], &[];
    "groups.ignores_global": ON_OFF, field!(groups.ignores_global),
        "whether a crawler that ignores the group for * may do so",
        "Google, special-case crawlers; Yandex, robots.txt",
        &[KnobCase { ignores_global: true, ..case!("User-agent: *\nDisallow: /a", "/a") }], &[];
    "groups.inherit_global_delay": ON_OFF, field!(groups.inherit_global_delay),
        "whether a crawler whose own group has no Crawl-delay keeps that of *",
        "Bing, by its search team; the other engines do not say so",
        &[KnobCase {
            asks: Asks::CrawlDelay,
            ..case!("User-agent: *\nCrawl-delay: 5\nDisallow:\n\nUser-agent: F\nDisallow: /a", "/")
        }], &[];
    "groups.empty_disallow": &["nothing", "allow-all"], field!(groups.empty_disallow, EmptyDisallow),
        "what Disallow without a path means: nothing, or Allow: /",
        "RFC 9309 section 2.2.2; Yandex, robots.txt, Allow and Disallow",
        &[case!("User-agent: *\nDisallow:\nDisallow: /", "/a")], &[("paths.tie", "disallow")];
    "paths.wildcards": ON_OFF, field!(paths.wildcards),
        "whether * and a final $ are special in a rule",
        "RFC 9309 section 2.2.3; draft-koster-robots-00 section 3.2.2",
        &[case!("User-agent: *\nDisallow: /*a", "/b/a")], &[];
    "paths.precedence": &["longest", "first"], field!(paths.precedence, Precedence),
        "which of the matching rules decides: the longest or the first",
        "RFC 9309 section 2.2.2; draft-koster-robots-00 section 3.2",
        &[case!("User-agent: *\nAllow: /\nDisallow: /a", "/a")], &[];
    "paths.tie": &["allow", "disallow"], field!(paths.tie, Tie),
        "which rule decides between equally long ones",
        "RFC 9309 section 2.2.2; a cautious crawler's own choice",
        &[case!("User-agent: *\nAllow: /a\nDisallow: /a", "/a")], &[FIRST_MATCH];
    "paths.wildcard_conflict": &["longest", "disallow"], field!(paths.wildcard_conflict, WildcardConflict),
        "whether the longer rule or Disallow decides where one of two conflicting rules holds a *",
        "Google's specification of 2012 leaves it undefined; a cautious crawler's own choice",
        &[case!("User-agent: *\nAllow: /a/b\nDisallow: /*b", "/a/b")],
        &[FIRST_MATCH, ("paths.wildcards", "off")];
    "paths.reports_undefined": ON_OFF, field!(paths.reports_undefined),
        "whether ties and wildcard conflicts are reported as undefined",
        "Google's specification of 2012, order of precedence for group-member records",
        &[case!("User-agent: *\nAllow: /a\nDisallow: /a", "/a")], &[FIRST_MATCH];
    "paths.normalise": &["rfc", "google", "parser", "draft"], field!(paths.normalise, Normalise),
        "the normal form in which rules and URLs are compared",
        "RFC 9309 section 2.2.2; google/robotstxt, robots.cc, MaybeEscapePattern; WHATWG URL; draft-koster-robots-00 section 3.2.2",
        &[
            case!("User-agent: *\nDisallow: /%7Ea", "/~a"),
            case!("User-agent: *\nDisallow: /%7Ea", "/%7ea"),
            case!("User-agent: *\nDisallow: /%26a", "/&a"),
        ], &[];
    "paths.robots_txt_exempt": ON_OFF, field!(paths.robots_txt_exempt),
        "whether /robots.txt is always allowed",
        "RFC 9309 section 2.2.2; google/robotstxt has no such exemption",
        &[case!("User-agent: *\nDisallow: /", "/robots.txt")], &[];
    "paths.index_html": ON_OFF, field!(paths.index_html),
        "whether Allow: /a/index.html also allows /a/",
        "google/robotstxt, robots.cc, RobotsMatcher::HandleAllow",
        &[case!("User-agent: *\nAllow: /a/index.html\nDisallow: /a/", "/a/")], &[];
    "fetch.body_cap": &["none", "512000"], field!(fetch.body_cap, BODY_CAP, "512000"),
        "how many octets of a file are read",
        "RFC 9309 section 2.5; Google, robots.txt specification, file size",
        &[case!([("#", 512_000), ("\nUser-agent: *\nDisallow: /a", 1)], [("/a", 1)])], &[];
    "fetch.over_body": &["cut", "allow-all"], field!(fetch.over_body, OverBody),
        "whether a file over the cap is cut or counts as if it allowed everything",
        "RFC 9309 section 2.5; Yandex, robots.txt",
        &[case!([("User-agent: *\nDisallow: /a\n", 1), ("#", 512_000)], [("/a", 1)])],
        &[("fetch.body_cap", "none")];
    "fetch.rule_limits": &["none", "2048x1024"], field!(fetch.rule_limits, YANDEX_RULES, "2048x1024"),
        "how many rules of a file are read, and how long one may be",
        "Yandex, robots.txt",
        &[case!([("User-agent: *\n", 1), ("Disallow: /b\n", 2048), ("Disallow: /a\n", 1)], [("/a", 1)])], &[];
    "fetch.auth_denied": &["allow", "disallow"], field!(fetch.auth_denied, Policy),
        "what 401 and 403 mean",
        "RFC 9309 section 2.3.1.3; draft-koster-robots-00 section 3.1",
        &[fetched(&[http(403, 0)], 0)], &[];
    "fetch.other_4xx": &["allow", "disallow"], field!(fetch.other_4xx, Policy),
        "what other statuses of 400 to 499 mean, 404 and 410 excepted",
        "RFC 9309 section 2.3.1.3; a cautious crawler's own choice",
        &[fetched(&[http(418, 0)], 0)], &[];
    "fetch.try_later": &["none", "429", "408_425_429"], field!(fetch.try_later, TryLater),
        "which statuses of 400 to 499 count as failures of the server",
        "Google, robots.txt specification, handling of HTTP status codes; draft-koster-robots-00 section 3.1",
        &[fetched(&[http(429, 0)], 0), fetched(&[http(408, 0)], 0)], &[];
    "fetch.bad_redirect": &["allow", "unreachable", "disallow"], field!(fetch.bad_redirect, RedirectPolicy),
        "what a redirect without a target means",
        "RFC 9309 section 2.3.1.2; draft-koster-robots-00 section 3.1",
        &[fetched(&[http(300, 0)], 0)], &[];
    "fetch.hops": &["5", "20"], number!(fetch.hops, HOPS, "5", DRAFT_HOPS, "20"),
        "how many redirects are followed",
        "RFC 9309 section 2.3.1.2; Google, robots.txt specification; the draft of 1996 knows no limit",
        &[fetched(&[http(200, 6)], 0)], &[];
    "fetch.over_hops": &["allow", "unreachable", "disallow"], field!(fetch.over_hops, RedirectPolicy),
        "what more redirects than that, or a loop of them, mean",
        "RFC 9309 section 2.3.1.2",
        &[fetched(&[redirect(BadRedirect::Loop)], 0)], &[];
    "fetch.redirect_to_disallowed": &["follow", "allow", "disallow"], field!(fetch.redirect_to_disallowed, ToDisallowed),
        "what a redirect to a URL that its host disallows means",
        "Google, robots.txt specification; RFC 9309 is silent",
        &[fetched(&[redirect(BadRedirect::Disallowed)], 0)], &[];
    "fetch.ladder": &["rfc", "google", "allow-all", "deny-all"], field!(fetch.ladder, Ladder),
        "what is in force while the file cannot be reached",
        "RFC 9309 section 2.3.1.4; Google, robots.txt specification; Google's specification of 2012; Yandex, robots.txt",
        &[
            fetched(&[http(500, 0)], 60),
            fetched(&[http(500, 0)], 13 * 3600),
            fetched(&[http(500, 0)], 31 * 86_400),
        ], &[];
    "fetch.ttl_default": &["86400", "604800"], number!(fetch.ttl_default, DAY, "86400", WEEK, "604800"),
        "for how many seconds an answer holds that does not say so itself",
        "RFC 9309 section 2.4; draft-koster-robots-00 section 3.4",
        &[fetched(&[http(200, 0)], 0)], &[];
    "fetch.ttl_ceiling": &["86400", "604800"], number!(fetch.ttl_ceiling, DAY, "86400", WEEK, "604800"),
        "for how many seconds an answer may say that it holds",
        "RFC 9309 section 2.4; Google's specification of 2012, which lets max-age lengthen a day; draft-koster-robots-00 section 3.4",
        &[fetched(&[Evidence {
            freshness: Freshness { max_age: Some(1_000_000), ..Freshness::NONE },
            ..http(200, 0)
        }], 0)], &[];
    "fetch.ftp": ON_OFF, field!(fetch.ftp),
        "whether a robots.txt is fetched by FTP",
        "RFC 9309 section 2.3; Google, robots.txt specification; draft-koster-robots-00 is of HTTP only",
        &[fetched(&[Evidence::new(Timestamp(0), Fetched::Ftp { reply: 226 })], 0)], &[];
}

impl Knob {
    /// Every knob, in the order of the data: lines, groups, paths, fetch.
    pub fn all() -> &'static [Self] {
        KNOBS
    }

    /// The knob of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        KNOBS.iter().find(|knob| knob.name == name)
    }

    /// The name of its value in a dialect; `other` for a number that no preset
    /// has.
    pub fn value(&self, dialect: &Dialect) -> &'static str {
        (self.get)(dialect)
    }

    /// The dialect with this knob set to the value of that name.
    pub fn set(&self, dialect: &Dialect, value: &str) -> Result<Dialect, Error> {
        if !self.values.contains(&value) {
            return Err(Error::new(ErrorKind::UnknownKnobValue));
        }
        let mut changed = *dialect;
        (self.set)(&mut changed, value);
        Ok(changed)
    }

    /// `dialect` with this knob as it is in `other`.
    #[must_use]
    pub fn copy(&self, dialect: &Dialect, other: &Dialect) -> Dialect {
        self.set(dialect, self.value(other)).unwrap_or(*dialect)
    }

    /// The knob and value of `dialect` that make this knob change nothing.
    pub fn moot_in(&self, dialect: &Dialect) -> Option<(&'static str, &'static str)> {
        let holds = |(name, value): &(&str, &str)| {
            Self::find(name).is_some_and(|knob| knob.value(dialect) == *value)
        };
        self.moot_when.iter().find(|when| holds(when)).copied()
    }
}

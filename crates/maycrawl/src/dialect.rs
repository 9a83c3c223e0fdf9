//! Dialects: how a parser reads robots.txt, as plain data.
//!
//! Crawlers disagree about robots.txt. A [`Dialect`] is the list of all points
//! on which they do, one knob a point, in four groups as data flows: lines,
//! groups, paths, fetch. A [`Preset`] is a dialect with a name; a dialect of
//! your own is a preset with other knobs. The rest of the crate reads knobs and
//! never asks for a dialect by name.
//!
//! ```
//! use maycrawl::Dialect;
//! use maycrawl::dialect::{Preset, UaMatch};
//!
//! let mut dialect: Dialect = "rfc9309".parse()?;
//! assert_eq!(dialect.groups.ua_match, UaMatch::Token);
//! dialect.groups.digits_in_tokens = true;
//! assert_eq!(dialect.name(), None); // no preset any more
//! assert!(Preset::ALL.iter().any(|preset| preset.dialect == Dialect::BING));
//! # Ok::<(), maycrawl::Error>(())
//! ```

use crate::error::{Error, ErrorKind};

mod presets;

pub use presets::Preset;

/// How robots.txt is read: every knob of every stage.
///
/// ```
/// use maycrawl::{Dialect, dialect::Tie};
///
/// let mut dialect = Dialect::RFC9309;
/// dialect.paths.tie = Tie::Disallow;
/// assert!(!dialect.is_allowed("User-agent: *\nAllow: /a\nDisallow: /a", "MyBot", "/a"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// How one line is read.
    pub lines: LineKnobs,
    /// How lines become groups, and which group is an agent's.
    pub groups: GroupKnobs,
    /// How rules and URLs are compared, and which rule decides.
    pub paths: PathKnobs,
    /// What fetching the file means, and how much is read.
    pub fetch: FetchKnobs,
}

/// How one line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LineKnobs {
    /// Which field names are known.
    pub field_match: FieldMatch,
    /// Whether `Disallow /x`, exactly two words without a colon, is a rule.
    pub colonless: bool,
    /// What a control byte before the comment does to its line.
    pub control_byte: ControlByte,
    /// How many bytes of a line are read.
    pub line_cap: Option<u32>,
}

/// How lines become groups, and which group is an agent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
#[non_exhaustive]
pub struct GroupKnobs {
    /// How a `User-agent` line names a crawler.
    pub ua_match: UaMatch,
    /// Whether the product token of a line may hold digits.
    pub digits_in_tokens: bool,
    /// Which crawler a line without a product token names.
    pub empty_token: EmptyToken,
    /// Whether a crawler's later tokens count.
    pub token_lists: TokenLists,
    /// Whether several groups of one agent are combined.
    pub merge: Merge,
    /// Where a blank line ends a group.
    pub blank_ends: BlankEnds,
    /// What other directives do to a list of agents.
    pub other_lines: OtherLines,
    /// Whether an agent that ignores `*` may do so.
    pub ignores_global: bool,
    /// Whether a group without a `Crawl-delay` inherits that of `*`.
    pub inherit_global_delay: bool,
    /// What `Disallow:` without a path means.
    pub empty_disallow: EmptyDisallow,
}

/// How rules and URLs are compared, and which rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
#[non_exhaustive]
pub struct PathKnobs {
    /// Whether `*` and a final `$` are special in a rule.
    pub wildcards: bool,
    /// Which of the matching rules decides.
    pub precedence: Precedence,
    /// Which rule decides between equally long ones.
    pub tie: Tie,
    /// Which rule decides where one of two conflicting rules contains a `*`.
    pub wildcard_conflict: WildcardConflict,
    /// Whether verdicts on points that the dialect's document leaves open are reported as
    /// undefined.
    pub reports_undefined: bool,
    /// The normal form in which rules and URLs are compared.
    pub normalise: UrlForm,
    /// Whether `/robots.txt` is always allowed.
    pub robots_txt_exempt: bool,
    /// Whether `Allow: …/index.html` also allows `…/`.
    pub index_html: bool,
}

/// What an answer to the request for the file means, and how much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FetchKnobs {
    /// How many bytes of a body are read.
    pub body_cap: Option<u32>,
    /// What happens to a body over the cap.
    pub over_body: OverBody,
    /// How many rules are read, and how long one may be.
    pub rule_limits: Option<RuleLimits>,
    /// What 401 and 403 mean.
    pub auth_denied: Policy,
    /// What other statuses of 400 to 499 mean, except 404 and 410.
    pub other_4xx: Policy,
    /// Which statuses of 400 to 499 count as failures of the server.
    pub try_later: TryLater,
    /// What a redirect without a target means.
    pub bad_redirect: RedirectPolicy,
    /// How many redirects are followed.
    pub hops: u8,
    /// What more redirects than that mean.
    pub over_hops: RedirectPolicy,
    /// What a redirect to a URL that its host disallows means.
    pub redirect_to_disallowed: ToDisallowed,
    /// What is in force while the file cannot be reached.
    pub ladder: OutagePolicy,
    /// How many seconds an answer without caching headers holds.
    pub ttl_default: u32,
    /// The most seconds that caching headers may ask for.
    pub ttl_ceiling: u32,
    /// Whether a robots.txt is fetched by FTP.
    pub ftp: bool,
}

/// Limits on rules: lines beyond them are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleLimits {
    /// `Allow` and `Disallow` lines of the file that count.
    pub rules: u32,
    /// Bytes of a rule's path as written.
    pub bytes: u32,
}

/// Defines an enum of knob values with their names in text.
macro_rules! knob_values {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        ///
        /// Exhaustive: who reads a knob handles each of its values, so a new one is a
        /// breaking change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The value's name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }
        }

        impl core::str::FromStr for $name {
            type Err = Error;

            /// Reads the name of a value.
            fn from_str(name: &str) -> Result<Self, Error> {
                let found = Self::ALL.iter().find(|value| value.name() == name);
                found.copied().ok_or(Error::new(ErrorKind::UnknownKnobValue))
            }
        }
    };
}

knob_values! {
    /// Which field names are known.
    FieldMatch {
        /// The fields of RFC 9309, spelt right, in any case.
        Exact = "exact",
        /// As Google's parser: any name that begins with a known field or one
        /// of its eight accepted misspellings.
        GooglePrefix = "google-prefix",
    }
}

knob_values! {
    /// What a control byte (00-08, 0B, 0C, 0E-1F) before the comment does.
    ControlByte {
        /// The line is outside the grammar of RFC 9309 and says nothing.
        RejectLine = "reject-line",
        /// As Google's parser: NUL ends the line, the rest is kept.
        AsGoogle = "as-google",
    }
}

knob_values! {
    /// How a `User-agent` line names a crawler.
    UaMatch {
        /// The line's product token equals the crawler's, in any case.
        Token = "token",
        /// The line's product token begins the crawler's; the longest wins.
        PrefixOfCrawler = "prefix-of-crawler",
        /// The line contains the crawler's token; `*` must stand alone.
        Contains = "contains",
        /// The line up to a slash, or all of it, equals the crawler's name, in any case:
        /// names with digits, dots and spaces.
        Whole = "whole",
    }
}

knob_values! {
    /// Which crawler a `User-agent` line without a product token names.
    EmptyToken {
        /// Nobody.
        Nobody = "nobody",
        /// The crawler whose token is empty too.
        EqualsEmpty = "equals-empty",
    }
}

knob_values! {
    /// What happens to an ordered list of tokens.
    TokenLists {
        /// The first token that has a group decides.
        Walk = "walk",
        /// Only the first token is asked.
        FirstOnly = "first-only",
    }
}

knob_values! {
    /// What happens to several groups of one agent.
    Merge {
        /// Their rules are combined.
        All = "all",
        /// The first one counts.
        First = "first",
    }
}

knob_values! {
    /// Where a blank line ends a group.
    BlankEnds {
        /// Nowhere.
        No = "no",
        /// Where the group has no `Allow` or `Disallow` yet.
        BeforeRules = "before-rules",
        /// Everywhere.
        Yes = "yes",
    }
}

knob_values! {
    /// What a known directive that is no rule, such as `Crawl-delay`, does to the list of
    /// agents above it.
    OtherLines {
        /// Nothing: the next `User-agent` line joins the list.
        Transparent = "transparent",
        /// It ends the list: the next `User-agent` line begins another group.
        EndAgents = "end-agents",
        /// The same, but only a `Crawl-delay`, a `Request-rate` or a `Visit-time` ends it. A
        /// `Sitemap` or a `Host` is for the whole site, wherever it stands.
        DelaysEndAgents = "delays-end-agents",
    }
}

knob_values! {
    /// What `Disallow:` without a path means.
    EmptyDisallow {
        /// It matches nothing.
        Nothing = "nothing",
        /// It is `Allow: /`.
        AllowAll = "allow-all",
    }
}

knob_values! {
    /// Which of the matching rules decides.
    Precedence {
        /// The longest one.
        Longest = "longest",
        /// The first one in the file.
        First = "first",
    }
}

knob_values! {
    /// Which rule decides between equally long ones.
    Tie {
        /// `Allow`.
        Allow = "allow",
        /// `Disallow`.
        Disallow = "disallow",
    }
}

knob_values! {
    /// What happens when the strongest `Allow` and `Disallow` both match and
    /// one of them holds a `*`.
    WildcardConflict {
        /// Length decides, as between other rules.
        Longest = "longest",
        /// `Disallow` decides.
        Disallow = "disallow",
    }
}

knob_values! {
    /// The normal form in which rules and URLs are compared.
    UrlForm {
        /// RFC 9309 section 2.2.2: unreserved bytes decoded, all others that
        /// a URL cannot hold encoded, on both sides.
        Rfc = "rfc",
        /// URLs as WHATWG writes them; in rules only what Google escapes.
        Google = "google",
        /// Google's parser alone: the URL as given.
        Parser = "parser",
        /// The 1996 draft: both sides decoded, but for `%2F`.
        Draft = "draft",
    }
}

knob_values! {
    /// What happens to a body over the cap.
    OverBody {
        /// What lies beyond the last line end inside the cap is dropped.
        Cut = "cut",
        /// The file counts as if it allowed everything.
        AllowAll = "allow-all",
    }
}

knob_values! {
    /// What an answer allows.
    Policy {
        /// Everything.
        Allow = "allow",
        /// Nothing.
        Disallow = "disallow",
    }
}

knob_values! {
    /// Which statuses of 400 to 499 count as failures of the server.
    TryLater {
        /// None.
        Never = "none",
        /// 429.
        TooManyRequests = "429",
        /// 408, 425 and 429.
        Every = "408_425_429",
    }
}

knob_values! {
    /// What redirects that end nowhere mean.
    RedirectPolicy {
        /// There is no file: everything is allowed.
        Allow = "allow",
        /// The file cannot be reached.
        Unreachable = "unreachable",
        /// Nothing is allowed.
        Disallow = "disallow",
    }
}

knob_values! {
    /// What a redirect to a URL that its host disallows means.
    ToDisallowed {
        /// It is followed all the same.
        Follow = "follow",
        /// There is no file: everything is allowed.
        Allow = "allow",
        /// Nothing is allowed.
        Disallow = "disallow",
    }
}

knob_values! {
    /// What is in force while the file cannot be reached.
    OutagePolicy {
        /// RFC 9309 section 2.3.1.4: nothing is allowed for 30 days, then the
        /// last copy holds; without one, everything is allowed.
        Rfc = "rfc",
        /// Google: nothing is allowed for 12 hours; then the last copy holds
        /// for 30 days, without one everything is allowed; then everything is
        /// allowed if the site is up, else nothing.
        Google = "google",
        /// Everything is allowed.
        AllowAll = "allow-all",
        /// Nothing is allowed, without limit.
        DenyAll = "deny-all",
    }
}

//! The answer: allowed or not, by which rule, for which reason.
//!
//! A [`Verdict`] is small and `Copy`. Each [`Reason`] has a code and a number that never
//! change their meaning; `maycrawl explain CODE` prints its page.
//!
//! ```
//! use maycrawl::verdict::Reason;
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let robots = Robots::parse("User-agent: *\nDisallow: /a", &Dialect::GOOGLE);
//! let verdict = robots.rules(&Agent::token("MyBot")).check_url("/b");
//! assert!(verdict.is_allowed());
//! assert_eq!(verdict.reason(), Reason::NoMatch);
//! assert_eq!("no-match".parse(), Ok(Reason::NoMatch));
//! ```

use core::num::NonZeroU32;

use crate::codes::codes;

/// Whether an agent may crawl a path, and why.
///
/// Small and `Copy`; [`Rules::explain`](crate::Rules::explain) computes the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Verdict {
    pub(crate) allowed: bool,
    pub(crate) reason: Reason,
    pub(crate) rule: Option<RuleId>,
}

/// Names a rule of the [`Rules`](crate::Rules) that gave a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(NonZeroU32);

impl RuleId {
    pub(crate) fn new(index: usize) -> Self {
        let number = crate::span::offset(index).saturating_add(1);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MAX))
    }

    /// The number of the rule among those of its `Rules`, from 1.
    pub const fn number(self) -> u32 {
        self.0.get()
    }

    pub(crate) const fn index(self) -> usize {
        (self.0.get() as usize).saturating_sub(1)
    }
}

impl Verdict {
    /// Whether the path may be crawled.
    pub const fn is_allowed(self) -> bool {
        self.allowed
    }

    /// Whether the dialect's document leaves this point undefined. It is
    /// decided all the same, see [`Verdict::is_allowed`].
    pub const fn is_undefined(self) -> bool {
        self.reason.is_undefined()
    }

    /// Why.
    pub const fn reason(self) -> Reason {
        self.reason
    }

    /// The deciding rule, if there is one; look it up with
    /// [`Rules::rule`](crate::Rules::rule).
    pub const fn rule(self) -> Option<RuleId> {
        self.rule
    }
}

/// Why a rule that matched did not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossReason {
    /// A longer rule matched.
    Shorter,
    /// A rule of the other kind is as long, and the dialect prefers that.
    Tie,
    /// An equal or equally long rule stands before it, or any rule does where
    /// the first match counts.
    Later,
    /// It is stronger, but the dialect disallows where rules with wildcards
    /// conflict.
    WildcardConflict,
    /// It has no path, so it decides nothing.
    Empty,
}

codes! { LossReason {
    Shorter = 1, "shorter";
    Tie = 2, "tie";
    Later = 3, "later";
    WildcardConflict = 4, "wildcard-conflict";
    Empty = 5, "empty";
} }

/// Defines the reasons with their codes, titles and texts: the one table of
/// reason codes.
macro_rules! reasons {
    ($($(#[doc = $text:literal])+ $name:ident = $number:literal, $code:literal, $title:literal;)+) => {
        /// Why a verdict is what it is.
        ///
        /// Codes and numbers are stable: none is ever given another meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Reason {
            $($(#[doc = $text])+ $name = $number,)+
        }

        codes! { Reason { $($name = $number, $code;)+ } }

        impl Reason {
            /// The reason in a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => $title,)+
                }
            }

            /// What the reason means, in a few sentences.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($text),+),)+
                }
            }
        }
    };
}

impl Reason {
    /// Whether the dialect's document leaves open what decides here.
    pub const fn is_undefined(self) -> bool {
        matches!(
            self,
            Self::UndefinedTie
                | Self::UndefinedWildcard
                | Self::UndefinedPath
                | Self::UndefinedGroup
        )
    }
}

reasons! {
    /// An Allow rule matches, and no Disallow rule beats it. Where length
    /// decides, it is the longest rule that matches (RFC 9309 section 2.2.2);
    /// where order decides, the first.
    AllowRule = 1, "allow-rule", "an Allow rule matches";
    /// A Disallow rule matches, and no Allow rule beats it. Where length
    /// decides, it is the longest rule that matches (RFC 9309 section 2.2.2);
    /// where order decides, the first.
    DisallowRule = 2, "disallow-rule", "a Disallow rule matches";
    /// An Allow and a Disallow rule of the same length match. RFC 9309 section
    /// 2.2.2 says that Allow should win; a cautious dialect blocks the URL.
    Tie = 3, "tie", "an Allow and a Disallow rule of the same length match";
    /// An Allow and a Disallow rule of the same length match, and the
    /// dialect's document does not say which of them decides.
    UndefinedTie = 4, "undefined-tie", "a tie, which the dialect leaves undefined";
    /// An Allow and a Disallow rule match, and one of them contains a wildcard.
    /// The dialect's document does not say which of them decides.
    UndefinedWildcard = 5, "undefined-wildcard", "rules with wildcards conflict, which the dialect leaves undefined";
    /// An Allow and a Disallow rule match, and one of them contains a wildcard.
    /// Crawlers disagree about such pairs, so a cautious dialect blocks the URL.
    WildcardConflict = 6, "wildcard-conflict", "rules with wildcards conflict";
    /// An Allow rule for an index.html also allows the directory that contains
    /// it. Google's parser does this; RFC 9309 does not mention it.
    IndexHtml = 7, "index-html", "an Allow rule for index.html also allows its directory";
    /// No rule with a path matches, so the path is allowed. The answer shows an
    /// empty rule of the group, such as `Disallow:`, which restricts nothing.
    EmptyRule = 8, "empty-rule", "an empty rule restricts nothing";
    /// An empty Disallow rule stands for `Allow: /` in this dialect.
    EmptyDisallow = 9, "empty-disallow", "an empty Disallow rule allows everything";
    /// A group applies to the agent, by name or as the group for `*`, but none of its
    /// rules matches the path, which is therefore allowed (RFC 9309 section 2.2.2).
    NoMatch = 10, "no-match", "no rule matches";
    /// No group names the agent and there is no group for `*`, so no rule
    /// applies (RFC 9309 section 2.2.1).
    NoGroup = 11, "no-group", "no group applies";
    /// No group names the agent, and the agent ignores the group for `*`.
    IgnoresGlobal = 12, "ignores-global", "the agent ignores the group for *";
    /// The path is /robots.txt itself, which is always allowed: a crawler must
    /// be able to read the rules (RFC 9309 section 2.2.2).
    RobotsTxt = 13, "robots-txt", "/robots.txt itself is always allowed";
    /// The file is larger than the dialect reads, and the dialect treats such a
    /// file as if it allowed everything.
    BodyTooLarge = 14, "body-too-large", "the file is too large, so everything is allowed";
    /// The rule that decides begins with neither `/` nor anything else that the dialect's document
    /// provides for, such as `Disallow: *.php`. Without it, the verdict would be the opposite.
    UndefinedPath = 15, "undefined-path", "the rule does not begin with /, which the dialect leaves undefined";
    /// A known line, such as a Sitemap or a Crawl-delay, stands between the User-agent lines
    /// of the group. The dialect's document asks for them directly after each other, and does
    /// not say whether the agents above that line share the rules. Without them, the verdict
    /// would be the opposite.
    UndefinedGroup = 16, "undefined-group", "another line interrupts the list of agents, which the dialect leaves undefined";
}

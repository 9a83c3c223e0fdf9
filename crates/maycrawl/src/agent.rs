//! Crawlers that ask, and how a crawler finds its group.
//!
//! An [`Agent`] is what a crawler calls itself: one token, an ordered list, or a set. A
//! dialect decides which `User-agent` lines name it; [`GroupChoice`] says how it came to
//! its group.
//!
//! ```
//! use maycrawl::agent::GroupChoice;
//! use maycrawl::{Agent, Dialect, Robots};
//!
//! let robots = Robots::parse("User-agent: Googlebot\nDisallow: /", &Dialect::GOOGLE);
//! let agent = Agent::first_of(["Googlebot-News", "Googlebot"]);
//! assert_eq!(robots.rules(&agent).choice(), GroupChoice::ByName { token: 1 });
//! ```

use alloc::sync::Arc;
use core::fmt;
use core::slice;

use crate::dialect::{ControlByte, Dialect, EmptyToken, GroupKnobs, TokenLists, UaMatch};
use crate::line::is_white_space;

/// A crawler that asks: its product tokens and whether it ignores `*`.
///
/// These are facts about the crawler. What counts is the dialect's to say:
/// some walk an ordered list, others ask its first token only.
///
/// ```
/// use maycrawl::Agent;
///
/// let image_bot = Agent::first_of(["Googlebot-Image", "Googlebot"]);
/// let ads_bot = Agent::token("AdsBot-Google").ignoring_global(true);
/// let header = "Mozilla/5.0 (compatible; MyBot/1.2; +https://example.com/bot)";
/// assert_eq!(Agent::from_header(header), Some(Agent::token("MyBot")));
/// # let _ = (image_bot, ads_bot);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    tokens: TokenList,
    pooled: bool,
    ignores_global: bool,
}

/// The tokens of an agent: most have one, which is kept where the agent is.
#[derive(Clone, PartialEq, Eq, Hash)]
enum TokenList {
    One(Token),
    /// None, or several.
    Many(Arc<[Token]>),
}

impl TokenList {
    fn as_slice(&self) -> &[Token] {
        match self {
            Self::One(token) => slice::from_ref(token),
            Self::Many(tokens) => tokens,
        }
    }
}

/// A product token as the caller gave it. Few are longer than what a token holds itself.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Token {
    Short { len: u8, bytes: [u8; Self::SHORT] },
    Long(Arc<[u8]>),
}

impl Token {
    const SHORT: usize = 22;

    fn new(token: &[u8]) -> Self {
        let mut bytes = [0; Self::SHORT];
        match (bytes.get_mut(..token.len()), u8::try_from(token.len())) {
            (Some(start), Ok(len)) => {
                start.copy_from_slice(token);
                Self::Short { len, bytes }
            }
            _ => Self::Long(token.into()),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Self::Long(bytes) => bytes,
        }
    }
}

impl Agent {
    /// An agent of one product token, such as `MyBot`.
    ///
    /// The token is compared as it is given: `MyBot/1.0` is no token and names
    /// nobody in most dialects ([`Agent::can_be_named`] tells). Without a group
    /// of its own the agent gets that of `*`; so do the empty token and `*`.
    pub fn token(token: impl AsRef<[u8]>) -> Self {
        Self::first_of([token])
    }

    /// A crawler that no group names: it gets the group of `*`.
    pub fn unnamed() -> Self {
        Self::token("*")
    }

    /// An agent with fallbacks: the first token that has a group is its own.
    pub fn first_of<T: AsRef<[u8]>>(tokens: impl IntoIterator<Item = T>) -> Self {
        let mut tokens = tokens.into_iter().map(|token| Token::new(token.as_ref())).fuse();
        let tokens = match (tokens.next(), tokens.next()) {
            (Some(only), None) => TokenList::One(only),
            (first, second) => {
                TokenList::Many(first.into_iter().chain(second).chain(tokens).collect())
            }
        };
        Self { tokens, pooled: false, ignores_global: false }
    }

    /// An agent that obeys the groups of all these tokens together.
    ///
    /// Google's parser does so when it is given several.
    pub fn any_of<T: AsRef<[u8]>>(tokens: impl IntoIterator<Item = T>) -> Self {
        Self { pooled: true, ..Self::first_of(tokens) }
    }

    /// The agent that a `User-Agent` header names.
    ///
    /// Three places may name it. The first of these that does counts:
    ///
    /// 1. The product after `compatible;` in a comment: crawlers that pretend to be a
    ///    browser put their name there.
    /// 2. The first product of the header, unless it is a browser's `Mozilla`. RFC 9110
    ///    section 10.1.5 lists products by significance, so what stands in a comment
    ///    after it is a library or a platform.
    /// 3. The first product of the last comment with a contact, `+http…` or an address.
    ///
    /// `None` if the header names no product.
    ///
    /// ```
    /// use maycrawl::Agent;
    ///
    /// for header in [
    ///     "Mozilla/5.0 (compatible; MyBot/1.0; +https://example.com/bot) Chrome/140.0",
    ///     "MyBot/1.0 (Fetcher/2.3; +https://example.com/bot)",
    ///     "Mozilla/5.0 (Macintosh) Version/13.1 (MyBot/0.1; +https://example.com/bot)",
    /// ] {
    ///     assert_eq!(Agent::from_header(header), Some(Agent::token("MyBot")));
    /// }
    /// ```
    pub fn from_header(user_agent: impl AsRef<[u8]>) -> Option<Self> {
        product_token(user_agent.as_ref()).map(Self::token)
    }

    /// The same agent, that ignores (or obeys) the group of `*`.
    #[must_use]
    pub fn ignoring_global(self, ignores_global: bool) -> Self {
        Self { ignores_global, ..self }
    }

    /// The tokens in order.
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens(self.tokens.as_slice().iter())
    }

    /// Whether the tokens are a pooled set rather than an ordered list.
    pub const fn is_pooled(&self) -> bool {
        self.pooled
    }

    /// Whether it ignores the group of `*`.
    pub const fn ignores_global(&self) -> bool {
        self.ignores_global
    }

    /// Whether some `User-agent` line could name it in `dialect`.
    ///
    /// If not, it only ever gets the group of `*`.
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect};
    ///
    /// assert!(Agent::token("MyBot").can_be_named(&Dialect::GOOGLE));
    /// assert!(!Agent::token("MyBot/1.0").can_be_named(&Dialect::GOOGLE));
    /// assert!(!Agent::token("MJ12bot").can_be_named(&Dialect::GOOGLE));
    /// ```
    pub fn can_be_named(&self, dialect: &Dialect) -> bool {
        self.sets(&dialect.groups).flatten().any(|token| can_be_named(token.as_bytes(), dialect))
    }

    /// The sets of tokens to ask for, one after the other.
    fn sets(&self, knobs: &GroupKnobs) -> impl Iterator<Item = &[Token]> {
        let tokens = self.tokens.as_slice();
        let (size, sets) = match (self.pooled, knobs.token_lists) {
            (true, _) => (tokens.len(), 1),
            (false, TokenLists::Walk) => (1, tokens.len()),
            (false, TokenLists::FirstOnly) => (1, 1),
        };
        tokens.chunks(size.max(1)).take(sets)
    }
}

/// The tokens of an agent. See [`Agent::tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a>(slice::Iter<'a, Token>);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.0.next().map(Token::as_bytes)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Tokens<'_> {}

/// How a group came to be an agent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GroupChoice {
    /// It names the agent, by the token of this index.
    ByName {
        /// The index of the token, 0 unless the agent fell back to another;
        /// of a pooled set, the first that is named.
        token: u32,
    },
    /// It is the group of `*`: none names the agent.
    Global,
    /// No group: none names the agent, and there is no `*`.
    NoGroup,
    /// No group: none names the agent, and it ignores `*`.
    IgnoresGlobal,
}

impl GroupChoice {
    /// The stable code, such as `by-name`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ByName { .. } => "by-name",
            Self::Global => "global",
            Self::NoGroup => "no-group",
            Self::IgnoresGlobal => "ignores-global",
        }
    }
}

/// Which groups are an agent's.
#[derive(Clone, Copy)]
pub(crate) enum GroupSelection<'a> {
    /// Those that name it by one of these tokens, so strongly.
    Named(&'a [Token], u32),
    /// Those of `*`.
    Everyone,
    /// None.
    Nobody,
}

/// How `agent` comes to its groups, and which these are. A group is given as the values
/// of its `User-agent` lines.
pub(crate) fn choose<'a, 'g, Values>(
    agent: &'a Agent,
    groups: impl Iterator<Item = Values> + Clone,
    knobs: &GroupKnobs,
) -> (GroupChoice, GroupSelection<'a>)
where
    Values: Iterator<Item = &'g [u8]>,
{
    let mut first_token = 0_u32;
    for set in agent.sets(knobs) {
        let strongest = groups.clone().flatten().filter_map(|value| strength(value, set, knobs));
        if let Some(strongest) = strongest.max() {
            let named = |token: &Token| {
                let mut values = groups.clone().flatten();
                values.any(|value| names(value, token.as_bytes(), knobs) == Some(strongest))
            };
            let within = set.iter().position(named).unwrap_or(0);
            let token = first_token.saturating_add(u32::try_from(within).unwrap_or(0));
            return (GroupChoice::ByName { token }, GroupSelection::Named(set, strongest));
        }
        first_token = first_token.saturating_add(1);
    }
    if agent.ignores_global && knobs.ignores_global {
        (GroupChoice::IgnoresGlobal, GroupSelection::Nobody)
    } else if groups.flatten().any(|value| is_global(value, knobs)) {
        (GroupChoice::Global, GroupSelection::Everyone)
    } else {
        (GroupChoice::NoGroup, GroupSelection::Nobody)
    }
}

impl GroupSelection<'_> {
    /// Whether a group of these `User-agent` values is among them.
    pub(crate) fn takes<'g>(
        self,
        mut values: impl Iterator<Item = &'g [u8]>,
        knobs: &GroupKnobs,
    ) -> bool {
        match self {
            // None can be stronger.
            Self::Named(set, strongest) => {
                values.any(|value| strength(value, set, knobs) == Some(strongest))
            }
            Self::Everyone => values.any(|value| is_global(value, knobs)),
            Self::Nobody => false,
        }
    }
}

/// How strongly the value of a `User-agent` line names a crawler of these tokens.
fn strength(value: &[u8], set: &[Token], knobs: &GroupKnobs) -> Option<u32> {
    set.iter().filter_map(|token| names(value, token.as_bytes(), knobs)).max()
}

/// Whether the value of a `User-agent` line names the crawler of this token,
/// and how strongly: where several do, the strongest counts.
pub(crate) fn names(value: &[u8], token: &[u8], knobs: &GroupKnobs) -> Option<u32> {
    // Most lines name another crawler; their first byte shows it.
    if let (UaMatch::Token, [first, ..], [wanted, ..]) = (knobs.ua_match, value, token)
        && !first.eq_ignore_ascii_case(wanted)
    {
        return None;
    }
    let line_token = leading_token(value, knobs);
    let is_named = match knobs.ua_match {
        UaMatch::Token => {
            let empty_may_match =
                matches!(knobs.empty_token, EmptyToken::EqualsEmpty) && !is_global(value, knobs);
            line_token.eq_ignore_ascii_case(token) && (empty_may_match || !token.is_empty())
        }
        UaMatch::PrefixOfCrawler => {
            let start = token.get(..line_token.len()).unwrap_or_default();
            !line_token.is_empty() && start.eq_ignore_ascii_case(line_token)
        }
        UaMatch::Contains => {
            !token.is_empty() && token != b"*" && contains_ignore_case(value, token)
        }
        UaMatch::Whole => {
            let names = [value, line_token];
            !token.is_empty()
                && !is_global(value, knobs)
                && names.iter().any(|name| name.eq_ignore_ascii_case(token))
        }
    };
    let strength = match knobs.ua_match {
        UaMatch::PrefixOfCrawler => crate::span::offset(line_token.len()),
        UaMatch::Token | UaMatch::Contains | UaMatch::Whole => 0,
    };
    is_named.then_some(strength)
}

/// Whether the value of a `User-agent` line names every crawler.
pub(crate) fn is_global(value: &[u8], knobs: &GroupKnobs) -> bool {
    match (value, knobs.ua_match) {
        ([b'*'], _) => true,
        (_, UaMatch::Contains) => false,
        ([b'*', next, ..], _) => is_white_space(*next),
        _ => false,
    }
}

/// The product token at the start of a line's value: Google's parser and
/// RFC 9309 section 2.2.1 end it at the first byte that it cannot hold. Whole names end
/// at a slash.
pub(crate) fn leading_token<'v>(value: &'v [u8], knobs: &GroupKnobs) -> &'v [u8] {
    if matches!(knobs.ua_match, UaMatch::Whole) {
        return before_slash(value);
    }
    let len = value.iter().take_while(|byte| is_token_byte(**byte, knobs)).count();
    value.get(..len).unwrap_or_default()
}

const fn is_token_byte(byte: u8, knobs: &GroupKnobs) -> bool {
    byte.is_ascii_alphabetic()
        || matches!(byte, b'-' | b'_')
        || (knobs.digits_in_tokens && byte.is_ascii_digit())
}

/// A name without its version.
fn before_slash(value: &[u8]) -> &[u8] {
    value.split(|byte| *byte == b'/').next().unwrap_or_default().trim_ascii_end()
}

fn contains_ignore_case(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len().max(1)).any(|window| window.eq_ignore_ascii_case(part))
}

fn can_be_named(token: &[u8], dialect: &Dialect) -> bool {
    let knobs = &dialect.groups;
    match (knobs.ua_match, token) {
        (UaMatch::Token, []) => matches!(knobs.empty_token, EmptyToken::EqualsEmpty),
        (UaMatch::Token, _) => token.iter().all(|byte| is_token_byte(*byte, knobs)),
        (UaMatch::PrefixOfCrawler, _) => {
            token.first().is_some_and(|byte| is_token_byte(*byte, knobs))
        }
        (UaMatch::Contains | UaMatch::Whole, [] | b"*") => false,
        (UaMatch::Contains, _) => can_be_written(token, dialect),
        (UaMatch::Whole, _) => {
            let is_trimmed = token.len() == token.trim_ascii().len();
            is_trimmed && !token.starts_with(b"* ") && can_be_written(token, dialect)
        }
    }
}

/// Whether a value may hold this text: anything that does not end a line or begin a comment.
fn can_be_written(text: &[u8], dialect: &Dialect) -> bool {
    text.iter().all(|byte| match byte {
        b'#' | b'\r' | b'\n' => false,
        b'\t' | b' '.. => true,
        control => *control != 0 && matches!(dialect.lines.control_byte, ControlByte::AsGoogle),
    })
}

/// The product token in a `User-Agent` header.
fn product_token(header: &[u8]) -> Option<&[u8]> {
    const COMPATIBLE: &[u8] = b"compatible;";
    let comments = || {
        let opened = header.split(|byte| *byte == b'(').skip(1);
        opened.filter_map(|text| text.split(|byte| *byte == b')').next())
    };
    let after_compatible = comments().find_map(|comment| {
        let at = comment
            .windows(COMPATIBLE.len())
            .position(|window| window.eq_ignore_ascii_case(COMPATIBLE))?;
        leading_product(comment.get(at.saturating_add(COMPATIBLE.len())..)?)
    });
    let has_contact = |comment: &&[u8]| {
        memchr::memmem::find(comment, b"+http").is_some() || memchr::memchr(b'@', comment).is_some()
    };
    after_compatible
        .or_else(|| {
            leading_product(header).filter(|product| !product.eq_ignore_ascii_case(b"Mozilla"))
        })
        .or_else(|| comments().filter(has_contact).last().and_then(leading_product))
}

/// The product name at the start of `text`: up to a version, a separator or
/// white space. A contact is no product.
fn leading_product(text: &[u8]) -> Option<&[u8]> {
    let ends =
        |byte: &u8| matches!(byte, b'/' | b';' | b'(' | b')' | b',') || is_white_space(*byte);
    let product = text.trim_ascii_start().split(ends).next()?;
    let is_contact = product.starts_with(b"+") || memchr::memchr2(b':', b'@', product).is_some();
    (!product.is_empty() && !is_contact).then_some(product)
}

impl Dialect {
    /// The same dialect for this agent: a name that no `User-agent` line could hold in it, such
    /// as `MJ12bot`, is matched whole and in any case of letters.
    ///
    /// ```
    /// use maycrawl::{Agent, Dialect, Robots};
    ///
    /// let agent = Agent::token("MJ12bot");
    /// let dialect = Dialect::GOOGLE.with_whole_names(&agent);
    /// let robots = Robots::parse("User-agent: MJ12bot\nDisallow: /", &dialect);
    /// assert!(!robots.rules(&agent).check_url("/").is_allowed());
    /// assert_eq!(Dialect::GOOGLE.with_whole_names(&Agent::token("MyBot")), Dialect::GOOGLE);
    /// ```
    #[must_use]
    pub fn with_whole_names(mut self, agent: &Agent) -> Self {
        let is_nobody = |token: &[u8]| matches!(token, b"" | b"*");
        let is_read = |token: &[u8]| is_nobody(token) || can_be_named(token, &self);
        if !agent.tokens().all(is_read) {
            self.groups.ua_match = UaMatch::Whole;
        }
        self
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.as_bytes().escape_ascii())
    }
}

impl fmt::Debug for TokenList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

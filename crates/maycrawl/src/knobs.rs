//! The knobs of a dialect by name: every point on which parsers differ.
//!
//! A [`Dialect`] is a struct, and code reads its fields. Documentation, command lines
//! and tests read knobs as text: [`Knob::all`] lists them, [`Knob::value`] and
//! [`Knob::set`] turn a field into text and back. `maycrawl explain KNOB` prints what
//! each decides.

use alloc::borrow::Cow;
use alloc::format;

use crate::dialect::{
    BlankEnds, ControlByte, Dialect, EmptyDisallow, EmptyToken, FieldMatch, Merge, OtherLines,
    OutagePolicy, OverBody, Policy, Precedence, RedirectPolicy, RuleLimits, Tie, ToDisallowed,
    TokenLists, TryLater, UaMatch, UrlForm, WildcardConflict,
};
use crate::error::{Error, ErrorKind};

/// One knob of a [`Dialect`].
///
/// ```
/// use maycrawl::{Dialect, knobs::Knob};
///
/// let mut dialect = Dialect::GOOGLE;
/// let tie = Knob::find("paths.tie").unwrap();
/// assert_eq!(tie.value(&dialect), "allow");
/// tie.set(&mut dialect, "disallow")?;
/// Knob::find("fetch.body_cap").unwrap().set(&mut dialect, "1000000")?;
/// assert_eq!(dialect.fetch.body_cap, Some(1_000_000));
/// # Ok::<(), maycrawl::Error>(())
/// ```
#[derive(Debug)]
pub struct Knob {
    /// The stage and the field, such as `groups.merge`.
    pub name: &'static str,
    /// The values by name. A number may be set to others than these, which presets use.
    pub values: &'static [&'static str],
    get: fn(&Dialect) -> Cow<'static, str>,
    set: fn(&mut Dialect, &str) -> Option<()>,
    copy: fn(&Dialect, &mut Dialect),
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

    /// Its value in a dialect: a name, or a number as [`Knob::set`] reads it.
    pub fn value(&self, dialect: &Dialect) -> Cow<'static, str> {
        (self.get)(dialect)
    }

    /// Sets it to the value of this text.
    ///
    /// The text is one of [`Knob::values`] or, where these are numbers, another number;
    /// for `fetch.rule_limits` two with an `x` between them, such as `2048x1024`.
    pub fn set(&self, dialect: &mut Dialect, value: &str) -> Result<(), Error> {
        (self.set)(dialect, value).ok_or(Error::new(ErrorKind::UnknownKnobValue))
    }

    /// Sets it in `to` as it is in `from`.
    pub fn copy(&self, from: &Dialect, to: &mut Dialect) {
        (self.copy)(from, to);
    }

    /// Whether it has the same value in both dialects.
    pub fn is_same(&self, one: &Dialect, other: &Dialect) -> bool {
        let mut copy = *other;
        self.copy(one, &mut copy);
        copy == *other
    }
}

/// A value of a knob, as text and back.
trait AsText: Sized {
    fn text(self) -> Cow<'static, str>;
    fn read(text: &str) -> Option<Self>;
}

impl AsText for bool {
    fn text(self) -> Cow<'static, str> {
        Cow::Borrowed(if self { "on" } else { "off" })
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
}

/// Numbers, and an absent value as `none`.
macro_rules! numbers_as_text {
    ($($number:ty)+) => {$(
        impl AsText for $number {
            fn text(self) -> Cow<'static, str> {
                format!("{self}").into()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )+};
}

numbers_as_text! { u8 u32 }

impl<T: AsText> AsText for Option<T> {
    fn text(self) -> Cow<'static, str> {
        self.map_or(Cow::Borrowed("none"), T::text)
    }

    fn read(text: &str) -> Option<Self> {
        if text == "none" { Some(None) } else { T::read(text).map(Some) }
    }
}

impl AsText for RuleLimits {
    fn text(self) -> Cow<'static, str> {
        format!("{}x{}", self.rules, self.bytes).into()
    }

    fn read(text: &str) -> Option<Self> {
        let (rules, bytes) = text.split_once('x')?;
        Some(Self { rules: rules.parse().ok()?, bytes: bytes.parse().ok()? })
    }
}

macro_rules! names_as_text {
    ($($name:ident)+) => {$(
        impl AsText for $name {
            fn text(self) -> Cow<'static, str> {
                Cow::Borrowed(self.name())
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )+};
}

names_as_text! {
    BlankEnds ControlByte EmptyDisallow EmptyToken FieldMatch OtherLines OutagePolicy Merge UrlForm
    OverBody Policy Precedence RedirectPolicy Tie ToDisallowed TokenLists TryLater UaMatch WildcardConflict
}

/// Defines the registry.
macro_rules! knobs {
    ($($stage:ident . $field:ident: $values:expr;)+) => {
        static KNOBS: &[Knob] = &[$(Knob {
            name: concat!(stringify!($stage), ".", stringify!($field)),
            values: $values,
            get: |dialect| dialect.$stage.$field.text(),
            set: |dialect, text| {
                dialect.$stage.$field = AsText::read(text)?;
                Some(())
            },
            copy: |from, to| to.$stage.$field = from.$stage.$field,
        },)+];
    };
}

const ON_OFF: &[&str] = &["off", "on"];

knobs! {
    lines.field_match: &["exact", "google-prefix"];
    lines.colonless: ON_OFF;
    lines.control_byte: &["reject-line", "as-google"];
    lines.line_cap: &["none", "16663"];
    groups.ua_match: &["token", "prefix-of-crawler", "contains", "whole"];
    groups.digits_in_tokens: ON_OFF;
    groups.empty_token: &["nobody", "equals-empty"];
    groups.token_lists: &["walk", "first-only"];
    groups.merge: &["all", "first"];
    groups.blank_ends: &["no", "before-rules", "yes"];
    groups.other_lines: &["transparent", "end-agents", "delays-end-agents"];
    groups.ignores_global: ON_OFF;
    groups.inherit_global_delay: ON_OFF;
    groups.empty_disallow: &["nothing", "allow-all"];
    paths.wildcards: ON_OFF;
    paths.precedence: &["longest", "first"];
    paths.tie: &["allow", "disallow"];
    paths.wildcard_conflict: &["longest", "disallow"];
    paths.reports_undefined: ON_OFF;
    paths.normalise: &["rfc", "google", "parser", "draft"];
    paths.robots_txt_exempt: ON_OFF;
    paths.index_html: ON_OFF;
    fetch.body_cap: &["none", "512000"];
    fetch.over_body: &["cut", "allow-all"];
    fetch.rule_limits: &["none", "2048x1024"];
    fetch.auth_denied: &["allow", "disallow"];
    fetch.other_4xx: &["allow", "disallow"];
    fetch.try_later: &["none", "429", "408_425_429"];
    fetch.bad_redirect: &["allow", "unreachable", "disallow"];
    fetch.hops: &["5", "20"];
    fetch.over_hops: &["allow", "unreachable", "disallow"];
    fetch.redirect_to_disallowed: &["follow", "allow", "disallow"];
    fetch.ladder: &["rfc", "google", "allow-all", "deny-all"];
    fetch.ttl_default: &["86400", "604800"];
    fetch.ttl_ceiling: &["86400", "604800"];
    fetch.ftp: ON_OFF;
}

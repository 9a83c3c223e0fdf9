//! The part of a URL that rules see, in the normal form of a dialect.
//!
//! Linear; no allocation for a URL that is in normal form already.
//! [`UrlForm::Rfc`] and [`UrlForm::Google`] begin with what the WHATWG URL
//! standard does to a path and a query; [`UrlForm::Parser`] takes the URL as
//! given, [`UrlForm::Draft`] decodes it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::dialect::{Dialect, UrlForm};
use crate::escapes::{self, Part};
use crate::filter::{Pairs, PairsOnDemand};
use crate::heads::{each, zeros};
use crate::usual::{BLOCK, after_usual_block, is_usual};

/// The path and query of a URL, in normal form.
///
/// It remembers its text, so that rules of another normal form can normalise
/// it anew: a path is never compared in the wrong form.
///
/// ```
/// use maycrawl::{Dialect, UrlPath};
///
/// let path = UrlPath::parse("https://example.com/a/../b?q=ä#top", &Dialect::GOOGLE);
/// assert_eq!(path.as_bytes(), b"/b?q=%C3%A4");
/// ```
/// Two paths are equal if they have the same normal form, whatever text they come from.
/// Only rules of another form can tell them apart.
///
/// ```
/// use maycrawl::{Dialect, UrlPath};
///
/// let path = |text| UrlPath::parse(text, &Dialect::GOOGLE);
/// assert_eq!(path("https://example.com/%c3%a4"), path("/ä#top"));
/// assert_ne!(path("/ä"), UrlPath::parse("/ä", &Dialect::RFC9309));
/// ```
#[derive(Clone)]
pub struct UrlPath<'a> {
    text: Cow<'a, [u8]>,
    form: UrlForm,
    normal: Cow<'a, [u8]>,
    pairs: PairsOnDemand,
}

impl<'a> UrlPath<'a> {
    /// Reads the path and query of a URL for `dialect`.
    ///
    /// `text` is an absolute URL or a path (`/…`). Any other text is read as
    /// Google's parser reads it: `example.com/a` is `/a`, `a/b` is `/b`, `a`
    /// and the empty text are `/`. It cannot fail; to learn whether a text is
    /// a URL, use the crate `maycrawl-url`.
    ///
    /// Linear in the text. The text need not be UTF-8.
    pub fn parse<T: AsRef<[u8]> + ?Sized>(text: &'a T, dialect: &Dialect) -> Self {
        Self::with_form(text.as_ref(), dialect.paths.normalise)
    }

    pub(crate) fn with_form(text: &'a [u8], form: UrlForm) -> Self {
        let normal = match form {
            UrlForm::Parser => match host_and_path(text) {
                Some((_, path)) => Cow::Borrowed(before_fragment(path)),
                None => path_as_given(text),
            },
            UrlForm::Draft => decoded(text),
            UrlForm::Rfc | UrlForm::Google => {
                plain(text, form).unwrap_or_else(|| normalised(text, form))
            }
        };
        Self { text: Cow::Borrowed(text), form, normal, pairs: PairsOnDemand::default() }
    }

    /// The text it was taken from.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The same path with a copy of its text, to be kept.
    pub fn into_owned(self) -> UrlPath<'static> {
        UrlPath {
            text: Cow::Owned(self.text.into_owned()),
            form: self.form,
            normal: Cow::Owned(self.normal.into_owned()),
            pairs: self.pairs,
        }
    }

    /// The path and query in normal form. It begins with `/`.
    pub fn as_bytes(&self) -> &[u8] {
        &self.normal
    }

    /// The same path in `form`.
    pub(crate) fn in_form(&self, form: UrlForm) -> Cow<'_, UrlPath<'_>> {
        if form == self.form {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(UrlPath::with_form(&self.text, form))
        }
    }

    /// What rules with `*` or `$` are told apart by.
    pub(crate) fn pairs(&self) -> Pairs {
        self.pairs.of_path(&self.normal)
    }
}

impl PartialEq for UrlPath<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.form == other.form && self.normal == other.normal
    }
}

impl Eq for UrlPath<'_> {}

impl Hash for UrlPath<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
        self.normal.hash(state);
    }
}

impl fmt::Debug for UrlPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UrlPath(\"{}\", {})", self.normal.escape_ascii(), self.form.name())
    }
}

/// The path as Google's parser takes it: nothing is validated or rewritten.
fn path_as_given(text: &[u8]) -> Cow<'_, [u8]> {
    if let [b'/', after @ ..] = text
        && !after.starts_with(b"/")
    {
        return Cow::Borrowed(before_fragment(text));
    }
    let after_slashes = text.strip_prefix(b"//").unwrap_or(text);
    let start = |from: usize| {
        let rest = after_slashes.get(from..)?;
        let at = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b';'))?;
        Some(from.saturating_add(at))
    };
    // A `://` is the end of a scheme only where no path has begun before it.
    let early = start(0);
    let scheme = memchr::memmem::find(after_slashes, b"://")
        .filter(|scheme| early.is_none_or(|early| early >= *scheme));
    let path = match scheme {
        Some(scheme) => start(scheme.saturating_add(3)),
        None => early,
    };
    let Some(path) = path.and_then(|at| after_slashes.get(at..).map(|path| (at, path))) else {
        return Cow::Borrowed(b"/");
    };
    let hash = memchr::memchr(b'#', after_slashes).unwrap_or(after_slashes.len());
    let (at, path) = path;
    if hash < at {
        return Cow::Borrowed(b"/");
    }
    let path = path.get(..hash.saturating_sub(at)).unwrap_or(path);
    match path {
        [b'/', ..] => Cow::Borrowed(path),
        _ => Cow::Owned([b"/", path].concat()),
    }
}

/// The path of the 1996 draft: taken as given, then decoded.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let path = match text {
        [b'/', ..] => Cow::Borrowed(before_fragment(text)),
        _ => path_as_given(text),
    };
    escapes::normalise(path, UrlForm::Draft, Part::Query)
}

fn before_fragment(text: &[u8]) -> &[u8] {
    let end = memchr::memchr(b'#', text).unwrap_or(text.len());
    text.get(..end).unwrap_or(text)
}

/// The path and query of a URL of which at most bytes change, or their escapes, one by
/// one; `None` if that cannot be told so.
///
/// Most hold nothing that might have to change. Others are read byte by byte.
fn plain(text: &[u8], form: UrlForm) -> Option<Cow<'_, [u8]>> {
    let is_usual = is_usual(text);
    let (host, text) = if text.starts_with(b"/") { (&b""[..], text) } else { host_and_path(text)? };
    if is_usual {
        return Some(Cow::Borrowed(text));
    }
    if host.iter().any(|byte| matches!(byte, 0..=b' ' | b'#' | b'\\')) {
        return None;
    }
    let in_query = escapes::suspect(form, Part::Query);
    let mut part = Part::Path;
    let mut suspect = escapes::suspect(form, Part::Path);
    let mut changes = false;
    let mut rest = text;
    'text: while !rest.is_empty() {
        while let Some((after, has_query)) = after_usual_block(rest) {
            if has_query {
                (part, suspect) = (Part::Query, in_query);
            }
            rest = after;
        }
        for _ in 0..BLOCK {
            let [byte, after @ ..] = rest else { break };
            match byte {
                b'/' if part == Part::Path && may_be_dots(after) => return None,
                b'\\' if part == Part::Path => return None,
                b'?' => (part, suspect) = (Part::Query, in_query),
                b'#' => break 'text,
                b'%' if escapes::is_normal_escape(after, form, part) => {}
                // What a browser may remove.
                0..=b' ' => return None,
                byte => changes |= escapes::suspect_in(*byte) & suspect != 0,
            }
            rest = after;
        }
    }
    let text = text.get(..text.len().saturating_sub(rest.len()))?;
    if !changes {
        return Some(Cow::Borrowed(text));
    }
    let query = memchr::memchr(b'?', text).unwrap_or(text.len());
    let (path, query) = text.split_at_checked(query)?;
    let path = escapes::normalise(Cow::Borrowed(path), form, Part::Path);
    let mut normal = path.into_owned();
    normal.extend_from_slice(&escapes::normalise(Cow::Borrowed(query), form, Part::Query));
    Some(Cow::Owned(normal))
}

/// Whether the segment that begins here may be of dots, and so none.
fn may_be_dots(text: &[u8]) -> bool {
    match text {
        [b'.', after @ ..] | [b'%', b'2', b'e' | b'E', after @ ..] => {
            matches!(after, [] | [b'.' | b'%' | b'/' | b'\\' | b'?' | b'#', ..])
        }
        _ => false,
    }
}

/// What stands before the first slash of a usual URL, and what begins with it.
fn host_and_path(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = text.strip_prefix(b"https://").or_else(|| text.strip_prefix(b"http://"))?;
    let (host, path) = rest.split_at_checked(host_len(rest)?)?;
    (!host.is_empty() && path.starts_with(b"/")).then_some((host, path))
}

/// Where the first byte stands that ends a host in some form: `/`, `?`, `;` or `#`.
/// Eight bytes are looked at together.
fn host_len(text: &[u8]) -> Option<usize> {
    let mut at = 0_usize;
    let mut rest = text;
    while let Some((chunk, after)) = rest.split_first_chunk() {
        let bytes = u64::from_le_bytes(*chunk);
        // `/` and `?` differ in one bit.
        let ends = zeros((bytes | each(0x10)) ^ each(b'?'))
            | zeros(bytes ^ each(b';'))
            | zeros(bytes ^ each(b'#'));
        let ends = ends & each(0x80);
        if ends != 0 {
            return Some(at.saturating_add((ends.trailing_zeros() / 8) as usize));
        }
        (at, rest) = (at.saturating_add(8), after);
    }
    let in_rest = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b';' | b'#'))?;
    Some(at.saturating_add(in_rest))
}

/// The path as a browser would request it, then in normal form.
fn normalised(text: &[u8], form: UrlForm) -> Cow<'_, [u8]> {
    let text = without_white_space(text);
    // What is borrowed from the text lives as long as the text; what is not
    // is a copy already, and is worked on as a slice of its own.
    match text {
        Cow::Borrowed(text) => normalised_clean(text, form),
        Cow::Owned(text) => Cow::Owned(normalised_clean(&text, form).into_owned()),
    }
}

fn normalised_clean(text: &[u8], form: UrlForm) -> Cow<'_, [u8]> {
    match split_url(text) {
        Some(Url { rest, backslash_is_slash }) if rest.starts_with(b"/") => {
            path_and_query(rest, backslash_is_slash, form)
        }
        Some(Url { rest, backslash_is_slash }) => {
            // `http://host?q` has no path: it is `/`. A backslash is a slash.
            let rest = match rest {
                [b'\\', after @ ..] if backslash_is_slash => after,
                rest => rest,
            };
            let path = [b"/", rest].concat();
            Cow::Owned(path_and_query(&path, backslash_is_slash, form).into_owned())
        }
        None => match path_as_given(text) {
            Cow::Borrowed(path) => path_and_query(path, true, form),
            Cow::Owned(path) => Cow::Owned(path_and_query(&path, true, form).into_owned()),
        },
    }
}

/// The text without what the WHATWG URL standard removes first: C0 control
/// bytes and spaces at its ends; TAB, CR and LF anywhere.
fn without_white_space(text: &[u8]) -> Cow<'_, [u8]> {
    let is_end = |byte: &u8| *byte <= b' ';
    let start = text.iter().position(|byte| !is_end(byte)).unwrap_or(text.len());
    let text = text.get(start..).unwrap_or_default();
    let end = text.iter().rposition(|byte| !is_end(byte)).map_or(0, |last| last.saturating_add(1));
    let text = text.get(..end).unwrap_or_default();
    let is_removed = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    if text.iter().any(is_removed) {
        text.iter().filter(|byte| !is_removed(byte)).copied().collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// What follows the authority of a URL.
struct Url<'a> {
    rest: &'a [u8],
    backslash_is_slash: bool,
}

/// Skips the scheme and the authority of an absolute URL. A path is a URL
/// whose scheme and authority are known already.
fn split_url(text: &[u8]) -> Option<Url<'_>> {
    if text.starts_with(b"/") {
        return Some(Url { rest: text, backslash_is_slash: true });
    }
    let (scheme, rest) = split_scheme(text)?;
    let is_special = [&b"http"[..], b"https", b"ftp", b"ws", b"wss"]
        .iter()
        .any(|special| scheme.eq_ignore_ascii_case(special));
    if is_special {
        // Any number of slashes of either kind, even none.
        let rest = skip_until(rest, |byte| !matches!(byte, b'/' | b'\\'));
        let is_end = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#');
        return Some(Url { rest: skip_until(rest, is_end), backslash_is_slash: true });
    }
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    rest.strip_prefix(b"//")
        .map(|rest| Url { rest: skip_until(rest, is_end), backslash_is_slash: false })
}

fn skip_until(text: &[u8], is_end: impl Fn(&u8) -> bool) -> &[u8] {
    let at = text.iter().position(is_end).unwrap_or(text.len());
    text.get(at..).unwrap_or_default()
}

/// The scheme of a URL and what follows its colon.
pub(crate) fn split_scheme(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let len = text.iter().take_while(|byte| is_scheme(byte)).count();
    let (scheme, rest) = text.split_at_checked(len)?;
    let begins_right = scheme.first().is_some_and(u8::is_ascii_alphabetic);
    Some((scheme, rest.strip_prefix(b":").filter(|_| begins_right)?))
}

/// Path and query, without a fragment, from text that begins with `/`.
fn path_and_query(text: &[u8], backslash_is_slash: bool, form: UrlForm) -> Cow<'_, [u8]> {
    let text = before_fragment(text);
    let query = memchr::memchr(b'?', text).unwrap_or(text.len());
    let (path, query) = text.split_at_checked(query).unwrap_or((text, &[]));
    if is_plain_path(path, backslash_is_slash, form) && escapes::is_normal(query, form, Part::Query)
    {
        return Cow::Borrowed(text);
    }
    let path = without_dot_segments(path, backslash_is_slash);
    let mut normal = escapes::normalise(Cow::Owned(path), form, Part::Path).into_owned();
    normal.extend_from_slice(&escapes::normalise(Cow::Borrowed(query), form, Part::Query));
    Cow::Owned(normal)
}

/// Whether a path can stay as it is, by one scan: it may have no dot segment,
/// so no segment of it begins with `.` or `%`.
fn is_plain_path(path: &[u8], backslash_is_slash: bool, form: UrlForm) -> bool {
    let has_suspect_segment = memchr::memchr2_iter(b'/', b'\\', path).any(|at| {
        let is_slash = path.get(at) == Some(&b'/');
        let next = path.get(at.saturating_add(1));
        (!is_slash && backslash_is_slash) || matches!(next, Some(b'.' | b'%'))
    });
    !has_suspect_segment && escapes::is_normal(path, form, Part::Path)
}

/// Resolves `.` and `..` segments as the WHATWG URL standard does, escaped
/// ones included. Linear: what `..` removes was written once.
fn without_dot_segments(path: &[u8], backslash_is_slash: bool) -> Vec<u8> {
    let is_slash = |byte: &u8| *byte == b'/' || (backslash_is_slash && *byte == b'\\');
    let mut out = Vec::with_capacity(path.len());
    let mut segments = path.split(is_slash).skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        if let Some(dots) = dots(segment) {
            if dots == 2 {
                out.truncate(memchr::memrchr(b'/', &out).unwrap_or(0));
            }
            if is_last {
                out.push(b'/');
            }
        } else {
            out.push(b'/');
            out.extend_from_slice(segment);
        }
    }
    out
}

/// How many dots a segment is, if it is one or two and nothing else.
fn dots(segment: &[u8]) -> Option<usize> {
    let mut rest = segment;
    let mut dots = 0_usize;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return None,
        };
        dots = dots.saturating_add(1);
    }
    matches!(dots, 1 | 2).then_some(dots)
}

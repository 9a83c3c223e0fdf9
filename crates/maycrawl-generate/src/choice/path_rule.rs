//! The path of a rule, in the form in which every engine reads it alike.

use std::fmt::{self, Write as _};

use maycrawl::{
    Dialect, UrlPath,
    algebra::{Inclusion, Overlap},
    pattern::Pattern,
    robots::RuleKind,
    rules::Rank,
};

use crate::error::{Error, Input};

/// A path rule as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathRule {
    kind: RuleKind,
    path: String,
    pattern: Pattern,
}

impl PathRule {
    /// A rule for a path as a person writes it. `*` stands for anything, a final
    /// `$` for the end of the URL.
    ///
    /// The path is brought into a form that engines do not read differently: what
    /// is not ASCII is percent-encoded, escapes are in upper case, needless ones
    /// are decoded, and needless stars are gone.
    ///
    /// ```
    /// use maycrawl::robots::RuleKind;
    /// use maycrawl_generate::PathRule;
    ///
    /// let rule = PathRule::new(RuleKind::Disallow, "/straße/**/%7ejoe*")?;
    /// assert_eq!(rule.to_string(), "Disallow: /stra%C3%9Fe/*/~joe");
    /// let error = PathRule::new(RuleKind::Disallow, "private/").unwrap_err();
    /// assert_eq!(error.to_string(), r#"the path "private/" does not begin with /; write /private/"#);
    /// # Ok::<(), maycrawl_generate::Error>(())
    /// ```
    pub fn new(kind: RuleKind, path: &str) -> Result<Self, Error> {
        Ok(Self::written(kind, canonical(path)?))
    }

    /// A rule of a file, as it is read there; `None` if it matches nothing.
    pub(crate) fn of(kind: RuleKind, pattern: &Pattern) -> Option<Self> {
        let path = String::from_utf8(pattern.as_bytes().to_vec()).ok()?;
        let is_one = pattern.meets(pattern) != Overlap::No;
        is_one.then(|| Self { kind, path, pattern: pattern.clone() })
    }

    /// `Disallow: /`
    pub(crate) fn of_everything() -> Self {
        Self::written(RuleKind::Disallow, "/".into())
    }

    fn written(kind: RuleKind, path: String) -> Self {
        let pattern = Pattern::parse(&path, &Dialect::GOOGLE);
        Self { kind, path, pattern }
    }

    /// A rule that no engine obeys, and that ends a list of agents.
    pub(crate) fn of_nothing() -> Self {
        Self::written(RuleKind::Allow, String::new())
    }

    /// Whether it allows or forbids.
    pub const fn kind(&self) -> RuleKind {
        self.kind
    }

    /// The path as it is written.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether it matches every path.
    pub(crate) fn is_everything(&self) -> bool {
        self.path == "/"
    }

    /// Whether it forbids every path.
    pub(crate) fn forbids_everything(&self) -> bool {
        self.kind == RuleKind::Disallow && self.covers(&Self::of_everything())
    }

    /// Whether it wins over another rule wherever both match.
    pub(crate) fn outranks(&self, other: &Self) -> bool {
        let rank = |rule: &Self| Rank::new(rule.kind, &rule.pattern, 0);
        rank(self).outranks(&rank(other), &Dialect::GOOGLE)
    }

    /// Whether a rule of the other kind never counts beside it. One for an index file
    /// may count for the folder.
    pub(crate) fn silences(&self, other: &Self) -> bool {
        self.kind != other.kind
            && self.outranks(other)
            && self.covers(other)
            && !other.allows_an_index()
    }

    /// Whether a rule of its length never weighs less.
    pub(crate) fn is_as_long_as(&self, other: &Self) -> bool {
        self.path.len() >= other.path.len()
    }

    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.pattern.covers(&other.pattern) == Inclusion::Yes
    }

    pub(crate) fn matches(&self, path: &UrlPath<'_>) -> bool {
        self.pattern.matches(path)
    }

    /// Whether it allows an index file, which Google takes for its folder too.
    pub(crate) fn allows_an_index(&self) -> bool {
        self.kind == RuleKind::Allow && self.path.contains("/index.htm")
    }

    /// Whether both may match one path.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.pattern.meets(&other.pattern) != Overlap::No
    }
}

impl fmt::Display for PathRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{}: {}", self.kind.name(), self.path).trim_end())
    }
}

fn canonical(text: &str) -> Result<String, Error> {
    let text = text.trim();
    let wrong = |problem: &str| Err(Error::invalid(Input::Path, text, problem));
    if text.chars().any(char::is_control) {
        return wrong("contains a control character; leave it out");
    }
    if !text.starts_with('/') {
        return wrong(&match corrected(text) {
            Some(path) => format!("does not begin with /; write {path}"),
            None => "is empty; write / for everything".into(),
        });
    }
    if let Some((before, _)) = text.split_once('#') {
        return wrong(&format!(
            "contains a fragment, which no crawler sends; write {before}, or %23 for the # itself"
        ));
    }
    if text.contains('\\') {
        return wrong(&format!("contains a backslash; write {}", text.replace('\\', "/")));
    }
    if text.split(['/', '?']).any(|segment| matches!(segment, "." | "..")) {
        return wrong(
            "contains . or .. as a folder, which crawlers remove from URLs; write the path without \
            it",
        );
    }
    let end = text.strip_suffix('$');
    let body = end.unwrap_or(text);
    if body.contains('$') {
        let instead = body.replace('$', "*");
        return wrong(&format!(
            "contains a $ before its end, which crawlers read differently; write {instead}"
        ));
    }
    let mut path = encoded(body).map_err(|problem| Error::invalid(Input::Path, text, problem))?;
    while path.contains("**") {
        path = path.replace("**", "*");
    }
    // `/a*` and `/a*$` are `/a`.
    let trimmed = path.trim_end_matches('*');
    match end {
        Some(_) if trimmed.len() == path.len() => path.push('$'),
        _ => path.truncate(trimmed.len()),
    }
    Ok(path)
}

/// What somebody meant who did not begin a path with `/`.
fn corrected(text: &str) -> Option<String> {
    let after_scheme = text.split_once("://").map(|(_, rest)| rest);
    let path = match after_scheme {
        Some(rest) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None if text.starts_with("www.") => {
            text.find('/').and_then(|at| text.get(at..)).unwrap_or("/")
        }
        None => text,
    };
    let path = path.trim_start_matches("./");
    match path {
        "" => None,
        path if path.starts_with('/') => Some(path.into()),
        path => Some(format!("/{path}")),
    }
}

/// With escapes where URLs have them and nowhere else.
fn encoded(text: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let is_stray =
            |byte: u8| matches!(byte, b' ' | b'"' | b'<' | b'>' | b'`' | b'{' | b'}' | 0x7F..);
        if byte == b'%' {
            let digits = [bytes.next(), bytes.next()].map(|digit| digit.map_or('-', char::from));
            let value = u8::from_str_radix(&String::from_iter(digits), 16)
                .ok()
                .filter(|_| digits.iter().all(char::is_ascii_hexdigit))
                .ok_or("contains a % without two hexadecimal digits; write %25 for the % itself")?;
            let is_unreserved = value.is_ascii_alphanumeric() || b"-._~".contains(&value);
            if is_unreserved {
                out.push(char::from(value));
            } else {
                escape(&mut out, value);
            }
        } else if is_stray(byte) {
            escape(&mut out, byte);
        } else {
            out.push(char::from(byte));
        }
    }
    Ok(out)
}

fn escape(out: &mut String, byte: u8) {
    // Writing to a text cannot fail.
    let _ = write!(out, "%{byte:02X}");
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    fn check(path: &str, expected: &str) {
        let rule = PathRule::new(RuleKind::Disallow, path);
        match (rule, expected.strip_prefix("error: ")) {
            (Ok(rule), None) => assert_eq!(rule.path(), expected, "{path}"),
            (Err(error), Some(expected)) => {
                assert!(error.to_string().contains(expected), "{path}: {error}");
            }
            (rule, _) => panic!("{path}: {rule:?}, not {expected}"),
        }
    }

    #[test]
    fn paths_have_one_form() {
        check("/", "/");
        check("/*", "/");
        check("/**", "/");
        check("/a*$", "/a");
        check("/*.pdf$", "/*.pdf$");
        check("/a**b***c*", "/a*b*c");
        check(" /a b ", "/a%20b");
        check("/%c3%9f", "/%C3%9F");
        check("/ß", "/%C3%9F");
        check("/%41%2f", "/A%2F");
        check("/%24%2A", "/%24%2A");
    }

    #[test]
    fn an_error_says_what_to_write() {
        check("", "error: is empty");
        check("private/", "error: write /private/");
        check("./private/", "error: write /private/");
        check("*.pdf", "error: write /*.pdf");
        check("https://example.com/a?b", "error: write /a?b");
        check("https://example.com", "error: write /");
        check("/a#b", "error: write /a");
        check("/a\\b", "error: write /a/b");
        check("/a/../b", "error: contains . or ..");
        check("/a\tb\n/c", "error: control character");
        check("/a$b", "error: write /a*b");
        check("www.example.com/a", "error: write /a");
        check("/100%", "error: %25");
        check("/%+1", "error: %25");
    }
}

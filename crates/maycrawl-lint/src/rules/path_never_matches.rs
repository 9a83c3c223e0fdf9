//! The rule `path-never-matches`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path cannot match any URL.
    ///
    /// ## Why
    ///
    /// Crawlers normalise a URL before they compare it with a rule
    /// ([RFC 9309 section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)). A
    /// rule with a character that no normalised URL contains, such as a brace or an unencoded
    /// quotation mark, blocks nothing. Braces are usually a template's placeholder that nobody
    /// filled in.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /watch/{videoId}/embed
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /watch/*/embed
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix writes `*` in place of a placeholder, unless the path then consists of `*` and
    /// `/` alone.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /watch/*/embed
    /// ```
    ///
    /// ## Limits
    ///
    /// The check is exact for URLs in the form in which Google requests them. Mistakes that have a
    /// rule of their own are reported by that rule.
    Path, "path-never-matches", "P019", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| !rule.value.is_empty() && !is_explained(rule)) {
        let is_dollar = rule.value == b"$";
        let is_bracketed = matches!(rule.value.first(), Some(b'{' | b'<' | b'['));
        if !(rule.can_match() || is_dollar || is_bracketed) || rule.meets != Overlap::No {
            continue;
        }
        let report = match placeholder(&rule.value) {
            Some((name, filled)) => Diagnostic::new(
                rule.span,
                format!("{name} is an unfilled placeholder, so the rule matches nothing"),
                if filled.is_some() {
                    "write * in its place"
                } else {
                    "write what it stands for, or delete the line"
                },
            )
            .maybe_fix(
                filled
                    .map(|filled| Fix::unsafe_("write *", vec![Edit::replace(rule.span, filled)])),
            ),
            None => Diagnostic::new(
                rule.span,
                "no URL that a crawler requests can match this rule",
                "copy the URL of a page from a browser and use its path",
            ),
        };
        out.push(report.where_dialect(|dialect| dialect.paths.normalise == UrlForm::Google));
    }
}

/// The first placeholder such as `{id}`, and the path with `*` in the place of all, if that
/// cannot block the home page.
fn placeholder(value: &[u8]) -> Option<(String, Option<Vec<u8>>)> {
    let mut filled = Vec::new();
    let mut first = None;
    let mut rest = value;
    while let Some(start) = memchr::memchr(b'{', rest) {
        let (before, from) = rest.split_at(start);
        let end = memchr::memchr(b'}', from)? + 1;
        let (name, after) = from.split_at(end);
        let inner = name.get(1..end - 1)?;
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-$. {}".contains(byte);
        if !inner.iter().any(u8::is_ascii_alphanumeric) || !inner.iter().all(is_name) {
            return None;
        }
        first.get_or_insert_with(|| lossy(name));
        filled.extend_from_slice(before);
        filled.push(b'*');
        rest = after.strip_prefix(b"}").unwrap_or(after);
    }
    filled.extend_from_slice(rest);
    let home = UrlPath::parse("/", &BASE);
    let pattern = Pattern::parse(&filled, &BASE);
    // Signs alone, as in `/*/`, would match nearly every page.
    let says_something = filled.iter().any(u8::is_ascii_alphanumeric);
    let is_harmless =
        says_something && !pattern.matches(&home) && pattern.meets(&pattern) != Overlap::No;
    Some((first?, is_harmless.then_some(filled)))
}

/// Whether another rule reports what is wrong with the path.
fn is_explained(rule: &RuleEntry) -> bool {
    let value = &rule.value;
    (rule.is_shaped(PathShape::Spaced) && !rule.is_shaped(PathShape::Placeholder))
        || rule.is_shaped(PathShape::List)
        || rule.is_shaped(PathShape::Regex)
        || rule.is_shaped(PathShape::Invisible)
        || rule.value_shape.quoted.is_some()
        || rule.value_shape.unclosed.is_some()
        || value.contains(&b'\\')
        || memchr::memmem::find(value, b"./").is_some()
        || value.iter().any(|byte| *byte < b' ')
}

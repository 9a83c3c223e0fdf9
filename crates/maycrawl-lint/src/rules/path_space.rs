//! The rule `path-space`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule's path contains a space.
    ///
    /// ## Why
    ///
    /// URLs contain `%20` instead of a space, and Google does not encode the space in a rule, so
    /// for Google the rule matches nothing. As we read RFC 9309, crawlers encode both sides
    /// ([section 2.2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2)), and then the
    /// rule matches.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my files/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: spaces are written as `%20`. There is no fix for a space in a query, for a path
    /// with `&amp;`, or for the name of a wiki page.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /my%20files/
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported where another rule of the group covers the path with `%20`. Reported once per
    /// file for each kind of correction.
    Path, "path-space", "P004", Warning, Text(check)
}

/// The cost of comparing the paths of one file: the sum of the products of their lengths.
const MOST_COMPARED: usize = 1_000_000;

/// What to write for the space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mend {
    /// `%20`.
    Encode,
    /// Nothing: it is a slip.
    Delete,
    /// `_`, as wikis do.
    Underscore,
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let budget = Budget::new(MOST_COMPARED);
    let mut found: Vec<(Mend, Vec<&RuleEntry>)> = Vec::new();
    for group in &file.groups {
        let spaced = |rule: &&RuleEntry| rule.can_match() && rule.is_shaped(PathShape::Spaced);
        for rule in group.rules.iter().filter(spaced) {
            let is_two = rule.value_shape.second_directive.is_some();
            if is_two
                || rule.is_shaped(PathShape::ForeignComment)
                || rule.is_shaped(PathShape::Placeholder)
                || rule.is_shaped(PathShape::List)
                || is_covered(group, rule, &budget)
            {
                continue;
            }
            let mend = Mend::of(group, rule, &budget);
            match found.iter_mut().find(|(other, _)| *other == mend) {
                Some((_, rules)) => rules.push(rule),
                None => found.push((mend, vec![rule])),
            }
        }
    }
    out.extend(found.iter().filter_map(|(mend, rules)| report(*mend, rules)));
}

/// Reports the rules that are mended alike.
fn report(mend: Mend, rules: &[&RuleEntry]) -> Option<Diagnostic> {
    let [first, others @ ..] = rules else { return None };
    let todo = match mend {
        Mend::Encode => "write the space as %20",
        Mend::Delete => {
            "delete the space; if the query needs one, write it as your URLs do, as + or %20"
        }
        Mend::Underscore => "write _ instead of the space, as other rules of this group do",
    };
    let report = Diagnostic::new(
        first.span,
        "the path contains a space, so it matches no URL that Google requests",
        todo,
    )
    .also(others.iter().map(|rule| rule.span), "so does this")
    .where_dialect(|dialect| matches!(dialect.paths.normalise, UrlForm::Google | UrlForm::Parser));
    let edits = || rules.iter().map(|rule| Edit::replace(rule.span, encoded(rule))).collect();
    let fix = (mend == Mend::Encode).then(|| Fix::unsafe_("write %20", edits()));
    Some(report.maybe_fix(fix))
}

/// The path with `%20` for spaces.
fn encoded(rule: &RuleEntry) -> String {
    String::from_utf8_lossy(&rule.value).replace(' ', "%20").replace('\t', "%09")
}

/// Whether another rule of the group does what the encoded path would.
fn is_covered(group: &Group<'_>, rule: &RuleEntry, budget: &Budget) -> bool {
    let pattern = Pattern::parse(encoded(rule), &BASE);
    let length = pattern.len() as usize;
    group.rules.iter().any(|other| {
        other.kind == rule.kind
            && !other.is_shaped(PathShape::Spaced)
            && budget.spend(length.saturating_mul(other.value.len()))
            && other.pattern.covers(&pattern) == Inclusion::Yes
    })
}

impl Mend {
    fn of(group: &Group<'_>, rule: &RuleEntry, budget: &Budget) -> Self {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
        let value = &*rule.value;
        let first = value.iter().position(is_space).unwrap_or_default();
        let last = value.iter().rposition(is_space).unwrap_or_default();
        let before = value.get(..first).unwrap_or_default();
        let is_in_query = value.get(..last).is_some_and(|start| start.contains(&b'?'));
        if is_in_query || memchr::memmem::find(value, b"&amp;").is_some() {
            return Self::Delete;
        }
        let folder = memchr::memrchr(b'/', before).and_then(|end| value.get(..=end));
        let Some(folder) = folder
            .filter(|_| value.contains(&b':') || memchr::memmem::find(value, b"/wiki/").is_some())
        else {
            return Self::Encode;
        };
        let is_wiki = group.rules.iter().any(|other| {
            budget.spend(other.value.len())
                && !other.is_shaped(PathShape::Spaced)
                && other.value.strip_prefix(folder).is_some_and(|name| name.contains(&b'_'))
        });
        if is_wiki { Self::Underscore } else { Self::Encode }
    }
}

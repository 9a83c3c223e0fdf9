//! The rule `directive-dead`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field is one that search engines gave up: `Noindex`, `Nofollow`, `Noarchive`.
    ///
    /// ## Why
    ///
    /// Google stopped reading such fields on 1 September 2019
    /// ([announcement](https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt)).
    /// A page that must not be listed needs a `noindex` in itself or in its header, and crawlers read
    /// that only where no `Disallow` keeps them from the page.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Noindex: /old/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Safe: the lines are deleted.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once a file. A note where for each of these lines one `Disallow` for `*` covers its
    /// paths, and where the field is not `Noindex`.
    Directive, "directive-dead", "X001", Warning, Text(check)
}

/// The cost of finding paths of one file: the sum of the squares of patterns' lengths.
const MOST_SEARCHED: usize = 1_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let lines: Vec<_> = file.of_field(Field::Obsolete).collect();
    let budget = Budget::new(MOST_SEARCHED);
    let rules = file.rules_of(&Agent::token("*"));
    let is_open = |line: &Line<'_>, entry: &DirectiveEntry| {
        let value = line.get(entry.directive.value);
        if !line.get(entry.directive.name).eq_ignore_ascii_case(b"noindex")
            || !budget.spend(value.len().saturating_mul(value.len()))
        {
            return false;
        }
        let pattern = Pattern::parse(value, &BASE);
        let Some(path) = pattern.shortest_path() else { return true };
        if rules.check_url(&path).is_allowed() {
            return true;
        }
        // One path is closed; one Disallow must close them all.
        let path = UrlPath::parse(&path, &BASE);
        let mut disallows = rules.patterns().filter(|(_, kind, _)| *kind == RuleKind::Disallow);
        !disallows.any(|(_, _, other)| {
            other.matches(&path)
                && budget.spend(value.len().saturating_mul(other.len() as usize))
                && other.covers(&pattern) == Inclusion::Yes
        })
    };
    let open = lines.iter().find(|(line, entry)| is_open(line, entry));
    let Some((line, entry)) = open.or(lines.first()) else { return };
    let name = lossy(line.get(entry.directive.name));
    let value = lossy(line.get(entry.directive.value));
    let is_noindex = name.eq_ignore_ascii_case("noindex");
    let it = if lines.len() == 1 { "the line" } else { "the lines" };
    let what = format!("no search engine obeys {name} in a robots.txt");
    let (what, todo) = match open {
        Some(_) => (
            format!("{what}, so {value} may be listed"),
            format!(
                "delete {it}; a page that must not be listed needs noindex in itself or its header"
            ),
        ),
        None if is_noindex => (
            format!(
                "{what}; pages matching {value} may still be listed, as bare links: Disallow stops crawlers, not listing"
            ),
            format!("delete {it}; if it matters, allow crawling and put noindex into the pages"),
        ),
        None => (what, format!("delete {it}; write it into the pages or their headers")),
    };
    let span =
        |entry: &DirectiveEntry| Span::new(entry.directive.name.start, entry.directive.value.end);
    let others = lines.iter().filter(|(_, other)| other.line != entry.line);
    let report = Diagnostic::new(span(entry), what, todo)
        .also(others.map(|(_, other)| span(other)), "nor this")
        .fix(Fix::safe(
            format!("delete {it}"),
            lines.iter().map(|(line, _)| Edit::remove(line)).collect(),
        ));
    out.push(if open.is_some() { report } else { report.severity(Severity::Note) });
}

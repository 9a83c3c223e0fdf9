//! The rule `directive-dead`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// The file uses a field that search engines no longer read: `Noindex`, `Nofollow` or
    /// `Noarchive`.
    ///
    /// ## Why
    ///
    /// Google stopped reading such fields on 1 September 2019
    /// ([announcement](https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt)).
    /// A page that must stay out of search needs `noindex` in a robots meta tag or an
    /// X-Robots-Tag header, and crawlers see it only if no `Disallow` keeps them from the page.
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
    /// Safe: the fix makes the lines comments, because they say what was meant to stay out of search.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// # Noindex: /old/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once per file. A note where one `Disallow` for `*` covers all paths of each such
    /// line, or where the field is not `Noindex`.
    Directive, "directive-dead", "X001", Warning, Text(check)
}

/// The cost of finding paths of one file: the sum of the squares of patterns' lengths.
const MOST_SEARCHED: usize = 1_000_000;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let lines: Vec<_> = file.of_field(Field::Obsolete).collect();
    let budget = Budget::new(MOST_SEARCHED);
    // The rules of the groups in which the lines stand.
    let agents = file.agents().count() + 1;
    let mut rules_of: BTreeMap<Option<usize>, Rules> = BTreeMap::new();
    let mut is_open = |line: &Line<'_>, entry: &DirectiveEntry| {
        if !rules_of.contains_key(&entry.group) && !budget.spend(agents) {
            return false;
        }
        let rules = rules_of.entry(entry.group).or_insert_with(|| {
            let group = entry.group.and_then(|group| file.groups.get(group));
            let own = group.and_then(|group| file.merged_rules(group).into_iter().next());
            own.unwrap_or_else(|| file.rules_of(&Agent::token("*")))
        });
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
    let is_for_all = |entry: &DirectiveEntry| {
        entry.group.and_then(|group| file.groups.get(group)).is_none_or(Group::is_global)
    };
    let Some((line, entry)) = open.or(lines.first()) else { return };
    let name = lossy(line.get(entry.directive.name));
    let value = lossy(line.get(entry.directive.value));
    let is_noindex = name.eq_ignore_ascii_case("noindex");
    let it = if lines.len() == 1 { "the line" } else { "the lines" };
    let what = format!("no search engine obeys {name} in robots.txt");
    let (what, todo) = match open {
        Some(_) => (
            format!("{what}, so pages matching {value} may be listed in search"),
            format!(
                "comment out {it}; a page that must not be listed needs a noindex meta tag or X-Robots-Tag header"
            ),
        ),
        None if is_noindex && is_for_all(entry) => (
            format!(
                "{what}; pages matching {value} may still be listed in search as bare links: Disallow stops crawling, not listing"
            ),
            format!(
                "comment out {it}; if the pages must not be listed, allow crawling and put a noindex meta tag into them"
            ),
        ),
        None if is_noindex => (what, format!("comment out {it}")),
        None => (
            what,
            format!(
                "comment out {it}; put this into a robots meta tag or X-Robots-Tag header of the pages instead"
            ),
        ),
    };
    let span =
        |entry: &DirectiveEntry| Span::new(entry.directive.name.start, entry.directive.value.end);
    let others = lines.iter().filter(|(_, other)| other.line != entry.line);
    let report = Diagnostic::new(span(entry), what, todo)
        .also(others.map(|(_, other)| span(other)), "nor this")
        .fix(Fix::safe(
            format!("comment out {it}"),
            lines.iter().map(|(line, _)| Edit::insert(line.field().start, "# ")).collect(),
        ));
    out.push(if open.is_some() { report } else { report.severity(Severity::Note) });
}

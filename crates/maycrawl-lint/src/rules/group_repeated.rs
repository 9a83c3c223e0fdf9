use crate::prelude::*;

rule! {
    /// Several groups name the same crawler.
    ///
    /// ## Why
    ///
    /// Crawlers must combine them
    /// ([RFC 9309 section 2.2.1](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.1)), but
    /// older ones take the first and ignore the others, as Google's document of 2012 asked. Readers
    /// take the one that they see.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    ///
    /// User-agent: CCBot
    /// Disallow: /b/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    /// Disallow: /b/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: if two groups name the same crawlers and hold rules only, the rules of the second
    /// are moved to the first.
    ///
    /// ```robots
    /// User-agent: CCBot
    /// Disallow: /a/
    /// Disallow: /b/
    ///
    /// ```
    "group-repeated", "G004", Warning, check
}

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    let mut first_of: std::collections::BTreeMap<Vec<u8>, (usize, &Named)> = std::collections::BTreeMap::new();
    for (index, group) in file.groups.iter().enumerate() {
        for agent in &group.agents {
            let key = if agent.is_global() { b"*".to_vec() } else { agent.token.clone() };
            if key.is_empty() {
                continue;
            }
            let Some((first, named)) = first_of.get(&key).copied() else {
                first_of.insert(key, (index, agent));
                continue;
            };
            if first == index {
                continue;
            }
            let report = Report::new(
                agent.span,
                format!("another group names {} too; some crawlers obey the first only", agent.text()),
                "put the rules of both into one group",
            )
            .related(named.span, "the first is here");
            let fix = file.groups.get(first).and_then(|first| merge(file, first, group));
            out.push(match fix {
                Some(fix) => report.fix(fix),
                None => report,
            });
        }
    }
}

/// Moves the rules of a group to another that names the same one crawler, if
/// nothing else stands among its lines.
fn merge(file: &File<'_>, into: &Group, from: &Group) -> Option<Fix> {
    let ([one], [other]) = (into.agents.as_slice(), from.agents.as_slice()) else { return None };
    let is_same = one.token == other.token && one.is_global() == other.is_global();
    let after = file.line(into.rules.last()?.line)?;
    let (start, end) = (file.line(other.line)?, file.line(from.rules.last()?.line)?);
    let between = start.number()..=end.number();
    let is_plain = file.lines().filter(|line| between.contains(&line.number())).all(|line| {
        line.number() == other.line || from.rules.iter().any(|rule| rule.line == line.number())
    });
    if !is_same || !is_plain || end.line_end().is_empty() {
        return None;
    }
    let rules = Span::new(start.line_end().end, end.line_end().end);
    let moved = rules.of(file.source()).to_vec();
    let gone = Span::new(start.span().start, end.line_end().end);
    Some(Fix::unsafe_(
        "move its rules to the first group",
        vec![Edit::insert(after.line_end().end, moved), Edit::replace(gone, "")],
    ))
}

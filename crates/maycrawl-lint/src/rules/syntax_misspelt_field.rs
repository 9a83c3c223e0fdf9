//! The rule `syntax-misspelt-field`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A field's name is misspelt.
    ///
    /// ## Why
    ///
    /// Google's parser accepts five misspellings of `Disallow`, two of `User-agent`, one of
    /// `Sitemap`, and any name that begins with a correct one
    /// ([google/robotstxt](https://github.com/google/robotstxt)); many others drop the line.
    /// Nearly all crawlers drop a line with any other misspelling. Either way, some crawlers do
    /// not do what the file says.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disalow: /private/
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
    /// Unsafe: the fix corrects the name. Crawlers that ignored the line then obey it.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A name that no parser accepts counts as misspelt if it differs from a known name by one or
    /// two letters.
    Syntax, "syntax-misspelt-field", "S009", Error, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for (line, shape) in file.shaped_lines() {
        let LineShape::Misspelt { field, is_read_by_google } = shape else { continue };
        let name = lossy(line.get(line.field()));
        let message = if let Some((group, before)) = joined_group(file, &line, field) {
            let (own, joined) = (lossy(line.get(line.value())), agent_names(&group.agents));
            format!(
                "{name:?} is misspelt: crawlers that ignore the line apply the rules for {own} below it to {joined}, whose group begins on line {before}"
            )
        } else if is_read_by_google {
            format!("{name:?} is misspelt: Google reads it as {field}, many others ignore the line")
        } else {
            format!("{name:?} is misspelt, so crawlers ignore the line")
        };
        let is_concerned =
            |dialect: &Dialect| is_read_by_google && dialect.lines.field_match == FieldMatch::Exact;
        let fix =
            Fix::activating(format!("write {field}"), vec![Edit::replace(line.field(), field)]);
        out.push(
            Diagnostic::new(line.field(), message, format!("write {field}"))
                .where_dialect(is_concerned)
                .fix(fix),
        );
    }
}

/// The group that the rules below a misspelt `User-agent` join in parsers that ignore the line, and
/// the number of its first line.
fn joined_group<'f>(
    file: &'f File<'_>,
    line: &Line<'_>,
    field: &str,
) -> Option<(&'f Group<'f>, u32)> {
    if field != "User-agent" {
        return None;
    }
    let begins_before =
        |group: &Group<'_>| group.agents.first().is_some_and(|agent| agent.line < line.number());
    let count = file.groups.partition_point(begins_before);
    let group = file.groups.get(count.checked_sub(1)?)?;
    let is_own = group.agents.iter().any(|agent| agent.line == line.number());
    let next = file.directives.partition_point(|entry| entry.line <= line.number());
    let is_rule =
        |entry: &DirectiveEntry| matches!(entry.directive.field, Field::Allow | Field::Disallow);
    let has_rules = file.directives.get(next).is_some_and(is_rule);
    (has_rules && !is_own).then_some((group, group.agents.first()?.line))
}

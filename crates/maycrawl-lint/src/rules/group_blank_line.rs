//! The rule `group-blank-line`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A group contains a blank line, and crawlers that end a group there lose the rules after it.
    ///
    /// ## Why
    ///
    /// RFC 9309 gives blank lines no meaning
    /// ([section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2)), but in the draft
    /// of 1996 they end a record, and
    /// [Yandex](https://yandex.com/support/webmaster/en/robot-workings/allow-disallow) allows none
    /// between `User-agent` and its rules. To such a crawler the rules after it are nobody's.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    ///
    /// Disallow: /private/
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
    /// Unsafe: the blank line is deleted, unless the group forbids the home page. Crawlers that
    /// lost the rules obey them then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    Group, "group-blank-line", "G005", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let read: BTreeSet<u32> = Robots::from_document(file.document, &Dialect::YANDEX)
        .groups()
        .flat_map(|group| group.rules().map(|rule| rule.line()).collect::<Vec<_>>())
        .collect();
    for group in &file.groups {
        let Some(lost) = group.rules.iter().find(|rule| !read.contains(&rule.line)) else {
            continue;
        };
        let lines = group.agents.iter().map(|agent| agent.line);
        let lines = lines.chain(group.rules.iter().map(|rule| rule.line));
        let (Some(begin), Some(end)) = (lines.clone().min(), lines.max()) else { continue };
        let within = file.lines().skip(begin as usize).take((end - begin) as usize);
        let blanks: Vec<_> = within.filter(|line| line.text().trim_ascii().is_empty()).collect();
        let Some(first) = blanks.iter().find(|line| line.number() < lost.line) else { continue };
        let edits = blanks.iter().map(Edit::remove).collect();
        out.push(
            Diagnostic::new(
                first.span(),
                match lost.line {
                    first if first == end => {
                        format!("after a blank line, Yandex and old parsers may ignore line {first}")
                    }
                    first => format!(
                        "after a blank line, Yandex and old parsers may ignore lines {first} to {end}"
                    ),
                },
                "delete the blank lines of the group",
            )
            .where_dialect(|dialect| dialect.groups.blank_ends)
            .related(lost.span, "the first that may be ignored")
            .maybe_fix((!group.may_block_home()).then(|| {
                Fix::unsafe_("delete the blank lines of the group", edits)
            })),
        );
    }
}

//! The rule `group-blank-line`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A blank line stands within a group, and rules after it are lost to crawlers that end a group
    /// there.
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
    /// Unsafe: the blank line is taken away. Crawlers that lost the rules obey them then.
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
                format!("a crawler of the draft of 1996 ends the group here and loses line {}; Yandex asks for no blank lines", lost.line),
                "take the blank lines of the group away",
            )
            .where_dialect(|dialect| dialect.groups.blank_ends)
            .related(lost.span, "lost to such a crawler")
            .fix(Fix::unsafe_("take the blank lines of the group away", edits)),
        );
    }
}

//! The rule `encoding-byte-order-mark`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// The file begins with a byte order mark.
    ///
    /// ## Why
    ///
    /// Google skips it
    /// ([file format](https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-format)),
    /// and RFC 9309 does not mention it. A parser that does not skip it misreads the name of the
    /// first field and ignores that line.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// \xEF\xBB\xBFUser-agent: *
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
    /// Safe: the fix deletes the mark.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported only where the first line names a sitemap, or is the `User-agent` of a group that
    /// blocks something. Where the first line is a comment, nothing is lost.
    Encoding, "encoding-byte-order-mark", "E001", Note, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let bom = file.document.bom();
    let Some((line, entry)) = file.directive_lines().next() else { return };
    if bom.is_empty() || line.number() != 1 {
        return;
    }
    let group = entry.group.and_then(|index| file.groups.get(index));
    let blocks = |group: &&Group<'_>| {
        group.rules.iter().any(|rule| rule.kind == RuleKind::Disallow && rule.can_match())
    };
    let text = lossy(line.get(text_span(&line)));
    let lost = match entry.directive.field {
        Field::Sitemap => text,
        Field::UserAgent => match group.filter(blocks) {
            None => return,
            Some(group) if group.agents.len() == 1 => format!("{text} and with it the whole group"),
            Some(_) => text,
        },
        _ => return,
    };
    let report = Diagnostic::new(
        bom,
        format!(
            "the file begins with a byte order mark; a parser that does not skip it misses {lost}"
        ),
        "save the file as UTF-8 without a byte order mark",
    );
    let fix = Fix::safe("delete the byte order mark", vec![Edit::replace(bom, "")]);
    out.push(report.fix(fix));
}

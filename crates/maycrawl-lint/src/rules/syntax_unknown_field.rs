//! The rule `syntax-unknown-field`: its page, its check and its fix.

use std::collections::BTreeMap;

use crate::prelude::*;

rule! {
    /// The file contains a field that no crawler knows.
    ///
    /// ## Why
    ///
    /// Crawlers drop fields that they do not know
    /// ([RFC 9309 section 2.2.4](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4)). That
    /// is harmless, unless you rely on it.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// Robot-mood: cheerful
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// Reported once for each name. `syntax-misspelt-field` reports a name that is nearly a known
    /// one. Site-verification lines for Daum and Naver are not reported.
    Syntax, "syntax-unknown-field", "S018", Note, Text(check)
}

/// Fields that prove to a service who owns the site.
const VERIFICATIONS: [&[u8]; 2] = [b"daumwebmastertool", b"naver-site-verification"];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut reports: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (line, entry) in file.of_field(Field::Other) {
        if line.separator_kind() != Separator::Colon || is_explained(file, &line) {
            continue;
        }
        let name = line.get(entry.directive.name).to_ascii_lowercase();
        if VERIFICATIONS.contains(&&*name) {
            continue;
        }
        if let Some(report) = reports.get(&name).and_then(|at| out.get_mut(*at)) {
            report.related.push((entry.directive.name, "here too".into()));
            continue;
        }
        reports.insert(name, out.len());
        out.push(Diagnostic::new(
            entry.directive.name,
            format!(
                "no crawler reads the field {:?}, so the line has no effect",
                lossy(line.get(entry.directive.name))
            ),
            "delete the line, or put # before it if it is a comment",
        ));
    }
}

/// Whether another rule reports the line more exactly.
fn is_explained(file: &File<'_>, line: &Line<'_>) -> bool {
    let explains = |shape| {
        matches!(
            shape,
            LineShape::Misspelt { .. }
                | LineShape::Junk { .. }
                | LineShape::BareUrl
                | LineShape::Markup
                | LineShape::ErrorMessage
                | LineShape::ForeignComment { .. }
                | LineShape::InForeignComment { .. }
        )
    };
    file.shapes_of(line).any(explains) || !line.get(line.field()).is_ascii()
}

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
    /// Unsafe: the name is corrected. Crawlers that dropped the line then obey it.
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
        let message = if is_read_by_google {
            format!("{name:?} is misspelt: Google reads it as {field}, many others ignore the line")
        } else {
            format!("{name:?} is misspelt, so crawlers ignore the line")
        };
        let is_concerned =
            |dialect: &Dialect| is_read_by_google && dialect.lines.field_match == FieldMatch::Exact;
        let fix = Fix::unsafe_(format!("write {field}"), vec![Edit::replace(line.field(), field)]);
        out.push(
            Diagnostic::new(line.field(), message, format!("write {field}"))
                .where_dialect(is_concerned)
                .fix(fix),
        );
    }
}

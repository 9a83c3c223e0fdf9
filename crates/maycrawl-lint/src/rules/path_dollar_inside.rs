//! The rule `path-dollar-inside`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A `$` stands before the end of a rule's path.
    ///
    /// ## Why
    ///
    /// `$` stands for the end of the URL only at the end of a rule
    /// ([RFC 9309 section 2.2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.3)).
    /// Anywhere else it is a dollar sign, and the rule matches only URLs that contain one.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*.pdf$/
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /*.pdf$
    /// ```
    ///
    /// ## Limits
    ///
    /// There is no fix, because the dollar sign may be deliberate; it is then clearer as `%24`.
    Path, "path-dollar-inside", "P011", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.can_match()) {
        let inside = rule.value.strip_suffix(b"$").unwrap_or(&rule.value);
        let at = memchr::memchr(b'$', inside).and_then(|at| u32::try_from(at).ok());
        if let Some(at) = at.filter(|_| !rule.is_shaped(PathShape::Regex)) {
            let at = rule.span.start + at;
            out.push(Diagnostic::new(
                Span::new(at, at + 1),
                "$ stands for the end of the URL only at the end of a rule; here it matches a dollar sign",
                "if the URL should end there, delete what follows the $; if you mean a dollar sign, write %24",
            ));
        }
    }
}

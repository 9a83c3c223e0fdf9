//! The rule `path-discloses`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule names a place that should not be known: a backup, a repository, a dump.
    ///
    /// ## Why
    ///
    /// Everyone can read the file, attackers too
    /// ([RFC 9309 section 3](https://www.rfc-editor.org/rfc/rfc9309.html#section-3): it is no
    /// substitute for access control). A forbidden path is a hint where to look.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /backup.sql
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /search
    /// ```
    ///
    /// ## Limits
    ///
    /// Only names that no public page has. `/admin/` is guessed anyway and is not reported.
    Path, "path-discloses", "P018", Note, Text(check)
}

const SECRET: [&str; 13] = [
    ".git",
    ".svn",
    ".env",
    ".sql",
    ".bak",
    ".htpasswd",
    ".htaccess",
    "/backup",
    "/dump",
    "/phpmyadmin",
    "/secret",
    "/passwords",
    "id_rsa",
];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for rule in file.rules().filter(|rule| rule.kind == RuleKind::Disallow) {
        let value = lossy(&rule.value).to_ascii_lowercase();
        if SECRET.iter().any(|secret| value.contains(secret)) {
            out.push(Diagnostic::new(
                rule.span,
                "this tells every reader where something lies that is not for them",
                "close it with a password or take it off the server; no rule is needed then",
            ));
        }
    }
}

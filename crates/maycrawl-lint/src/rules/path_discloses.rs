//! The rule `path-discloses`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A rule names a place that should not be known: a backup, a repository, a dump, somebody's
    /// private files.
    ///
    /// ## Why
    ///
    /// Everyone can read the file, attackers too
    /// ([RFC 9309 section 3](https://www.rfc-editor.org/rfc/rfc9309.html#section-3): it is no
    /// substitute for access control). A blocked path is a hint where to look, and keeps nobody out.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /backup/2024.sql
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /search
    /// Disallow: /INSTALL.sqlite.txt
    /// ```
    ///
    /// ## Limits
    ///
    /// Only names that no public page has. `/admin/` is guessed anyway and is not reported, nor are
    /// the files that Drupal and other systems block in every installation. A line is no sign that the server answers there. Reported once a file.
    Path, "path-discloses", "P018", Note, Text(check)
}

/// Parts of names, each a whole segment of the path or its ending.
const SEGMENTS: [&str; 20] = [
    ".git",
    ".svn",
    ".env",
    ".htpasswd",
    ".aws",
    ".ssh",
    "backup",
    "backups",
    "_backup",
    "db_backup",
    "dump",
    "dumps",
    "sql",
    "phpmyadmin",
    "secret",
    "secrets",
    "passwords",
    "id_rsa",
    "confidential",
    "intranet",
];
const ENDINGS: [&str; 5] = [".sql", ".bak", ".sql.gz", ".tar.gz", ".old"];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    let is_told = |rule: &&RuleEntry| {
        rule.kind == RuleKind::Disallow
            // A wildcard names no place.
            && !rule.value.contains(&b'*')
            && names_secret(&rule.value)
            && seen.insert(rule.value.clone())
    };
    let mut told = file.rules().filter(is_told);
    let Some(first) = told.next() else { return };
    let path = lossy(&first.value);
    let report = Diagnostic::new(
        first.span,
        format!("this tells everyone where to look: {path}"),
        format!("check that {path} answers 404 or asks for a password; the rule protects nothing"),
    );
    out.push(report.also(told.map(|rule| rule.span), "so does this"));
}

fn names_secret(value: &[u8]) -> bool {
    let value = lossy(value).to_ascii_lowercase();
    let path = value.split(['?', '#']).next().unwrap_or_default().trim_end_matches('$');
    path.split('/').any(|segment| SEGMENTS.contains(&segment))
        || ENDINGS.iter().any(|ending| path.ends_with(ending))
}

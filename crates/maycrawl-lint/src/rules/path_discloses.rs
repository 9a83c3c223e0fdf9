//! The rule `path-discloses`: its page, its check and its fix.

use std::collections::BTreeSet;

use crate::prelude::*;

rule! {
    /// A rule names a path that should stay secret: a backup, a repository, a database dump,
    /// private files.
    ///
    /// ## Why
    ///
    /// Everyone can read the file, including attackers
    /// ([RFC 9309 section 3](https://www.rfc-editor.org/rfc/rfc9309.html#section-3): robots.txt
    /// does not replace access control). A blocked path shows them where to look and does not
    /// keep them out.
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
    /// Reported once per file, and only for names that no public page has. `/admin/` is easy to
    /// guess and is not reported, nor are the files that Drupal and other systems block in every
    /// installation. A finding does not mean that the path exists.
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
/// Words in a segment of the path.
const WORDS: [&str; 5] = ["secret", "secrets", "passwords", "confidential", "topsecret"];
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
    let is_told = |segment: &str| {
        SEGMENTS.contains(&segment) || segment.split(['-', '_']).any(|word| WORDS.contains(&word))
    };
    path.split('/').any(is_told) || ENDINGS.iter().any(|ending| path.ends_with(ending))
}

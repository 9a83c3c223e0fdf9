//! The rule `path-discloses`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule names a place that should not be known: a backup, a repository, a dump, somebody's
    /// private files.
    ///
    /// ## Why
    ///
    /// Everyone can read the file, attackers too
    /// ([RFC 9309 section 3](https://www.rfc-editor.org/rfc/rfc9309.html#section-3): it is no
    /// substitute for access control). A blocked path is a hint where to look.
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
    /// the files that Drupal and other systems block in every installation. Reported once a file.
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
    let mut report: Option<Diagnostic> = None;
    let mut seen: Vec<&[u8]> = Vec::new();
    for rule in file.rules().filter(|rule| rule.kind == RuleKind::Disallow) {
        // A wildcard names no place.
        if !names_secret(&rule.value) || rule.value.contains(&b'*') || seen.contains(&&*rule.value)
        {
            continue;
        }
        seen.push(&rule.value);
        report = Some(match report {
            Some(report) => report.related(rule.span, "so does this"),
            None => Diagnostic::new(
                rule.span,
                format!("this tells everyone that {} exists", lossy(&rule.value)),
                "protect it with a password or remove it from the server; no rule is needed then",
            ),
        });
    }
    out.extend(report);
}

fn names_secret(value: &[u8]) -> bool {
    let value = lossy(value).to_ascii_lowercase();
    let path = value.split(['?', '#']).next().unwrap_or_default().trim_end_matches('$');
    path.split('/').any(|segment| SEGMENTS.contains(&segment))
        || ENDINGS.iter().any(|ending| path.ends_with(ending))
}

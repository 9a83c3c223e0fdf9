//! The rule `syntax-html-entity`: its page, its check and its fix.

use std::collections::HashSet;

use crate::prelude::*;

rule! {
    /// A path or URL contains an HTML entity, such as `&amp;`.
    ///
    /// ## Why
    ///
    /// A robots.txt is plain text: `&amp;` is five characters, not an `&`. URLs contain `&`, so
    /// the rule does not match them, and a sitemap's URL leads to the wrong address. (HTML and XML
    /// escape `&`; robots.txt does not, see
    /// [RFC 9309 section 2.2](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2).)
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /list?sort=price&amp;page=
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /list?sort=price&page=
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the entity is replaced by its character.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /list?sort=price&page=
    /// ```
    ///
    /// ## Limits
    ///
    /// Not reported if the file has the same rule with the character. The linter knows only the five entities `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`.
    Syntax, "syntax-html-entity", "S004", Error, Text(check)
}

const ENTITIES: [(&str, &str); 5] =
    [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")];

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    let values: HashSet<&[u8]> = file.rules().map(|rule| &*rule.value).collect();
    for (line, _) in file.directive_lines() {
        let value = line.get(line.value());
        let has = |entity: &str| memchr::memmem::find(value, entity.as_bytes()).is_some();
        let Some((entity, char)) = ENTITIES.iter().find(|(entity, _)| has(entity)) else {
            continue;
        };
        let Ok(text) = str::from_utf8(value) else { continue };
        let plain =
            ENTITIES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        // Beside the same rule without entities, this one is for URLs that contain them.
        if values.contains(plain.as_bytes()) {
            continue;
        }
        out.push(
            Diagnostic::new(
                line.value(),
                format!(
                    "{entity} is HTML for {char}; crawlers do not decode it, so this path or URL is wrong"
                ),
                format!("write {char}"),
            )
            .fix(Fix::unsafe_("write the characters", vec![Edit::replace(line.value(), plain)])),
        );
    }
}

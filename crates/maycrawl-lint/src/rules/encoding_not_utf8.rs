//! The rule `encoding-not-utf8`: its page, its check and its fix.

use crate::prelude::*;

rule! {
    /// A rule, agent or sitemap contains bytes that are not UTF-8.
    ///
    /// ## Why
    ///
    /// A robots.txt must be UTF-8
    /// ([RFC 9309 section 2.3](https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3)).
    /// Crawlers read `/café` in Latin-1 as `/caf%E9`, but they request `/caf%C3%A9`, so the rule
    /// matches nothing. A no-break space in Latin-1 looks like a space, but is part of the value.
    ///
    /// ## Bad
    ///
    /// ```robots escaped
    /// User-agent: *
    /// Disallow: /caf\xE9/
    /// Disallow: /private/\xA0
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%C3%A9/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Fix
    ///
    /// Unsafe: the fix deletes no-break spaces; in a path, it reads any other byte as Latin-1 and
    /// writes it as percent-encoded UTF-8.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /caf%C3%A9/
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// The rule does not look at comments. The file does not say which encoding was meant;
    /// Latin-1 is the most common.
    Encoding, "encoding-not-utf8", "E006", Warning, Text(check)
}

/// A no-break space in Latin-1.
const NO_BREAK_SPACE: u8 = 0xA0;

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for line in file.lines() {
        let value = line.get(line.value());
        if value.is_ascii() || str::from_utf8(value).is_ok() {
            continue;
        }
        let is_space = |byte: &u8| *byte == NO_BREAK_SPACE;
        let (spaces, others): (Vec<u8>, Vec<u8>) =
            value.iter().filter(|byte| !byte.is_ascii()).partition(|byte| is_space(byte));
        let field = Field::google(line.get(line.field())).0;
        if others.is_empty() {
            let without: Vec<u8> = value.iter().copied().filter(|byte| !is_space(byte)).collect();
            let what = match lossy(&without) {
                text if value.ends_with(&[NO_BREAK_SPACE]) => {
                    format!("a no-break space follows {text:?} and counts as part of it")
                }
                _ => format!(
                    "this contains {}, which crawlers read as part of the value",
                    spaces_in_words(spaces.len())
                ),
            };
            let edit = Edit::replace(line.value(), without);
            out.push(
                Diagnostic::new(line.value(), what, "delete every no-break space")
                    .fix(Fix::unsafe_("delete every no-break space", vec![edit])),
            );
            continue;
        }
        let fix = || {
            let kept = value.iter().filter(|byte| !is_space(byte));
            let fixed: String =
                kept.map(|byte| {
                    if byte.is_ascii() { char::from(*byte).to_string() } else { encoded(*byte) }
                })
                .collect();
            Fix::unsafe_("read it as Latin-1", vec![Edit::replace(line.value(), fixed)])
        };
        let is_path = matches!(field, Field::Allow | Field::Disallow | Field::Sitemap);
        out.push(
            Diagnostic::new(
                line.value(),
                "this is not UTF-8, so it matches no URL and no crawler's name",
                "save the file as UTF-8",
            )
            .maybe_fix(is_path.then(fix)),
        );
    }
}

fn spaces_in_words(count: usize) -> String {
    if count == 1 { "a no-break space".into() } else { format!("{count} no-break spaces") }
}

/// A character of Latin-1 as percent-encoded UTF-8.
fn encoded(byte: u8) -> String {
    let mut buffer = [0; 4];
    let utf8 = char::from(byte).encode_utf8(&mut buffer);
    let encoded: Vec<_> = utf8.bytes().map(|byte| format!("%{byte:02X}")).collect();
    encoded.concat()
}

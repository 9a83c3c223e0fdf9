//! The rule `syntax-misspelt-field`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A field's name is misspelt.
    ///
    /// ## Why
    ///
    /// Google's parser accepts five misspellings of `Disallow`, two of `User-agent`, one of
    /// `Sitemap`, and any name that begins with a right one
    /// ([google/robotstxt](https://github.com/google/robotstxt)); many others drop the line. Any
    /// other misspelling is dropped by nearly all. Either way some crawler does other than is
    /// written.
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
    /// Unsafe: the name is written right. Crawlers that dropped the line obey it then.
    ///
    /// ```robots
    /// User-agent: *
    /// Disallow: /private/
    /// ```
    ///
    /// ## Limits
    ///
    /// A name that no parser accepts counts as misspelt if one or two letters differ from a known
    /// one.
    "syntax-misspelt-field", "S009", Error, check
}

/// The presets that read exact names only.
pub(super) const EXACT: [&str; 5] = ["rfc9309", "google-2012", "draft-1996", "bing", "yandex"];

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for line in file.lines().filter(|line| line.separator_kind() == Separator::Colon) {
        let name = line.get(line.field());
        if canonical(Field::exact(name)).is_some()
            || !name.is_ascii()
            || super::syntax_junk_before_field::junk_and_field(&line).is_some()
            || super::syntax_bare_url::is_bare_url(&line)
        {
            continue;
        }
        let (field, spelling) = Field::google(name);
        let accepted = canonical(field).filter(|_| spelling != Spelling::Exact);
        // A colon in a path makes two words a field: `Disallow /a:b`.
        let is_path = name.contains(&b'/');
        let Some(right) = accepted.filter(|_| !is_path).or_else(|| meant(name)) else { continue };
        let shown = lossy(name);
        let (what, dialects) = match accepted {
            Some(_) => (
                format!("Google takes {shown:?} for {right}; many others drop the line"),
                &EXACT[..],
            ),
            None => (format!("{shown:?} is no known field, so the line is dropped"), &[][..]),
        };
        out.push(
            Report::new(line.field(), what, format!("write {right}"))
                .in_dialects(dialects.iter().copied())
                .fix(Fix::unsafe_(
                    format!("write {right}"),
                    vec![Edit::replace(line.field(), right)],
                )),
        );
    }
}

/// The field that a name which no parser accepts was probably meant for.
pub(super) fn meant(name: &[u8]) -> Option<&'static str> {
    let name = str::from_utf8(name).ok()?.to_ascii_lowercase();
    let plain: String = name.chars().filter(|char| !matches!(char, ' ' | '_' | '-')).collect();
    if plain.len() < 4 || Field::exact(name.as_bytes()) != Field::Other {
        return None;
    }
    let known = [
        "User-agent",
        "Allow",
        "Disallow",
        "Sitemap",
        "Crawl-delay",
        "Request-rate",
        "Visit-time",
        "Clean-param",
        "Content-Signal",
        "Content-Usage",
        "License",
    ];
    let distance = |right: &&str| {
        let right = right.to_ascii_lowercase().replace('-', "");
        strsim::damerau_levenshtein(&right, &plain)
    };
    let nearest = known.into_iter().min_by_key(distance)?;
    let most = if plain.len() < 7 { 1 } else { 2 };
    (distance(&nearest) <= most).then_some(nearest)
}

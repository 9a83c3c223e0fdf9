//! The names of fields: their usual spelling, and the one nearest to a wrong name.

use maycrawl::lines::Field;

/// The fields that people misspell.
const NAMES: [&str; 11] = [
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

/// The usual spelling of a field; `None` for unknown and obsolete ones.
pub(crate) const fn canonical(field: Field) -> Option<&'static str> {
    Some(match field {
        Field::UserAgent => "User-agent",
        Field::Allow => "Allow",
        Field::Disallow => "Disallow",
        Field::Sitemap => "Sitemap",
        Field::CrawlDelay => "Crawl-delay",
        Field::RequestRate => "Request-rate",
        Field::VisitTime => "Visit-time",
        Field::CleanParam => "Clean-param",
        Field::Host => "Host",
        Field::ContentSignal => "Content-Signal",
        Field::ContentUsage => "Content-Usage",
        Field::License => "License",
        _ => return None,
    })
}

/// The field nearest to a name that no parser accepts.
pub(crate) fn nearest(name: &[u8]) -> Option<&'static str> {
    let name = str::from_utf8(name).ok()?.to_ascii_lowercase();
    // Other signs make the name something else, such as a comment of another language.
    let is_of_name = |char: char| char.is_ascii_alphanumeric() || " _-".contains(char);
    if !name.starts_with(|char: char| char.is_ascii_alphabetic()) || !name.chars().all(is_of_name) {
        return None;
    }
    let plain: String = name.chars().filter(|char| !matches!(char, ' ' | '_' | '-')).collect();
    if plain.len() < 4 || Field::exact(name.as_bytes()) != Field::Other {
        return None;
    }
    let distance = |right: &&str| {
        let right = right.to_ascii_lowercase().replace('-', "");
        strsim::damerau_levenshtein(&right, &plain)
    };
    let nearest = NAMES.into_iter().min_by_key(distance)?;
    let most = if plain.len() < 7 { 1 } else { 2 };
    (distance(&nearest) <= most).then_some(nearest)
}

//! Names that files use and that no crawler is known by.

/// What is known of a name that is no crawler's. See [`looked_up`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LookedUp {
    /// It was written for the crawler of this token.
    MeantFor(&'static str),
    /// It was looked up, and no source knows a crawler of this name.
    InVain,
}

/// What is known of a name that stands in many robots.txt files and is in no catalogue, in any
/// case of letters; `None` of names that nobody has looked up.
///
/// Linear in the list, which has some hundred names.
///
/// ```
/// use maycrawl_crawlers::{LookedUp, looked_up};
///
/// assert_eq!(looked_up("openai"), Some(LookedUp::MeantFor("GPTBot")));
/// assert_eq!(looked_up("CheeseBot"), Some(LookedUp::InVain));
/// assert_eq!(looked_up("Googlebot"), None);
/// ```
pub fn looked_up(name: &str) -> Option<LookedUp> {
    let rows = include_str!("../data/names.tsv").lines().skip(1);
    let mut cells = rows.filter_map(|row| row.split_once('\t'));
    let (_, means) = cells.find(|(listed, _)| listed.eq_ignore_ascii_case(name))?;
    Some(if means == "-" { LookedUp::InVain } else { LookedUp::MeantFor(means) })
}

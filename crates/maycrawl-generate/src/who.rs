//! Whom a choice is about: the tokens behind purposes, operators and names.

use maycrawl_crawlers::{Catalogue, Crawler};

use crate::choice::{Choice, Who};
use crate::error::Error;
use crate::group::read_of;

/// How alike an unknown operator must be to a known one to be suggested.
const ALIKE: f64 = 0.5;

/// The tokens of those whom a choice is about.
pub(crate) fn tokens(
    choice: &Choice,
    who: &Who,
    catalogue: &Catalogue,
    any_token: bool,
) -> Result<Vec<String>, Error> {
    let mut tokens = match who {
        Who::Everyone => Vec::new(),
        Who::Purpose(purpose) => those(catalogue, |crawler| crawler.is_for(*purpose)),
        Who::Listed { tokens, .. } => tokens.clone(),
        Who::Operator(name) => {
            let found = those(catalogue, |one| one.operator().eq_ignore_ascii_case(name));
            if found.is_empty() {
                return Err(unknown_operator(name, choice, catalogue));
            }
            found
        }
        Who::Token(token) => {
            if !any_token && let Some(meant) = meant(token, catalogue) {
                return Err(Error::near(format!(
                    "{}: no crawler is called {token:?}; did you mean {meant}? (--force takes it as written)",
                    choice.said
                )));
            }
            return Ok(vec![token.clone()]);
        }
    };
    tokens.sort_by_key(|token| token.to_ascii_lowercase());
    Ok(tokens)
}

fn those(catalogue: &Catalogue, is_it: impl Fn(&Crawler) -> bool) -> Vec<String> {
    let found = catalogue.crawlers().iter().filter(|crawler| is_it(crawler));
    found.map(|crawler| crawler.token().to_owned()).collect()
}

/// What somebody meant who wrote a token that is not known: a header, a version, an
/// operator, or a slip of the finger.
fn meant(token: &str, catalogue: &Catalogue) -> Option<String> {
    if catalogue.find(token).is_some() {
        return None;
    }
    let is_longer = token.contains(['/', ' ', ';', '(']);
    let within =
        is_longer.then(|| catalogue.find(read_of(token)).or_else(|| catalogue.of_header(token)));
    if let Some(crawler) = within.flatten() {
        return Some(crawler.token().into());
    }
    let of_operator =
        catalogue.crawlers().iter().find(|one| one.operator().eq_ignore_ascii_case(token));
    if let Some(crawler) = of_operator {
        return Some(format!("operator:{} (all of its crawlers)", crawler.operator()));
    }
    catalogue.nearest(token).map(|crawler| crawler.token().into())
}

fn unknown_operator(name: &str, choice: &Choice, catalogue: &Catalogue) -> Error {
    let likeness = |crawler: &&Crawler| {
        let (one, other) = (crawler.operator().to_lowercase(), name.to_lowercase());
        strsim::normalized_damerau_levenshtein(&one, &other)
    };
    let most = |one: &&Crawler, other: &&Crawler| likeness(one).total_cmp(&likeness(other));
    let hint = match catalogue.crawlers().iter().max_by(most) {
        Some(nearest) if likeness(&nearest) > ALIKE => {
            format!("did you mean {}?", nearest.operator())
        }
        _ => "maycrawl crawlers lists all".into(),
    };
    Error::new(format!("{}: no crawler is run by {name:?}; {hint}", choice.said))
}

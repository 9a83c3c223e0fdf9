//! Whom a choice is about: the tokens behind purposes, operators and names.

use maycrawl_crawlers::{Catalogue, Crawler};

use crate::choice::{Choice, Who};
use crate::error::Error;
use crate::group::read_of;

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
            let found = catalogue
                .run_by(name)
                .map(|crawler| crawler.token().to_owned())
                .collect::<Vec<_>>();
            if found.is_empty() {
                return Err(unknown_operator(name, choice, catalogue));
            }
            found
        }
        Who::Token(token) => {
            if !any_token && let Some(meant) = meant(token, catalogue) {
                return Err(Error::new(format!(
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
    if let Some(crawler) = catalogue.run_by(token).next() {
        return Some(format!("operator:{} (all of its crawlers)", crawler.operator()));
    }
    catalogue.nearest(token).map(|crawler| crawler.token().into())
}

fn unknown_operator(name: &str, choice: &Choice, catalogue: &Catalogue) -> Error {
    let hint = match catalogue.nearest_operator(name) {
        Some(nearest) => format!("did you mean {nearest}?"),
        None => "maycrawl crawlers lists all".into(),
    };
    Error::new(format!("{}: no crawler is run by {name:?}; {hint}", choice.said))
}

//! The crawlers of an audience: the tokens behind purposes, operators and names.

use maycrawl_crawlers::Catalogue;

use crate::choice::{Audience, Choice};
use crate::error::{Error, ErrorKind};
use crate::token::readable;

/// Which product tokens a plan accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tokens {
    /// Those that are not nearly the name of a known crawler.
    Checked,
    /// All.
    Any,
}

/// The tokens of the crawlers that a choice is about.
pub(super) fn tokens(
    choice: &Choice,
    catalogue: &Catalogue,
    accepted: Tokens,
) -> Result<Vec<String>, Error> {
    let mut tokens: Vec<String> = match &choice.audience {
        Audience::Everyone => Vec::new(),
        Audience::Purpose(purpose) => {
            let crawlers = catalogue.active().filter(|one| one.is_for(*purpose));
            crawlers.map(|crawler| crawler.token().into()).collect()
        }
        Audience::List { tokens, .. } => tokens.clone(),
        Audience::Operator(name) => {
            let found: Vec<_> =
                catalogue.run_by(name).map(|crawler| crawler.token().into()).collect();
            if found.is_empty() {
                return Err(unknown_operator(name, choice, catalogue));
            }
            found
        }
        Audience::Token { token } => {
            if accepted == Tokens::Checked
                && let Some(suggestion) = suggestion(token, catalogue)
            {
                let message = format!(
                    "{}: no crawler is called {token:?}; did you mean {suggestion}?",
                    choice.source
                );
                let kind = ErrorKind::UnknownToken { token: token.clone(), suggestion };
                return Err(Error::new(kind, message));
            }
            return Ok(vec![token.clone()]);
        }
    };
    tokens.sort_by_key(|token| token.to_ascii_lowercase());
    Ok(tokens)
}

/// What somebody meant who wrote a token that is not known: part of a header, a name
/// with a version, an operator, or a slip of the finger.
fn suggestion(token: &str, catalogue: &Catalogue) -> Option<String> {
    if catalogue.find(token).is_some() {
        return None;
    }
    let is_longer = token.contains(['/', ' ', ';', '(']);
    let within = is_longer.then(|| {
        let spaced = catalogue.with_spaces(token);
        spaced.or_else(|| catalogue.find(readable(token))).or_else(|| catalogue.of_header(token))
    });
    if let Some(crawler) = within.flatten() {
        return Some(crawler.token().into());
    }
    if let Some(crawler) = catalogue.run_by(token).next() {
        return Some(format!("operator:{} (all of its crawlers)", crawler.operator()));
    }
    catalogue.nearest(token).map(|crawler| crawler.token().into())
}

fn unknown_operator(name: &str, choice: &Choice, catalogue: &Catalogue) -> Error {
    let suggestion = catalogue.nearest_operator(name).map(ToString::to_string);
    let hint = suggestion.as_ref().map(|name| format!("; did you mean {name}?"));
    let message =
        format!("{}: no crawler is run by {name:?}{}", choice.source, hint.unwrap_or_default());
    Error::new(ErrorKind::UnknownOperator { name: name.into(), suggestion }, message)
}

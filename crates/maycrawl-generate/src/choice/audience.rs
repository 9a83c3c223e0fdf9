//! For which crawlers something is wanted.

use std::fmt;
use std::str::FromStr;

use maycrawl_crawlers::Purpose;

use crate::error::{Error, ErrorKind, Input};

/// For which crawlers something is wanted.
///
/// New kinds may be added. Tokens are checked: none can begin a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Audience {
    /// Every crawler.
    Everyone,
    /// The crawlers of a purpose.
    Purpose(Purpose),
    /// The crawlers of an operator.
    Operator(String),
    /// Several crawlers under one name; presets make it.
    #[non_exhaustive]
    List {
        /// What they have in common.
        name: String,
        /// Their product tokens.
        tokens: Vec<String>,
    },
    /// One crawler, by its product token; see [`Audience::token`].
    #[non_exhaustive]
    Token {
        /// The token.
        token: String,
    },
}

impl Audience {
    /// One crawler, by its product token.
    ///
    /// An error if the token is empty, or contains `#` or a control character.
    pub fn token(token: &str) -> Result<Self, Error> {
        checked(token).map(|token| Self::Token { token })
    }

    /// Several audiences, separated by commas.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, Error> {
        text.split(',').map(str::parse).collect()
    }

    /// How much it outweighs: one crawler more than several, these more than all.
    pub(crate) const fn weight(&self) -> u8 {
        match self {
            Self::Everyone => 0,
            Self::Purpose(_) | Self::Operator(_) | Self::List { .. } => 1,
            Self::Token { .. } => 2,
        }
    }
}

/// Reads `*`, a product token, `purpose:NAME` or `operator:NAME`.
///
/// ```
/// use maycrawl_generate::Audience;
///
/// assert_eq!("*".parse::<Audience>()?, Audience::Everyone);
/// assert_eq!("GPTBot".parse::<Audience>()?, Audience::token("GPTBot")?);
/// assert_eq!("purpose:ai-training".parse::<Audience>()?.to_string(), "purpose:ai-training");
/// # Ok::<(), maycrawl_generate::Error>(())
/// ```
impl FromStr for Audience {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let after = |prefix: &str| {
            let (start, rest) = text.split_once(':')?;
            start.trim().eq_ignore_ascii_case(prefix).then(|| rest.trim())
        };
        if let Some(name) = after("purpose") {
            let name = name.to_ascii_lowercase();
            return Purpose::named(&name).map(Self::Purpose).ok_or_else(|| {
                let names: Vec<_> = Purpose::ALL.iter().map(|purpose| purpose.name()).collect();
                let message =
                    format!("no purpose is called {name:?}; write one of {}", names.join(", "));
                Error::new(ErrorKind::UnknownPurpose { name }, message)
            });
        }
        if let Some(name) = after("operator") {
            return Ok(Self::Operator(name.into()));
        }
        if text == "*" { Ok(Self::Everyone) } else { Self::token(text) }
    }
}

/// As [`FromStr`] reads it; a list is displayed by its name alone.
impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everyone => f.write_str("*"),
            Self::Purpose(purpose) => write!(f, "purpose:{}", purpose.name()),
            Self::Operator(operator) => write!(f, "operator:{operator}"),
            Self::List { name, .. } => f.write_str(name),
            Self::Token { token } => f.write_str(token),
        }
    }
}

/// A token that can stand in a line.
fn checked(token: &str) -> Result<String, Error> {
    let token = token.trim();
    if token.is_empty() {
        return Err(Error::value(
            Input::Token,
            token,
            "the token is empty; write a product token such as GPTBot, or * for everyone",
        ));
    }
    match token.chars().find(|char| char.is_control() || *char == '#') {
        Some(bad) => {
            Err(Error::invalid(Input::Token, token, &format!("contains {bad:?}; leave it out")))
        }
        None => Ok(token.into()),
    }
}

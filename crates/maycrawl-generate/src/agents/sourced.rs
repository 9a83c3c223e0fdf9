//! A value and the choice that it comes from.

use crate::choice::Choice;
use crate::error::{Error, ErrorKind};

/// A value and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it comes from: the source of its [`Choice`].
    pub source: String,
    /// Why, if the choice has a reason.
    pub reason: Option<String>,
    pub(crate) weight: u8,
}

impl<T> Sourced<T> {
    pub(super) fn new(value: T, choice: &Choice) -> Self {
        Self {
            value,
            source: choice.source.clone(),
            reason: choice.reason.clone(),
            weight: choice.audience.weight(),
        }
    }

    /// A value of a file.
    pub(crate) fn of_line(line: u32, value: T) -> Self {
        Self { value, source: format!("line {line}"), reason: None, weight: 0 }
    }
}

/// Puts a value where there may be another.
pub(super) fn put<T: PartialEq>(
    slot: &mut Option<Sourced<T>>,
    new: Sourced<T>,
    agent: &str,
) -> Result<(), Error> {
    if let Some(old) = slot {
        return keep_heavier(old, new, agent);
    }
    *slot = Some(new);
    Ok(())
}

/// Keeps what weighs more; the first, if both have the same value.
pub(super) fn keep_heavier<T: PartialEq>(
    old: &mut Sourced<T>,
    new: Sourced<T>,
    agent: &str,
) -> Result<(), Error> {
    if old.weight < new.weight {
        *old = new;
    } else if old.weight == new.weight && old.value != new.value {
        let message = format!(
            "{} and {} contradict each other about {}; leave one of them out",
            old.source,
            new.source,
            subject(agent)
        );
        let sources = [old.source.clone(), new.source];
        return Err(Error::new(ErrorKind::Contradiction { agent: agent.into(), sources }, message));
    }
    Ok(())
}

/// What to call an agent in a sentence.
pub(super) fn subject(agent: &str) -> &str {
    if agent == "*" { "everyone" } else { agent }
}

//! One thing that somebody wants: for which crawlers, what, and where it comes
//! from.

mod audience;
mod instruction;
mod key;
mod path_rule;

pub use audience::Audience;
pub use instruction::Instruction;
pub use key::ChoiceKey;
pub use path_rule::PathRule;

/// One thing that somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// For which crawlers.
    pub audience: Audience,
    /// What they may do, or should know.
    pub instruction: Instruction,
    /// Where it comes from, for messages: `line 3 of policy.toml`.
    pub source: String,
    /// Why, for the comment above it.
    pub reason: Option<String>,
}

impl Choice {
    /// A choice without a reason.
    pub fn new(audience: Audience, instruction: Instruction, source: impl Into<String>) -> Self {
        Self { audience, instruction, source: source.into(), reason: None }
    }

    /// The same choice, with a reason.
    #[must_use]
    pub fn with_reason(self, reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..self }
    }
}

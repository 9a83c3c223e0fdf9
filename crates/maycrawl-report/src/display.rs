//! How things are called in sentences.

use maycrawl::{Agent, RuleKind};

use crate::file::shown;

/// What a person calls an agent: its first token.
///
/// The agent `*`, which has no group of its own, is "a crawler without a group
/// of its own".
pub fn agent_name(agent: &Agent) -> String {
    match agent.tokens().next() {
        None | Some(b"" | b"*") => "a crawler without a group of its own".into(),
        Some(token) => shown(token),
    }
}

/// A rule as it would be written in a file.
pub(crate) fn rule_text(kind: RuleKind, value: &[u8]) -> String {
    format!("{}: {}", field(kind), shown(value)).trim_end().into()
}

pub(crate) const fn field(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Allow => "Allow",
        RuleKind::Disallow => "Disallow",
    }
}

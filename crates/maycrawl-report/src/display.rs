//! How things are called in sentences.

use maycrawl::{Agent, RuleKind};

use crate::file::shown;

/// What a person calls an agent: its first token.
///
/// The agent `*`, which has no group of its own, is "a crawler without a group
/// of its own".
pub fn agent_name(agent: &Agent) -> String {
    match agent.tokens().next() {
        None | Some(b"*") => "a crawler without a group of its own".into(),
        Some(b"") => "a crawler without a name".into(),
        Some(token) => shown(token),
    }
}

/// A rule as it would be written in a file.
pub(crate) fn rule_text(kind: RuleKind, value: &[u8]) -> String {
    format!("{}: {}", kind.name(), shown(value)).trim_end().into()
}

/// A text broken into lines of at most so many columns.
pub fn fill(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let is_full = lines.last().is_some_and(|line| line.len() + 1 + word.len() > width);
        if is_full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

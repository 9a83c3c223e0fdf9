//! Which answers differ between two versions of a file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maycrawl::{Rules, UrlPath};

use crate::answer::Answer;
use crate::display::{agent_name, reading_note, rule_text, sanitize};

/// An answer that differs between two versions of a file.
#[derive(Clone, Debug)]
pub struct Change {
    /// What the old version answers.
    pub old: Answer,
    /// What the new version answers.
    pub new: Answer,
}

/// The rule that causes a change: the new version's, or if that decides by no rule,
/// the old one's.
///
/// Exhaustive: there is no third version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A rule of the new version.
    New(u32, String),
    /// A rule of the old version that is gone or decides no more.
    Old(u32, String),
    /// No rule: the groups changed.
    Groups,
}

impl Change {
    /// The change between two answers to one question, if they differ.
    pub fn between(old: Answer, new: Answer) -> Option<Self> {
        (old.verdict_name() != new.verdict_name()).then_some(Self { old, new })
    }

    /// The change between what two versions say about a path, if their verdicts differ. Only
    /// then are they explained.
    pub fn of(old: &Rules, new: &Rules, path: &UrlPath<'_>) -> Option<Self> {
        if old.check(path).is_allowed() == new.check(path).is_allowed() {
            return None;
        }
        Self::between(Answer::explain(old, path), Answer::explain(new, path))
    }

    /// The rule that causes it.
    pub fn cause(&self) -> Cause {
        let rule = |answer: &Answer| {
            let rule = answer.explanation()?.rule.as_ref()?;
            Some((rule.line, rule_text(rule.kind, &rule.value)))
        };
        match (rule(&self.new), rule(&self.old)) {
            (Some((line, text)), _) => Cause::New(line, text),
            (None, Some((line, text))) => Cause::Old(line, text),
            (None, None) => Cause::Groups,
        }
    }

    /// The cells of a row, see [`COLUMNS`].
    pub fn cells(&self) -> Vec<Vec<u8>> {
        let (file, line, rule) = match self.cause() {
            Cause::New(line, rule) => ("new", line, rule),
            Cause::Old(line, rule) => ("old", line, rule),
            Cause::Groups => ("", 0, String::new()),
        };
        let agent = self.new.agent.tokens().next().unwrap_or_default();
        vec![
            agent.to_vec(),
            self.new.url.to_vec(),
            self.old.verdict_name().into(),
            self.new.verdict_name().into(),
            file.into(),
            line.to_string().into_bytes(),
            rule.into_bytes(),
        ]
    }
}

/// The columns of [`Change::cells`].
pub const COLUMNS: &[&str] = &["agent", "url", "old", "new", "file", "line", "rule"];

/// Changes by the rule that causes them, as text; of all `n_changed`, only `changes` are shown.
pub fn text(
    changes: &[Change],
    n_changed: usize,
    asked: u64,
    [old_name, new_name]: [&str; 2],
) -> String {
    let mut by_cause: BTreeMap<Cause, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        by_cause.entry(change.cause()).or_default().push(change);
    }
    let shown = match changes.len() {
        all if all == n_changed => String::new(),
        some => format!("; {some} shown"),
    };
    let mut text = format!("{n_changed} of {asked} answers changed{shown}\n");
    for (cause, changes) in by_cause {
        let _ = match cause {
            Cause::New(line, rule) => writeln!(text, "\n{new_name}:{line}: {rule}"),
            Cause::Old(line, rule) => {
                writeln!(text, "\n{old_name}:{line}: {rule} (no longer decides)")
            }
            Cause::Groups => writeln!(text, "\nbecause the groups changed"),
        };
        for change in changes {
            let _ = writeln!(
                text,
                "  {} -> {}  {}{}  {}",
                change.old.verdict_name(),
                change.new.verdict_name(),
                agent_name(&change.new.agent),
                reading_note(&change.new.dialect),
                sanitize(&change.new.url),
            );
        }
    }
    text
}

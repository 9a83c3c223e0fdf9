//! What a file says to a crawler, compared with what a plan says: what stands
//! against it, and what is missing.

use std::collections::HashSet;

use maycrawl::{lines::Field, robots::RuleKind};

use super::error::{MergeError, MergeErrorKind};
use super::existing::{EngineRules, ExistingRules};
use super::file::GOOGLE;
use super::note::MergeNote;
use crate::choice::PathRule;
use crate::content::{GroupContent, GroupRule};

impl EngineRules {
    fn has(&self, field: Field, value: &str) -> bool {
        self.values.iter().any(|(_, one, own)| *one == field && own == value.as_bytes())
    }

    /// Whether a rule need not be added, beside the others that are wanted.
    fn contains(&self, rule: &PathRule, wanted: &[PathRule]) -> bool {
        let opposed = |own: &PathRule| own.kind() != rule.kind() && own.meets(rule);
        let covers = |own: &PathRule| own.kind() == rule.kind() && own.covers(rule);
        // What nothing forbids need not be allowed.
        let is_covered = rule.kind() == RuleKind::Allow || self.rules().any(covers);
        self.rules().any(|own| covers(own) && own.is_as_long_as(rule))
            // What would never count need not be added.
            || self.rules().any(|own| own.silences(rule))
            || (is_covered && !self.rules().chain(wanted).any(opposed))
    }

    /// Whether nothing may be fetched.
    fn forbids_everything(&self, wanted: &[PathRule]) -> bool {
        self.rules().any(PathRule::forbids_everything)
            && !self.rules().chain(wanted).any(|rule| rule.kind() == RuleKind::Allow)
    }
}

impl ExistingRules {
    /// The part of what is for everyone that does not go against what the file says to
    /// an agent: it opens nothing, and leaves its delays and signals.
    pub(super) fn yielding(&self, content: &GroupContent) -> GroupContent {
        let mut content = content.clone();
        let own = || self.own.iter().flat_map(EngineRules::rules);
        let forbids =
            |rule: &PathRule| own().any(|one| one.kind() == RuleKind::Disallow && one.meets(rule));
        let is_lost = |rule: &PathRule| own().any(|one| one.silences(rule));
        content.rules.retain(|one| match one.rule.kind() {
            RuleKind::Allow => !forbids(&one.rule),
            RuleKind::Disallow => !is_lost(&one.rule),
        });
        let has = |field: Field| {
            self.own.iter().any(|own| own.values.iter().any(|(_, one, _)| *one == field))
        };
        content.crawl_delay = content.crawl_delay.filter(|_| !has(Field::CrawlDelay));
        content.content_signal = content.content_signal.filter(|_| !has(Field::ContentSignal));
        content
    }

    /// An error if a line of the file defeats what is wanted; a note for each that only
    /// takes a part of it.
    pub(super) fn check(
        &self,
        name: &str,
        content: &GroupContent,
        blocked: Option<bool>,
    ) -> Result<Vec<MergeNote>, MergeError> {
        let wanted = wanted(content);
        // It goes on to obey what it obeyed before it was named, unless it is blocked.
        let before = self.inherited.rules.iter().chain(&self.global);
        let before: HashSet<&PathRule> =
            before.filter(|_| blocked != Some(true)).map(|(_, rule)| rule).collect();
        let mut notes = Vec::new();
        for own in &self.own {
            let is_google = own.engine == GOOGLE;
            let reader =
                if is_google { String::new() } else { format!(" as {} reads it", own.engine) };
            for (line, rule) in &own.rules {
                let is_wanted =
                    || wanted.iter().any(|one| one.kind() == rule.kind() && one.covers(rule));
                let shuts = blocked == Some(false) && rule.kind() == RuleKind::Disallow;
                if before.contains(rule) && !(shuts && rule.forbids_everything()) {
                    continue;
                }
                if shuts && !is_wanted() {
                    return Err(forbidden_path(name, *line, rule, &reader));
                }
                let Some(beaten) = wanted.iter().find(|one| beats(rule, one, &wanted)) else {
                    continue;
                };
                if rule.covers(beaten) || beaten.is_everything() {
                    return Err(opposed_rule(name, *line, rule, beaten, &reader));
                }
                let note = MergeNote::RuleStillCounts {
                    agent: name.into(),
                    line: *line,
                    rule: rule.to_string(),
                    wanted: beaten.to_string(),
                };
                if is_google && !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        self.check_values(name, content)?;
        Ok(notes)
    }

    /// An error if the file has another delay or signal than is wanted.
    fn check_values(&self, name: &str, content: &GroupContent) -> Result<(), MergeError> {
        let values = [
            (Field::CrawlDelay, "Crawl-delay", &content.crawl_delay),
            (Field::ContentSignal, "Content-Signal", &content.content_signal),
        ];
        for (field, label, wanted) in values {
            let Some(wanted) = wanted else { continue };
            let mut own = self.own.iter().flat_map(|own| &own.values);
            let other = own.find(|(_, one, value)| *one == field && value != wanted.as_bytes());
            if let Some((line, _, value)) = other {
                let value = String::from_utf8_lossy(value).into_owned();
                let message = format!(
                    "the group for {name} says {label}: {value}, not {wanted}; change that line first"
                );
                let (agent, wanted) = (name.into(), wanted.clone());
                let kind = MergeErrorKind::OtherValue { agent, field, value, wanted };
                return Err(MergeError::at(*line, kind, message));
            }
        }
        Ok(())
    }

    /// What the file does not say to all engines yet; `None` if it says everything.
    pub(super) fn missing(&self, content: &GroupContent) -> Option<GroupContent> {
        let wanted = wanted(content);
        let is_there = |rule: &PathRule| self.own.iter().all(|own| own.contains(rule, &wanted));
        let has = |field: Field, value: &str| {
            self.own.iter().all(|own| own.has(field, value) || own.forbids_everything(&wanted))
        };
        let mut missing = content.clone();
        missing.rules.retain(|one| !is_there(&one.rule));
        missing.blocked &= !is_there(&PathRule::of_everything());
        missing.crawl_delay = missing.crawl_delay.filter(|value| !has(Field::CrawlDelay, value));
        missing.content_signal =
            missing.content_signal.filter(|value| !has(Field::ContentSignal, value));
        missing.content_usage.retain(|value| !has(Field::ContentUsage, value));
        if missing.has_same_lines(&GroupContent::default()) {
            return None;
        }
        if missing.rules.is_empty() && !missing.blocked {
            self.add_harmless_rule(&mut missing);
        }
        Some(missing)
    }

    /// Adds a rule to a group that needs one: a rule that the file has already changes
    /// nothing.
    fn add_harmless_rule(&self, missing: &mut GroupContent) {
        let is_in_all =
            |rule: &&PathRule| self.own.iter().all(|own| own.rules().any(|one| one == *rule));
        let own = self.own.first().and_then(|own| own.rules().find(is_in_all));
        match own {
            Some(rule) if rule.is_everything() => {
                missing.blocked = rule.kind() == RuleKind::Disallow;
            }
            own => {
                let rule = own.cloned().unwrap_or_else(PathRule::of_nothing);
                missing.rules.push(GroupRule { rule, reason: None, is_repeated: false });
            }
        }
    }
}

fn forbidden_path(name: &str, line: u32, rule: &PathRule, reader: &str) -> MergeError {
    let path = rule.path();
    let message = format!(
        "the group for {name} blocks {path}{reader}, and no added rule can allow it; change that \
        line first"
    );
    let kind = MergeErrorKind::ForbiddenPath { agent: name.into(), path: path.into() };
    MergeError::at(line, kind, message)
}

fn opposed_rule(
    name: &str,
    line: u32,
    rule: &PathRule,
    beaten: &PathRule,
    reader: &str,
) -> MergeError {
    let message = format!(
        "{rule} in the group for {name} beats the new rule {beaten}{reader}, wherever that rule is \
        added; change this line first"
    );
    let kind = MergeErrorKind::OpposedRule {
        agent: name.into(),
        rule: rule.to_string(),
        wanted: beaten.to_string(),
    };
    MergeError::at(line, kind, message)
}

/// Whether a rule of a file wins where it meets one that is wanted, and no other that
/// is wanted does the same.
fn beats(rule: &PathRule, other: &PathRule, wanted: &[PathRule]) -> bool {
    let same =
        |own: &PathRule| own.kind() == rule.kind() && own.covers(rule) && own.outranks(other);
    other.kind() != rule.kind()
        && rule.outranks(other)
        && rule.meets(other)
        && !wanted.iter().any(same)
}

/// The rules that are wanted, one for everything included.
fn wanted(content: &GroupContent) -> Vec<PathRule> {
    let rules = content.rules.iter().map(|one| one.rule.clone());
    rules.chain(content.blocked.then(PathRule::of_everything)).collect()
}

//! One sentence that says why.

use maycrawl::{
    Explanation,
    agent::GroupChoice,
    dialect::Precedence,
    explain::ExplainedRule,
    verdict::{LossReason, Reason},
};

use crate::answer::{Answer, Outcome};
use crate::disagreement::disagreement;
use crate::display::{agent_name, rule_text, sanitize};

impl Answer {
    /// Why the answer is what it is, in one sentence without a full stop.
    pub fn why(&self) -> String {
        match &self.outcome {
            Outcome::OutOfScope { origin } => {
                format!("this robots.txt applies to {origin} and no other origin")
            }
            Outcome::NoRules { why, .. }
            | Outcome::CouldNotAsk { why, .. }
            | Outcome::Unasked { why } => why.clone(),
            Outcome::Decided(explanation) => {
                let because = self.by_rules(explanation);
                match self.by_group(explanation) {
                    Some(group) => format!("{because}; {group}"),
                    None => because,
                }
            }
        }
    }

    /// What the documents about robots.txt disagree about here, in one line.
    pub fn disagreement(&self) -> Option<String> {
        let Outcome::Decided(explanation) = &self.outcome else { return None };
        let reason = explanation.verdict.reason();
        let about = disagreement(reason)?;
        Some(format!("{} (maycrawl explain {})", about.line, reason.code()))
    }

    /// What the rules say.
    fn by_rules(&self, explanation: &Explanation) -> String {
        let reason = explanation.verdict.reason();
        let Some(rule) = &explanation.rule else { return self.without_rule(reason) };
        let this = named(rule);
        let other = explanation.others.first();
        let rival = || explanation.rival.as_ref().map_or_else(String::new, named);
        match reason {
            Reason::EmptyRule => format!("{this} has no path, so it restricts nothing"),
            Reason::EmptyDisallow => {
                format!("{this} has no path, which means `Allow: /` in this dialect")
            }
            Reason::IndexHtml => {
                format!("{this} also allows the directory of the page")
            }
            Reason::Tie | Reason::UndefinedTie => {
                let tie = format!("{this} and {} are equally long", rival());
                match reason {
                    Reason::Tie if explanation.verdict.is_allowed() => {
                        format!("{tie}, so Allow decides")
                    }
                    Reason::Tie => format!("{tie}, so a cautious crawler stays out"),
                    _ => format!("{tie}; {} does not define which decides", self.dialect),
                }
            }
            Reason::WildcardConflict => format!(
                "{this} conflicts with {}, and one of them contains a wildcard, so a cautious \
                 crawler stays out",
                rival(),
            ),
            Reason::UndefinedWildcard => format!(
                "{this} is longer than {}, but one of them contains a wildcard, and {} does not \
                 define which decides",
                rival(),
                self.dialect,
            ),
            Reason::UndefinedPath => format!(
                "{this} matches, but does not begin with /, and {} does not define what such a rule \
                 means",
                self.dialect,
            ),
            Reason::UndefinedGroup => format!(
                "{this} applies only if another line may stand within a list of User-agent lines, \
                 which {} does not define",
                self.dialect,
            ),
            _ if other.is_none_or(|(_, lost)| *lost == LossReason::Empty) => {
                format!("{this} is the only rule that matches")
            }
            _ if self.dialect.paths.precedence == Precedence::First => {
                format!("{this} is the first rule that matches")
            }
            _ => format!("{this} is the longest rule that matches"),
        }
    }

    /// Why, where no rule decided.
    fn without_rule(&self, reason: Reason) -> String {
        let name = agent_name(&self.agent);
        match (reason, self.agent.tokens().next()) {
            (Reason::NoMatch, _) => "no rule of the group matches, so the path is allowed".into(),
            (Reason::NoGroup, None | Some(b"" | b"*")) => "there is no group for *".into(),
            (Reason::NoGroup, _) => format!("no group names {name}, and there is no group for *"),
            (Reason::IgnoresGlobal, _) => {
                format!("no group names {name}, which ignores the group for *")
            }
            _ => reason.title().into(),
        }
    }

    /// How the agent came to its group, where that is worth a word.
    fn by_group(&self, explanation: &Explanation) -> Option<String> {
        let name = agent_name(&self.agent);
        match explanation.choice {
            _ if explanation.rule.is_none() && explanation.verdict.reason() != Reason::NoMatch => {
                None
            }
            GroupChoice::Global => match self.agent.tokens().next() {
                None | Some(b"" | b"*") => Some("the group for * applies".into()),
                _ => Some(format!("no group names {name}, so the group for * applies")),
            },
            GroupChoice::ByName { token: 1.. } if !self.agent.is_pooled() => {
                let GroupChoice::ByName { token } = explanation.choice else { return None };
                let fallback = self.agent.tokens().nth(token as usize).unwrap_or_default();
                Some(format!(
                    "no group names {name}, so it falls back to the group for {}",
                    sanitize(fallback)
                ))
            }
            _ => None,
        }
    }
}

/// A rule with its line and, where it was compared as another, what as.
fn named(rule: &ExplainedRule) -> String {
    let text = rule_text(rule.kind, &rule.value);
    if rule.pattern == rule.value {
        format!("`{text}` on line {}", rule.line)
    } else {
        format!("`{text}` on line {} (as `{}`)", rule.line, sanitize(&rule.pattern))
    }
}

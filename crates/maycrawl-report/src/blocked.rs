//! Which URLs are blocked, by the rule that blocks them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::answer::Answer;
use crate::display::{agent_name, reading_note, rule_text, sanitize};

/// Which URLs are blocked, by agent and by the rule that blocks them.
#[derive(Clone, Debug, Default)]
pub struct BlockedSummary {
    asked: u64,
    by_rule: BTreeMap<(String, u32), Rule>,
}

#[derive(Clone, Debug, Default)]
struct Rule {
    text: String,
    urls: Vec<Box<[u8]>>,
}

impl BlockedSummary {
    /// Counts an answer, and keeps its URL if that is blocked.
    pub fn add(&mut self, answer: &Answer) {
        self.asked += 1;
        if answer.is_allowed() {
            return;
        }
        let rule = answer.explanation().and_then(|explanation| explanation.rule.as_ref());
        let text = match rule {
            Some(rule) => format!("line {}: {}", rule.line, rule_text(rule.kind, &rule.value)),
            None => answer.why(),
        };
        let agent = agent_name(&answer.agent) + &reading_note(&answer.dialect);
        let key = (agent, answer.line());
        let held = self.by_rule.entry(key).or_default();
        held.text = text;
        held.urls.push(answer.url.clone());
    }

    /// A summary by rule, then the URLs.
    pub fn text(&self) -> String {
        let blocked: usize = self.by_rule.values().map(|rule| rule.urls.len()).sum();
        let mut text = match (blocked, self.asked) {
            (0, 1) => "1 answer, not blocked\n".to_owned(),
            (0, asked) => format!("{asked} answers, none blocked\n"),
            (_, asked) => format!("{blocked} of {asked} answers do not allow the URL\n"),
        };
        for ((agent, _), rule) in &self.by_rule {
            let _ = writeln!(text, "{:>8}  {agent}, {}", rule.urls.len(), rule.text);
        }
        for ((agent, _), rule) in &self.by_rule {
            let _ = writeln!(text, "\n{agent}, {}", rule.text);
            for url in &rule.urls {
                let _ = writeln!(text, "  {}", sanitize(url));
            }
        }
        text
    }
}

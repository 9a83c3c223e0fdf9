//! Changes of `check --against`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{VERSION, WireAgent, WireRule, text};
use crate::answer::Answer;
use crate::changes::Change;

wire! {
    /// The answers that differ between two versions of a file.
    pub struct ChangesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The name of the old version.
        pub old: String,
        /// The name of the new version.
        pub new: String,
        /// The dialect in which they were read; `own` if each agent was asked as it reads itself,
        /// and each answer names its dialect.
        pub dialect: String,
        /// How many questions were asked.
        pub asked: u64,
        /// The answers that changed.
        pub changed: Vec<WireChange>,
        /// What to know about the files, the URLs and the names of the agents, a sentence each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }

    /// An answer that changed.
    pub struct WireChange {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// The dialect in which both versions were read.
        pub dialect: String,
        /// What the old version answers.
        pub old: WireSide,
        /// What the new version answers.
        pub new: WireSide,
    }

    /// The answer of one version.
    pub struct WireSide {
        /// `allow`, `disallow` or `out-of-scope`.
        pub verdict: Cow<'static, str>,
        /// The code of the reason.
        pub reason: Cow<'static, str>,
        /// The deciding rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rule: Option<WireRule>,
    }
}

impl ChangesDocument {
    /// The changes between two versions, by their names, of so many answers.
    pub fn new(
        [old, new]: [String; 2],
        dialect: impl Into<String>,
        asked: u64,
        changes: &[Change],
    ) -> Self {
        Self {
            version: VERSION,
            old,
            new,
            dialect: dialect.into(),
            asked,
            changed: changes.iter().map(WireChange::from).collect(),
            notes: Vec::new(),
        }
    }
}

impl From<&Change> for WireChange {
    fn from(change: &Change) -> Self {
        let side = |answer: &Answer| WireSide {
            verdict: answer.verdict_name().into(),
            reason: answer.reason_code().into(),
            rule: answer.explanation().and_then(|explanation| {
                Some(WireRule::new(explanation.rule.as_ref()?, explanation))
            }),
        };
        Self {
            agent: WireAgent::new(&change.new.agent, &change.new.dialect),
            url: text(&change.new.url),
            dialect: change.new.dialect.to_string(),
            old: side(&change.old),
            new: side(&change.new),
        }
    }
}

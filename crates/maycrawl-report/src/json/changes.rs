//! Changes of `check --against`.

use serde::Serialize;

use super::{WireAgent, WireRule, text};
use crate::answer::Answer;
use crate::changes::Change;

wire! {
    /// What `check --against --format json` prints.
    pub struct ChangesDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The name of the old version.
        pub old: String,
        /// The name of the new version.
        pub new: String,
        /// The dialect in which they were read.
        pub dialect: String,
        /// How many questions were asked.
        pub asked: u64,
        /// The answers that changed.
        pub changed: Vec<WireChange>,
    }

    /// An answer that changed.
    pub struct WireChange {
        /// Who asks.
        pub agent: WireAgent,
        /// The URL or path as given.
        pub url: String,
        /// What the old version answers.
        pub old: WireSide,
        /// What the new version answers.
        pub new: WireSide,
    }

    /// The answer of one version.
    pub struct WireSide {
        /// `allow`, `disallow` or `out-of-scope`.
        pub verdict: &'static str,
        /// The code of the reason.
        pub reason: &'static str,
        /// The deciding rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rule: Option<WireRule>,
    }
}

impl From<&Change> for WireChange {
    fn from(change: &Change) -> Self {
        let side = |answer: &Answer| WireSide {
            verdict: answer.verdict_name(),
            reason: answer.reason_code(),
            rule: answer.explanation().and_then(|explanation| {
                Some(WireRule::new(explanation.rule.as_ref()?, explanation))
            }),
        };
        Self {
            agent: WireAgent::new(&change.new.agent, &change.new.dialect),
            url: text(&change.new.url),
            old: side(&change.old),
            new: side(&change.new),
        }
    }
}

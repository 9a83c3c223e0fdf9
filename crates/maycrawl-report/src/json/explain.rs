//! Pages of `explain`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::VERSION;
use crate::explain::Topic;

/// How wide pages are.
const WIDTH: usize = 79;

wire! {
    /// What codes mean.
    pub struct ExplainDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The codes and their pages.
        pub topics: Vec<WireTopic>,
    }

    /// Something with a code and a page.
    pub struct WireTopic {
        /// `reason`, `dialect`, `knob`, `field`, `rule` or `crawler`.
        pub kind: Cow<'static, str>,
        /// The code, or the name of a field or a crawler.
        pub code: String,
        /// What it is, in a few words.
        pub title: String,
        /// All that there is to say, as text.
        pub page: String,
    }
}

impl ExplainDocument {
    /// A document of these topics.
    pub fn new(topics: &[Topic<'_>]) -> Self {
        let topics = topics.iter().map(|topic| WireTopic {
            kind: topic.kind().into(),
            code: topic.code().into(),
            title: topic.title(),
            page: topic.page(WIDTH),
        });
        Self { version: VERSION, topics: topics.collect() }
    }
}

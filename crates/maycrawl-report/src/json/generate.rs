//! Plans, the files that they become, and presets.

use std::borrow::Cow;

use maycrawl::robots::RuleKind;
use maycrawl_generate::{AgentPlan, MergedFile, PathRule, Plan, Preset, Sourced};
use serde::{Deserialize, Serialize};

use super::VERSION;

wire! {
    /// A plan, and the file that it became.
    pub struct GenerateDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// What each crawler will read.
        pub plan: WirePlan,
        /// What a person should know who made the plan.
        pub notes: Vec<String>,
        /// The whole file. Left out if it is not UTF-8, because text cannot hold its bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// The bytes of that file in base64 (RFC 4648 section 4), in place of `file`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file_base64: Option<String>,
        /// What was added to the file that was there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub merge: Option<WireMerge>,
    }

    /// What each crawler will read.
    pub struct WirePlan {
        /// What the plan says of everyone.
        pub everyone: WireWish,
        /// What it says of crawlers by their names.
        pub crawlers: Vec<WireWish>,
        /// The URLs of sitemaps.
        pub sitemaps: Vec<String>,
        /// The URLs of licences.
        pub licenses: Vec<String>,
        /// Crawlers that choices are about, but which obey no robots.txt.
        pub obey_nothing: Vec<String>,
    }

    /// What the plan says of everyone, or of one crawler.
    pub struct WireWish {
        /// The crawler's product token, or `*`.
        pub agent: String,
        /// `block` or `allow`: what holds where no rule says otherwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub access: Option<WireSaid>,
        /// Its path rules.
        pub rules: Vec<WirePlanRule>,
        /// Seconds between requests.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub crawl_delay: Option<WireSaid>,
        /// What may be done with pages: Content Signals.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub content_signal: Option<WireSaid>,
        /// The same in the words of the IETF's draft.
        pub content_usage: Vec<WireSaid>,
    }

    /// A value and where it comes from.
    pub struct WireSaid {
        /// The value.
        pub value: String,
        /// Where it comes from: `--block GPTBot`.
        pub said: String,
    }

    /// A path rule of a plan.
    pub struct WirePlanRule {
        /// `allow` or `disallow`.
        pub rule: Cow<'static, str>,
        /// The path, as it is written.
        pub path: String,
        /// Where it comes from: `--disallow /a`.
        pub said: String,
    }

    /// What was added to a file.
    pub struct WireMerge {
        /// The text that was added; empty, if nothing was missing.
        pub added: String,
        /// Crawlers of the plan whose groups say enough.
        pub decided: Vec<WireDecided>,
        /// Lines that still count, groups that are added to.
        pub notes: Vec<String>,
    }

    /// A group that decides a crawler of the plan already.
    pub struct WireDecided {
        /// The crawler, or `*`.
        pub agent: String,
        /// The line that names it.
        pub line: u32,
    }

    /// The presets of the generator.
    pub struct PresetsDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The presets.
        pub presets: Vec<WirePreset>,
    }

    /// A preset.
    pub struct WirePreset {
        /// Its name.
        pub name: Cow<'static, str>,
        /// How it is asked for.
        pub usage: String,
        /// What it does, in one line.
        pub title: Cow<'static, str>,
        /// What to know before it is used.
        pub about: Cow<'static, str>,
        /// The pages that it rests on.
        pub sources: Vec<Cow<'static, str>>,
        /// The preset as it was asked for, or with an example of its parameter.
        pub asked: String,
        /// The file that it gives.
        pub file: String,
    }
}

impl GenerateDocument {
    /// A plan and the file that it became.
    pub fn new(plan: &Plan, file: &[u8], merged: Option<&MergedFile>) -> Self {
        Self {
            version: VERSION,
            plan: WirePlan::new(plan),
            notes: plan.notes().iter().map(ToString::to_string).collect(),
            file: super::exact_text(file),
            file_base64: super::base64_unless_text(file),
            merge: merged.map(WireMerge::new),
        }
    }
}

impl WirePlan {
    fn new(plan: &Plan) -> Self {
        Self {
            everyone: WireWish::new(plan.everyone()),
            crawlers: plan.crawlers().iter().map(WireWish::new).collect(),
            sitemaps: plan.sitemaps().to_vec(),
            licenses: plan.licenses().to_vec(),
            obey_nothing: plan.obey_nothing().to_vec(),
        }
    }
}

impl WireWish {
    fn new(plan: &AgentPlan) -> Self {
        let access = |blocked: bool| if blocked { "block" } else { "allow" };
        Self {
            agent: plan.agent.clone(),
            access: plan
                .blocked
                .as_ref()
                .map(|one| WireSaid { value: access(one.value).into(), said: one.source.clone() }),
            rules: plan.rules.iter().map(WirePlanRule::new).collect(),
            crawl_delay: plan.crawl_delay.as_ref().map(WireSaid::new),
            content_signal: plan.content_signal.as_ref().map(WireSaid::new),
            content_usage: plan.content_usage.iter().map(WireSaid::new).collect(),
        }
    }
}

impl WireSaid {
    fn new(one: &Sourced<String>) -> Self {
        Self { value: one.value.clone(), said: one.source.clone() }
    }
}

impl WirePlanRule {
    fn new(one: &Sourced<PathRule>) -> Self {
        let rule = match one.value.kind() {
            RuleKind::Allow => "allow",
            RuleKind::Disallow => "disallow",
        };
        Self { rule: rule.into(), path: one.value.path().into(), said: one.source.clone() }
    }
}

impl WireMerge {
    fn new(merged: &MergedFile) -> Self {
        let sufficient = merged.sufficient.iter();
        Self {
            added: super::text(&merged.added),
            decided: sufficient
                .map(|one| WireDecided { agent: one.agent.clone(), line: one.line })
                .collect(),
            notes: merged.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

impl PresetsDocument {
    /// Presets, each as it is asked for and with the file that it gives.
    pub fn new(presets: &[(&Preset, String, String)]) -> Self {
        let presets = presets.iter().map(|(preset, asked, file)| WirePreset {
            name: preset.name.into(),
            usage: preset.usage(),
            title: preset.title.into(),
            about: preset.about.into(),
            sources: preset.sources.iter().map(|source| (*source).into()).collect(),
            asked: asked.clone(),
            file: file.clone(),
        });
        Self { version: VERSION, presets: presets.collect() }
    }
}

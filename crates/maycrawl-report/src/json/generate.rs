//! Plans, the files that they become, and presets.

use maycrawl::RuleKind;
use maycrawl_generate::{AgentPlan, MergedFile, PathRule, Plan, Preset, Sourced};
use serde::Serialize;

wire! {
    /// What `generate --format json` prints.
    pub struct GenerateDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// Who is told what.
        pub plan: WirePlan,
        /// What a person should know who made the plan.
        pub notes: Vec<String>,
        /// The file; with `--merge`, the whole of it.
        pub file: String,
        /// What was added to the file that was there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub merge: Option<WireMerge>,
    }

    /// Who is told what.
    pub struct WirePlan {
        /// What is said of everyone.
        pub everyone: WireWish,
        /// What is said of crawlers by their names.
        pub crawlers: Vec<WireWish>,
        /// Where sitemaps lie.
        pub sitemaps: Vec<String>,
        /// Where licences lie.
        pub licenses: Vec<String>,
        /// Crawlers of which something was said, but which obey no robots.txt.
        pub obey_nothing: Vec<String>,
    }

    /// What is said of everyone, or of one crawler.
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

    /// Something that was said, and where.
    pub struct WireSaid {
        /// What was said.
        pub value: String,
        /// Where: `--block GPTBot`.
        pub said: String,
    }

    /// A path rule of a plan.
    pub struct WirePlanRule {
        /// `allow` or `disallow`.
        pub rule: &'static str,
        /// The path, as it is written.
        pub path: String,
        /// Where it was said.
        pub said: String,
    }

    /// What was added to a file.
    pub struct WireMerge {
        /// The text that was added; empty, if the file said it all already.
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

    /// What `generate --list --format json` and `--explain` print.
    pub struct PresetsDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// The presets.
        pub presets: Vec<WirePreset>,
    }

    /// A preset.
    pub struct WirePreset {
        /// Its name.
        pub name: &'static str,
        /// How it is asked for.
        pub usage: String,
        /// What it does, in one line.
        pub title: &'static str,
        /// What to know before it is used.
        pub about: &'static str,
        /// The pages that it rests on.
        pub sources: &'static [&'static str],
        /// The preset as it was asked for, or with an example of its parameter.
        pub asked: String,
        /// The file that it gives.
        pub file: String,
    }
}

impl GenerateDocument {
    /// A plan and the file that it became.
    pub fn new(plan: &Plan, file: String, merged: Option<&MergedFile>) -> Self {
        Self {
            version: 1,
            plan: WirePlan::new(plan),
            notes: plan.notes().iter().map(ToString::to_string).collect(),
            file,
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
        Self { rule, path: one.value.path().into(), said: one.source.clone() }
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
            name: preset.name,
            usage: preset.usage(),
            title: preset.title,
            about: preset.about,
            sources: preset.sources,
            asked: asked.clone(),
            file: file.clone(),
        });
        Self { version: 1, presets: presets.collect() }
    }
}

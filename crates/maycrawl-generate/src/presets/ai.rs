//! Presets for crawlers of a kind.

use maycrawl_crawlers::{Catalogue, Crawler, Purpose};

use crate::choice::{Audience, Choice, Instruction};
use crate::preset::{Preset, Recipe, Request};

const CATALOGUE: &str = "https://github.com/maycrawl/maycrawl/blob/main/docs/crawlers.md";
const OPENAI: &str = "https://developers.openai.com/api/docs/bots";
const ANTHROPIC: &str = "https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler";
const GOOGLE: &str =
    "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers";
const APPLE: &str = "https://support.apple.com/en-us/119829";
const SIGNALS: &str = "https://contentsignals.org/";

pub(super) static BLOCK_AI_TRAINING: Preset = Preset {
    name: "block-ai-training",
    parameter: None,
    title: "Crawlers that train models may fetch nothing; AI search and users' fetches may",
    about: "Blocks every crawler that the catalogue knows to gather training data, and the tokens \
            that refuse it (Google-Extended, Applebot-Extended). Crawlers for AI search, fetches \
            that a person asks for, and search engines go on: Applebot is not blocked, since its \
            operator has a token for training. Of a crawler that does both without such a token, \
            training counts: Amazonbot, Bytespider and others are blocked.",
    sources: &[OPENAI, ANTHROPIC, GOOGLE, APPLE, CATALOGUE],
    recipe: Recipe::Function(|request| {
        Ok(vec![block(request, "AI training", |crawler| trains(crawler, request.catalogue))])
    }),
};

pub(super) static BLOCK_AI: Preset = Preset {
    name: "block-ai",
    parameter: None,
    title: "No AI crawler may fetch anything: training, search, users' fetches",
    about: "Answers that AI gives will not name the site, and nobody can have it read by an \
            assistant that obeys. Search engines that also answer with AI (Googlebot, bingbot, \
            PetalBot) are not blocked; to be left out of their answers, and stay in their results, see their own \
            documents. Operators say of some fetches for users that they may ignore the file.",
    sources: &[OPENAI, ANTHROPIC, GOOGLE, CATALOGUE],
    recipe: Recipe::Function(|request| {
        Ok(vec![block(request, "AI", |crawler| {
            let searches = crawler.is_for(Purpose::AiSearch)
                && crawler.purposes().first() != Some(&Purpose::Search);
            trains(crawler, request.catalogue) || searches || ASSISTANTS.contains(&crawler.token())
        })])
    }),
};

/// Crawlers of the catalogue that fetch what a person asks an AI for.
const ASSISTANTS: [&str; 30] = [
    "AI2Bot-DeepResearchEval",
    "Amzn-User",
    "ChatGPT Agent",
    "ChatGPT-User",
    "Claude-Code",
    "Claude-User",
    "Cursor",
    "Devin",
    "Diffbot-User",
    "Gemini-Deep-Research",
    "Google-Agent",
    "Google-Gemini-CLI",
    "Google-GeminiNotebook",
    "Google-NotebookLM",
    "GoogleAgent-Mariner",
    "GoogleAgent-URLContext",
    "Kimi-User",
    "Manus-User",
    "MistralAI-User",
    "NotebookLM",
    "NovaAct",
    "Operator",
    "Perplexity-User",
    "Shap-User",
    "TongyiBot",
    "Trae",
    "TwinAgent",
    "YiyanBot",
    "meta-externalfetcher",
    "opencode",
];

pub(super) static REFUSE_AI_TRAINING: Preset = Preset {
    name: "refuse-ai-training",
    parameter: None,
    title: "Whoever fetches a page may show it in search, and not train with it",
    about: "Says so in the words of Content Signals, for crawlers that read them; it blocks nobody. \
            Use it with block-ai-training, which crawlers are known to obey.",
    sources: &[SIGNALS],
    recipe: Recipe::Function(|request| {
        let signal = Instruction::content_signal("search=yes, ai-train=no")?;
        Ok(vec![Choice::new(Audience::Everyone, signal, request.source)])
    }),
};

pub(super) static BLOCK_DATASETS: Preset = Preset {
    name: "block-datasets",
    parameter: None,
    title: "Crawlers that gather data sets may fetch nothing",
    about: "Common Crawl among them, whose copies of the web serve research and train models.",
    sources: &["https://commoncrawl.org/ccbot", CATALOGUE],
    recipe: Recipe::Function(|request| {
        Ok(vec![block(request, "Data sets", |crawler| crawler.is_for(Purpose::Dataset))])
    }),
};

pub(super) static BLOCK_SEO_TOOLS: Preset = Preset {
    name: "block-seo-tools",
    parameter: None,
    title: "Crawlers of SEO tools may fetch nothing",
    about: "Rivals see less of your links and pages in such tools; so do you, unless you \
            allow your own tool by its token.",
    sources: &[CATALOGUE],
    recipe: Recipe::Function(|request| {
        let is_tool =
            |crawler: &Crawler| crawler.is_for(Purpose::Seo) && !crawler.is_for(Purpose::Search);
        Ok(vec![block(request, "SEO tools", is_tool)])
    }),
};

pub(super) static BLOCK_ARCHIVES: Preset = Preset {
    name: "block-archives",
    parameter: None,
    title: "Crawlers of web archives may fetch nothing",
    about: "What is not archived cannot be looked up later, by you either. Archives may not obey: \
            the catalogue says what is known of each.",
    sources: &[CATALOGUE],
    recipe: Recipe::Function(|request| {
        Ok(vec![block(request, "Archives", |crawler| crawler.is_for(Purpose::Archive))])
    }),
};

/// Whether a crawler gathers training data, and no token of its operator's would
/// refuse just that.
pub(super) fn trains(crawler: &Crawler, catalogue: &Catalogue) -> bool {
    let has_token = || {
        catalogue.crawlers().iter().any(|other| {
            other.operator() == crawler.operator()
                && other.is_for(Purpose::ControlToken)
                && other.is_for(Purpose::AiTraining)
        })
    };
    crawler.is_for(Purpose::AiTraining) && !(crawler.is_for(Purpose::Search) && has_token())
}

fn block(request: &Request<'_>, name: &str, is_meant: impl Fn(&Crawler) -> bool) -> Choice {
    let crawlers = request.catalogue.crawlers().iter().filter(|crawler| is_meant(crawler));
    let tokens = crawlers.map(|crawler| crawler.token().into()).collect();
    let audience = Audience::List { name: name.into(), tokens };
    Choice::new(audience, Instruction::Block, request.source).with_reason(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assistants_are_in_the_catalogue() {
        for token in ASSISTANTS {
            let crawler = Catalogue::built_in().find(token);
            assert!(crawler.is_some_and(|crawler| crawler.token() == token), "{token}");
            assert!(crawler.is_some_and(|crawler| crawler.is_for(Purpose::UserFetch)), "{token}");
        }
    }
}

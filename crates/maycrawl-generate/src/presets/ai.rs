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
    title: "Crawlers that gather training data may fetch nothing; AI search and user fetches may",
    about: "Blocks every crawler that gathers training data according to the catalogue, and the \
            product tokens that stand for training (Google-Extended, Applebot-Extended). AI \
            search, fetches that a person asks for, and search engines stay allowed: Applebot is \
            not blocked, because its operator has a separate token for training. Crawlers that \
            gather data for search and training without such a token, such as Amazonbot and \
            Bytespider, are blocked.",
    sources: &[OPENAI, ANTHROPIC, GOOGLE, APPLE, CATALOGUE],
    recipe: Recipe::Function(|request| {
        Ok(vec![block(request, "AI training", |crawler| trains(crawler, request.catalogue))])
    }),
};

pub(super) static BLOCK_AI: Preset = Preset {
    name: "block-ai",
    parameter: None,
    title: "No crawler for AI training, AI search or AI assistants may fetch anything",
    about: "The AI services that obey the file cannot cite the site in their answers or read it \
            for their users. Search engines that also give AI answers (Googlebot, bingbot, \
            PetalBot) are not blocked; their own documentation says how to stay out of these \
            answers but in the search results. Some operators say that fetches for users may \
            ignore the file.",
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
    title: "Pages may be used for search, but not to train AI models",
    about: "Adds a Content-Signal line for crawlers that read it; it blocks no crawler. Use it \
            together with block-ai-training, whose rules crawlers are known to obey.",
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
    about: "One of them is Common Crawl, whose copies of the web are used for research and for \
            training models.",
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
    about: "Nobody can look up a page later that was not archived, not even you. Some archives may \
            ignore the file: the catalogue says what is known about each.",
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

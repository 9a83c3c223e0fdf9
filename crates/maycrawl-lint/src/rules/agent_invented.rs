//! The rule `agent-invented`: its page, what it finds, and what mends it.

use crate::prelude::*;

rule! {
    /// A `User-agent` is a name that people use for a service, and no crawler does.
    ///
    /// ## Why
    ///
    /// Crawlers are known by their product tokens, as their operators document them
    /// ([OpenAI](https://developers.openai.com/api/docs/bots),
    /// [Google](https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers),
    /// [Anthropic](https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler)).
    /// None of these lists has a ChatGPT, Gemini or Bard, so such a group holds for nobody.
    ///
    /// ## Bad
    ///
    /// ```robots
    /// User-agent: ChatGPT
    /// Disallow: /
    /// ```
    ///
    /// ## Good
    ///
    /// ```robots
    /// User-agent: GPTBot
    /// Disallow: /
    /// ```
    "agent-invented", "A009", Warning, check
}

/// Names that no crawler uses, and what was probably meant.
const INVENTED: [(&str, &str); 16] = [
    ("gpt-bot", "GPTBot"),
    ("gpt", "GPTBot"),
    ("chatgpt", "GPTBot for training, OAI-SearchBot for search, ChatGPT-User for what people ask"),
    ("chatgpt-bot", "GPTBot"),
    ("chatgptbot", "GPTBot"),
    ("openai-bot", "GPTBot"),
    ("openaibot", "GPTBot"),
    ("gemini", "Google-Extended"),
    ("google-gemini", "Google-Extended"),
    ("bard", "Google-Extended"),
    ("google-bard", "Google-Extended"),
    ("claude", "ClaudeBot"),
    ("claude-bot", "ClaudeBot"),
    ("perplexity", "PerplexityBot"),
    ("copilot", "bingbot, which also serves Copilot"),
    ("copilot-bot", "bingbot, which also serves Copilot"),
];

fn check(file: &File<'_>, out: &mut Vec<Report>) {
    for agent in file.agents() {
        let name = agent.text();
        if let Some(meant) = meant(&name).filter(|_| file.catalogue.find(&name).is_none()) {
            out.push(Report::new(
                agent.span,
                format!("no crawler calls itself {name}"),
                format!("write {meant}"),
            ));
        }
    }
}

/// What was probably meant by a name that no crawler uses.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    INVENTED
        .iter()
        .find(|(invented, _)| invented.eq_ignore_ascii_case(name))
        .map(|(_, meant)| *meant)
}

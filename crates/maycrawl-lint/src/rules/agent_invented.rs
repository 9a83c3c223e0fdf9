//! The rule `agent-invented`: its page, its check and its fix.

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
    Agent, "agent-invented", "A009", Warning, Text(check)
}

fn check(file: &File<'_>, out: &mut Vec<Diagnostic>) {
    for agent in file.agents() {
        if let Some(meant) = agent.shape.invented.filter(|_| agent.crawler.is_none()) {
            out.push(Diagnostic::new(
                agent.span,
                format!("no crawler calls itself {}", agent.text()),
                format!("write {meant}"),
            ));
        }
    }
}

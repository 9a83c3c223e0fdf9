//! Shapes of agents: what the value of a `User-agent` line looks like.

use maycrawl_crawlers::{Catalogue, Crawler, Obeys, Purpose, looked_up};

/// The shape of a `User-agent` line's value. Several may apply.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentShape<'a> {
    /// Whether it is a whole header, as browsers send it.
    pub(crate) is_header: bool,
    /// Whether a version follows the product token.
    pub(crate) has_version: bool,
    /// The names, if it is a list.
    pub(crate) list: Option<Vec<String>>,
    /// The known token that it probably misspells.
    pub(crate) near: Option<&'a str>,
    /// What is meant by a name that no crawler has.
    pub(crate) invented: Option<InventedName>,
}

/// Whether a crawler is one of a search engine, first of all, and obeys robots.txt.
pub(crate) fn is_search_engine(crawler: &Crawler) -> bool {
    crawler.purposes().first() == Some(&Purpose::Search)
        && crawler.obeys() == Obeys::Yes
        && !crawler.is_retired()
}

impl<'a> AgentShape<'a> {
    /// The shape of a value that begins with this product token. A stranger is
    /// neither in the catalogue nor one of the user's own.
    pub(super) fn new(
        value: &[u8],
        token: &[u8],
        is_stranger: bool,
        catalogue: &'a Catalogue,
    ) -> Self {
        let is_header = value.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"mozilla/"))
            && value.contains(&b' ');
        let after_token = value.get(token.len()..).unwrap_or_default();
        let text = str::from_utf8(value).ok();
        let list = text.filter(|_| !is_header).and_then(|text| list(text, catalogue));
        let invented = text.and_then(invented);
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_ ".contains(byte);
        let may_be_near = is_stranger
            && list.is_none()
            && invented.is_none()
            && after_token.iter().all(is_of_name);
        Self {
            is_header,
            has_version: !is_header && !token.is_empty() && begins_with_version(after_token),
            list,
            near: text.filter(|_| may_be_near).and_then(|name| near(name, catalogue)),
            invented,
        }
    }
}

/// Whether a name is one of the user's own crawlers.
pub(super) fn is_own(own: &[String], name: &str) -> bool {
    own.iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn begins_with_version(rest: &[u8]) -> bool {
    matches!(rest, [b'/', digit, ..] if digit.is_ascii_digit() || *digit == b'v')
        && !rest.contains(&b',')
}

/// The names of a list: separated by signs, or by white space if all are known.
fn list(value: &str, catalogue: &Catalogue) -> Option<Vec<String>> {
    if value.contains(['(', '[', ':', '+']) {
        return None;
    }
    let by_sign = value.split([',', ';', '|']).map(str::trim).filter(|name| !name.is_empty());
    let by_sign: Vec<_> = by_sign.map(str::to_owned).collect();
    let is_name = |name: &String| name.split_whitespace().count() <= 3;
    let is_known = |name: &String| catalogue.find(name).is_some();
    if by_sign.len() > 1 {
        let is_list = by_sign.iter().all(is_name) && by_sign.iter().any(is_known);
        return is_list.then_some(by_sign);
    }
    let by_space: Vec<_> = value.split_whitespace().collect();
    let are_known = by_space.len() > 1
        && catalogue.find(value).is_none()
        && by_space.iter().all(|name| catalogue.find(name).is_some());
    are_known.then(|| by_space.into_iter().map(str::to_owned).collect())
}

/// The known token that a name can only be a slip for.
fn near<'a>(name: &str, catalogue: &'a Catalogue) -> Option<&'a str> {
    let token = catalogue.nearest(name)?.token();
    // Other names that files use for a crawler are no slips.
    let distance = strsim::osa_distance(&name.to_ascii_lowercase(), &token.to_ascii_lowercase());
    (distance <= 1 || looked_up(name).is_none()).then_some(token)
}

/// A name that no crawler has, of an operator or a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InventedName {
    /// The names of the crawlers that may be meant.
    pub(crate) meant: &'static [&'static str],
    /// What to do.
    pub(crate) todo: &'static str,
}

/// Names of operators and services that no crawler has, and what is meant by each.
const INVENTED: [(&[&str], InventedName); 17] = [
    (&["gpt-bot", "gpt"], InventedName { meant: &["GPTBot"], todo: "write GPTBot" }),
    (
        &["chatgpt", "chatgpt-bot", "chatgptbot", "openai", "openai-bot", "openaibot"],
        InventedName {
            meant: &["GPTBot", "OAI-SearchBot", "ChatGPT-User"],
            todo: "name the crawlers that you mean: GPTBot trains, OAI-SearchBot searches, ChatGPT-User fetches what people ask for",
        },
    ),
    (
        &["gemini", "google-gemini", "bard", "google-bard", "bardbot", "google-ai", "googleai"],
        InventedName {
            meant: &["Google-Extended"],
            todo: "write Google-Extended, which limits training and grounding for Gemini",
        },
    ),
    (
        &["google"],
        InventedName {
            meant: &["Googlebot"],
            todo: "write Googlebot, if you mean Google's search",
        },
    ),
    (
        &["anthropic", "anthropicbot", "claude"],
        InventedName {
            meant: &["ClaudeBot", "Claude-SearchBot", "Claude-User"],
            todo: "name the crawlers that you mean: ClaudeBot trains, Claude-SearchBot searches, Claude-User fetches what people ask for",
        },
    ),
    (&["claude-bot"], InventedName { meant: &["ClaudeBot"], todo: "write ClaudeBot" }),
    (
        &["perplexity", "perplexityai", "perplexity-ai"],
        InventedName { meant: &["PerplexityBot"], todo: "write PerplexityBot" },
    ),
    (
        &["bing", "microsoft"],
        InventedName { meant: &["bingbot"], todo: "write bingbot, if you mean Bing's search" },
    ),
    (
        &["copilot", "copilot-bot", "bing-chat"],
        InventedName {
            meant: &["bingbot"],
            todo: "Copilot uses what bingbot fetches: block bingbot only if the site may leave Bing search too",
        },
    ),
    (
        &["facebook", "meta", "meta-ai"],
        InventedName {
            meant: &["meta-externalagent", "facebookexternalhit"],
            todo: "name the crawlers that you mean: meta-externalagent trains, facebookexternalhit makes previews of links",
        },
    ),
    (
        &["apple"],
        InventedName {
            meant: &["Applebot", "Applebot-Extended"],
            todo: "write Applebot if you mean Apple's search, or Applebot-Extended if you mean AI training alone",
        },
    ),
    (&["amazon"], InventedName { meant: &["Amazonbot"], todo: "write Amazonbot" }),
    (&["baidu"], InventedName { meant: &["Baiduspider"], todo: "write Baiduspider" }),
    (&["bytedance"], InventedName { meant: &["Bytespider"], todo: "write Bytespider" }),
    (&["tiktok"], InventedName { meant: &["TikTokSpider"], todo: "write TikTokSpider" }),
    (&["duckduckgo"], InventedName { meant: &["DuckDuckBot"], todo: "write DuckDuckBot" }),
    (&["commoncrawl"], InventedName { meant: &["CCBot"], todo: "write CCBot" }),
];

fn invented(name: &str) -> Option<InventedName> {
    let is_it = |names: &[&str]| names.iter().any(|invented| invented.eq_ignore_ascii_case(name));
    INVENTED.iter().find(|(names, _)| is_it(names)).map(|(_, invented)| *invented)
}

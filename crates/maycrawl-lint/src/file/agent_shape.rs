//! Shapes of agents: what the value of a `User-agent` line looks like.

use maycrawl_crawlers::{Catalogue, Crawler};

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
    /// What to write in place of an invented name.
    pub(crate) invented: Option<&'static str>,
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
        let is_header = value.get(..8).is_some_and(|start| start.eq_ignore_ascii_case(b"mozilla/"));
        let after_token = value.get(token.len()..).unwrap_or_default();
        let text = str::from_utf8(value).ok();
        let may_be_near = is_stranger && after_token.is_empty();
        Self {
            is_header,
            has_version: !is_header && !token.is_empty() && begins_with_version(after_token),
            list: text.filter(|_| !is_header).and_then(|text| list(text, catalogue)),
            near: text.filter(|_| may_be_near).and_then(|name| near(name, catalogue)),
            invented: text.and_then(invented),
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
    if value.contains('(') {
        return None;
    }
    let by_sign = value.split([',', ';', '|']).map(str::trim).filter(|name| !name.is_empty());
    let by_sign: Vec<_> = by_sign.map(str::to_owned).collect();
    if by_sign.len() > 1 {
        return Some(by_sign);
    }
    let by_space: Vec<_> = value.split_whitespace().collect();
    let are_known = by_space.len() > 1
        && catalogue.find(value).is_none()
        && by_space.iter().all(|name| catalogue.find(name).is_some());
    are_known.then(|| by_space.into_iter().map(str::to_owned).collect())
}

/// The known token that a name differs from by a slip.
fn near<'a>(name: &str, catalogue: &'a Catalogue) -> Option<&'a str> {
    if name.len() < 6 {
        return None;
    }
    let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_'], "");
    let own = plain(name);
    // A short stem with a common ending is near to many others.
    let most = usize::from(name.len() >= 8);
    let is_near = |known: &str| {
        known.len().abs_diff(name.len()) <= 2
            // One slip spoils the beginning or the end, not both.
            && (begins_alike(known, name) || ends_alike(known, name))
            && strsim::damerau_levenshtein(&plain(known), &own) <= most
    };
    let mut tokens = catalogue.crawlers().iter().map(Crawler::token);
    tokens.find(|token| is_near(token))
}

fn begins_alike(one: &str, other: &str) -> bool {
    let beginning = |text: &str| text.as_bytes().first_chunk::<3>().map(lower);
    beginning(one) == beginning(other)
}

fn ends_alike(one: &str, other: &str) -> bool {
    let end = |text: &str| text.as_bytes().last_chunk::<3>().map(lower);
    end(one) == end(other)
}

fn lower(bytes: &[u8; 3]) -> [u8; 3] {
    bytes.map(|byte| byte.to_ascii_lowercase())
}

/// Names that people write and no crawler has, and what to write in their place.
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

fn invented(name: &str) -> Option<&'static str> {
    let found = INVENTED.iter().find(|(invented, _)| invented.eq_ignore_ascii_case(name));
    found.map(|(_, meant)| *meant)
}

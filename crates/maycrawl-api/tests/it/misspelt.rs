//! Misspelt names of crawlers: `check`, `generate` and `lint` notice the same ones.

use std::collections::BTreeSet;

use maycrawl_crawlers::Catalogue;
use serde_json::json;

use super::ask;

/// The tokens that most files name, of crawlers in use.
const TOKENS: [&str; 60] = [
    "GPTBot",
    "CCBot",
    "Googlebot",
    "AhrefsBot",
    "MJ12bot",
    "AdsBot-Google",
    "ChatGPT-User",
    "Google-Extended",
    "Twitterbot",
    "Mediapartners-Google",
    "bingbot",
    "Baiduspider",
    "ClaudeBot",
    "Yandex",
    "FacebookBot",
    "Bytespider",
    "SemrushBot",
    "cohere-ai",
    "Applebot",
    "PerplexityBot",
    "AdsBot-Google-Mobile",
    "Amazonbot",
    "dotbot",
    "Googlebot-Image",
    "BLEXBot",
    "omgili",
    "omgilibot",
    "PetalBot",
    "Nutch",
    "Wget",
    "facebookexternalhit",
    "Yeti",
    "HTTrack",
    "rogerbot",
    "proximic",
    "Pinterest",
    "SeznamBot",
    "ImagesiftBot",
    "AhrefsSiteAudit",
    "DataForSeoBot",
    "psbot",
    "magpie-crawler",
    "YouBot",
    "TurnitinBot",
    "Applebot-Extended",
    "Diffbot",
    "AdIdxBot",
    "YandexBot",
    "Googlebot-News",
    "sistrix",
    "SentiBot",
    "ExaBot",
    "barkrowler",
    "OAI-SearchBot",
    "Baiduspider-video",
    "AwarioRssBot",
    "AwarioSmartBot",
    "meta-externalagent",
    "DuckDuckBot",
    "Gigabot",
];

/// Misspellings of a token: letters swapped, dropped and doubled, at several places, and hyphens
/// and spaces moved.
fn misspellings(token: &str) -> Vec<String> {
    let mut found = Vec::new();
    let at = |part: usize| (token.len() * part / 4).clamp(1, token.len() - 2);
    for place in [at(1), at(2), at(3)] {
        let (start, end) = token.split_at(place);
        let letter = &end[..1];
        found.push(format!("{start}{}{letter}{}", &end[1..2], &end[2..]));
        found.push(format!("{start}{}", &end[1..]));
        found.push(format!("{start}{letter}{end}"));
    }
    let before_ending = token.to_ascii_lowercase().rfind("bot").filter(|at| *at > 0);
    for sign in ["-", " ", "_"] {
        found.push(token.replace('-', if sign == "-" { "" } else { sign }));
        found.extend(before_ending.map(|at| format!("{}{sign}{}", &token[..at], &token[at..])));
    }
    found
}

/// Five hundred misspellings, and the token of each. None is another name: a known token, or one in
/// front of a space, which ends a name.
fn made() -> Vec<(String, &'static str)> {
    let catalogue = Catalogue::built_in();
    let mut seen = BTreeSet::new();
    let mut made = Vec::new();
    let variants = TOKENS.map(|token| (token, misspellings(token)));
    for round in 0..20 {
        for (token, variants) in &variants {
            let Some(name) = variants.get(round).filter(|name| *name != token) else { continue };
            let first = name.split(' ').next().unwrap_or_default();
            let is_other = catalogue.find(name).is_some() || catalogue.find(first).is_some();
            if !is_other && seen.insert(name.to_ascii_lowercase()) {
                made.push((name.clone(), *token));
            }
        }
    }
    made.truncate(500);
    made
}

/// What follows these words in a text.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(words)?;
    rest.split(['?', '"', ',', ' ']).next()
}

/// What `check` suggests, or asks instead: it reads a name with spaces in place of hyphens.
fn checked(name: &str) -> Option<String> {
    let question = json!({ "robots": "", "agents": [name], "urls": ["/"] });
    let answer = ask("check", question.to_string().as_bytes()).unwrap();
    let notes = answer["notes"].to_string();
    let meant = after(&notes, "did you mean ").or_else(|| after(&notes, "checking as "));
    meant.map(str::to_owned)
}

/// What `generate` suggests.
fn generated(name: &str) -> Option<String> {
    let question = json!({ "choices": { "block": [name] } });
    let (_, _, detail) = ask("generate", question.to_string().as_bytes()).err()?;
    after(&detail, "did you mean ").map(str::to_owned)
}

/// What `lint` says should be written.
fn linted(name: &str) -> Option<String> {
    let robots = format!("User-agent: {name}\nDisallow: /");
    let answer = ask("lint", json!({ "robots": robots }).to_string().as_bytes()).unwrap();
    let findings = answer["files"][0]["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| finding["rule"] == "agent-misspelt")?;
    after(found["todo"].as_str().unwrap(), "write ").map(str::to_owned)
}

#[test]
fn all_notice_the_same_misspellings() {
    let made = made();
    assert_eq!(made.len(), 500);
    let mut missed = Vec::new();
    for (name, token) in &made {
        let found = checked(name);
        assert_eq!(found, generated(name), "check and generate, {name}");
        assert_eq!(found, linted(name), "check and lint, {name}");
        if found.as_deref() != Some(token) {
            missed.push(format!("{name} for {token}: {found:?}"));
        }
    }
    assert!(missed.len() <= 25, "{} are missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn other_names_are_no_misspellings() {
    let own = [
        "OurBot",
        "MyBot",
        "ExampleBot",
        "MyBot2",
        "MyCrawler",
        "FooBot",
        "ShopBot",
        "NewsBot",
        "MyOwnFeedReader",
        "TestBot",
        "AcmeBot",
        "SomeBot",
        "SurfBoard",
        "OurCrawler",
        "FriendBot",
    ];
    for name in own {
        assert_eq!((checked(name), generated(name), linted(name)), (None, None, None), "{name}");
    }
    for crawler in Catalogue::built_in().crawlers() {
        let token = crawler.token();
        assert_eq!(
            Catalogue::built_in().find(token).map(maycrawl_crawlers::Crawler::token),
            Some(token)
        );
        assert_eq!(linted(token), None, "{token}");
    }
    assert_eq!(linted("AdsBot"), Some("AdsBot-Google".into()));
}

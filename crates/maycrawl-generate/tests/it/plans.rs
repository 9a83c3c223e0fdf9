//! Random choices.

use maycrawl_generate::{Audience, Choice, Instruction};
use proptest::prelude::*;

pub(crate) fn choice() -> impl Strategy<Value = Choice> {
    (who(), what()).prop_map(|(who, what)| {
        let said = format!("{who} {what:?}");
        Choice::new(who, what, said)
    })
}

pub(crate) fn who() -> impl Strategy<Value = Audience> {
    const TOKENS: &[&str] = &[
        "Googlebot",
        "Googlebot-Image",
        "bingbot",
        "GPTBot",
        "Applebot",
        "AdsBot-Google",
        "YandexBot",
        "Yandex",
        "YandexDirect",
        "MJ12bot",
        "Brightbot 1.0",
        "ChatGPT-User",
        "FeedFetcher-Google",
        "OurBot",
        "Our-Other_Bot",
    ];
    prop_oneof![
        3 => Just(Audience::Everyone),
        4 => prop::sample::select(TOKENS).prop_map(|token| token.parse::<Audience>().unwrap()),
        1 => prop::sample::select(&["purpose:ai-training", "purpose:archive", "operator:OpenAI", "operator:Yandex"])
            .prop_map(|who| who.parse::<Audience>().unwrap()),
    ]
}

pub(crate) fn what() -> impl Strategy<Value = Instruction> {
    let path = || {
        prop::sample::select(&[
            "/",
            "/a",
            "/a/",
            "/a$",
            "/a/b",
            "/a/b/",
            "/a*/c",
            "/b",
            "/b?",
            "/*?x=",
            "/*&x=",
            "/*.pdf$",
            "/*.pdf",
            "/c",
            "/a b",
            "/search",
            "/wp-admin/",
            "/core/*.css$",
        ])
    };
    prop_oneof![
        2 => Just(Instruction::Block),
        2 => Just(Instruction::Allow),
        5 => path().prop_map(|path| Instruction::disallow(path).unwrap()),
        3 => path().prop_map(|path| Instruction::allow(path).unwrap()),
        1 => Just(Instruction::crawl_delay("2.5").unwrap()),
        1 => Just(Instruction::content_signal("search=yes, ai-train=no").unwrap()),
        1 => Just(Instruction::content_usage("train-ai=n").unwrap()),
        1 => Just(Instruction::sitemap("https://ours.example/sitemap.xml").unwrap()),
        1 => Just(Instruction::license("https://ours.example/license.xml").unwrap()),
    ]
}

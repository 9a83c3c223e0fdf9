//! `maycrawl policy`.

use crate::{json, run, run_with, words};

/// The standing of a crawler by a file.
#[track_caller]
fn check(file: &str, token: &str, standing: &str) {
    check_in("google", file, token, standing);
}

#[track_caller]
fn check_in(dialect: &str, file: &str, token: &str, standing: &str) {
    let line = format!("policy - --format json --dialect {dialect}");
    let ran = run_with(words(&line), file.as_bytes());
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(document["crawlers"][token], standing, "{dialect} {file:?}");
}

#[test]
fn standings_are_decided_exactly() {
    check("", "GPTBot", "everywhere");
    check("User-agent: *\nDisallow: /", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: *", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: /a", "GPTBot", "partly");
    check("User-agent: *\nDisallow: /\nAllow: /a", "GPTBot", "partly");
    // A rule that never matches restricts nothing, and opens nothing.
    check("User-agent: *\nDisallow: a", "GPTBot", "everywhere");
    check("User-agent: *\nDisallow: /\nAllow: a/", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: /\nAllow: /robots.txt$", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: /\nAllow: /robots.txt", "GPTBot", "partly");
    // The longer rule decides; another covers it.
    check("User-agent: *\nDisallow: /a\nAllow: /a*", "GPTBot", "everywhere");
    check("User-agent: *\nDisallow: /a\nAllow: /", "GPTBot", "partly");
    check("User-agent: *\nDisallow: /*\nAllow: /", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: /\nAllow: /ab\nDisallow: /a**", "GPTBot", "nowhere");
    check("User-agent: *\nDisallow: /\nAllow: /", "GPTBot", "everywhere");
    check_in("cautious", "User-agent: *\nDisallow: /\nAllow: /", "GPTBot", "nowhere");
    check_in("draft-1996", "User-agent: *\nDisallow: /\nAllow: /a", "GPTBot", "nowhere");
    check_in("draft-1996", "User-agent: *\nAllow: /a\nDisallow: /", "GPTBot", "partly");
    // The union of two rules would be needed.
    let halves = "User-agent: *\nDisallow: /*a\nDisallow: /$";
    check(halves, "GPTBot", "partly");
    // Who ignores * is not restricted by it.
    check("User-agent: *\nDisallow: /", "AdsBot-Google", "everywhere");
    check("User-agent: GPTBot\nDisallow: /", "ClaudeBot", "everywhere");
}

/// The first sentences say who is blocked, also if the catalogue does not know it, and whom a file
/// asks in vain.
#[test]
fn the_first_sentences() {
    let first = |file: &str| {
        let text = run_with(words("policy -"), file.as_bytes()).stdout;
        let paragraph = text.split("\n\n").nth(1).unwrap().to_owned();
        paragraph.replace('\n', " ")
    };
    for (file, sentences) in [
        ("", "Everyone may crawl everything."),
        (
            "User-agent: *\nDisallow: /\nAllow: /public/",
            "Everyone may crawl only what the group for * allows.",
        ),
        (
            "User-agent: MadeUpBot\nDisallow: /",
            "Blocked, but not in the catalogue: MadeUpBot. Everyone else may crawl everything.",
        ),
        (
            "User-agent: DeepSeekBot\nDisallow: /",
            "Asked to stay away, but ignore robots.txt: DeepSeekBot. Everyone else may crawl everything.",
        ),
        (
            "User-agent: Applebot\nDisallow: /",
            "Blocked: Applebot. Everyone else may crawl everything.",
        ),
        (
            "User-agent: Googlebot\nDisallow: /\n\nUser-agent: Applebot\nDisallow:",
            "Blocked: Googlebot. Without groups of their own, but following one of these: 9 crawlers \
             (Google-CloudVertexBot, Google-InspectionTool, Googlebot-Image and 6 more). Everyone \
             else may crawl everything.",
        ),
    ] {
        assert_eq!(first(file), sentences, "{file}");
    }
}

#[test]
fn a_policy_at_a_glance() {
    let ran = run(words("policy examples/news.txt"));
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout);
    let markdown = run(words("policy examples/news.txt --format md")).stdout;
    assert!(markdown.contains("| crawlers by purpose | everywhere | partly |"), "{markdown}");
    for file in ["shop", "news", "broken"] {
        let ran = run(words(&format!("policy examples/{file}.txt --format json")));
        json::validate(&serde_json::from_str(&ran.stdout).unwrap(), "policy");
    }
}

#[test]
fn what_does_not_go_together_is_named() {
    // Without the breaks of lines.
    let text = |file: &str| {
        let text = run_with(words("policy -"), file.as_bytes()).stdout;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let signal = "User-agent: *\nContent-Signal: ai-train=no\nAllow: /";
    assert!(
        text(signal).contains("Content-Signal denies AI training, but every crawler"),
        "{}",
        text(signal)
    );
    let usage = "User-agent: *\nContent-Usage: train-ai=y\nDisallow: /";
    assert!(text(usage).contains("Content-Usage permits AI training, but no crawler"));
    let dropped = "User-agent: *\nDisallow: /private/\n\nUser-agent: Googlebot\nDisallow: /tmp/";
    assert!(text(dropped).contains("line 4: Googlebot may fetch /private/, which Disallow: /private/ (line 2) blocks for others"), "{}", text(dropped));
    // The crawler itself looks for its whole name; Google's parser would not find it.
    let in_vain = "User-agent: MJ12bot\nDisallow: /";
    assert!(!text(in_vain).contains("Names that do not work"), "{}", text(in_vain));
    let to_google = run_with(words("policy --dialect google -"), in_vain.as_bytes()).stdout;
    assert!(
        to_google.contains("line 1: in the dialect google, no User-agent line can name MJ12bot"),
        "{to_google}"
    );
    assert!(!text("User-agent: *\nDisallow: /a").contains("Contradictions"));
}

/// A file from which nothing can be learnt is named before anything is said of it.
#[test]
fn what_is_no_robots_txt_is_said_first() {
    for (file, note) in [
        (&b""[..], "standard input is empty: crawlers may fetch everything"),
        (
            b"<html>",
            "standard input is a web page, not a robots.txt: crawlers find few or no rules in it",
        ),
        (b"\xFF\xFEu\0s\0", "standard input is UTF-16: crawlers find no rules in it"),
        (
            b"\x89PNG",
            "standard input is binary data, not a robots.txt: crawlers find no rules in it",
        ),
    ] {
        for line in ["policy -", "check --robots - /"] {
            assert_eq!(run_with(words(line), file).stderr, format!("maycrawl: {note}\n"), "{line}");
        }
    }
    let large = [b"User-agent: *\nDisallow: /\n", &vec![b'\n'; 600_000][..]].concat();
    let ran = run_with(words("policy - --dialect google"), &large);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: standard input is too large: the dialect google does not read its last 88026 bytes");
}

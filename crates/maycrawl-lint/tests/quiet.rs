//! What the rules about agents and groups say, and where they are silent: where nothing
//! changes for a crawler that still comes.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use maycrawl::Document;
use maycrawl_lint::{Finding, LintContext, Settings, Severity, lint};

/// What one rule finds, whether or not it is pedantic.
fn found(rule: &str, file: &str) -> Vec<Finding> {
    let mut settings = Settings::default();
    settings.enable(rule).unwrap();
    let mut found = lint(&Document::parse(file), &LintContext::default(), &settings);
    found.retain(|finding| finding.rule.name == rule);
    found
}

/// Asserts that a rule says nothing about a file, or one thing that contains these words:
/// in the message or in the advice.
#[track_caller]
fn check(rule: &str, file: &str, expected: Option<&str>) {
    let found = found(rule, file);
    let said: Vec<_> = found.iter().map(|one| format!("{}; {}", one.message, one.help)).collect();
    match expected {
        None => assert!(said.is_empty(), "{rule} says {said:?} about {file:?}"),
        Some(words) => {
            let is_it = matches!(said.as_slice(), [one] if one.contains(words));
            assert!(is_it, "{rule} says {said:?} about {file:?}, not {words:?}");
        }
    }
}

#[track_caller]
fn silent(rule: &str, file: &str) {
    check(rule, file, None);
}

#[track_caller]
fn says(rule: &str, file: &str, words: &str) {
    check(rule, file, Some(words));
}

#[test]
fn control_tokens() {
    const RULE: &str = "agent-control-token";
    says(RULE, "User-agent: Google-Extended\nDisallow: /", "do not block Googlebot unless");
    says(RULE, "User-agent: Applebot-Extended\nDisallow: /", "do not block Applebot unless");
    silent(RULE, "User-agent: *\nUser-agent: Google-Extended\nDisallow: /private/");
}

#[test]
fn names_cut_short() {
    const RULE: &str = "agent-cut-short";
    says(RULE, "User-agent: yandex.com/bot\nDisallow: /x/", "\"yandex.com/bot\"");
    // The name stands elsewhere; it is a documented one; the crawler is gone; its user runs it.
    silent(RULE, "User-agent: ADmantX Analyzer\nUser-agent: ADmantX\nDisallow: /");
    silent(RULE, "User-agent: ADmantX Analyzer\nDisallow: /\n\nUser-agent: ADmantX\nDisallow: /");
    silent(RULE, "User-agent: ADmantX Analyzer\nUser-agent: *\nDisallow: /");
    silent(RULE, "User-agent: contao/crawler\nDisallow: /x/");
    silent(RULE, "User-agent: fast enterprise crawler\nDisallow: /x/");
    silent(RULE, "User-agent: HTTrack 3.0\nDisallow: /x/");
    silent(RULE, "User-agent: awario.com\nUser-agent: AwarioBot\nDisallow: /x/");
}

#[test]
fn names_with_a_version() {
    const RULE: &str = "agent-version";
    says(RULE, "User-agent: Yeti/1.0\nDisallow: /x/", "in Yeti/1.0");
    silent(RULE, "User-agent: Yeti/1.0\nUser-agent: Yeti\nDisallow: /x/");
    silent(RULE, "User-agent: Yeti/1.0\nDisallow: /x/\n\nUser-agent: *\nDisallow: /x/");
    silent(RULE, "User-agent: Googlebot/2.1\nDisallow: /x/");
    silent(RULE, "User-agent: CherryPicker/1.0\nDisallow: /x/");
    // A search engine leads.
    let both = "User-agent: bitlybot/2.0\nUser-agent: Yeti/1.0\nDisallow: /x/";
    says(RULE, both, "in Yeti/1.0");
}

#[test]
fn names_with_a_star() {
    const RULE: &str = "agent-wildcard";
    says(RULE, "User-agent: Twitterbot/*\nDisallow: /x/", "write Twitterbot");
    says(RULE, "User-agent: *bot\nDisallow: /x/", "no crawler follows");
    silent(RULE, "User-agent: Mediapartners-Google*\nDisallow: /x/");
    silent(RULE, "User-agent: WebWhacker*\nDisallow: /x/");
    silent(RULE, "User-agent: *<br/>Sitemap\nDisallow: /x/");
    silent(RULE, "User-agent: Twitterbot*\nUser-agent: Twitterbot\nDisallow: /x/");
}

#[test]
fn misspelt_names() {
    const RULE: &str = "agent-misspelt";
    says(RULE, "User-agent: linkdebot\nDisallow: /x/", "if linkdexbot is meant");
    silent(RULE, "User-agent: linkdebot\nUser-agent: linkdexbot\nDisallow: /x/");
    silent(RULE, "User-agent: linkdebot\nUser-agent: *\nDisallow: /x/");
    silent(RULE, "User-agent: SupperHTTP\nDisallow: /x/");
    silent(RULE, "User-agent: AdsTxtCrawlerTP\nDisallow: /x/");
    silent(RULE, "User-agent: Sogouwebspider\nDisallow: /x/");
}

#[test]
fn whole_headers() {
    const RULE: &str = "agent-full-header";
    let header = "User-agent: Mozilla/4.0 (compatible; BullsEye; Windows 95)";
    says(RULE, &format!("{header}\nDisallow: /"), "delete the whole group");
    says(RULE, &format!("{header}\nUser-agent: a\nDisallow: /"), "the others of the group");
    silent(RULE, &format!("{header}\nUser-agent: BullsEye\nDisallow: /"));
    silent(RULE, &format!("{header}\nUser-agent: *\nDisallow: /"));
    assert_eq!(found(RULE, header)[0].severity, Severity::Note);
}

#[test]
fn crawlers_that_ignore_the_rest() {
    const RULE: &str = "agent-ignores-global";
    let closed = "User-agent: *\nDisallow: /\n\n";
    says(RULE, closed, "AdsBot-Google and Mediapartners-Google do not");
    let adsbot = format!("{closed}User-agent: AdsBot-Google\nDisallow: /\n\n");
    says(RULE, &adsbot, "Mediapartners-Google does not");
    silent(RULE, &format!("{adsbot}User-agent: Mediapartners-Google\nDisallow: /"));
}

#[test]
fn crawlers_that_obey_nothing() {
    const RULE: &str = "agent-obeys-nothing";
    says(RULE, "User-agent: ChatGPT-User\nDisallow: /", "when a person asks");
    says(RULE, "User-agent: HTTrack\nDisallow: /", "its user");
    silent(RULE, "User-agent: ia_archiver\nDisallow: /");
    silent(RULE, "User-agent: ChatGPT-User\nUser-agent: *\nDisallow: /private/");
    silent(RULE, "User-agent: ChatGPT-User\nCrawl-delay: 1\n\nUser-agent: X\nDisallow: /");
}

#[test]
fn names_twice() {
    const RULE: &str = "agent-repeated";
    says(RULE, "User-agent: a\nUser-agent: a\nDisallow: /", "names a twice");
    silent(RULE, "User-agent: A\nUser-agent: a\nDisallow: /");
    // Deleted, the line would leave a blank one between the name and its rules.
    let apart = "User-agent: *\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x/";
    says(RULE, apart, "Crawl-delay does not end a group");
    assert!(found(RULE, apart)[0].fixes.is_empty());
    let blank = "User-agent: a\n\nUser-agent: a\nDisallow: /x/";
    assert!(found(RULE, blank)[0].fixes.is_empty());
}

#[test]
fn retired_names() {
    const RULE: &str = "agent-retired";
    let ai = "User-agent: anthropic-ai\nDisallow: /\n\n";
    says(RULE, ai, "Anthropic's is ClaudeBot, which no group names; name ClaudeBot");
    says(RULE, &format!("{ai}User-agent: *\nDisallow: /x/"), "follows the group for *");
    silent(RULE, &format!("{ai}User-agent: *\nDisallow: /"));
    silent(RULE, "User-agent: anthropic-ai\nUser-agent: *\nDisallow: /x/");
    silent(RULE, "User-agent: msnbot\nDisallow:\n\nUser-agent: *\nDisallow:");
    silent(RULE, "User-agent: msnbot\nCrawl-delay: 1\n\nUser-agent: *\nDisallow: /x/");
    // Advice that would take the site out of search, or open what * blocks.
    says(RULE, "User-agent: msnbot\nDisallow: /", "delete the group; naming bingbot instead");
    let partly = "User-agent: msnbot\nDisallow: /a/\n\nUser-agent: *\nDisallow: /b/";
    says(RULE, partly, "delete the group; if its rules are for bingbot");
    assert!(found(RULE, partly)[0].fixes.is_empty());
}

#[test]
fn search_beside_training() {
    const RULE: &str = "agent-search-and-training";
    let list = "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\n\
        User-agent: PerplexityBot\nDisallow: /";
    silent(RULE, "User-agent: GPTBot\nUser-agent: PerplexityBot\nDisallow: /");
    says(RULE, list, "take PerplexityBot out of this list");
    let groups = "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\nDisallow: /\n\n\
        User-agent: PerplexityBot\nDisallow: /";
    says(RULE, groups, "delete the group for PerplexityBot");
    silent(RULE, &format!("{groups}\n\nUser-agent: Meta-ExternalAgent\nAllow: /"));
    silent(RULE, &groups.replace("PerplexityBot", "PerplexityBot # asked for"));
}

#[test]
fn blank_lines() {
    const RULE: &str = "group-blank-line";
    says(RULE, "User-agent: *\n\nDisallow: /x/", "ignore line 3");
    says(RULE, "User-agent: *\n\nDisallow: /x/\n\nUser-agent: b\n\nDisallow: /", "ignore line 3");
    silent(RULE, "User-agent: Twitterbot\n\nDisallow: /x/");
    silent(RULE, "User-agent: Yandex\nDisallow: /\n\nUser-agent: *\n\nDisallow: /x/");
    silent(RULE, "User-agent: *\nDisallow: /x/\n\nAllow: .js");
    // To Yandex the group for * ends above that for bingbot.
    silent(RULE, "User-agent: *\nCrawl-delay: 1\n\nUser-agent: bingbot\n\nDisallow: /x/");
}

#[test]
fn a_closed_site() {
    const RULE: &str = "group-blocks-everything";
    let closed = "User-agent: *\nDisallow: /\n\n";
    says(RULE, closed, "Google and Bing cannot read");
    let google = format!("{closed}User-agent: Googlebot\nAllow: /\n\n");
    says(RULE, &google, "Googlebot may fetch it, bingbot and DuckDuckBot may not");
    silent(RULE, &format!("{google}User-agent: bingbot\nAllow: /"));
    let blocked = format!("{closed}User-agent: Googlebot\nDisallow: /");
    says(RULE, &blocked, "and for Googlebot");
}

#[test]
fn rules_of_the_rest_that_are_lost() {
    const RULE: &str = "group-drops-global-rules";
    let all = "User-agent: *\nDisallow: /a/\nDisallow: /a/\nDisallow: /b/\n\n";
    let bing = format!("{all}User-agent: bingbot\nDisallow: /x/\n\n");
    says(RULE, &bing, "2 rules of the group for * do not apply to bingbot, among them");
    says(RULE, &format!("{bing}User-agent: Yeti\nDisallow: /y/"), "apply to bingbot");
    let lines = "Disallow: /1\nDisallow: /2\nDisallow: /3\nDisallow: /4";
    silent(RULE, &format!("{all}User-agent: bingbot\n{lines}"));
    silent(RULE, &format!("{all}User-agent: bingbot # its own\nDisallow: /x/"));
    silent(RULE, &format!("{all}User-agent: msnbot\nDisallow: /x/"));
    silent(RULE, &format!("{all}User-agent: Googlebot-Image\nDisallow: /x/"));
    silent(RULE, &format!("{all}User-agent: AdIdxBot\nDisallow: /x/"));
}

#[test]
fn groups_that_run_into_the_next() {
    const RULE: &str = "group-falls-through";
    let bots = "User-agent: A\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /";
    says(RULE, bots, "blocks A and B alike; before line 4");
    let all = "User-agent: *\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /x/";
    says(RULE, all, "if the rules below line 4 are for all crawlers");
    assert!(found(RULE, all)[0].fixes.is_empty());
    let damaged = "User-agent: A\n\u{200B}Disallow: /\n\nUser-agent: B\nDisallow: /";
    silent(RULE, damaged);
    // Yandex ends a group at a blank line.
    let yandex = "User-agent: Yandex\nUser-agent: A\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /";
    says(RULE, yandex, "blocks A and B alike");
}

#[test]
fn crawlers_set_free() {
    const RULE: &str = "group-frees-crawler";
    let all = "User-agent: *\nDisallow: /a/\nDisallow: *b*\n\n";
    says(RULE, &format!("{all}User-agent: bingbot\nDisallow:"), "also /a/,");
    // The path that the group opens by an Allow of its own is meant.
    says(RULE, &format!("{all}User-agent: bingbot\nAllow: /a/"), "also what *b* matches");
    silent(RULE, &format!("{all}User-agent: Googlebot-Image\nAllow: /"));
    silent(RULE, &format!("{all}User-agent: bingbot\nDisallow: }}"));
    silent(RULE, "User-agent: *\nDisallow: /readme.html\n\nUser-agent: bingbot\nDisallow:");
}

#[test]
fn repeated_groups() {
    const RULE: &str = "group-repeated";
    let one = "User-agent: *\nDisallow: /a/\n\n";
    says(RULE, &format!("{one}User-agent: *\nDisallow: /b/"), "into the group on line 1");
    let three = format!("{one}User-agent: *\nDisallow: /b/\n\nUser-agent: *\nDisallow: /c/");
    says(RULE, &three, "* has 3 groups");
    silent(RULE, &format!("{one}User-agent: *\nDisallow:"));
    silent(RULE, &format!("{one}User-agent: *\nAllow: /b/"));
    silent(RULE, &format!("{one}User-agent: *\nDisallow: /b/").replace('*', "bingbot"));
    let shared = format!("User-agent: X\n{one}User-agent: *\nDisallow: /b/");
    says(RULE, &shared, "write one group for * alone");
}

#[test]
fn groups_without_rules() {
    const RULE: &str = "group-without-rules";
    let all = "User-agent: *\nDisallow: /a/\n\n";
    says(RULE, &format!("{all}User-agent: bingbot\nCrawl-delay: 5"), "beginning with that for /a/");
    silent(RULE, "User-agent: *\n");
    silent(RULE, "User-agent: *\nAllow: /\n\nUser-agent: AhrefsBot\nCrawl-delay: 10");
    silent(RULE, &format!("{all}User-agent: msnbot\nCrawl-delay: 5"));
    let bare = format!("{all}User-agent: bingbot\n/b/");
    says(RULE, &bare, "write Disallow: before the path");
    assert!(found(RULE, &bare)[0].fixes.is_empty());
}

//! What the rules about agents say, and where nothing changes for a crawler that still comes.

use maycrawl_lint::Severity;

use super::{check, check_silent, only};

#[test]
fn control_tokens() {
    const RULE: &str = "agent-control-token";
    check(RULE, "User-agent: Google-Extended\nDisallow: /", "do not block Googlebot unless");
    check(RULE, "User-agent: Applebot-Extended\nDisallow: /", "do not block Applebot unless");
    check_silent(RULE, "User-agent: *\nUser-agent: Google-Extended\nDisallow: /private/");
}

#[test]
fn names_cut_short() {
    const RULE: &str = "agent-cut-short";
    check(RULE, "User-agent: yandex.com/bot\nDisallow: /x/", "\"yandex.com/bot\"");
    // The name stands elsewhere; it is a documented one; the crawler is gone; its user runs it.
    check_silent(RULE, "User-agent: ADmantX Analyzer\nUser-agent: ADmantX\nDisallow: /");
    check_silent(
        RULE,
        "User-agent: ADmantX Analyzer\nDisallow: /\n\nUser-agent: ADmantX\nDisallow: /",
    );
    check_silent(RULE, "User-agent: ADmantX Analyzer\nUser-agent: *\nDisallow: /");
    check_silent(RULE, "User-agent: contao/crawler\nDisallow: /x/");
    check_silent(RULE, "User-agent: fast enterprise crawler\nDisallow: /x/");
    check_silent(RULE, "User-agent: HTTrack 3.0\nDisallow: /x/");
    check_silent(RULE, "User-agent: awario.com\nUser-agent: AwarioBot\nDisallow: /x/");
}

#[test]
fn names_with_a_version() {
    const RULE: &str = "agent-version";
    check(RULE, "User-agent: Yeti/1.0\nDisallow: /x/", "in Yeti/1.0");
    check_silent(RULE, "User-agent: Yeti/1.0\nUser-agent: Yeti\nDisallow: /x/");
    check_silent(RULE, "User-agent: Yeti/1.0\nDisallow: /x/\n\nUser-agent: *\nDisallow: /x/");
    check_silent(RULE, "User-agent: Googlebot/2.1\nDisallow: /x/");
    check_silent(RULE, "User-agent: CherryPicker/1.0\nDisallow: /x/");
    // A search engine leads.
    let both = "User-agent: bitlybot/2.0\nUser-agent: Yeti/1.0\nDisallow: /x/";
    check(RULE, both, "in Yeti/1.0");
}

#[test]
fn names_with_a_star() {
    const RULE: &str = "agent-wildcard";
    check(RULE, "User-agent: Twitterbot/*\nDisallow: /x/", "write Twitterbot");
    check(RULE, "User-agent: *bot\nDisallow: /x/", "no crawler follows");
    check_silent(RULE, "User-agent: Mediapartners-Google*\nDisallow: /x/");
    check_silent(RULE, "User-agent: WebWhacker*\nDisallow: /x/");
    check_silent(RULE, "User-agent: *<br/>Sitemap\nDisallow: /x/");
    check_silent(RULE, "User-agent: *Disallow:Sitemap: all\nDisallow: /x/");
    check_silent(RULE, "User-agent: .^bot*.\nDisallow: /x/");
    check_silent(RULE, "User-agent: Twitterbot*\nUser-agent: Twitterbot\nDisallow: /x/");
}

#[test]
fn misspelt_names() {
    const RULE: &str = "agent-misspelt";
    check(RULE, "User-agent: linkdebot\nDisallow: /x/", "if linkdexbot is meant");
    check_silent(RULE, "User-agent: linkdebot\nUser-agent: linkdexbot\nDisallow: /x/");
    check_silent(RULE, "User-agent: linkdebot\nUser-agent: *\nDisallow: /x/");
    check_silent(RULE, "User-agent: SupperHTTP\nDisallow: /x/");
    check_silent(RULE, "User-agent: AdsTxtCrawlerTP\nDisallow: /x/");
    check_silent(RULE, "User-agent: Sogouwebspider\nDisallow: /x/");
    check_silent(RULE, "User-agent: G-i-g-a-b-o-t\nDisallow: /x/");
}

#[test]
fn names_that_no_crawler_has() {
    const RULE: &str = "agent-invented";
    let group = "User-agent: OpenAI\nDisallow: /\n\n";
    assert_eq!(only(RULE, group).severity, Severity::Error);
    check(RULE, group, "GPTBot trains, OAI-SearchBot searches");
    let known = format!("{group}User-agent: GPTBot\nDisallow: /\n\n");
    check(RULE, &known, "the file names GPTBot already; name OAI-SearchBot and ChatGPT-User too");
    assert_eq!(only(RULE, &known).severity, Severity::Note);
    let twice = only(RULE, &format!("{group}User-agent: ChatGPT\nDisallow: /"));
    assert_eq!(twice.related.len(), 1);
}

#[test]
fn whole_headers() {
    const RULE: &str = "agent-full-header";
    let header = "User-agent: Mozilla/4.0 (compatible; BullsEye; Windows 95)";
    check(RULE, &format!("{header}\nDisallow: /"), "delete the whole group");
    check(RULE, &format!("{header}\nUser-agent: a\nDisallow: /"), "the others of the group");
    check_silent(RULE, &format!("{header}\nUser-agent: BullsEye\nDisallow: /"));
    check_silent(RULE, &format!("{header}\nUser-agent: *\nDisallow: /"));
    assert_eq!(only(RULE, header).severity, Severity::Note);
}

#[test]
fn crawlers_that_ignore_the_rest() {
    const RULE: &str = "agent-ignores-global";
    let closed = "User-agent: *\nDisallow: /\n\n";
    check(RULE, closed, "AdsBot-Google and Mediapartners-Google do not");
    let adsbot = format!("{closed}User-agent: AdsBot-Google\nDisallow: /\n\n");
    check(RULE, &adsbot, "Mediapartners-Google does not");
    check_silent(RULE, &format!("{adsbot}User-agent: Mediapartners-Google\nDisallow: /"));
}

#[test]
fn crawlers_that_obey_nothing() {
    const RULE: &str = "agent-obeys-nothing";
    check(RULE, "User-agent: ChatGPT-User\nDisallow: /", "when a person asks");
    check(RULE, "User-agent: HTTrack\nDisallow: /", "its user");
    check_silent(RULE, "User-agent: ia_archiver\nDisallow: /");
    check_silent(RULE, "User-agent: ChatGPT-User\nUser-agent: *\nDisallow: /private/");
    check_silent(RULE, "User-agent: ChatGPT-User\nCrawl-delay: 1\n\nUser-agent: X\nDisallow: /");
}

#[test]
fn names_twice() {
    const RULE: &str = "agent-repeated";
    check(RULE, "User-agent: a\nUser-agent: a\nDisallow: /", "names a twice");
    check_silent(RULE, "User-agent: A\nUser-agent: a\nDisallow: /");
    // Deleted, the line would leave a blank one between the name and its rules.
    let apart = "User-agent: *\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x/";
    check(RULE, apart, "Crawl-delay does not end a group");
    assert!(only(RULE, apart).fixes.is_empty());
    let blank = "User-agent: a\n\nUser-agent: a\nDisallow: /x/";
    assert!(only(RULE, blank).fixes.is_empty());
}

#[test]
fn retired_names() {
    const RULE: &str = "agent-retired";
    let ai = "User-agent: anthropic-ai\nDisallow: /\n\n";
    check(RULE, ai, "Anthropic now uses ClaudeBot, which no group names; name ClaudeBot");
    check(RULE, &format!("{ai}User-agent: *\nDisallow: /x/"), "follows the group for *");
    check_silent(RULE, &format!("{ai}User-agent: *\nDisallow: /"));
    check_silent(RULE, "User-agent: anthropic-ai\nUser-agent: *\nDisallow: /x/");
    let old = |rest: &str| format!("User-agent: Googlebot-Mobile\n{rest}");
    check_silent(RULE, &old("Disallow:\n\nUser-agent: *\nDisallow:"));
    check_silent(RULE, &old("Crawl-delay: 1\n\nUser-agent: *\nDisallow: /x/"));
    // bingbot obeys the groups of its predecessor.
    check_silent(RULE, "User-agent: msnbot\nDisallow: /x/");
    // Advice that would take the site out of search, or open what * blocks.
    check(RULE, &old("Disallow: /"), "delete the group; naming Googlebot instead");
    let partly = old("Disallow: /a/\n\nUser-agent: *\nDisallow: /b/");
    check(RULE, &partly, "delete the group; if its rules should apply to Googlebot");
    assert!(only(RULE, &partly).fixes.is_empty());
}

#[test]
fn search_beside_training() {
    const RULE: &str = "agent-search-and-training";
    let list = "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\n\
        User-agent: PerplexityBot\nDisallow: /";
    check_silent(RULE, "User-agent: GPTBot\nUser-agent: PerplexityBot\nDisallow: /");
    check(RULE, list, "take PerplexityBot out of this list");
    let groups = "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: ClaudeBot\nDisallow: /\n\n\
        User-agent: PerplexityBot\nDisallow: /";
    check(RULE, groups, "delete the group for PerplexityBot");
    check_silent(RULE, &format!("{groups}\n\nUser-agent: Meta-ExternalAgent\nAllow: /"));
    check_silent(RULE, &groups.replace("PerplexityBot", "PerplexityBot # asked for"));
}

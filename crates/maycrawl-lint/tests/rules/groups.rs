//! What the rules about groups say, and where nothing changes for a crawler that still comes.

use maycrawl_lint::Severity;

use super::{check, check_silent, only};

#[test]
fn blank_lines() {
    const RULE: &str = "group-blank-line";
    check(RULE, "User-agent: *\n\nDisallow: /x/", "ignore line 3");
    check(RULE, "User-agent: *\n\nDisallow: /x/\n\nUser-agent: b\n\nDisallow: /", "ignore line 3");
    check_silent(RULE, "User-agent: Twitterbot\n\nDisallow: /x/");
    // Yandex's own files have blank lines between rules.
    check_silent(RULE, "User-agent: Yandex\nDisallow: /x/\n\nDisallow: /y/\n\nAllow: /x/a");
    check_silent(RULE, "User-agent: Yandex\nDisallow: /\n\nUser-agent: *\n\nDisallow: /x/");
    check_silent(RULE, "User-agent: *\nDisallow: /x/\n\nAllow: .js");
    // To Yandex the group for * ends above that for bingbot.
    check_silent(RULE, "User-agent: *\nCrawl-delay: 1\n\nUser-agent: bingbot\n\nDisallow: /x/");
}

#[test]
fn a_closed_site() {
    const RULE: &str = "group-blocks-everything";
    let closed = "User-agent: *\nDisallow: /\n\n";
    check(RULE, closed, "Google and Bing cannot read");
    let google = format!("{closed}User-agent: Googlebot\nAllow: /\n\n");
    check(RULE, &google, "Googlebot may fetch it, bingbot and DuckDuckBot may not");
    check_silent(RULE, &format!("{google}User-agent: bingbot\nAllow: /"));
    let thrice = "User-agent: *\nDisallow: /\nDisallow: /*\nDisallow: *";
    check(RULE, thrice, "on lines 2, 3 and 4");
    let duck = format!("{closed}User-agent: DuckDuckBot\nAllow: /");
    check(RULE, &duck, "DuckDuckBot may fetch it");
    let baidu = format!("{closed}User-agent: Baiduspider\nAllow: /");
    check(RULE, &baidu, "Baiduspider may fetch it");
    assert_eq!(only(RULE, &baidu).severity, Severity::Note);
    let blocked = format!("{closed}User-agent: Googlebot\nDisallow: /");
    check(RULE, &blocked, "and for Googlebot");
}

#[test]
fn rules_of_the_rest_that_are_lost() {
    const RULE: &str = "group-drops-global-rules";
    let all = "User-agent: *\nDisallow: /a/\nDisallow: /a/\nDisallow: /b/\n\n";
    let bing = format!("{all}User-agent: bingbot\nDisallow: /x/\n\n");
    check(RULE, &bing, "2 rules of the group for * do not apply to bingbot, among them");
    check(RULE, &format!("{bing}User-agent: Yeti\nDisallow: /y/"), "apply to bingbot");
    let lines = "Disallow: /1\nDisallow: /2\nDisallow: /3\nDisallow: /4";
    check_silent(RULE, &format!("{all}User-agent: bingbot\n{lines}"));
    check_silent(RULE, &format!("{all}User-agent: bingbot # its own\nDisallow: /x/"));
    check_silent(RULE, &format!("{all}User-agent: msnbot\nDisallow: /x/"));
    check_silent(RULE, &format!("{all}User-agent: Googlebot-Image\nDisallow: /x/"));
    check_silent(RULE, &format!("{all}User-agent: AdIdxBot\nDisallow: /x/"));
    check_silent(RULE, &format!("{all}User-agent: Google-Extended\nDisallow: /x/"));
    check_silent(RULE, &format!("{all}User-agent: bingbot\nDisallow:\nDisallow: /x/"));
    // A copy without the exceptions would block more than * does.
    let excepted = format!("{all}Allow: /a/b\n\nUser-agent: bingbot\nDisallow: /x/");
    let excepted = excepted.replace("/b/\n\nAllow", "/b/\nAllow");
    assert!(only(RULE, &excepted).fixes.is_empty());
    // A choice among the rules of *.
    check_silent(RULE, &format!("{all}User-agent: Googlebot\nDisallow: /a/"));
}

#[test]
fn groups_that_run_into_the_next() {
    const RULE: &str = "group-falls-through";
    let bots = "User-agent: A\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /";
    check(RULE, bots, "so Disallow: / applies to A and B; before line 4");
    let all = "User-agent: *\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /x/";
    check(RULE, all, "if the rules below line 4 are for all crawlers");
    assert!(only(RULE, all).fixes.is_empty());
    let damaged = "User-agent: A\n\u{200B}Disallow: /\n\nUser-agent: B\nDisallow: /";
    check_silent(RULE, damaged);
    // Yandex ends a group at a blank line.
    let yandex = "User-agent: Yandex\nUser-agent: A\nCrawl-delay: 5\n\nUser-agent: B\nDisallow: /";
    check(RULE, yandex, "applies to A and B");
}

#[test]
fn crawlers_set_free() {
    const RULE: &str = "group-frees-crawler";
    let all = "User-agent: *\nDisallow: /a/\nDisallow: *b*\n\n";
    check(RULE, &format!("{all}User-agent: bingbot\nDisallow:"), "including /a/,");
    // The path that the group opens by an Allow of its own is meant.
    check(RULE, &format!("{all}User-agent: bingbot\nAllow: /a/"), "including what *b* matches");
    check_silent(RULE, &format!("{all}User-agent: Googlebot-Image\nAllow: /"));
    check_silent(RULE, &format!("{all}User-agent: bingbot\nDisallow: }}"));
    check_silent(RULE, "User-agent: *\nDisallow: /readme.html\n\nUser-agent: bingbot\nDisallow:");
}

#[test]
fn repeated_groups() {
    const RULE: &str = "group-repeated";
    let one = "User-agent: *\nDisallow: /a/\n\n";
    check(RULE, &format!("{one}User-agent: *\nDisallow: /b/"), "into the group on line 1");
    let three = format!("{one}User-agent: *\nDisallow: /b/\n\nUser-agent: *\nDisallow: /c/");
    check(RULE, &three, "* has 3 groups");
    check_silent(RULE, &format!("{one}User-agent: *\nDisallow:"));
    check_silent(RULE, &format!("{one}User-agent: *\nAllow: /b/"));
    check_silent(RULE, &format!("{one}User-agent: *\nDisallow: /b/").replace('*', "bingbot"));
    let shared = format!("User-agent: X\n{one}User-agent: *\nDisallow: /b/");
    check(RULE, &shared, "write one group for * alone");
}

#[test]
fn groups_without_rules() {
    const RULE: &str = "group-without-rules";
    let all = "User-agent: *\nDisallow: /a/\n\n";
    check(RULE, &format!("{all}User-agent: bingbot\nCrawl-delay: 5"), "such as that for /a/");
    check_silent(RULE, "User-agent: *\n");
    check_silent(RULE, "User-agent: *\nAllow: /\n\nUser-agent: AhrefsBot\nCrawl-delay: 10");
    check_silent(RULE, &format!("{all}User-agent: msnbot\nCrawl-delay: 5"));
    let split = format!("{all}User-agent: bingbot\n\nUser-agent: Yeti\n");
    check(RULE, &split, "repeat the rules of * in each of these groups");
    let bare = format!("{all}User-agent: bingbot\n/b/");
    check(RULE, &bare, "write Disallow: before the path");
    assert!(only(RULE, &bare).fixes.is_empty());
}

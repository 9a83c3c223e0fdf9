//! Adding a plan to a file that is there.

use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath, agent::GroupChoice, dialect::TokenLists};
use maycrawl_crawlers::{Catalogue, Crawler, Obeys};
use maycrawl_generate::{Audience, Choice, Comments, Instruction, Plan};
use proptest::prelude::*;

use crate::oracle::{ENGINES, Meaning, blocked, decides, glob, is_plain};
use crate::plans::choice;

/// Paths that the rules of random files and plans tell apart.
const PATHS: [&str; 18] = [
    "/",
    "/a",
    "/a/",
    "/a/b",
    "/a/b/c",
    "/ab",
    "/b",
    "/b?x=1",
    "/c.pdf",
    "/c",
    "/a%20b",
    "/search",
    "/foo",
    "/foo/bar",
    "/bar",
    "/a/c",
    "/index.html",
    "/wp-admin/a",
];

fn plan(choices: &[(&str, Instruction)]) -> Plan {
    let choice = |(who, what): &(&str, Instruction)| {
        Choice::new(who.parse::<Audience>().unwrap(), what.clone(), format!("{who} {what:?}"))
    };
    let choices: Vec<_> = choices.iter().map(choice).collect();
    Plan::with_any_token(&choices, Catalogue::built_in()).unwrap()
}

/// What is added to a file, or why nothing can be.
fn check(choices: &[(&str, Instruction)], file: &str, expected: &str) {
    let plan = plan(choices);
    let catalogue = Catalogue::built_in();
    match plan.merge(file.as_bytes(), catalogue, Comments::Omit) {
        Ok(merged) => {
            let source = String::from_utf8(merged.bytes.clone()).unwrap();
            assert_eq!(source, format!("{file}{expected}"), "{file}");
            let again = plan.merge(&merged.bytes, catalogue, Comments::Omit).unwrap();
            assert!(again.added.is_empty(), "{source}\nthen {:?}", String::from_utf8(again.added));
        }
        Err(error) => assert_eq!(format!("error: {error}"), expected, "{file}"),
    }
}

fn disallow(path: &str) -> Instruction {
    Instruction::disallow(path).unwrap()
}

fn allow(path: &str) -> Instruction {
    Instruction::allow(path).unwrap()
}

#[test]
fn a_new_name_gets_a_group_that_repeats_what_it_obeyed() {
    check(
        &[("GPTBot", Instruction::Block)],
        "User-agent: *\nDisallow: /a\n",
        "\nUser-agent: GPTBot\nDisallow: /\n",
    );
    check(
        &[("GPTBot", disallow("/b"))],
        "User-agent: *\nDisallow: /a\nAllow: /a/b",
        "\n\nUser-agent: GPTBot\nDisallow: /b\nAllow: /a/b\nDisallow: /a\n",
    );
    check(
        &[("Googlebot-Image", disallow("/b"))],
        "User-agent: Googlebot\nDisallow: /a\n",
        "\nUser-agent: Googlebot-Image\nDisallow: /b\nDisallow: /a\n",
    );
    // What is closed to all is opened to whom it is meant for, and only that.
    check(
        &[("bingbot", Instruction::Allow)],
        "User-agent: *\nDisallow: /\nDisallow: /a\n",
        "\nUser-agent: bingbot\nDisallow: /a\n",
    );
}

#[test]
fn a_group_that_is_there_is_added_to() {
    check(
        &[("Foo", disallow("/b"))],
        "User-agent: Foo\nDisallow: /a\n",
        "\nUser-agent: Foo\nDisallow: /b\n",
    );
    check(&[("Foo", disallow("/a"))], "User-agent: foo\nDisallow: /a\n", "");
    check(&[("Foo", disallow("/a/b"))], "User-agent: foo\nDisallow: /a\n", "");
    check(
        &[("Foo", Instruction::crawl_delay("2").unwrap())],
        "User-agent: Foo\nDisallow: /x\n",
        "\nUser-agent: Foo\nDisallow: /x\nCrawl-delay: 2\n",
    );
}

#[test]
fn what_is_for_everyone_reaches_those_who_are_named() {
    check(
        &[("*", Instruction::crawl_delay("2").unwrap())],
        "User-agent: *\nDisallow: /a\n\nUser-agent: Foo\nDisallow: /b\n",
        "\nUser-agent: *\nDisallow: /a\nCrawl-delay: 2\n\nUser-agent: Foo\nDisallow: /b\nCrawl-delay: 2\n",
    );
}

#[test]
fn what_a_group_forbids_is_not_opened_to_those_it_names() {
    let all = |what: Instruction| Choice::new(Audience::Everyone, what, "all");
    let choices = [all(disallow("/a")), all(allow("/a/b"))];
    check_merge(b"User-agent: Foo\nDisallow: /a\n", &choices);
    check_merge(b"User-agent: Foo\nUser-agent: *\nDisallow: /a\n", &choices);
}

#[test]
fn what_is_repeated_of_a_file_goes_on_to_win() {
    let choices = [
        Choice::new(Audience::Everyone, disallow("/a"), "all"),
        Choice::new(Audience::Everyone, disallow("/b"), "all"),
        Choice::new(Audience::token("Foo").unwrap(), Instruction::Allow, "Foo"),
    ];
    check_merge(b"User-agent: *\nAllow: /*b\n", &choices);
    // To Google the index file is the folder too, and one folder is shut.
    let googlebot = Audience::token("Googlebot").unwrap();
    let choices = [Choice::new(googlebot, disallow("/a$"), "Googlebot")];
    let file = b"User-agent: *\nAllow: */index.html\nDisallow: /a/$\nDisallow: /\n";
    check_merge(file, &choices);
    // Or the index file is shut, and the folder is not.
    let file = b"User-agent: *\nDisallow: /*\nAllow: /a/index.html\nDisallow: /**/index.html\n";
    check_merge(file, &choices);
}

#[test]
fn what_a_line_stands_against_is_refused() {
    check(
        &[("Foo", Instruction::Block)],
        "User-agent: Foo\nDisallow: /b\nAllow: /a\n",
        "error: line 3: Allow: /a in the group for Foo beats the new rule Disallow: /, wherever that rule is added; change this line first",
    );
    check(
        &[("Foo", Instruction::Allow)],
        "User-agent: Foo\nDisallow: /b\n",
        "error: line 2: the group for Foo blocks /b, and no added rule can allow it; change that line first",
    );
    check(
        &[("Foo", disallow("/a")), ("Foo", allow("/a/b"))],
        "User-agent: Foo\nAllow: /a/b\nDisallow: /x\n",
        "\nUser-agent: Foo\nDisallow: /a\n",
    );
    check(
        &[("Foo", Instruction::crawl_delay("2").unwrap())],
        "User-agent: Foo\nDisallow: /b\nCrawl-delay: 3\n",
        "error: line 3: the group for Foo says Crawl-delay: 3, not 2; change that line first",
    );
    check(
        &[("Foo", Instruction::Block)],
        "<!doctype html>",
        "error: it is a web page, not a robots.txt; check what the server returns",
    );
}

#[test]
fn what_the_file_leaves_open_is_closed() {
    check(
        &[("Foo", Instruction::Block)],
        "User-agent: Bar",
        "\nAllow:\n\nUser-agent: Foo\nDisallow: /\n",
    );
    check(&[("Foo", Instruction::Block)], "", "User-agent: Foo\nDisallow: /\n");
    check(
        &[("Foo", Instruction::Block)],
        "User-agent: Bar\r\nDisallow: /a\r\n",
        "\r\nUser-agent: Foo\r\nDisallow: /\r\n",
    );
}

#[test]
fn what_stands_outside_of_groups_is_added_once() {
    check(
        &[
            ("*", Instruction::sitemap("https://ours.example/b.xml").unwrap()),
            ("*", Instruction::sitemap("https://ours.example/a.xml").unwrap()),
        ],
        "Sitemap: https://ours.example/a.xml\n",
        "\nSitemap: https://ours.example/b.xml\n",
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_merged_file_keeps_what_it_said_and_says_what_was_meant(
        file in testkit::generate::robots(),
        mut choices in prop::collection::vec(choice(), 1..5),
        names in prop::collection::vec(prop::option::weighted(0.4, prop::sample::select(&["Foo", "Bar"])), 5),
    ) {
        for (choice, name) in choices.iter_mut().zip(&names) {
            if let Some(name) = name {
                choice.audience = name.parse::<Audience>().unwrap();
            }
        }
        check_merge(&file, &choices);
    }
}

fn check_merge(file: &[u8], choices: &[Choice]) {
    let catalogue = Catalogue::built_in();
    let Ok(plan) = Plan::with_any_token(choices, catalogue) else { return };
    let Ok(merged) = plan.merge(file, catalogue, Comments::Include) else { return };
    assert!(merged.bytes.starts_with(file));
    assert_eq!([file, &merged.added].concat(), merged.bytes);
    let again = plan.merge(&merged.bytes, catalogue, Comments::Include);
    let again = again.unwrap_or_else(|error| panic!("{error}\n{}", shown(&merged.bytes)));
    assert!(again.added.is_empty(), "{}\nthen {}", shown(&merged.bytes), shown(&again.added));
    let meaning = Meaning::of(choices);
    if meaning.everyone.iter().all(|one| {
        matches!(one.instruction, Instruction::Sitemap { .. } | Instruction::License { .. })
    }) {
        let unnamed: Vec<_> = ["Foo", "FooBot", "Bar", "Baz", "*"]
            .into_iter()
            .filter(|name| !meaning.named.contains(name))
            .map(|name| name.as_bytes().to_vec())
            .collect();
        for (_, engine) in &ENGINES {
            let (before, after) =
                (Robots::parse(file, engine), Robots::parse(&merged.bytes, engine));
            for name in &unnamed {
                let agent = Agent::token(name);
                let (old, new) = (before.rules(&agent), after.rules(&agent));
                for path in PATHS {
                    let path = UrlPath::parse(path, engine);
                    assert_eq!(
                        old.check(&path).is_allowed(),
                        new.check(&path).is_allowed(),
                        "{}",
                        shown(&merged.bytes)
                    );
                }
            }
        }
    }
    check_own_groups(file, &merged.bytes, &meaning);
    for (name, engine) in &ENGINES {
        let by_google = Robots::parse(file, &Dialect::GOOGLE);
        let before = Robots::parse(file, engine);
        let after = Robots::parse(&merged.bytes, engine);
        let crawlers = catalogue
            .crawlers()
            .iter()
            .filter(|one| meaning.named.contains(&one.token()) && one.obeys() != Obeys::No);
        for crawler in crawlers.filter(|crawler| is_plain(crawler.token())) {
            check_crawler(
                crawler,
                &meaning,
                [&by_google, &before, &after],
                engine,
                &format!("{name}: {}\n{choices:#?}", shown(&merged.bytes)),
            );
        }
    }
}

/// What is said of everyone opens nothing that a group forbids to those it names.
fn check_own_groups(file: &[u8], merged: &[u8], meaning: &Meaning<'_>) {
    let google = Dialect::GOOGLE;
    let [before, after] = [file, merged].map(|source| Robots::parse(source, &google));
    for name in ["Foo", "Bar"].into_iter().filter(|name| !meaning.named.contains(name)) {
        let [old, new] = [&before, &after].map(|robots| robots.rules(&Agent::token(name)));
        if !matches!(old.choice(), GroupChoice::ByName { .. }) {
            continue;
        }
        for text in PATHS {
            let path = UrlPath::parse(text, &google);
            let is_opened = !old.check(&path).is_allowed() && new.check(&path).is_allowed();
            assert!(!is_opened, "{name} {text} in {}", shown(merged));
        }
    }
}

/// A crawler of the plan may fetch what is meant; of what nothing is said, what it
/// could fetch before.
fn check_crawler(
    crawler: &Crawler,
    meaning: &Meaning<'_>,
    files: [&Robots; 3],
    engine: &Dialect,
    context: &str,
) {
    let Some(own) = meaning.own(crawler, engine) else { return };
    // What it obeyed before is the catalogue's word; not all engines know of that.
    let is_foreign = (crawler.obeys_global() == Some(false) && !engine.groups.ignores_global)
        || (crawler.fallback().is_some_and(|tokens| !tokens.is_empty())
            && engine.groups.token_lists == TokenLists::FirstOnly);
    if is_foreign {
        return;
    }
    let [by_google, before, after] = files.map(|robots| robots.rules(&crawler.agent()));
    let blocks = |choices: &[&Choice]| blocked(choices) == Some(true);
    let opens = |choices: &[&Choice]| blocked(choices) == Some(false);
    for text in PATHS {
        let path = UrlPath::parse(text, engine);
        // What is repeated is what Google reads; others may read fewer lines, and more
        // in a line.
        let google_path = UrlPath::parse(text, &Dialect::GOOGLE);
        let is_about = |choice: &&&Choice| matches!(&choice.instruction, Instruction::Rule(rule) if glob(rule.path(), text));
        let is_ruled = own.iter().any(|one| is_about(&one))
            || (!blocks(&own) && meaning.everyone.iter().any(|one| is_about(&one)));
        // A longer rule that it obeyed before is repeated, and goes on to win.
        let longest = |choices: &[&Choice]| {
            let rules = choices.iter().filter(|one| is_about(one));
            rules
                .map(|one| {
                    if let Instruction::Rule(rule) = &one.instruction {
                        rule.path().len()
                    } else {
                        0
                    }
                })
                .max()
        };
        let wish = longest(&own).max(longest(&meaning.everyone));
        let outweighs = |rules: &Rules, path: &UrlPath<'_>| {
            rules.patterns().any(|(_, _, pattern)| {
                pattern.matches(path) && wish.is_some_and(|wish| pattern.len() as usize >= wish)
            })
        };
        let is_beaten = outweighs(&by_google, &google_path) || outweighs(&before, &path);
        if is_beaten && !blocks(&own) {
            continue;
        }
        let expected = if is_ruled || blocks(&own) || (own.is_empty() && blocks(&meaning.everyone))
        {
            decides(&own, &meaning.everyone, text)
        } else if opens(&own)
            || opens(&meaning.everyone)
            || blocks(&meaning.everyone)
            || *engine != Dialect::GOOGLE
        {
            continue;
        } else {
            by_google.check(&google_path).is_allowed()
        };
        assert_eq!(
            after.check(&path).is_allowed(),
            expected,
            "{} {text} in {context}",
            crawler.token()
        );
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

//! Who asks, and which group is theirs.

use maycrawl::{Agent, Dialect, Robots, agent::GroupChoice, dialect::Preset};

#[test]
fn a_header_gives_its_product_token() {
    #[track_caller]
    fn check(header: &str, token: Option<&str>) {
        assert_eq!(Agent::from_header(header), token.map(Agent::token), "{header}");
    }
    check("MyBot", Some("MyBot"));
    check("MyBot/1.2", Some("MyBot"));
    check("MyBot/1.2 (+https://example.com/bot)", Some("MyBot"));
    check("facebookexternalhit/1.1 (+http://example.com/uatext.php)", Some("facebookexternalhit"));
    check(
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://example.com/bot.html)",
        Some("Googlebot"),
    );
    check(
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://example.com) Chrome/1.2 Safari/537.36",
        Some("bingbot"),
    );
    check(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://example.com/go/applebot)",
        Some("Applebot"),
    );
    check(
        "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider@example.com)",
        Some("Bytespider"),
    );
    check("Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://example.com/)", Some("MJ12bot"));
    check("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", None);
    // The first product is the most significant one; a comment after it names a library.
    check("MyBot/1.0 (Fetcher/2.3; +http://example.com/bot)", Some("MyBot"));
    check("Fetcher/2.3 (compatible; MyBot/1.0; +http://example.com/bot)", Some("MyBot"));
    check("", None);
    check("(((", None);
    check("Mozilla/5.0 (compatible;", None);
}

#[test]
fn an_agent_can_be_named_only_by_what_a_line_can_hold() {
    #[track_caller]
    fn check(token: &str, google: bool, google_2012: bool, draft: bool) {
        let agent = Agent::token(token);
        let answers = [Dialect::GOOGLE, Dialect::GOOGLE_2012, Dialect::DRAFT_1996]
            .map(|dialect| agent.can_be_named(&dialect));
        assert_eq!(answers, [google, google_2012, draft], "{token:?}");
    }
    check("MyBot", true, true, true);
    check("My-Bot_x", true, true, true);
    check("MyBot/1.0", false, true, true);
    check("My Bot", false, true, true);
    check("MJ12bot", false, true, true);
    check("360spider", false, false, true);
    check("Bot#1", false, true, false);
    check("Unicöde", false, true, true);
    check("*", false, false, false);
    check("", false, false, false);
    assert!(Agent::token("").can_be_named(&Dialect::GOOGLE_PARSER));
}

/// Whatever the answer above, it holds: an agent that can be named is named by
/// the line that spells its token, another never is.
#[test]
fn can_be_named_agrees_with_the_matcher() {
    for Preset { name, dialect, .. } in Preset::ALL {
        for token in
            ["MyBot", "MyBot/1.0", "My Bot", "MJ12bot", "360spider", "Bot#1", "ü", "*", "a\tb"]
        {
            let file = format!("User-agent: {token}\nDisallow: /");
            let agent = Agent::token(token);
            let choice = Robots::parse(&file, dialect).rules(&agent).choice();
            let is_named = matches!(choice, GroupChoice::ByName { .. });
            let can = agent.can_be_named(dialect);
            assert!(can || !is_named, "{name} {token:?}");
            // A prefix names without being the whole token.
            assert!(is_named || !can, "{name} {token:?}");
        }
    }
}

#[test]
fn a_list_falls_back_in_its_own_order() {
    let file = "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: Googlebot-Image\nDisallow: /b";
    let robots = Robots::parse(file, &Dialect::GOOGLE);
    let choice = |tokens: &[&str]| robots.rules(&Agent::first_of(tokens)).choice();
    assert_eq!(choice(&["Googlebot-Image", "Googlebot"]), GroupChoice::ByName { token: 0 });
    assert_eq!(choice(&["Googlebot-News", "Googlebot"]), GroupChoice::ByName { token: 1 });
    assert_eq!(choice(&["Bingbot"]), GroupChoice::NoGroup);
}

#[test]
fn a_pooled_set_obeys_all_its_groups() {
    let file = "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2";
    for Preset { name, dialect, .. } in Preset::ALL {
        let rules = Robots::parse(file, dialect).rules(&Agent::any_of(["a", "b"]));
        assert!(!rules.check_url("/1").is_allowed(), "{name}");
        let is_combined = dialect.groups.merge == maycrawl::dialect::Merge::All;
        assert_eq!(!rules.check_url("/2").is_allowed(), is_combined, "{name}");
    }
}

#[test]
fn nobody_at_all_gets_the_group_of_all() {
    let file = "User-agent: *\nDisallow: /";
    let nobody = Agent::first_of([] as [&str; 0]);
    for Preset { name, dialect, .. } in Preset::ALL {
        let rules = Robots::parse(file, dialect).rules(&nobody);
        assert_eq!(rules.choice(), GroupChoice::Global, "{name}");
    }
}

/// The line `* foo` is for all; the empty token it begins with names nobody.
#[test]
fn a_global_line_names_no_empty_token() {
    let file = "User-agent: a\nDisallow: /1\nUser-agent: * foo\nDisallow: /2";
    let rules = Robots::parse(file, &Dialect::GOOGLE_PARSER).rules(&Agent::any_of(["a", ""]));
    assert!(!rules.check_url("/1").is_allowed());
    assert!(rules.check_url("/2").is_allowed());
}

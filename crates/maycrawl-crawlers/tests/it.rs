//! The catalogue that comes with the crate.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use maycrawl::{Agent, Dialect, Robots};
use maycrawl_crawlers::{Askers, Catalogue, Crawler, NameKind, Obeys, Purpose, Reading};

const DATA: &str = include_str!("../data/crawlers.tsv");

/// In how many of 100 rows each fact is unknown. A figure may only go down.
const UNKNOWN: [(&str, f64); 11] = [
    ("operator", 7.8),
    ("dialect", 89.9),
    ("name_match", 95.1),
    ("reading_source", 88.3),
    ("reading_read", 88.3),
    ("fallback", 70.3),
    ("obeys_global", 74.2),
    ("crawl_delay", 82.5),
    ("retired", 20.7),
    ("verify", 78.2),
    ("user_agent", 39.5),
];

fn find(token: &str) -> &'static Crawler {
    Catalogue::built_in().find(token).unwrap()
}

#[test]
fn the_file_can_be_read() {
    let catalogue = Catalogue::parse(DATA).unwrap();
    assert!(catalogue.crawlers().len() >= 250);
    assert_eq!(&catalogue, Catalogue::built_in());
}

#[test]
fn unknown_facts_grow_fewer() {
    let header: Vec<_> = DATA.lines().next().unwrap().split('\t').collect();
    let rows: Vec<Vec<_>> = DATA.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for (index, column) in header.iter().enumerate() {
        let unknown = rows.iter().filter(|row| row[index] == "unknown").count();
        let share = 100.0 * f64::from(u32::try_from(unknown).unwrap())
            / f64::from(u32::try_from(rows.len()).unwrap());
        println!("{column}: {share:.1} % unknown");
        let most = UNKNOWN.iter().find(|(name, _)| name == column).map_or(0.0, |(_, most)| *most);
        assert!(share <= most, "{column}: {share:.2} % unknown, at most {most} %");
    }
}

#[test]
fn every_row_is_sound() {
    for crawler in Catalogue::built_in().crawlers() {
        let token = crawler.token();
        assert!(
            crawler.source().starts_with("https://") || crawler.source().starts_with("http://"),
            "{token}"
        );
        let date: Vec<_> = crawler.read_on().split('-').collect();
        assert!(
            matches!(*date, [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2),
            "{token}"
        );
        assert!(crawler.read_on() <= "2026-11-22", "{token}");
        let is_reading_known = crawler.dialect().is_some() || crawler.name_match().is_some();
        assert_eq!(crawler.reading_source().is_some(), is_reading_known, "{token}");
        assert_eq!(crawler.reading_read_on().is_some(), is_reading_known, "{token}");
        assert!(crawler.agent().can_be_named(&crawler.own_dialect()), "{token}");
        assert!(crawler.blocking_costs().ends_with('.'), "{token}");
        assert!(!crawler.purposes().is_empty(), "{token}");
        for fallback in crawler.fallback().unwrap_or_default() {
            let known = Catalogue::built_in().find(fallback);
            // `Yandex` is no crawler, but the name of all of them.
            assert!(known.is_some() || fallback == "Yandex", "{token} > {fallback}");
        }
        assert_eq!(crawler.agent().tokens().next(), Some(token.as_bytes()));
    }
}

/// The crawlers that site owners are told about everywhere.
#[test]
fn the_best_known_are_there() {
    for token in [
        "Googlebot",
        "Googlebot-Image",
        "Googlebot-News",
        "Googlebot-Video",
        "AdsBot-Google",
        "Mediapartners-Google",
        "Google-Extended",
        "GoogleOther",
        "Storebot-Google",
        "bingbot",
        "Slurp",
        "DuckDuckBot",
        "Baiduspider",
        "YandexBot",
        "Applebot",
        "Applebot-Extended",
        "GPTBot",
        "OAI-SearchBot",
        "ChatGPT-User",
        "ClaudeBot",
        "Claude-User",
        "Claude-SearchBot",
        "anthropic-ai",
        "PerplexityBot",
        "Perplexity-User",
        "meta-externalagent",
        "facebookexternalhit",
        "Amazonbot",
        "Bytespider",
        "CCBot",
        "cohere-ai",
        "Diffbot",
        "AhrefsBot",
        "SemrushBot",
        "MJ12bot",
        "dotbot",
        "archive.org_bot",
        "Twitterbot",
    ] {
        let _ = find(token);
    }
}

#[test]
fn facts_that_decide_verdicts() {
    let asks = |token: &str, file: &str| {
        let rules = Robots::parse(file, &Dialect::GOOGLE).rules(&find(token).agent());
        rules.check_url("/a").is_allowed()
    };
    let all = "User-agent: *\nDisallow: /";
    assert!(asks("AdsBot-Google", all));
    assert!(asks("Mediapartners-Google", all));
    assert!(!asks("Googlebot", all));
    assert!(!asks("GPTBot", all));
    let google = "User-agent: Googlebot\nDisallow: /";
    assert!(!asks("Googlebot-News", google));
    assert!(!asks("Applebot", google));
    assert!(asks("bingbot", google));
    assert_eq!(find("ChatGPT-User").obeys(), Obeys::MayNot);
    assert_eq!(find("Google-Safety").obeys(), Obeys::No);
    assert_eq!(find("YandexBot").honours_crawl_delay(), Some(false));
    assert_eq!(find("Googlebot").honours_crawl_delay(), Some(false));
    assert_eq!(find("bingbot").honours_crawl_delay(), Some(true));
    assert!(find("Google-Extended").is_for(Purpose::ControlToken));
}

#[test]
fn names_are_found_in_any_case_and_nearly_right() {
    let catalogue = Catalogue::built_in();
    assert_eq!(catalogue.find("gptBOT").unwrap().token(), "GPTBot");
    assert!(catalogue.find("GPT").is_none());
    assert_eq!(catalogue.nearest("GTPBot").unwrap().token(), "GPTBot");
    assert_eq!(catalogue.nearest("googelbot").unwrap().token(), "Googlebot");
    assert!(catalogue.nearest("completely-else").is_none());
}

#[test]
fn a_header_finds_its_crawler() {
    #[track_caller]
    fn check(header: &str, token: Option<&str>) {
        let found = Catalogue::built_in().of_header(header).map(Crawler::token);
        assert_eq!(found, token, "{header}");
    }
    check(
        "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
        Some("Googlebot"),
    );
    check("Googlebot-Image/1.0", Some("Googlebot-Image"));
    check(
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
        Some("bingbot"),
    );
    check("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", None);
    check("", None);
    // A crawler that mentions another, or the library that it is made of, is not that.
    check("MyBot/1.0 (Scrapy/2.11; +https://example.com/bot)", None);
    check("MyBot/1.0 (like Googlebot)", None);
    check("Mozilla/5.0 (compatible; MyBot/1.0; Nutch)", None);
    check("FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot", Some("FreshRSS"));
    check("Mozilla/5.0 (compatible; Yahoo! Slurp; http://example.com/)", Some("Slurp"));
    check("Kangaroo Bot/1.0", Some("Kangaroo Bot"));
    check("LinkedInBot/1.0 (compatible; Mozilla/5.0)", Some("LinkedInBot"));
}

/// The documented header of a crawler names it, or one whose header it sends.
#[test]
fn documented_headers_find_their_crawlers() {
    let catalogue = Catalogue::built_in();
    let is_found = |crawler: &&Crawler| {
        let found = catalogue.of_header(crawler.user_agent().unwrap_or_default());
        found.is_some_and(|found| found.operator() == crawler.operator())
    };
    let documented = catalogue.crawlers().iter().filter(|one| one.user_agent().is_some());
    let (found, others): (Vec<_>, Vec<_>) = documented.partition(is_found);
    let others: Vec<_> = others.iter().map(|crawler| crawler.token()).collect();
    // Their headers have another name, or the name with more behind it.
    assert_eq!(
        others.join(" "),
        "bedrockbot Applebot-Extended CoccocBot Google-Extended NaverBot YoudaoBot grapeshot \
         Pingdom.com_bot trendictionbot virustotal Y!J"
    );
    assert!(found.len() > 390, "{}", found.len());
}

/// Each way to make an asker matches a name whole that is no product token.
#[test]
fn names_that_are_no_tokens_are_matched_whole() {
    let file = "User-agent: MJ12bot\nUser-agent: Bot 9\nUser-agent: x.y\nDisallow: /\n\nUser-agent: M\nAllow: /";
    let askers = [Askers::new(Catalogue::built_in(), Reading::Own), Askers::plain(Reading::Own)];
    for askers in askers {
        for name in ["MJ12bot", "mj12bot", "Bot 9", "BOT 9", "X.Y"] {
            for asker in [
                askers.asker(name.as_bytes()),
                askers.named(name.as_bytes()).asker,
                askers.agent(Agent::token(name)),
                askers.agent(Agent::first_of(["Other", name])),
            ] {
                let rules = Robots::parse(file, &asker.dialect).rules(&asker.agent);
                assert!(!rules.check_url("/").is_allowed(), "{name}: {asker:?}");
            }
        }
    }
    let known = Askers::new(Catalogue::built_in(), Reading::Own);
    for header in
        ["MJ12bot/v1.4.8", "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)"]
    {
        let asker = known.asker(header.as_bytes());
        let rules = Robots::parse(file, &asker.dialect).rules(&asker.agent);
        assert!(!rules.check_url("/").is_allowed(), "{header}");
    }
    // What a dialect is asked for by its name, it decides.
    let parser = Askers::new(Catalogue::built_in(), Reading::In(Dialect::GOOGLE_PARSER));
    let asker = parser.asker(b"MJ12bot");
    assert_eq!(asker.dialect, Dialect::GOOGLE_PARSER);
}

/// The dialect of an asker is that of its agent, so that rules may be kept by agent.
#[test]
fn an_agent_reads_as_its_name_does() {
    let askers = Askers::new(Catalogue::built_in(), Reading::Own);
    let tokens = Catalogue::built_in().crawlers().iter().map(Crawler::token);
    for name in tokens.chain(["MyBot", "MyBot/1.0", "Bot9", "", "*", "Mozilla/5.0 (X11)"]) {
        let asker = askers.asker(name.as_bytes());
        assert_eq!(askers.agent(asker.agent.clone()), asker, "{name}");
        assert_eq!(askers.named(name.as_bytes()).asker, asker, "{name}");
    }
}

#[test]
fn own_rows_replace_and_add() {
    let header = DATA.lines().next().unwrap();
    let row = |token: &str| {
        format!(
            "{token}\tme\ttool\tbing\ttoken\thttps://example.com\t2026-11-21\t-\tyes\tno\tyes\t-\tunknown\tunknown\tNothing.\thttps://example.com\t2026-11-21"
        )
    };
    let own = Catalogue::parse(&[header, &row("MyBot"), &row("gptbot")].join("\n")).unwrap();
    let mut catalogue = Catalogue::built_in().clone();
    let before = catalogue.crawlers().len();
    catalogue.extend(&own);
    assert_eq!(catalogue.crawlers().len(), before + 1);
    assert_eq!(catalogue.find("GPTBot").unwrap().operator(), "me");
}

#[test]
fn a_malformed_file_is_refused_with_its_line() {
    #[track_caller]
    fn check(change: impl Fn(&mut Vec<&str>), expected: &str) {
        let header = DATA.lines().next().unwrap();
        let mut row = vec![
            "MyBot",
            "me",
            "tool",
            "google",
            "token",
            "https://example.com/robots",
            "2026-11-21",
            "-",
            "yes",
            "no",
            "yes",
            "-",
            "unknown",
            "unknown",
            "Nothing.",
            "https://example.com",
            "2026-11-21",
        ];
        change(&mut row);
        let text = format!("{header}\n{}", row.join("\t"));
        assert_eq!(Catalogue::parse(&text).unwrap_err().to_string(), expected);
    }
    check(
        |row| row[2] = "training",
        "line 2: purposes is \"training\"; it may be search, ads, ai-training, ai-search, user-fetch, dataset, archive, seo, monitoring, preview, security, tool, control-token",
    );
    check(|row| row[8] = "maybe", "line 2: obeys_global is \"maybe\"; it may be yes, no, unknown");
    check(
        |row| row[10] = "often",
        "line 2: obeys is \"often\"; it may be yes, no, may-not, undocumented, disputed",
    );
    check(
        |row| row[14] = "",
        "line 2: blocking_costs is empty; write unknown where no source says",
    );
    check(
        |row| {
            row.pop();
        },
        "line 2: there are 16 cells, but 17 columns",
    );
    for header in ["tokens\toperator", "operator", "token\toperator\ttoken", ""] {
        assert_eq!(Catalogue::parse(header).unwrap_err().line(), 1, "{header}");
    }
}

#[test]
fn a_file_has_the_columns_that_it_names() {
    let catalogue = Catalogue::parse("dialect\ttoken\nbing\tMyBot").unwrap();
    let crawler = catalogue.find("mybot").unwrap();
    assert_eq!(crawler.own_dialect(), Dialect::BING);
    assert_eq!(crawler.operator(), "unknown");
    assert_eq!((crawler.obeys(), crawler.is_retired()), (Obeys::Undocumented, false));
}

/// Each crawler is asked as it reads itself, and finds the group of its name.
#[test]
fn every_crawler_finds_its_group() {
    for crawler in Catalogue::built_in().crawlers() {
        let token = crawler.token();
        let file = format!("User-agent: {token}\nDisallow: /\n\nUser-agent: *\nAllow: /");
        let robots = Robots::parse(file, &crawler.own_dialect());
        assert!(!robots.rules(&crawler.agent()).check_url("/a").is_allowed(), "{token}");
    }
}

#[test]
fn names_that_were_looked_up_are_in_no_catalogue() {
    for row in include_str!("../data/names.tsv").lines().skip(1) {
        let (name, means) = row.split_once('\t').unwrap();
        assert_eq!(Catalogue::built_in().find(name), None, "{name}");
        assert!(means == "-" || Catalogue::built_in().find(means).is_some(), "{name}: {means}");
    }
}

/// Google's specification of 2012 has a table of such names.
#[test]
fn documents_write_names_with_spaces() {
    let askers = Askers::new(Catalogue::built_in(), Reading::Own);
    for (name, token, kind) in [
        ("Googlebot News", Some("Googlebot-News"), NameKind::Spaced),
        ("Googlebot Images", Some("Googlebot-Image"), NameKind::Spaced),
        ("googlebot  video ", Some("Googlebot-Video"), NameKind::Spaced),
        ("Googlebot News (when crawling images)", Some("Googlebot-News"), NameKind::Spaced),
        ("Googlebot (web)", Some("Googlebot"), NameKind::KnownHeader),
        ("Otherbot (web)", None, NameKind::OtherHeader),
        ("Kangaroo Bot", Some("Kangaroo Bot"), NameKind::Plain),
        ("Other Bot", None, NameKind::Unknown),
    ] {
        let named = askers.named(name.as_bytes());
        let found = named.crawler.map(Crawler::token);
        assert_eq!((found, named.kind), (token, kind), "{name}");
    }
}

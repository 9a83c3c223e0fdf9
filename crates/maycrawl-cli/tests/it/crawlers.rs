//! `maycrawl crawlers`, and what `check` makes of the catalogue.

use crate::{folder, run, run_with, words};

#[test]
fn a_crawler_has_a_page() {
    let ran = run(words("crawlers gptbot --robots examples/news.txt"));
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout, @"
    GPTBot (OpenAI)

    Future OpenAI models are not trained on your pages; ChatGPT search can still
    show and cite them.

    purposes               ai-training
    obeys robots.txt       yes
    follows the group for  GPTBot > *
    dialect                google (assumed)
    matches its name       as a product token
    honours Crawl-delay    unknown
    User-Agent             Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.4; +https://openai.com/gptbot
    addresses              list: https://openai.com/gptbot.json
    source                 https://developers.openai.com/api/docs/bots (read 2026-11-21)
    may fetch /            disallow:19
    ");
}

#[test]
fn several_are_a_table() {
    let ran = run(words(
        "crawlers --operator anthropic --purpose ai-training --robots examples/news.txt",
    ));
    insta::assert_snapshot!(ran.stdout, @"
    anthropic-ai  Anthropic  ai-training  obeys: undocumented  allow
    ClaudeBot     Anthropic  ai-training  obeys: yes           disallow:19
    ");
}

#[test]
fn a_header_finds_its_crawler() {
    let ran = run([
        "crawlers",
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    ]);
    assert!(ran.stdout.starts_with("bingbot (Microsoft)"), "{}", ran.stdout);
}

#[test]
fn all_are_listed_in_every_form() {
    let text = run(["crawlers"]).stdout;
    assert!(text.lines().count() > 250);
    let csv = run(words("crawlers --format csv")).stdout;
    assert!(csv.starts_with("token,operator,purposes,"));
    let markdown = run(words("crawlers --purpose archive --format md")).stdout;
    assert!(markdown.starts_with("| token |"));
    assert!(markdown.contains("](https://"));
}

#[test]
fn names_that_are_nearly_right() {
    let complaint = |line: &str| {
        let ran = run(words(line));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{line}");
        ran.stderr
    };
    insta::assert_snapshot!(complaint("crawlers GTPBot"), @r#"maycrawl: the catalogue has no crawler "GTPBot"; did you mean GPTBot?"#);
    insta::assert_snapshot!(complaint("crawlers bing"), @r#"maycrawl: the catalogue has no crawler "bing"; did you mean bingbot?"#);
    insta::assert_snapshot!(complaint("crawlers --search nothing-like-it"), @r#"maycrawl: no crawler has "nothing-like-it" in its token or operator; maycrawl crawlers lists all"#);
    insta::assert_snapshot!(complaint("crawlers nothing-like-it"), @r#"maycrawl: the catalogue has no crawler "nothing-like-it"; maycrawl crawlers lists all"#);
    insta::assert_snapshot!(complaint("crawlers --operator Gogle"), @r#"maycrawl: no crawler is run by "Gogle"; did you mean Google?"#);
    insta::assert_snapshot!(complaint("crawlers --purpose training"), @"maycrawl: invalid value 'training' for '--purpose <PURPOSE>' [possible values: search, ads, ai-training, ai-search, user-fetch, dataset, archive, seo, monitoring, preview, security, tool, control-token]; tip: a similar value exists: 'ai-training' (maycrawl crawlers --help shows the usage)");
    insta::assert_snapshot!(complaint("crawlers GPTBot --operator Google"), @"maycrawl: no crawler matches all of these options; leave one out");
}

#[test]
fn what_the_catalogue_knows_counts() {
    let status = |line: &str| run(words(&format!("check --robots examples/shop.txt {line}"))).code;
    // AdsBot-Google ignores the group for *.
    assert_eq!(status("--agent adsbot-google /cart/"), 0);
    assert_eq!(status("--agent AdsBot-Google --plain /cart/"), 1);
    assert_eq!(status("--agent AdsBot-Google --dialect rfc9309 /cart/"), 1);
    // Googlebot-News falls back to Googlebot.
    let file = b"User-agent: Googlebot\nDisallow: /";
    let news = |options: &str| {
        run_with(words(&format!("check --robots - --agent Googlebot-News {options} /")), file).code
    };
    assert_eq!(news(""), 1);
    assert_eq!(news("--plain"), 0);
}

/// Each crawler is asked as it reads itself, unless one dialect is asked for.
#[test]
fn each_crawler_reads_in_its_own_way() {
    // Of `MJ12bot`, Google's parser reads `MJ`.
    let file = b"User-agent: MJ12bot\nUser-agent: Kangaroo Bot\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /b\n";
    let rows = |options: &str, agents: &[&str], urls: &[&str]| {
        let line = format!("check --robots - --format tsv {options}");
        let mut args = words(&line);
        args.extend(agents.iter().flat_map(|agent| ["--agent", agent]));
        args.extend(urls);
        let ran = run_with(args, file);
        let cut = |row: &str| {
            let cells: Vec<_> = row.split('\t').collect();
            [cells[0], cells[1], cells[2], *cells.last().unwrap()].join(" ")
        };
        ran.stdout.lines().skip(1).map(cut).collect::<Vec<_>>().join("\n")
    };
    let agents = ["MJ12bot", "Kangaroo Bot", "bingbot/2.0", "YandexBot", "NewBot7", "*"];
    insta::assert_snapshot!(rows("", &agents, &["/a"]), @"
    MJ12bot /a disallow google+groups.ua_match=whole
    Kangaroo Bot /a disallow google+groups.ua_match=whole
    bingbot /a allow bing
    YandexBot /a allow yandex
    NewBot7 /a allow google+groups.ua_match=whole
    * /a allow google
    ");
    // In one dialect, rows have no column for it.
    assert!(rows("--plain", &["MJ12bot"], &["/a"]).starts_with("MJ12bot /a disallow"));
    assert_eq!(rows("--dialect google", &["MJ12bot"], &["/a"]), "MJ12bot /a allow ");
    let both = run_with(words("check --robots - --plain --dialect own /"), file);
    assert!(
        both.code == 2 && both.stderr.contains("leave out one of these options"),
        "{}",
        both.stderr
    );
}

/// A path is compared in the form of each dialect.
#[test]
fn urls_are_read_in_the_form_of_each_dialect() {
    let file = "User-agent: *\nDisallow: /\u{e4}\n";
    let own = "token\tdialect\nParserBot\tgoogle-parser\nStrictBot\trfc9309\n";
    let files = folder(&[("own.tsv", own.as_bytes())]);
    let catalogue = files.path().join("own.tsv");
    let mut args = words("check --robots - -a GPTBot -a StrictBot -a ParserBot --catalogue");
    args.extend([catalogue.to_str().unwrap(), "/\u{e4}", "/%C3%A4"]);
    let ran = run_with(args, file.as_bytes());
    insta::assert_snapshot!(ran.stdout, @"
             GPTBot      StrictBot   ParserBot
    /ä       disallow:2  disallow:2  allow
    /%C3%A4  disallow:2  disallow:2  disallow:2

    read as rfc9309: StrictBot
    read as google-parser: ParserBot

    6 answers: 1 allowed, 5 blocked
    ");
}

#[test]
fn a_text_is_searched_for() {
    let ran = run(words("crawlers --search BING"));
    insta::assert_snapshot!(ran.stdout, @"
    bingbot           Microsoft                  search, ai-search  obeys: yes
    BingPreview       Microsoft                  preview            obeys: undocumented
    BingVideoPreview  Microsoft                  preview, search    obeys: yes
    BUbiNG            University of Milan (LAW)  dataset, tool      obeys: undocumented
    ");
}

#[test]
fn cases_know_the_catalogue_too() {
    let cases = b"agent\turl\texpect\nAdsBot-Google\t/cart/\tallow\n";
    let line = "test --robots examples/shop.txt -";
    assert_eq!(run_with(words(line), cases).code, 0);
    assert_eq!(run_with(words(&format!("{line} --plain")), cases).code, 1);
}

#[test]
fn an_unknown_crawler_is_hinted_at() {
    let hint = |token: &str| {
        let ran = run(["check", "--robots", "examples/shop.txt", "--agent", token, "/"]);
        assert_eq!(ran.code, 0);
        ran.stderr
    };
    insta::assert_snapshot!(hint("Gogglebot"), @"maycrawl: the catalogue does not know Gogglebot, so maycrawl takes it as a product token; did you mean Googlebot?");
    insta::assert_snapshot!(hint("OurOwnBot"), @"maycrawl: the catalogue does not know OurOwnBot, so maycrawl takes it as a product token");
    insta::assert_snapshot!(hint("Mozilla/5.0 (compatible; GPTBot/1.0)"), @r#"maycrawl: checking as GPTBot, the crawler that the User-Agent header "Mozilla/5.0 (compatible; GPTBot/1.0)" names"#);
    insta::assert_snapshot!(hint("OurOwnBot/2.1 (+https://our.example/bot)"), @r#"maycrawl: checking as OurOwnBot, the crawler that the User-Agent header "OurOwnBot/2.1 (+https://our.example/bot)" names; the catalogue does not know it"#);
    assert_eq!(hint("googlebot"), "");
}

#[test]
fn crawlers_are_asked_for_by_purpose_and_operator() {
    let ran = run(words("check --robots examples/news.txt --operator openai /"));
    insta::assert_snapshot!(ran.stdout, @"
       ChatGPT Agent  ChatGPT-User  GPTBot       OAI-AdsBot  OAI-SearchBot  Operator
    /  allow          allow         disallow:19  allow       allow:9        allow

    read as google, matched by whole name: ChatGPT Agent

    6 answers: 5 allowed, 1 blocked
    ");
    let ran = run(words("check --robots examples/news.txt --purpose control-token --format tsv /"));
    assert!(ran.stdout.contains("Google-Extended\t/\tdisallow\t19"), "{}", ran.stdout);
    let all = "check --robots examples/news.txt --all-agents --format tsv /";
    let ran = run(words(all));
    assert!(ran.stdout.lines().count() > 250);
    // Each crawler finds its own name; in one dialect, some are named by no line.
    assert_eq!(ran.stderr, "");
    let ran = run(words(&all.replace("--all", "--dialect google --all")));
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn a_catalogue_of_ones_own_adds_and_replaces() {
    let own = "token\toperator\tpurposes\tfallback\tobeys_global\tcrawl_delay\tobeys\tverify\tuser_agent\tblocking_costs\tsource\tread\n\
        OurBot\tus\ttool\tGooglebot\tno\tno\tyes\tunknown\tunknown\tNothing.\thttps://example.com\t2026-11-21\n";
    let files =
        folder(&[("own.tsv", own.as_bytes()), ("bad.tsv", own.replace("tool", "fun").as_bytes())]);
    let with = |name: &str, line: &str| {
        let path = files.path().join(name);
        let mut args = words(line);
        args.extend(["--catalogue", path.to_str().unwrap()]);
        let mut ran = run(args);
        ran.stderr = ran.stderr.replace(files.path().to_str().unwrap(), "DIR");
        ran
    };
    assert_eq!(with("own.tsv", "check --robots examples/shop.txt --agent OurBot /cart/").code, 0);
    assert!(with("own.tsv", "crawlers ourbot").stdout.contains("OurBot > Googlebot"));
    let ran = with("bad.tsv", "crawlers ourbot");
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!(ran.stderr, @r#"maycrawl: DIR/bad.tsv:2: purposes is "fun"; it may be search, ads, ai-training, ai-search, user-fetch, dataset, archive, seo, monitoring, preview, security, tool, control-token"#);
}

/// What the command prints, it reads.
#[test]
fn a_printed_catalogue_is_read_again() {
    let printed = run(words("crawlers --format csv")).stdout;
    let own = printed.lines().next().unwrap().to_owned()
        + "\nOurBot,Us,\"search,seo\",google,token,unknown,unknown,-,yes,yes,yes,-,unknown,OurBot/1.0,\"Ours, alone\",https://us.example,2026-11-23\n";
    let files = folder(&[("own.csv", own.as_bytes()), ("all.csv", printed.as_bytes())]);
    for (name, token) in [("own.csv", "OurBot"), ("all.csv", "GPTBot")] {
        let path = files.path().join(name);
        let ran = run(["crawlers", token, "--catalogue", path.to_str().unwrap()]);
        assert_eq!((ran.code, &*ran.stderr), (0, ""));
        assert!(ran.stdout.contains(token), "{}", ran.stdout);
    }
}

//! `maycrawl check` on one file.

use std::io::Read as _;
use std::process::Stdio;

use crate::{command, finish, folder, run, run_with, words};

const SHOP: &str = "check --robots examples/shop.txt";

/// The exit status of `check` with these words.
#[track_caller]
fn status(line: &str, code: i32) {
    assert_eq!(run(words(line)).code, code, "{line}");
}

#[test]
fn an_answer_shows_its_line_and_says_why() {
    let ran =
        run(words("check --robots examples/shop.txt --agent MyBot https://shop.example/cart/1"));
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    disallowed: https://shop.example/cart/1 for MyBot
     --> examples/shop.txt:5:11
      |
    4 | User-agent: *
      |             - every crawler that no group names
    5 | Disallow: /cart/
      |           ^^^^^^ matches /cart/ of /cart/1
      |
      = why: `Disallow: /cart/` on line 5 is the only rule that matches; no
             group names MyBot, so the group for * applies

    sitemap: https://shop.example/sitemap.xml
    ");
}

#[test]
fn rules_that_lost_are_marked() {
    let ran = run(words(
        "check --robots examples/shop.txt --agent Googlebot-Image /media/products/lamp.jpg",
    ));
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout, @"
    allowed: /media/products/lamp.jpg for Googlebot-Image
      --> examples/shop.txt:13:8
       |
    12 | User-agent: Googlebot-Image
       |             --------------- names Googlebot-Image
    13 | Allow: /media/products/
       |        ^^^^^^^^^^^^^^^^ matches /media/products/ of /media/products/lamp.jpg
    14 | Disallow: /media/
       |           ------- matches too, but is shorter
       |
       = why: `Allow: /media/products/` on line 13 is the longest rule that
              matches

    sitemap: https://shop.example/sitemap.xml
    ");
}

/// However many rules match, an answer names few and counts the rest.
#[test]
fn many_rules_that_lost_are_counted() {
    let file = ["User-agent: *\nDisallow: /a\n", &"Allow: /\n".repeat(150)].concat();
    let folder = folder(&[("r.txt", file.as_bytes())]);
    let ask = |format: &str| {
        let line = format!("check --format {format} /a --robots");
        finish(command().args(words(&line)).arg(folder.path().join("r.txt")), b"").stdout
    };
    insta::assert_snapshot!(ask("text").replace(folder.path().to_str().unwrap(), "DIR"), @"
    disallowed: /a for a crawler without a group of its own
     --> DIR/r.txt:2:11
      |
    1 | User-agent: *
      |             - every crawler that no group names
    2 | Disallow: /a
      |           ^^ matches /a
    3 | Allow: /
      |        - matches too, but is shorter
    4 | Allow: /
      |        - matches too, but is shorter
    5 | Allow: /
      |        - matches too, but is shorter
      |
      = note: and 147 more rules that match
      = why: `Disallow: /a` on line 2 is the longest rule that matches; the
             group for * applies
    ");
    let document: serde_json::Value = serde_json::from_str(&ask("json")).unwrap();
    let answer = &document["answers"][0];
    assert_eq!(answer["others"].as_array().unwrap().len(), 100);
    assert_eq!(answer["unlisted_others"], 50);
}

/// What a file holds breaks no row and plays no tricks on a terminal.
#[test]
fn rows_and_json_hold_no_control_characters() {
    let file = "User-agent: *\nDisallow: /\t\x1B\nDisallow: /\u{202E}\u{9B}\n";
    let folder = folder(&[("r.txt", file.as_bytes())]);
    let ask = |format: &str, urls: &[&str]| {
        let line = format!("check --dialect google-parser --format {format} --robots");
        let mut command = command();
        command.args(words(&line)).arg(folder.path().join("r.txt")).args(urls);
        finish(&mut command, b"").stdout
    };
    let rows = ask("tsv", &["/\t\x1B", "/%E2%80%AE%C2%9B"]);
    assert_eq!(
        rows,
        "agent\turl\tverdict\tline\treason\trule\n\
         *\t/ ␛\tdisallow\t2\tdisallow-rule\tDisallow: / ␛\n\
         *\t/%E2%80%AE%C2%9B\tdisallow\t3\tdisallow-rule\tDisallow: /\u{202E}\u{FFFD}\n"
    );
    for format in ["json", "jsonl"] {
        let json = ask(format, &["/%E2%80%AE%C2%9B"]);
        assert!(
            json.contains("/\\u202e\\u009b") && !json.contains(['\u{202E}', '\u{9B}']),
            "{json}"
        );
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        let answer = document.pointer("/answers/0").unwrap_or(&document);
        assert_eq!(answer["rule"]["value"], "/\u{202E}\u{9B}");
    }
}

#[test]
fn an_answer_without_a_rule() {
    let ran = run(words("check --robots examples/news.txt --agent GPTBot /robots.txt"));
    insta::assert_snapshot!(ran.stdout, @"
    allowed: /robots.txt for GPTBot
      --> examples/news.txt:14:13
       |
    14 | User-agent: GPTBot
       |             ------ names GPTBot
       |
       = why: /robots.txt itself is always allowed
       = sources: RFC 9309 always allows /robots.txt; Google's open-source parser
                  makes no exception (maycrawl explain robots-txt)

    sitemap: https://news.example/sitemap-index.xml
    ");
}

#[test]
fn without_an_agent_the_question_is_general() {
    let ran = run(words("check --robots examples/news.txt /archive/2001"));
    insta::assert_snapshot!(ran.stdout, @"
    disallowed: /archive/2001 for a crawler without a group of its own
      --> examples/news.txt:24:11
       |
    22 | User-agent: *
       |             - every crawler that no group names
    23 | Disallow: /print/
    24 | Disallow: /archive/
       |           ^^^^^^^^^ matches /archive/ of /archive/2001
       |
       = why: `Disallow: /archive/` on line 24 is the only rule that matches; the
              group for * applies

    crawl delay for a crawler without a group of its own: 5 s (line 25)
    sitemap: https://news.example/sitemap-index.xml
    ");
}

#[test]
fn several_agents_and_urls_make_a_matrix() {
    let ran = run(words(
        "check --robots examples/news.txt --agent Googlebot --agent GPTBot --agent MyBot / /print/1 https://news.example/2026/a/comments",
    ));
    insta::assert_snapshot!(ran.stdout, @"
                                          Googlebot    GPTBot       MyBot
    /                                     allow:9      disallow:19  allow
    /print/1                              disallow:10  disallow:19  disallow:23
    https://news.example/2026/a/comments  disallow:11  disallow:19  allow

    9 answers: 3 allowed, 6 blocked
    ");
}

#[test]
fn dialects_are_compared_and_their_knobs_named() {
    let ran = run(words(
        "check --robots examples/broken.txt --agent Googlebot --all-dialects /drafts/ /no-colon/",
    ));
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    /drafts/ for Googlebot
    google         allow      line 14: Allow: /drafts/index.html
    google-parser  allow      line 14: Allow: /drafts/index.html
    rfc9309        disallow   line 7: Disallow: /                 by paths.index_html
    google-2012    disallow?  line 7: Disallow: /                 by lines.field_match and paths.reports_undefined and paths.index_html
    draft-1996     allow      no rule matches
    yandex         allow      no rule matches
    bing           disallow   line 7: Disallow: /                 by paths.index_html
    cautious       disallow   line 10: Disallow: /drafts/         by paths.index_html

    /no-colon/ for Googlebot
    google         disallow   line 11: Disallow: /no-colon/
    google-parser  disallow   line 11: Disallow: /no-colon/
    rfc9309        disallow   line 7: Disallow: /
    google-2012    disallow?  line 7: Disallow: /            by lines.field_match and paths.reports_undefined
    draft-1996     allow      no rule matches                by lines.colonless
    yandex         allow      no rule matches                by lines.colonless
    bing           disallow   line 7: Disallow: /
    cautious       disallow   line 11: Disallow: /no-colon/
    ");
}

#[test]
fn dialects_are_compared_in_rows() {
    let line =
        "check --robots examples/broken.txt --agent Googlebot --all-dialects /drafts/ --format csv";
    insta::assert_snapshot!(run(words(line)).stdout, @"
    agent,url,dialect,verdict,line,reason,knobs
    Googlebot,/drafts/,google,allow,14,index-html,
    Googlebot,/drafts/,google-parser,allow,14,index-html,
    Googlebot,/drafts/,rfc9309,disallow,7,disallow-rule,paths.index_html
    Googlebot,/drafts/,google-2012,disallow,7,undefined-group,lines.field_match paths.reports_undefined paths.index_html
    Googlebot,/drafts/,draft-1996,allow,0,no-match,
    Googlebot,/drafts/,yandex,allow,0,no-match,
    Googlebot,/drafts/,bing,disallow,7,disallow-rule,paths.index_html
    Googlebot,/drafts/,cautious,disallow,10,disallow-rule,paths.index_html
    ");
}

#[test]
fn an_undefined_point_is_marked() {
    let file = b"User-agent: *\nAllow: /a\nDisallow: /a";
    let ran = run_with(words("check --robots - --dialect google-2012 /a"), file);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout, @"
    allowed: /a for a crawler without a group of its own (read as google-2012)
     --> standard input:2:8
      |
    1 | User-agent: *
      |             - every crawler that no group names
    2 | Allow: /a
      |        ^^ matches /a
    3 | Disallow: /a
      |           -- matches too and is equally long, but loses the tie
      |
      = why: `Allow: /a` on line 2 and `Disallow: /a` on line 3 are equally
             long; google-2012 does not define which decides; the group for *
             applies
      = sources: RFC 9309 prefers Allow; Google's specification of 2012 leaves
                 it open (maycrawl explain undefined-tie)
    ");
}

#[test]
fn any_octets_can_be_shown() {
    let file = b"\xEF\xBB\xBFUser-agent: *\rDisallow: /\xE9\x1B[31m\tx\r\nDisallow: /b";
    let ran = run_with(words("check --robots - --dialect google-parser /\u{e9}"), file);
    assert_eq!(ran.code, 0);
    let ran = run_with(words("check --robots - /b"), file);
    insta::assert_snapshot!(ran.stdout, @"
    disallowed: /b for a crawler without a group of its own
     --> standard input:3:11
      |
    1 | User-agent: *
      |             - every crawler that no group names
    2 | Disallow: /�␛[31m x
    3 | Disallow: /b
      |           ^^ matches /b
      |
      = why: `Disallow: /b` on line 3 is the only rule that matches; the group
             for * applies
    ");
    let ran = run_with(["check", "--robots", "-", "/%E9%1B[31m%09x"], file);
    assert!(!ran.stdout.contains('\x1B'), "{}", ran.stdout);
}

#[test]
fn the_exit_status_is_the_answer() {
    status(&format!("{SHOP} /"), 0);
    status(&format!("{SHOP} /cart/"), 1);
    status(&format!("{SHOP} / /cart/"), 1);
    status(&format!("{SHOP} --quiet /cart/"), 1);
    status(&format!("{SHOP} --all-dialects /"), 0);
    status(&format!("{SHOP} --all-dialects /cart/"), 1);
    status(&format!("{SHOP} --format json /cart/"), 1);
    status(&format!("{SHOP} --format tsv /cart/"), 1);
}

#[test]
fn quiet_prints_nothing() {
    let ran = run(words(&format!("{SHOP} --quiet --agent MyBot/1.0 /cart/")));
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
}

#[test]
fn a_file_governs_its_origin_only() {
    let origin = format!("{SHOP} --origin https://shop.example");
    status(&format!("{origin} https://shop.example/ https://SHOP.example:443/x /y"), 0);
    status(&format!("{origin} https://www.shop.example/"), 1);
    status(&format!("{origin} http://shop.example/"), 1);
    let ran = run(words(&format!("{origin} http://shop.example/a")));
    insta::assert_snapshot!(ran.stdout, @"
    out of scope: http://shop.example/a for a crawler without a group of its own
      = why: this robots.txt applies to https://shop.example and no other origin

    sitemap: https://shop.example/sitemap.xml
    ");
    let ran = run(words(&format!("{origin} --format tsv http://shop.example/a /a")));
    insta::assert_snapshot!(ran.stdout, @"
    agent	url	verdict	line	reason	rule	dialect
    *	http://shop.example/a	out-of-scope	0	out-of-scope		google
    *	/a	allow	0	no-match		google
    ");
}

#[test]
fn scope_counts_in_every_dialect() {
    let line = format!("{SHOP} --origin https://shop.example --all-dialects");
    status(&format!("{line} http://shop.example/a"), 1);
    status(&format!("{line} https://shop.example/a"), 0);
    status(&format!("{line} --quiet https://shop.example/cart/"), 1);
    // `//host/path` is a URL of the origin's scheme.
    let origin = format!("{SHOP} --origin https://shop.example");
    status(&format!("{origin} //shop.example/a"), 0);
    status(&format!("{origin} //other.example/a"), 1);
    status(&format!("{origin} //shop.example/cart/"), 1);
}

#[test]
fn conflicts_are_told_with_the_rule_that_decides_the_other_way() {
    let file = b"User-agent: *\nDisallow: /*a\nDisallow: /aa\nAllow: /a";
    let ran = run_with(words("check --robots - --dialect google-2012 --format jsonl /aa"), file);
    assert!(ran.stdout.contains("is longer than `Allow: /a` on line 4"), "{}", ran.stdout);
    let ran = run_with(words("check --robots - --dialect cautious --format jsonl /aa"), file);
    assert!(ran.stdout.contains("conflicts with `Allow: /a` on line 4"), "{}", ran.stdout);
}

#[test]
fn rows_are_tab_separated_and_raw_or_comma_separated_and_quoted() {
    let line = format!("{SHOP} --agent A --agent B /cart/,x /");
    let ran = run(words(&format!("{line} --format tsv")));
    insta::assert_snapshot!(ran.stdout, @"
    agent	url	verdict	line	reason	rule	dialect
    A	/cart/,x	disallow	5	disallow-rule	Disallow: /cart/	google
    B	/cart/,x	disallow	5	disallow-rule	Disallow: /cart/	google
    A	/	allow	0	no-match		google
    B	/	allow	0	no-match		google
    ");
    let ran = run(words(&format!("{line} --format csv")));
    insta::assert_snapshot!(ran.stdout, @r#"
    agent,url,verdict,line,reason,rule,dialect
    A,"/cart/,x",disallow,5,disallow-rule,Disallow: /cart/,google
    B,"/cart/,x",disallow,5,disallow-rule,Disallow: /cart/,google
    A,/,allow,0,no-match,,google
    B,/,allow,0,no-match,,google
    "#);
}

#[test]
fn urls_are_read_from_a_list() {
    let list = b"https://shop.example/\r\n\n/cart/\n/search?q=lamp";
    let ran = run_with(words(&format!("{SHOP} --urls -")), list);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
                           a crawler without a group of its own
    https://shop.example/  allow
    /cart/                 disallow:5
    /search?q=lamp         disallow:7

    3 answers: 1 allowed, 2 blocked
    ");
    let ran = run_with(words(&format!("{SHOP} --urls - --format jsonl /first")), list);
    assert_eq!(ran.stdout.lines().count(), 4);
}

#[test]
fn an_agent_that_cannot_be_named_is_hinted_at() {
    let ran = run(words(&format!("{SHOP} --plain --dialect google --agent MyBot/1.0 /")));
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: no User-agent line can name MyBot/1.0 in the dialect google, because product tokens contain only letters, - and _; give MyBot alone");
}

#[test]
fn a_file_over_the_cap_is_hinted_at() {
    let file = ["User-agent: *\n", &"#".repeat(600_000)].concat();
    let ran = run_with(words("check --robots - /"), file.as_bytes());
    insta::assert_snapshot!(ran.stderr, @"maycrawl: standard input is too large: the dialect google does not read its last 600000 bytes");
    let ran = run_with(words("check --robots - --dialect yandex /"), file.as_bytes());
    insta::assert_snapshot!(ran.stderr, @"maycrawl: standard input is too large for the dialect yandex, which then allows everything");
}

#[test]
fn colour_is_for_terminals_and_never_against_no_color() {
    let line = words("check --robots examples/shop.txt /cart/");
    let is_coloured = |variables: &[(&str, &str)]| {
        let ran = finish(command().args(&line).envs(variables.iter().copied()), b"");
        ran.stdout.contains('\x1B')
    };
    assert!(!is_coloured(&[]));
    assert!(is_coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[("NO_COLOR", "1")]));
}

/// A reader that goes away is no error, and changes no answer.
#[test]
fn a_closed_pipe_is_no_error() {
    let closed = |line: &str, file: &std::path::Path| {
        let mut child = command()
            .args(words(line))
            .arg(file)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(complaints, "", "{line}");
        child.wait().unwrap().code()
    };
    let long = format!("/{}\n", "x".repeat(100_000));
    for (urls, code) in [("/a\n", 0), ("/cart/\n", 1), (long.as_str(), 0)] {
        let urls = urls.repeat(200_000 / urls.len() + 1);
        let list = folder(&[("urls", urls.as_bytes())]);
        for format in ["text", "tsv", "csv", "jsonl", "json"] {
            let line = format!("{SHOP} --format {format} --urls");
            assert_eq!(closed(&line, &list.path().join("urls")), Some(code), "{format}");
        }
    }
    let cases = "agent\turl\texpect\n".to_owned() + &"GPTBot\t/\tdisallow\n".repeat(20_000);
    let cases = folder(&[("cases.tsv", cases.as_bytes())]);
    assert_eq!(closed("test --robots examples/shop.txt", &cases.path().join("cases.tsv")), Some(1));
}

#[test]
fn some_answers_are_printed_and_all_are_counted() {
    let line = "check --robots examples/shop.txt --agent Googlebot --urls -";
    let urls = b"/cart/\n/\n/account/\n/products/\n";
    let ran = run_with(words(line), urls);
    insta::assert_snapshot!(ran.stdout, @"
                Googlebot
    /cart/      disallow:5
    /           allow
    /account/   disallow:6
    /products/  allow

    4 answers: 2 allowed, 2 blocked
    ");
    let ran = run_with(words(&format!("{line} --only blocked")), urls);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
           Googlebot
/cart/     disallow:5
/account/  disallow:6

4 answers: 2 allowed, 2 blocked
");
    let ran = run_with(words(&format!("{line} --only allowed --format tsv")), urls);
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 3));
    let two = "check --robots examples/shop.txt --agent Googlebot --agent GPTBot --urls -";
    let ran = run_with(words(&format!("{two} --only blocked")), urls);
    insta::assert_snapshot!(ran.stdout, @"
               Googlebot   GPTBot
    /cart/     disallow:5  disallow:5
    /account/  disallow:6  disallow:6

    8 answers: 4 allowed, 4 blocked
    ");
    let ran = run_with(words(&format!("{line} --only changed")), urls);
    assert_eq!(ran.code, 2);
}

/// What the file states beside its rules is shown where people look.
#[test]
fn delays_and_sitemaps_are_shown() {
    let file =
        b"User-agent: *\nCrawl-delay: 2.5\nDisallow: /a\n\nSitemap: https://shop.example/s.xml\n";
    let ran = run_with(words("check --robots - --agent bingbot /b"), file);
    insta::assert_snapshot!(ran.stdout, @"
allowed: /b for bingbot (read as bing)
 --> standard input:1:13
  |
1 | User-agent: *
  |             - every crawler that no group names
  |
  = why: no rule of the group matches, so the path is allowed; no group
         names bingbot, so the group for * applies

crawl delay for bingbot: 2.5 s (line 2)
sitemap: https://shop.example/s.xml
");
    let policy = run_with(words("policy -"), file).stdout;
    let (_, stated) = policy.split_once("Besides the rules\n").unwrap();
    insta::assert_snapshot!(stated, @"
  crawl delay for a crawler without a group of its own: 2.5 s (line 2)
  sitemap: https://shop.example/s.xml

--all adds the operators and names every crawler.
");
}

#[test]
fn a_url_needs_no_scheme() {
    let file = b"User-agent: *\nDisallow: /private\n";
    for (line, code) in [
        ("check --robots - //example.com/private", 1),
        ("check --robots - //example.com/", 0),
        ("check --robots - --dialect google-parser //example.com/private", 1),
        // A path of two slashes and no host.
        ("check --robots - ///private", 0),
    ] {
        assert_eq!(run_with(words(line), file).code, code, "{line}");
    }
}

/// Lists of URLs in the forms that people have.
#[test]
fn lists_may_be_json_or_packed() {
    let status = |name: &str, list: &[u8]| {
        let files = folder(&[(name, list), ("r.txt", b"User-agent: *\nDisallow: /a\n")]);
        let line = format!("check --robots r.txt --urls {name} --format tsv");
        let ran = finish(command().current_dir(files.path()).args(words(&line)), b"");
        (ran.code, ran.stdout.lines().count(), ran.stderr)
    };
    assert_eq!(status("u.json", br#"["/a", "/b"]"#), (1, 3, String::new()));
    assert_eq!(status("u.json", b"[\n  {\"url\": \"/b\"}\n]\n"), (0, 2, String::new()));
    let packed = b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\xD3\x4F\xE4\xD2\x4F\xE2\x02\x00\x3F\x49\xD8\x08\x06\x00\x00\x00";
    let (code, rows, _) = status("u.gz", packed);
    assert_eq!((code, rows), (1, 3));
    let (code, _, why) = status("u.json", b"[\"/a\", 1]");
    assert_eq!(code, 2);
    insta::assert_snapshot!(why, @r#"maycrawl: u.json: member 2: no member that contains a URL, such as "url"; name it with --column"#);
}

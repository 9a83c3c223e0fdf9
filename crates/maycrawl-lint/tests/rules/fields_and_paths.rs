//! What the rules about fields, paths, sitemaps and whole files say.

use maycrawl_lint::{Applicability, Severity};

use super::{check, check_others, check_silent, fixed, only, repaired};

#[test]
fn an_allow_alone_is_reported_where_it_was_meant_to_limit() {
    let rule = "rule-allow-without-disallow";
    let all = "User-agent: *\nDisallow: /a/\nDisallow: /b/\n\n";
    let check_group =
        |group: &str, message| check_others(rule, &format!("{all}{group}"), message, 1);
    check_group("User-agent: GPTBot\nAllow: /a/x", "GPTBot may fetch everything, including /a/");
    for group in [
        // All that it opens is what the Allow names.
        "User-agent: GPTBot\nAllow: /a/\nAllow: /b/",
        "User-agent: GPTBot\nAllow: /\nAllow: /a/x",
        // The other group of the crawler blocks something.
        "User-agent: GPTBot\nAllow: /a/x\n\nUser-agent: Foo\nUser-agent: GPTBot\nDisallow: /c/",
        // Previews are let in on purpose, and AdsBot ignores the group for *.
        "User-agent: Twitterbot\nAllow: /a/x",
        "User-agent: AdsBot-Google\nAllow: /a/x",
        "User-agent: MyOwnFeedReader\nAllow: /a/x",
    ] {
        check_silent(rule, &format!("{all}{group}"));
    }
    check_silent(rule, "User-agent: GPTBot\nAllow: /a/");
    let closed = "User-agent: *\nDisallow: /\n\nUser-agent: Twitterbot\nAllow: /shared/";
    assert_eq!(
        only(rule, closed).help,
        "if Twitterbot should fetch only what the Allow names, add Disallow: /"
    );
}

#[test]
fn a_sitemap_that_a_program_repeats_in_every_group_is_left_alone() {
    let rule = "sitemap-repeated";
    let sitemap = "Sitemap: https://shop.example/sitemap.xml\n";
    let group = |name| format!("User-agent: {name}\nDisallow: /a/\n{sitemap}\n");
    check_silent(rule, &["*", "a", "b"].map(group).concat());
    check_others(rule, &["*", "a"].map(group).concat(), "already names this sitemap on line 3", 1);
    let other = "Sitemap: https://shop.example/news.xml\n";
    let block = format!("User-agent: *\nDisallow: /a/\n{sitemap}{other}{sitemap}{other}");
    check_others(rule, &block, "on line 3, and another line repeats", 2);
    let (source, applicability) = fixed(rule, &block);
    assert_eq!(source, format!("User-agent: *\nDisallow: /a/\n{sitemap}{other}"));
    assert_eq!(applicability, Applicability::Safe);
}

#[test]
fn fields_that_nobody_reads_are_one_finding() {
    let rule = "directive-dead";
    let closed = "User-agent: *\nDisallow: /a/\nNoindex: /a/\nDisallow: /b/\nNoindex: /b/\n";
    check_others(rule, closed, "listed", 1);
    assert_eq!(only(rule, closed).severity, Severity::Note);
    let open = format!("{closed}Noindex: /c/\n");
    check_others(rule, &open, "so pages matching /c/ may be listed", 2);
    assert_eq!(only(rule, &open).severity, Severity::Warning);
    // The lines are the only record of what should stay out of search.
    assert_eq!(fixed(rule, &open).0, open.replace("Noindex", "# Noindex"));
    let other = only(rule, "User-agent: *\nDisallow: /a/\nNofollow: /b/");
    assert_eq!(other.severity, Severity::Note);
}

#[test]
fn a_path_without_a_slash_is_reported_where_the_mended_rule_decides() {
    let rule = "path-no-leading-slash";
    for (file, message) in [
        ("User-agent: *\nDisallow: ?utm=", "what it should block stays open"),
        ("User-agent: *\nDisallow: a/\nDisallow: b/", "2 paths do not begin with /"),
        ("User-agent: *\nAllow: .css\nDisallow: /m/", "what it should open stays blocked"),
        ("User-agent: *\nDisallow: none", "none is not a path"),
        ("User-agent: *\nDisallow: 0", "delete the line, or write /0"),
    ] {
        check(rule, file, message);
    }
    for file in [
        "User-agent: *\nDisallow: /*?*\nDisallow: ?utm=",
        "User-agent: *\nAllow: .css\nAllow: index.html",
        "User-agent: a\nAllow: ?b=\n\nUser-agent: *\nDisallow: /*?",
        // A longer Disallow wins anyway.
        "User-agent: *\nAllow: .css\nDisallow: /templates/",
        // Another group of the same crawler blocks it.
        "User-agent: a\nDisallow: b/\n\nUser-agent: a\nDisallow: /b",
        // The names of hosts are another rule's.
        "User-agent: *\nDisallow: static.shop.example.com",
        "User-agent: *\nDisallow: shop.de",
    ] {
        check_silent(rule, file);
    }
    assert!(only(rule, "User-agent: *\nDisallow: static.shopname").fixes.is_empty());
    assert_eq!(fixed(rule, "User-agent: *\nDisallow: a.php").0, "User-agent: *\nDisallow: /a.php");
}

#[test]
fn rules_for_hosts_are_one_finding() {
    let rule = "path-absolute-url";
    let sitemap = |host: &str| format!("Sitemap: https://{host}/sitemap.xml\n");
    let file = "User-agent: *\nDisallow: https://a.example/x/\nDisallow: https://a.example/y/\nDisallow: /z/\n";
    let own = format!("{file}{}", sitemap("a.example"));
    check_others(rule, &own, "2 rules name a host, such as a.example here", 1);
    assert!(fixed(rule, &own).0.starts_with("User-agent: *\nDisallow: /x/\nDisallow: /y/\n"));
    let foreign = only(rule, &format!("{file}{}", sitemap("b.example")));
    assert!(
        foreign.help.contains("off a.example, put Disallow: /x/ in its own"),
        "{}",
        foreign.help
    );
    // One of several sites serves the file.
    let several = only(rule, &format!("{own}{}", sitemap("b.example")));
    assert!(several.help.starts_with("if this site is a.example"), "{}", several.help);
    assert!(several.fixes.is_empty());
    check(rule, "User-agent: *\nDisallow: static.shop.com", "names the host static.shop.com");
}

#[test]
fn an_empty_disallow_matters_to_yandex_only_beside_a_whole_block() {
    let rule = "rule-empty-disallow";
    check(rule, "User-agent: *\nDisallow:\nDisallow: /a/", "has no effect beside other rules");
    check(rule, "User-agent: *\nDisallow:\nDisallow: /", "Yandex reads the empty");
    let elsewhere = "User-agent: *\nDisallow:\nDisallow: /\n\nUser-agent: Yandex\nDisallow: /a/";
    check(rule, elsewhere, "has no effect beside other rules");
    let twice =
        "User-agent: *\nDisallow:\nDisallow: /a/\n\nUser-agent: b\nDisallow:\nDisallow: /b/";
    check_others(rule, twice, "has no effect beside other rules", 1);
}

#[test]
fn marks_before_a_file_are_reported_where_something_is_lost() {
    let rule = "encoding-byte-order-mark";
    check(
        rule,
        "\u{FEFF}User-agent: *\nDisallow: /a/",
        "misses User-agent: * and with it the whole",
    );
    check(rule, "\u{FEFF}Sitemap: https://a.example/s.xml", "misses Sitemap: https://a");
    for file in ["# a\nUser-agent: *\nDisallow: /a/", "User-agent: *\nDisallow:", "Allow: /a\n"] {
        check_silent(rule, &format!("\u{FEFF}{file}"));
    }
    let rule = "encoding-broken-mark";
    let broken = |file: &str| format!("\u{EF}\u{BB}\u{BF}{file}");
    check(rule, &broken("User-agent: *\nDisallow: /a/"), "the rules below it belong to no group");
    let shared = broken("User-agent: a\nUser-agent: b\nDisallow: /a/");
    check(rule, &shared, "the group below is not for a");
    check_silent(rule, &broken("# a\nUser-agent: *\nDisallow: /a/"));
    check_silent(rule, &broken("User-agent: *\nDisallow:\n\nUser-agent: b\nDisallow: /a/"));
    let closed = only(rule, &broken("User-agent: *\nDisallow: /"));
    assert!(closed.help.ends_with("the Disallow: / below it takes effect then"), "{}", closed.help);
    assert!(closed.fixes.is_empty());
}

#[test]
fn long_delays_are_reported_for_those_who_obey_them() {
    let rule = "delay-long";
    check(rule, "User-agent: *\nCrawl-delay: 60", "such as bingbot, fetch no more than 1440");
    let bing = only(rule, "User-agent: Bingbot\nCrawl-delay: 14400");
    assert_eq!(bing.message, "bingbot fetches no more than 6 pages a day");
    assert_eq!(bing.severity, Severity::Warning);
    let twice = "User-agent: bingbot\nCrawl-delay: 60\n\nUser-agent: msnbot\nCrawl-delay: 60";
    check(rule, twice, "bingbot fetches no more than 1440 pages");
    for file in [
        "User-agent: Slurp\nCrawl-delay: 60",
        "User-agent: SomeBot\nCrawl-delay: 60",
        "User-agent: *\nCrawl-delay: 60\nDisallow: /",
        "Crawl-delay: 60\n\nUser-agent: *\nDisallow: /a/",
    ] {
        check_silent(rule, file);
    }
}

#[test]
fn a_delay_that_fell_into_another_group_may_be_meant_for_all() {
    let rule = "delay-ignored";
    let apart = "User-agent: Google-Extended\nDisallow: /\n\n# slowly\nCrawl-delay: 2";
    check(rule, apart, "belongs to the group for Google-Extended");
    assert!(only(rule, apart).help.contains("move it under User-agent: *"));
    let inside = "User-agent: Yandex\nCrawl-delay: 2\nDisallow: /a/";
    assert!(only(rule, inside).help.contains("Yandex Webmaster"));
    let two = "User-agent: Googlebot\nCrawl-delay: 2\n\nUser-agent: DuckDuckBot\nCrawl-delay: 2";
    check_others(rule, two, "no effect on Googlebot", 1);
}

#[test]
fn a_parameter_in_second_place_is_missed_only_where_nothing_else_blocks_it() {
    let rule = "path-parameter-order";
    let file = |rules: &str| format!("User-agent: *\nDisallow: /*&page=\n{rules}\n");
    let missed = file("Disallow: /*?sort=\nDisallow: /*?view=");
    check_others(
        rule,
        &missed,
        "misses sort= when another parameter comes before it, as in /list?",
        1,
    );
    for rules in [
        "Disallow: /*?sort=\nDisallow: /*sort=",
        "Disallow: /*?sort=\nDisallow: /*?*&sort=",
        "Disallow: /*?*sort\nDisallow: /*?sort=",
        "Disallow: /*?sort=*\nDisallow: /*&sort=*\nAllow: /*?page=2*\nAllow: /*?zz=*",
        "Disallow: /*?id=*",
        "Disallow: /*?mode=1&place=2",
        "Disallow: /*?mode=print",
    ] {
        check_silent(rule, &file(rules));
    }
}

#[test]
fn sitemaps_on_sister_sites_are_left_alone() {
    let rule = "sitemap-hosts";
    let file = |urls: &[&str]| {
        urls.iter().map(|url| format!("Sitemap: {url}/s.xml\n")).collect::<Vec<_>>().concat()
    };
    let mixed = file(&["https://a.example", "https://a.example/x", "http://www.a.example"]);
    check_others(rule, &mixed, "2 on https://a.example and 1 on http://www.a.example", 1);
    check_silent(rule, &file(&["https://a.example", "https://a.de", "https://b.example"]));
}

#[test]
fn copies_of_rules_are_one_finding() {
    let rule = "rule-repeated";
    let block = "Disallow: /a/\nDisallow: /b/\n";
    check_others(
        rule,
        &format!("User-agent: *\n{block}{block}"),
        "lines 4 to 5 repeat lines 2 to 3",
        2,
    );
    let group = |name| format!("User-agent: {name}\nDisallow: /a/\nDisallow: /a/\n\n");
    let groups = ["*", "b", "c"].map(group).concat();
    check_others(rule, &groups, "the same rule is on line 2", 1);
    assert_eq!(fixed(rule, &groups).0.matches("Disallow").count(), 3);
    // The line that every crawler reads stays.
    let slip = "User-agent: *\nDissallow: /a/\nDisallow: /a/\n";
    assert_eq!(fixed(rule, slip).0, "User-agent: *\nDisallow: /a/\n");
}

#[test]
fn covered_rules_are_reported_with_the_rule_that_covers_them() {
    let rule = "rule-redundant";
    let others: Vec<_> = (0..9).map(|number| format!("Disallow: /o{number}/\n")).collect();
    let others = others.concat();
    let two = "Disallow: /a/b\nDisallow: /a/c\n";
    let far = format!("User-agent: *\nDisallow: /a/\n{others}{two}");
    check_others(rule, &far, "Disallow: /a/ on line 2 covers this and another line", 2);
    assert_eq!(fixed(rule, &far).0, format!("User-agent: *\nDisallow: /a/\n{others}"));
    let named = far.replace('*', "Surfbot");
    check_others(rule, &named, "in the group for Surfbot", 2);
    // What stands together is seen together, and lists of paths are repeated below folders.
    check_silent(rule, &format!("User-agent: *\nDisallow: /a/\n{two}{others}"));
    check_silent(rule, &format!("User-agent: *\nDisallow: /*/a\n{others}Disallow: /x/*/a\n"));
    let wildcard = format!("User-agent: *\nDisallow: /*/a\n{others}Disallow: /x/ab\n");
    check_others(rule, &wildcard, "covers this line, so this line has no effect", 1);
}

#[test]
fn a_star_alone_is_reported_once_and_only_where_it_blocks() {
    let rule = "path-star-only";
    let two = "User-agent: AhrefsBot\nDisallow: *\n\nUser-agent: MJ12bot\nDisallow: *\nAllow: /a";
    check_others(rule, two, "if AhrefsBot cannot read wildcards", 1);
    check_silent(rule, "User-agent: AhrefsBot\nAllow: *");
}

#[test]
fn pages_say_what_the_server_meant() {
    let rule = "syntax-html";
    let page = |title: &str| format!("<html><head><title>{title}</title></head></html>");
    check(rule, &page("Shop"), "this is a web page");
    check(rule, &page("503 Service Temporarily Unavailable"), "an error page from the server");
    check(rule, &page("Access Denied"), "the refusal of a firewall or a CDN");
    let stored = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>";
    check(rule, stored, "an error message from the site's storage");
    let login = page("Sign in").replace("</head>", "</head><input type=password>");
    check(rule, &login, "a login page");
    let missing = only(rule, &page("Página no encontrada"));
    assert_eq!(missing.severity, Severity::Warning);
}

#[test]
fn assets_are_blocked_only_to_search_engines_that_obey_the_rule() {
    let rule = "path-blocks-assets";
    let file = "User-agent: *\nDisallow: /wp-includes/\n\n";
    check(rule, file, "this blocks the scripts that WordPress loads");
    let named = "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /a/";
    check_silent(rule, &format!("{file}{named}"));
    check_silent(rule, "User-agent: *\nDisallow: /sites/\nDisallow: /events/");
    check(
        rule,
        "User-agent: *\nDisallow: /misc/\nDisallow: /profiles/",
        "if the site runs on Drupal",
    );
}

#[test]
fn queries_are_reported_for_search_engines_once_a_group() {
    let rule = "path-query-everything";
    check_others(rule, "User-agent: *\nDisallow: /*?\nDisallow: /*?*", "every URL with a ?", 1);
    check_silent(rule, "User-agent: AhrefsBot\nDisallow: /*?");
}

#[test]
fn sitemaps_without_a_host_are_one_finding() {
    let rule = "sitemap-not-absolute";
    check_others(rule, "Sitemap: /a.xml\nSitemap: /b.xml", "/a.xml is not a full URL", 1);
    check(rule, "Sitemap:\nhttps://shop.example/a.xml", "it is on the next line");
    check_silent(rule, "Sitemap: \u{FEFF}https://shop.example/a.xml");
}

#[test]
fn a_sitemap_in_a_comment_is_pointed_out() {
    let found =
        only("sitemap-missing", "# Sitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /a/");
    assert!(found.help.starts_with("delete the # before Sitemap on line 1"), "{}", found.help);
}

#[test]
fn a_host_that_a_program_writes_is_left_alone() {
    let file = "User-agent: *\nDisallow: /a/\n\n# Host\nHost: https://a.example\n";
    check_silent("directive-host", file);
    check("directive-host", &file.replace("# Host\n", ""), "no crawler reads Host");
}

#[test]
fn lines_that_are_no_directive_are_told_apart() {
    let rule = "syntax-no-directive";
    let file = "User-agent: *\nDisallow: /a/\n";
    check(rule, &format!("{file}/b/\n"), "write Disallow: /b/ or Allow: /b/ on one line");
    assert!(only(rule, &format!("{file}/b/\n")).fixes.is_empty());
    let merge = format!("<<<<<<< HEAD\n{file}=======\n>>>>>>> new\n");
    check_others(rule, &merge, "an unresolved merge", 2);
    assert!(only(rule, &merge).fixes.is_empty());
    check(rule, &format!("{file}SetEnvIf Request_URI robots\n"), "configuration of a web server");
    let words = format!("{file}made by hand\n");
    assert_eq!(only(rule, &words).severity, Severity::Note);
    assert_eq!(fixed(rule, &words).0, format!("{file}# made by hand\n"));
}

/// What the crawlers of the group may fetch, not those of another.
#[test]
fn a_noindex_is_weighed_against_the_rules_of_its_group() {
    let rule = "directive-dead";
    let closed =
        "User-agent: *\nDisallow: /a/\n\nUser-agent: Baiduspider\nDisallow: /\nNoindex: /\n";
    let found = only(rule, closed);
    assert_eq!((found.severity, &*found.help), (Severity::Note, "comment out the line"));
}

#[test]
fn files_at_the_root_are_blocked_by_more_than_a_word() {
    let rule = "path-blocks-site-files";
    check(rule, "User-agent: *\nDisallow: /app-ads", "this blocks /app-ads.txt");
    check(rule, "User-agent: *\nDisallow: /*.txt", "this blocks /ads.txt and /app-ads.txt");
    check_silent(rule, "User-agent: *\nDisallow: /app");
}

/// A comment of another language stays one, whatever is fixed.
#[test]
fn comments_of_other_languages_are_never_switched_on() {
    let rule = "syntax-foreign-comment";
    for line in [
        "// Disallow: /x",
        "; Disallow: /x",
        "-- Disallow: /x",
        "--Disallow: /x",
        "! Disallow: /x",
        "!Disallow: /x",
        "/* Disallow: /x */",
        "<!-- Disallow: /x -->",
        "<!--Disallow: /x-->",
        "<%-- Disallow: /x --%>",
        "{{!-- Disallow: /x --}}",
        "(* Disallow: /x *)",
        "{ Disallow: /x }",
        "%% Disallow: /x",
        "% Disallow: /x",
        "' Disallow: /x",
        "\" Disallow: /x",
        "REM Disallow: /x",
        "rem Allow: /x",
        "dnl Disallow: /x",
        ".. Disallow: /x",
        "＃ Disallow: /x",
        "// User-agent: GPTBot",
        ";Disalow /x",
        "// see: Disallow: /x",
        "-- Disallow = /x",
    ] {
        let file = format!("User-agent: *\nDisallow: /a/\n{line}\nDisallow: /b/\n");
        let expected = format!("User-agent: *\nDisallow: /a/\n# {line}\nDisallow: /b/\n");
        assert_eq!(fixed(rule, &file), (expected, Applicability::Safe));
        assert_eq!(repaired(&file), file.replace(line, &format!("# {line}")));
    }
    let block = "User-agent: *\nDisallow: /a/\n/*\n * Disallow: /x\n */\nDisallow: /b/\n";
    check_others(rule, block, "/* does not begin a comment", 2);
    assert_eq!(
        repaired(block),
        "User-agent: *\nDisallow: /a/\n# /*\n # * Disallow: /x\n # */\nDisallow: /b/\n"
    );
    // What crawlers read in such a comment is another rule's, and stays as it is.
    let hidden = "User-agent: *\nDisallow: /a/\n/*\nDisalow: /x\n*/\nDisallow: /b/\n";
    check("syntax-wrong-comment", hidden, "the rules up to line 5 still apply");
    check_silent("syntax-misspelt-field", hidden);
    check_silent(rule, hidden);
    check_silent(rule, "User-agent: *\nDisallow: /a/\n# // x\n'Disallow: /x'\n- Disallow: /y\n");
}

/// What stands in the colon's place goes, and no byte of the value.
#[test]
fn a_missing_colon_keeps_the_value() {
    let rule = "syntax-missing-colon";
    let group = "User-agent: *\nDisallow: /a/\n";
    for (line, expected) in [
        ("Sitemap https://a.example/s.xml", "Sitemap: https://a.example/s.xml"),
        ("Sitemap=https://a.example/s.xml", "Sitemap: https://a.example/s.xml"),
        ("Sitemap = HTTPS://a.example/s.xml", "Sitemap: HTTPS://a.example/s.xml"),
        ("Disallow = /cart", "Disallow: /cart"),
        ("Disallow=/cart", "Disallow: /cart"),
        ("Disallow => /cart", "Disallow: /cart"),
        ("Disallow /cart", "Disallow: /cart"),
        ("Disallow /a:b", "Disallow: /a:b"),
        ("User-agent = GPTBot", "User-agent: GPTBot"),
        ("Crawl-delay = 5", "Crawl-delay: 5"),
    ] {
        let (source, applicability) = fixed(rule, &format!("{group}{line}\n"));
        assert_eq!(source, format!("{group}{expected}\n"));
        assert_eq!(applicability, Applicability::Unsafe);
    }
    assert!(only(rule, &format!("{group}Disallow what you like\n")).fixes.is_empty());
}

#[test]
fn a_second_separator_is_reported() {
    let rule = "syntax-extra-colon";
    let group = "User-agent: *\nDisallow: /a/\n";
    for (line, expected) in [
        ("Disallow:: /cart", "Disallow: /cart"),
        ("Disallow: : /cart", "Disallow: /cart"),
        ("Disallow := /cart", "Disallow :/cart"),
        ("Allow::/cart", "Allow:/cart"),
        ("User-agent:: GPTBot", "User-agent: GPTBot"),
        ("Sitemap:: https://a.example/s.xml", "Sitemap: https://a.example/s.xml"),
    ] {
        let file = format!("{group}{line}\n");
        let plain = |text: &str| text.replace(' ', "");
        assert_eq!(plain(&fixed(rule, &file).0), plain(&format!("{group}{expected}\n")));
    }
    check_silent(rule, "User-agent: *\nDisallow: /a::b\nSitemap: https://a.example/:x=\n");
}

#[test]
fn lists_and_placeholders_are_no_paths_with_spaces() {
    let rule = "path-list";
    let group = "User-agent: *\nDisallow: ";
    for value in ["/a, /b", "/a,/b", "/a /b", "/a; /b", "/a | /b"] {
        let split = "User-agent: *\nDisallow: /a\nDisallow: /b\n";
        assert_eq!(fixed(rule, &format!("{group}{value}\n")).0, split, "{value}");
        check_silent("path-space", &format!("{group}{value}\n"));
    }
    check_silent(rule, "User-agent: *\nDisallow: /a,b/\nDisallow: /a b/\nDisallow: /x?a=/b,/c");
    for value in ["/{{ x }}/", "/{{ x }}", "/{0}/", "/{x}/*"] {
        let file = format!("{group}{value}\n");
        assert!(only("path-never-matches", &file).fixes.is_empty(), "{value}");
        assert_eq!(repaired(&file), file);
    }
    let filled = fixed("path-never-matches", &format!("{group}/a/{{{{ x }}}}/\n")).0;
    assert_eq!(filled, format!("{group}/a/*/\n"));
}

#[test]
fn paths_on_a_disk_are_no_regular_expressions() {
    let group = "User-agent: *\nDisallow: ";
    for value in ["C:\\shop", "C:\\shop\\data\\", "c:/shop\\x", "\\\\server\\shop"] {
        let file = format!("{group}{value}\n");
        check("path-backslash", &file, "on a Windows disk");
        check_silent("path-regex", &file);
        assert_eq!(repaired(&file), file);
    }
    check_silent("path-regex", &format!("{group}\\shop\\data\n"));
    assert_eq!(
        fixed("path-backslash", &format!("{group}\\shop\\data\n")).0,
        format!("{group}/shop/data\n")
    );
    for value in ["/a\\d+", "/a\\.php", "/\\w*"] {
        check("path-regex", &format!("{group}{value}\n"), "regular expression");
    }
    check_silent("path-backslash", &format!("{group}/*\\+\\+*\nDisallow: /*++*\n"));
}

/// One `User-agent` line becomes one.
#[test]
fn a_misspelt_agent_line_is_not_repeated() {
    let file = "User_agent: *\nDisallow: /a/\n";
    assert_eq!(repaired(file), "User-agent: *\nDisallow: /a/\n");
}

/// Parsers that ignore the line give its rules to the group before.
#[test]
fn a_misspelt_agent_line_says_whose_rules_follow() {
    let rule = "syntax-misspelt-field";
    let file = "User-agent: *\nDisallow: /a\n\nUser agent: GPTBot\nDisallow: /\n";
    check(rule, file, "apply the rules for GPTBot below it to all other crawlers, whose group");
    check(rule, "User agent: GPTBot\nDisallow: /\n", "Google reads it as User-agent");
}

/// What nobody sees is found, and shown as a code point.
#[test]
fn invisible_and_look_alike_characters_are_shown() {
    let rule = "encoding-invisible-character";
    for char in ['\u{202E}', '\u{2066}', '\u{E0041}', '\u{3164}', '\u{200B}', '\u{2064}', '\u{AD}']
    {
        let shown = format!("<U+{:04X}>", u32::from(char));
        let file = format!("User-agent: Google{char}bot\nDisallow: /a/\n");
        check(rule, &file, &shown);
        assert!(!only(rule, &file).message.contains(char), "{shown}");
        check(rule, &format!("User-agent: *\nDisallow: /a{char}/\n"), &shown);
    }
    // Characters that were encoded twice contain such bytes, and keep them.
    check_silent(rule, "User-agent: *\nDisallow: /\u{E5}\u{8D}\u{9A}\u{E6}\u{83}\u{A0}/\n");
    check_silent(rule, "User-agent: *\nDisallow: /\u{C3}\u{AD}/\n");
    check(rule, "User-agent: *\nDisallow: /caf\u{E9}\u{A0}\n", "no-break space");
    let rule = "encoding-look-alike";
    let name = "User-agent: G\u{43E}\u{3BF}glebot\nDisallow: /a/\n";
    check(rule, name, "G<U+043E><U+03BF>glebot contains letters that only look like Googlebot");
    assert_eq!(fixed(rule, name).0, "User-agent: Googlebot\nDisallow: /a/\n");
    let path = "User-agent: *\nDisallow: /\u{440}rivate/\n";
    check(rule, path, "<U+0440>rivate");
    assert!(only(rule, path).fixes.is_empty());
    check_silent(rule, "User-agent: *\nDisallow: /\u{440}\u{443}\u{43A}\u{430}/\n");
}

/// What owners expect a word about.
#[test]
fn owners_hear_about_what_looks_right() {
    let group = "User-agent: *\n";
    for (rule, line, words) in [
        ("path-blocks-assets", "Disallow: /media/css/", "the styles in this folder"),
        ("path-blocks-assets", "Disallow: /static/js/", "the scripts in this folder"),
        ("path-blocks-assets", "Disallow: /assets/css/main.css", "a main style sheet"),
        ("path-blocks-assets", "Disallow: /*.css?", "all styles with a query"),
        ("rule-allow-without-disallow", "Allow: /blog/", "crawlers may fetch everything"),
        ("path-discloses", "Disallow: /secret-admin/", "/secret-admin/"),
        ("path-never-matches", "Disallow: {/x}", "no URL that a crawler requests"),
        ("syntax-quotes", "Disallow: \"/x", "the quotation mark is part of the value"),
        ("syntax-quotes", "Disallow: /x'", "the quotation mark is part of the value"),
        ("syntax-space-before-colon", "Disallow : /x", "white space stands before the colon"),
        ("syntax-hash-in-value", "Disallow: /#!/x", "and the rule blocks the home page"),
    ] {
        check(rule, &format!("{group}{line}\n"), words);
    }
    check("agent-wildcard", "User-agent: Google*\nDisallow: /a/\n", "Google* names no crawler");
    check("agent-misspelt", "User-agent: AdsBot\nDisallow: /\n", "write AdsBot-Google");
    check(
        "syntax-markup",
        "{\\rtf1\\ansi\nUser-agent: *\\par\nDisallow: /\\par\n}",
        "an RTF document",
    );
    for line in ["Allow: /", "Allow: /a\nDisallow: /b", "Disallow:\nAllow: /b"] {
        check_silent("rule-allow-without-disallow", &format!("{group}{line}\n"));
    }
    check_silent("syntax-quotes", &format!("{group}Disallow: /o'neill/\nDisallow: \"/a\"b\n"));
    let urls = ["https://a.example/a.xml", "https://a.example/b.xml"];
    for between in [" ", ", ", ",", ";"] {
        let file = format!("Sitemap: {}{between}{}\n", urls[0], urls[1]);
        let split = format!("Sitemap: {}\nSitemap: {}\n", urls[0], urls[1]);
        assert_eq!(fixed("sitemap-list", &file).0, split, "{between:?}");
    }
    check_silent("sitemap-list", "Sitemap: https://a.example/a,b.xml");
}

/// Advice that would open or close pages is no longer a fix.
#[test]
fn fixes_that_did_harm_are_gone() {
    for file in [
        // The paths before the # would open.
        "User-agent: *\nDisallow: /calendar/#/\n",
        // Every folder would be closed.
        "User-agent: *\nDisallow: /{0}/\n",
        // The rule for malformed URLs would become a copy.
        "User-agent: *\nDisallow: /a?b&c=\nDisallow: /a?b&amp;c=\n",
        // The group would become one for everyone.
        "User-agent:\nGPTBot Disallow: /\n",
        // The slowed crawler could fetch what * blocks.
        "User-agent: *\nDisallow: /a/\n\nUser-agent: bingbot\nCrawl-delay: 5\n\nUser-agent: GPTBot\nDisallow: /\n",
    ] {
        assert_eq!(repaired(file), file);
    }
    let yandex = "User-agent: *\nDisallow: /*?ref=\nDisallow: /*?from=\n\nUser-agent: Yandex\nDisallow: /x/\nClean-param: ref&from\n";
    assert_eq!(repaired(yandex), yandex);
}

#[test]
fn quotation_marks_around_a_field_are_reported() {
    let group = "User-agent: *\nAllow: /a/\n";
    for field in
        ["\"Disallow\"", "“Disallow”", "‘Disallow’", "”Disallow”", "«Disallow»", "„Disallow“"]
    {
        let file = format!("{group}{field}: /b/\n");
        let expected = format!("{group}Disallow: /b/\n");
        assert_eq!(fixed("syntax-junk-before-field", &file).0, expected, "{field}");
    }
}

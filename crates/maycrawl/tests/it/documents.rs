//! The examples of the documents that describe robots.txt, word for word.

use maycrawl::{Agent, Dialect, Robots, content::ContentKind};

/// Asserts which URLs an agent may not fetch, of those that are asked for.
#[track_caller]
fn check_in(dialect: &Dialect, robots: &str, agent: &str, blocked: &[&str], allowed: &[&str]) {
    let rules = Robots::parse(robots, dialect).rules(&Agent::token(agent));
    for (urls, is_allowed) in [(blocked, false), (allowed, true)] {
        for url in urls {
            let found = rules.check_url(url).is_allowed();
            assert_eq!(found, is_allowed, "{agent} {url} in {robots}");
        }
    }
}

#[track_caller]
fn check(robots: &str, agent: &str, blocked: &[&str], allowed: &[&str]) {
    check_in(&Dialect::GOOGLE, robots, agent, blocked, allowed);
}

/// Of one rule for everyone.
#[track_caller]
fn check_rule(rule: &str, blocked: &[&str], allowed: &[&str]) {
    check(&format!("User-agent: *\n{rule}"), "MyBot", blocked, allowed);
}

/// Google's specification of 2012.
#[test]
fn three_groups_of_the_specification_of_2012() {
    let file = "user-agent: a\ndisallow: /c\n\nuser-agent: b\ndisallow: /d\n\n\
        user-agent: e\nuser-agent: f\ndisallow: /g";
    for dialect in [Dialect::GOOGLE, Dialect::GOOGLE_2012, Dialect::RFC9309] {
        check_in(&dialect, file, "a", &["/c"], &["/d", "/g"]);
        check_in(&dialect, file, "b", &["/d"], &["/c", "/g"]);
        check_in(&dialect, file, "e", &["/g"], &["/c", "/d"]);
        check_in(&dialect, file, "f", &["/g"], &["/c", "/d"]);
        check_in(&dialect, file, "z", &[], &["/c", "/d", "/g"]);
    }
}

#[test]
fn the_paths_of_the_specification_of_2012() {
    check_rule("Disallow: /", &["/", "/a", "/a/b?c"], &[]);
    check_rule("Disallow: /*", &["/", "/a", "/a/b?c"], &[]);
    let fish = ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fish.php?id=anything"];
    check_rule("Disallow: /fish", &fish, &["/Fish.asp", "/catfish", "/?id=fish"]);
    check_rule("Disallow: /fish*", &fish, &["/Fish.asp", "/catfish", "/?id=fish"]);
    let folder = ["/fish/", "/fish/?id=anything", "/fish/salmon.htm"];
    check_rule("Disallow: /fish/", &folder, &["/fish", "/fish.html", "/Fish/Salmon.asp"]);
    let php = ["/filename.php", "/folder/filename.php?parameters", "/folder/any.php.file.html"];
    check_rule("Disallow: /*.php", &php, &["/", "/windows.PHP"]);
    let not_at_end =
        ["/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"];
    check_rule("Disallow: /*.php$", &["/filename.php", "/folder/filename.php"], &not_at_end);
    check_rule("Disallow: /fish*.php", &["/fish.php", "/fishheads/catfish.php?a"], &["/Fish.PHP"]);
}

/// Google's page on creating a robots.txt.
#[test]
fn whom_the_examples_of_the_page_on_creating_a_file_block() {
    let everyone = ["Googlebot", "bingbot", "MyBot"];
    check("User-agent: Googlebot\nDisallow: /", "Googlebot", &["/"], &[]);
    check("User-agent: Googlebot\nDisallow: /", "AdsBot-Google", &[], &["/"]);
    let two = "User-agent: Googlebot\nUser-agent: AdsBot-Google\nDisallow: /";
    check(two, "Googlebot", &["/"], &[]);
    check(two, "AdsBot-Google", &["/"], &[]);
    check(two, "bingbot", &[], &["/"]);
    for agent in everyone {
        check("User-agent: * \nDisallow: /", agent, &["/", "/a"], &[]);
    }
    let ads = Agent::token("AdsBot-Google").ignoring_global(true);
    let rules = Robots::parse("User-agent: * \nDisallow: /", &Dialect::GOOGLE).rules(&ads);
    assert!(rules.check_url("/").is_allowed());
    let single = "User-agent: Googlebot-news\nAllow: /\n\nUser-agent: *\nDisallow: /";
    check(single, "Googlebot-News", &[], &["/a"]);
    check(single, "MyBot", &["/a"], &[]);
    let but_one = "User-agent: Unnecessarybot\nDisallow: /\n\nUser-agent: *\nAllow: /";
    check(but_one, "Unnecessarybot", &["/"], &[]);
    check(but_one, "MyBot", &[], &["/"]);
    let ads = "User-agent: *\nDisallow: /\n\nUser-agent: Mediapartners-Google\nAllow: /";
    check(ads, "Mediapartners-Google", &[], &["/a"]);
    check(ads, "MyBot", &["/a"], &[]);
}

#[test]
fn what_the_examples_of_the_page_on_creating_a_file_block() {
    let file = "User-agent: googlebot\nDisallow: /directory1/\nDisallow: /directory2/\n\
        Allow: /directory2/subdirectory1/\n\nUser-agent: anothercrawler\nDisallow: /";
    let open = ["/directory2/subdirectory1/a", "/other"];
    check(file, "Googlebot", &["/directory1/a", "/directory2/a"], &open);
    check(file, "anothercrawler", &["/", "/directory2/subdirectory1/a"], &[]);
    check(file, "MyBot", &[], &["/directory1/a"]);
    check_rule("Disallow: /file.asp", &["/file.asp"], &["/FILE.asp"]);
    check_rule(
        "Disallow: /calendar/\nDisallow: /junk/",
        &["/calendar/a", "/junk/"],
        &["/calendar"],
    );
    check_rule("Disallow: /private_file.html", &["/private_file.html"], &["/"]);
    let dogs = "User-agent: Googlebot-Image\nDisallow: /images/dogs.jpg";
    check(dogs, "Googlebot-Image", &["/images/dogs.jpg"], &["/images/cats.jpg"]);
    check(dogs, "Googlebot", &[], &["/images/dogs.jpg"]);
    let gif = "User-agent: Googlebot\nDisallow: /*.gif$";
    check(gif, "Googlebot", &["/a.gif", "/b/c.gif"], &["/a.gif?b", "/a.gifs"]);
    let xls = "User-agent: Googlebot\nDisallow: /*.xls$";
    check(xls, "Googlebot", &["/a/b.xls"], &["/a.xlsx"]);
}

/// The reference page.
#[test]
fn the_examples_of_the_reference() {
    check_rule("Disallow: /blog", &["/blog", "/blog/", "/blog-post"], &["/my/blog"]);
    check_rule("Disallow: /Admin/", &["/Admin/"], &["/admin/"]);
    check_rule("Disallow:", &[], &["/", "/a"]);
    check_rule("Disallow: /search?*", &["/search?q=1"], &["/search"]);
    check_rule("Disallow: /*/print/", &["/a/print/", "/a/b/print/c"], &["/print/"]);
    check_rule("Disallow: /*/feed/", &["/a/feed/"], &["/feed/"]);
    check_rule("Disallow: /*.pdf$", &["/document.pdf"], &["/pdf-guide/"]);
    check_rule("Disallow: /*?", &["/a?b"], &["/a"]);
    check_rule("Disallow: /x\nAllow: /x", &[], &["/x"]);
    check_rule("Disallow: /search\nDisallow: /search/", &["/search", "/search/a"], &["/"]);
    let admin = "Disallow: /admin/\nDisallow: /account/\nDisallow: /login\nDisallow: /checkout/";
    check_rule(admin, &["/admin/a", "/account/", "/login", "/checkout/b"], &["/admin"]);
    let public = "Disallow: /private/\nAllow: /private/public/";
    check_rule(public, &["/private/a"], &["/private/public/page"]);
    let staging = "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:";
    check(staging, "Googlebot", &[], &["/a"]);
    check(staging, "MyBot", &["/a"], &[]);
}

#[test]
fn the_names_of_the_reference() {
    let training = [
        "GPTBot",
        "OAI-SearchBot",
        "ClaudeBot",
        "anthropic-ai",
        "CCBot",
        "Google-Extended",
        "PerplexityBot",
        "meta-externalagent",
    ];
    let file = training.map(|name| format!("User-agent: {name}\nDisallow: /\n")).join("\n");
    for name in training {
        check(&file, name, &["/a"], &[]);
    }
    for name in ["Googlebot", "bingbot", "ChatGPT-User", "Perplexity-User", "cohere-ai", "Slurp"] {
        check(&file, name, &[], &["/a"]);
    }
}

/// The validator's page on syntax.
#[test]
fn the_examples_of_the_page_on_syntax() {
    let both = "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /";
    check(both, "GPTBot", &["/"], &[]);
    check(both, "CCBot", &["/"], &[]);
    check(both, "MyBot", &[], &["/"]);
    check_rule("Disallow: /admin", &["/admin", "/administrator"], &[]);
    check_rule("Disallow: /admin/", &["/admin/a"], &["/administrator"]);
    let tmp = "Disallow: /tmp/\nDisallow: /*.json$\nAllow: /tmp/public/";
    check_rule(tmp, &["/tmp/a", "/a.json"], &["/tmp/public/a"]);
    check_rule("Disallow: /private*/", &["/private/", "/private-data/"], &["/private"]);
    check_rule("Disallow: /*?color=  # facets", &["/a?color=red"], &["/a?size=1"]);
    check_rule("Disallow: /page$", &["/page"], &["/page/sub", "/page2"]);
    check_rule("DISALLOW: /a", &["/a"], &["/A"]);
    check_rule("Disallow: /a.b+(c)[d]", &["/a.b+(c)[d]"], &["/aXb+(c)[d]"]);
    check_in(&Dialect::RFC9309, "User-agent: *\nDisallow /admin", "MyBot", &[], &["/admin"]);
}

/// The article on how Google reads a file.
#[test]
fn the_examples_of_the_article() {
    check_rule("Disallow: /private/", &["/private/"], &["/Private/"]);
    check_rule("Disallow: private/", &[], &["/private/"]);
    check_rule(
        "Disallow: /private/*/data.html",
        &["/private/a/data.html"],
        &["/private/data.html"],
    );
    check_rule("Disallow: /index.html$", &["/index.html"], &["/index.html?a"]);
    check_rule("Disallow: /docs/\nAllow: /docs/public/", &["/docs/a"], &["/docs/public/page.html"]);
    check_rule("Disallow: /a/\nAllow: /a/b/c/page.html", &["/a/b"], &["/a/b/c/page.html"]);
    let combined = "Disallow: /private/\nDisallow: /tmp/\nAllow: /private/public-info.html";
    let open = ["/private/public-info.html", "/public/page.html"];
    check_rule(combined, &["/private/a", "/tmp/a"], &open);
    let groups = "User-agent: Googlebot\nDisallow: /nogoogle/\nUser-agent: Bingbot\n\
        Disallow: /nobing/\nUser-agent: *\nDisallow: /nopublic/";
    check(groups, "Googlebot", &["/nogoogle/"], &["/nobing/", "/nopublic/"]);
    check(groups, "bingbot", &["/nobing/"], &["/nogoogle/", "/nopublic/"]);
    check(groups, "MyBot", &["/nopublic/"], &["/nogoogle/", "/nobing/"]);
}

/// Crawlers do not follow a redirect inside a page; a tool can say that it is a page.
#[test]
fn a_page_that_only_redirects_is_a_page() {
    for page in [
        "<meta http-equiv=\"refresh\" content=\"0; url=/other.txt\">",
        "<script>location = '/other.txt'</script>",
        "<FRAMESET><frame src=/robots2.txt></FRAMESET>",
        "\u{FEFF}\r\n<iframe src=/robots2.txt>",
    ] {
        assert_eq!(ContentKind::sniff(page), ContentKind::Html, "{page}");
    }
    for text in [
        "<meta name=robots content=noindex>\nUser-agent: *\nDisallow: /a",
        "<script></script>\r user-agent: *",
        "# <meta http-equiv=refresh>",
        "",
    ] {
        assert_eq!(ContentKind::sniff(text), ContentKind::Text, "{text}");
    }
}

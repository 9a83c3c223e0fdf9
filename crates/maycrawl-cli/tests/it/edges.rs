//! What is easily misread: the command says so, or counts it right.

use crate::{command, finish, folder, root, run, run_with, words};

#[test]
fn a_header_does_not_choose_the_crawler() {
    let ran = run(words("check --robots examples/shop.txt --user-agent Googlebot /"));
    insta::assert_snapshot!(ran.stderr, @"maycrawl: --user-agent only sets the header of requests; the answers are for a crawler without a group of its own: for others, add --agent Googlebot");
    let ran = run(words("check --robots examples/shop.txt --user-agent X --agent Googlebot /"));
    assert_eq!(ran.stderr, "");
    let ran = run(words("check --robots examples/shop.txt --ua Googlebot /"));
    assert!(ran.stderr.contains("--agent names the crawler to check for"), "{}", ran.stderr);
}

#[test]
fn only_leaves_out_what_does_not_fit() {
    let file = "User-agent: GPTBot\nDisallow: /\n";
    let files = folder(&[("new.txt", file.as_bytes()), ("old.txt", b"")]);
    let ask = |line: &str| {
        let mut command = command();
        command.current_dir(files.path()).args(words(line));
        finish(&mut command, b"")
    };
    let table = ask("check --robots new.txt --all-agents --only blocked /");
    assert!(table.stdout.contains("disallow:2"), "{}", table.stdout);
    let shown = table.stdout.lines().take_while(|line| !line.is_empty());
    assert!(shown.flat_map(str::split_whitespace).all(|word| word != "allow"), "{}", table.stdout);
    let changed = ask("check --robots new.txt --against old.txt --agent GPTBot --only allowed /");
    assert_eq!((&*changed.stdout, changed.code), ("1 of 1 answers changed; 0 shown\n", 1));
}

#[test]
fn names_that_no_crawler_can_have_are_refused() {
    for (line, advice) in [
        ("--disallow /x --allow /y", "for paths, write --allow-path PATH"),
        ("--block /y", "for paths, write --disallow PATH"),
        ("--block ai-training", "write --block purpose:ai-training"),
        ("--block block-ai", "write --preset block-ai"),
        ("--block OpenAI", "write --block operator:OpenAI"),
        ("--disallow /x --for ai-training", "write --for purpose:ai-training"),
    ] {
        let ran = run(words(&format!("generate {line}")));
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{line}");
        assert!(ran.stderr.contains(advice), "{line}: {}", ran.stderr);
    }
    let ran = run(words("generate --block ai-training"));
    insta::assert_snapshot!(ran.stderr, @"maycrawl: --block ai-training: ai-training is a purpose, not a crawler; write --block purpose:ai-training");
    let ran = run_with(words("generate --from -"), b"block = \"ai-training\"");
    assert!(ran.code == 2 && ran.stderr.contains("purpose:ai-training"), "{}", ran.stderr);
    assert_eq!(run(words("generate --force --block ai-training")).code, 0);
}

#[test]
fn urls_of_several_hosts_are_noted() {
    let list = b"https://shop.example/a\nhttps://cdn.example/b\n";
    let ask = |more: &str| {
        run_with(words(&format!("check --robots examples/shop.txt --urls - {more}")), list).stderr
    };
    insta::assert_snapshot!(ask(""), @"maycrawl: the URLs are of several hosts, such as shop.example and cdn.example; a robots.txt applies to one host only: name that of examples/shop.txt with --origin https://shop.example");
    assert_eq!(ask("--origin https://shop.example"), "");
}

#[test]
fn a_list_without_a_url_is_an_error_and_one_bad_line_is_not() {
    let ask = |list: &[u8], more: &str| {
        run_with(words(&format!("check --robots examples/shop.txt --urls - {more}")), list)
    };
    let ran = ask(b"example.com\n/a\n", "");
    assert!(ran.code == 1 && ran.stdout.contains("1 allowed, 1 unasked"), "{}", ran.stdout);
    let ran = ask(b"User-agent: a\nDisallow: b\n", "");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(
        ran.stderr.contains(
            "none of the 2 lines of standard input is a URL; the first is standard input:1"
        ),
        "{}",
        ran.stderr
    );
    let ran = ask(b"example.com\n/a\n", "--against examples/shop.txt");
    assert_eq!((ran.code, &*ran.stdout), (0, "0 of 1 answers changed\n"));
    assert!(ran.stderr.contains("not asked: standard input:1"), "{}", ran.stderr);
}

#[test]
fn a_retired_crawler_is_in_the_catalogue() {
    let ran = run_with(words("policy -"), b"User-agent: anthropic-ai\nDisallow: /\n");
    assert!(ran.stdout.contains("but retired: anthropic-ai"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("not in the catalogue"), "{}", ran.stdout);
}

#[test]
fn the_beginning_of_a_name_suggests_the_name() {
    for line in ["explain AdsBot", "crawlers AdsBot"] {
        let ran = run(words(line));
        assert!(ran.stderr.contains("did you mean AdsBot-Google"), "{line}: {}", ran.stderr);
    }
}

#[test]
fn another_path_than_robots_txt_is_noted() {
    let line = "check --robots examples/shop.txt --origin http://e.example/x/robots.txt /";
    let ran = run(words(line));
    assert!(
        ran.stderr.contains("--origin uses only http://e.example of http://e.example/x/robots.txt"),
        "{}",
        ran.stderr
    );
    let ran = run(words("fetch http://127.0.0.1/x/robots.txt"));
    assert!(ran.stderr.contains("reading http://127.0.0.1/robots.txt, where"), "{}", ran.stderr);
}

#[test]
fn ftp_is_a_site() {
    let ran = run(words("check --robots ftp://127.0.0.1/ /"));
    assert!(ran.stderr.contains("not a public address"), "{}", ran.stderr);
}

#[test]
fn a_sitemap_is_read_whole_or_the_status_says_so() {
    let cut = b"<urlset><url><loc>https://shop.example/</loc></url>";
    let files = folder(&[("cut.xml", cut)]);
    let ask = |path: &std::path::Path| {
        let mut command = command();
        command.args(["check", "--robots", "examples/shop.txt", "--sitemap"]).arg(path);
        finish(&mut command, b"")
    };
    let ran = ask(&files.path().join("cut.xml"));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("only the URLs before that are used"), "{}", ran.stderr);
    let ran = ask(&root().join("examples/shop.txt"));
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("not a sitemap: its first line is not a URL"), "{}", ran.stderr);
}

#[test]
fn a_table_may_say_blocked() {
    let table = b"agent,url,expect\nGooglebot,/cart/,blocked\nGooglebot,/,Allowed\n";
    let ran = run_with(words("test --robots examples/shop.txt -"), table);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn csv_contains_no_formula() {
    let list = b"\"url\"\n\"=1+1\"\n\"/a\"\n";
    let ran = run_with(words("check --robots examples/shop.txt --urls - --format csv"), list);
    assert!(ran.stdout.contains(",'=1+1,unasked,"), "{}", ran.stdout);
}

#[test]
fn urls_stand_under_options_in_the_help() {
    for (name, word) in
        [("check", "[URL]..."), ("lint", "--format"), ("fetch", "--format"), ("policy", "--format")]
    {
        let help = run([name, "--help"]).stdout;
        let before = help.split("Network:").next().unwrap();
        assert!(
            before.contains(&format!("\n  {word}")) || before.contains(&format!("{word} <")),
            "{name}: {help}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = command().arg("--help").stdout(full).stderr(std::process::Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(2));
}

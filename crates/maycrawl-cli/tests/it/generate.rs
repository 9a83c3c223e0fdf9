//! `maycrawl generate`: presets, wishes, files of wishes, merging.

use serde_json::Value;

use crate::json::validate;
use crate::{command, finish, folder, run, run_with, words};

/// The file that a command line generates, without comments and without the
/// crawlers that ignore `*`.
#[track_caller]
fn check(line: &str, expected: &str) {
    let ran = run(words(&format!("generate --no-comments --star-only {line}")));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout, expected, "{line}");
}

/// What is wrong with a command line, in one line on standard error.
#[track_caller]
fn refuse(args: &[&str], expected: &str) {
    let ran = run(["generate"].iter().chain(args));
    assert_eq!((ran.code, &*ran.stdout), (2, ""), "{}", ran.stderr);
    assert_eq!(ran.stderr, format!("maycrawl: {expected}\n"));
}

#[test]
fn presets_are_listed_and_explained() {
    let list = run(["generate", "--list"]);
    let lines: Vec<_> = list.stdout.lines().collect();
    assert!(lines.len() >= 25 && list.code == 0);
    assert!(list.stdout.contains("only=TOKEN  "), "{}", list.stdout);
    for line in lines {
        let name = line.split([' ', '=', '[']).next().unwrap();
        let page = run(["generate", "--explain", name]);
        assert_eq!(page.code, 0, "{name}");
        for part in ["Sources:\n  https://", " gives:\n"] {
            assert!(page.stdout.contains(part), "{}", page.stdout);
        }
    }
    let asked = run(["generate", "--explain", "only=bingbot"]).stdout;
    assert!(asked.contains("User-agent: bingbot\nAllow: /"), "{asked}");
}

#[test]
fn a_file_explains_itself() {
    let line = "generate --preset wordpress --disallow /drafts/ --for Googlebot --crawl-delay 2";
    insta::assert_snapshot!(run(words(line)).stdout);
}

#[test]
fn wishes_are_for_everyone_or_for_those_named_after_them() {
    check("--disallow /a/", "User-agent: *\nDisallow: /a/\n");
    check(
        "--disallow /a/ --for GPTBot,bingbot --disallow /b/",
        "User-agent: *\nDisallow: /b/\n\n\
         User-agent: GPTBot\nUser-agent: bingbot\nDisallow: /a/\nDisallow: /b/\n",
    );
    check("--disallow / --for GPTBot", "User-agent: GPTBot\nDisallow: /\n");
    check("--block operator:Timpi", "User-agent: Timpibot\nDisallow: /\n");
    check("--block *", "User-agent: *\nDisallow: /\n");
}

/// A longer rule stands before a shorter one of the other kind, however deep.
#[test]
fn who_takes_the_first_match_decides_as_who_takes_the_longest() {
    check(
        "--disallow /a --disallow /a/b/c --allow-path /a/b",
        "User-agent: *\nDisallow: /a/b/c\nAllow: /a/b\nDisallow: /a\n",
    );
}

#[test]
fn what_weighs_more_counts() {
    check(
        "--block purpose:archive --allow ia_archiver --block *",
        "User-agent: *\nDisallow: /\n\nUser-agent: ia_archiver\nAllow: /\n",
    );
}

#[test]
fn signals_that_speak_of_different_uses_are_one() {
    check(
        "--content-signal search=yes --content-signal ai-train=no --sitemap https://ours.example/s.xml",
        "User-agent: *\nAllow: /\nContent-Signal: search=yes, ai-train=no\n\nSitemap: https://ours.example/s.xml\n",
    );
}

#[test]
fn presets_take_values() {
    check("--preset file-type=.pdf", "User-agent: *\nDisallow: /*.pdf$\n");
    check("--preset parameter=?sort=", "User-agent: *\nDisallow: /*?sort=\nDisallow: /*&sort=\n");
    check("--preset internal-search=/?s=", "User-agent: *\nDisallow: /?s=\n");
    check("--preset directories=/a,/b/", "User-agent: *\nDisallow: /a/\nDisallow: /b/\n");
    check("--preset block-all --preset wordpress", "User-agent: *\nDisallow: /\n");
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    refuse(
        &[],
        "nothing to generate; choose a --preset (--list shows them), or say what to --block or --disallow",
    );
    refuse(
        &["--block", "GPTbt"],
        "--block GPTbt: no crawler is called \"GPTbt\"; did you mean GPTBot? (--force takes it as written)",
    );
    refuse(
        &["--block", "Mozilla/5.0 (compatible; GPTBot/1.0)"],
        "--block Mozilla/5.0 (compatible; GPTBot/1.0): no crawler is called \"Mozilla/5.0 (compatible; GPTBot/1.0)\"; did you mean GPTBot? (--force takes it as written)",
    );
    refuse(
        &["--block", "GPTBot", "--allow", "gptbot"],
        "--block GPTBot and --allow gptbot contradict each other about GPTBot; leave one of them out",
    );
    refuse(
        &["--disallow", "private/"],
        "--disallow private/: the path \"private/\" does not begin with /; write /private/",
    );
    refuse(
        &["--sitemap", "/sitemap.xml"],
        "--sitemap /sitemap.xml: the sitemap \"/sitemap.xml\" is relative; write it with scheme and host, such as https://example.com/sitemap.xml",
    );
    refuse(
        &["--disallow", "/a\tb"],
        "--disallow /a b: the path \"/a\\tb\" contains a control character; leave it out",
    );
    refuse(
        &["--for", "GPTBot"],
        "--for GPTBot applies to the options before it, but there are none; write, for example, --disallow /drafts/ --for GPTBot",
    );
    refuse(
        &["--preset", "wordpres"],
        "--preset wordpres: no preset is called \"wordpres\"; did you mean wordpress?",
    );
    refuse(
        &["--preset", "page=x"],
        "--preset page=x: the path \"x\" does not begin with /; write /x",
    );
    refuse(
        &["--content-signal", "ai-tran=no"],
        "--content-signal ai-tran=no: the content signal \"ai-tran=no\" cannot be read; write it as search=yes, ai-input=no, ai-train=no",
    );
    refuse(
        &["--crawl-delay", "-1"],
        "--crawl-delay -1: the crawl delay \"-1\" is not a number of seconds; write one such as 2 or 0.5",
    );
}

#[test]
fn what_is_easily_missed_is_noted() {
    let notes = |line: &str| run(words(&format!("generate {line}"))).stderr;
    assert!(notes("--block My-Own-Thing").contains("is not in the catalogue"));
    assert!(notes("--block DeepSeekBot").contains("DeepSeekBot obeys no robots.txt"));
    assert!(notes("--block purpose:ai-training").contains("search engines: Applebot, Timpibot;"));
    assert!(
        notes("--block purpose:ai-training --allow Applebot").contains("search engines: Timpibot;")
    );
    assert!(notes("--block AI2Bot").contains("strict parsers"));
    assert!(notes("--crawl-delay 2 --for Googlebot").contains("ignore Crawl-delay: Googlebot"));
    assert!(notes("--disallow /css/").contains("maycrawl explain path-blocks-assets"));
    assert_eq!(notes("--block GPTBot"), "");
    let forced = run(words("generate --force --no-comments --block GPTbt"));
    assert_eq!(forced.stdout, "User-agent: GPTbt\nDisallow: /\n");
}

#[test]
fn a_file_of_wishes_says_what_options_say() {
    let policy = br#"
        block = "GPTBot"
        disallow = ["/a/", "/b/"]
        crawl-delay = 2
        sitemap = "https://ours.example/sitemap.xml"

        [[for]]
        who = ["bingbot", "purpose:archive"]
        disallow = "/c/"
    "#;
    let options = "generate --block GPTBot --disallow /c/ --for bingbot,purpose:archive --disallow /a/ \
                   --disallow /b/ --crawl-delay 2 --sitemap https://ours.example/sitemap.xml";
    let from = run_with(["generate", "--from", "-"], policy);
    assert_eq!((from.code, from.stdout), (0, run(words(options)).stdout));
    for (policy, expected) in [
        ("disallow = 3", "standard input:1:12: expected a string or a list of strings"),
        ("presets = []", "standard input:1:1: unknown field `presets`"),
        ("[[for]]\ndisallow = \"/a\"", "a [[for]] table has no who"),
        ("[[for]]\nwho = \"GPTBot\"", "the [[for]] table for GPTBot contains no rules"),
        ("block = \"GPTbt\"", "standard input: block = \"GPTbt\": no crawler is called"),
    ] {
        let ran = run_with(["generate", "--from", "-"], policy.as_bytes());
        assert!(ran.code == 2 && ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn merging_touches_nothing_that_is_there() {
    let old = "User-agent: *\r\nDisallow: /a\r\nwhat is this?\r\n# end";
    let files = folder(&[("robots.txt", old.as_bytes())]);
    let path = files.path().join("robots.txt");
    let name = path.to_str().unwrap();
    let args = ["generate", "--block", "GPTBot", "--no-comments", "--merge", name, "-o", name];
    let ran = run(args);
    assert_eq!((ran.code, ran.stderr), (0, format!("maycrawl: added to {name}\n")));
    let merged = std::fs::read_to_string(&path).unwrap();
    assert_eq!(merged, format!("{old}\r\n\r\nUser-agent: GPTBot\r\nDisallow: /\r\n"));
    let again = run(args);
    assert_eq!(again.code, 0);
    assert_eq!(
        again.stderr,
        format!(
            "maycrawl: {name}: line 6 already names GPTBot, and its group needs no additions\nmaycrawl: {name}: there is nothing to add\n"
        )
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), merged);
}

/// What is likely another file is added to, and told.
#[test]
fn a_file_that_crawlers_read_nothing_of_is_told() {
    let merge =
        |old: &[u8]| run_with(["generate", "--block", "GPTBot", "--merge", "-"], old).stderr;
    assert!(merge(b"{\"a\": 1}").contains("check that it is a robots.txt"));
    for fine in
        [&b""[..], b"# only a comment\n", b"Sitemap: https://ours.example/s.xml", b"User-agent: *"]
    {
        assert_eq!(merge(fine), "");
    }
}

#[test]
fn what_cannot_be_merged_is_left_alone() {
    let files = folder(&[
        ("open.txt", b"User-agent: GPTBot\nAllow: /\n"),
        ("page.txt", b"<!doctype html>"),
        ("wide.txt", b"\xFF\xFEU\0s\0e\0r\0"),
        ("large.txt", &b"# a long line of no use\n".repeat(30_000)),
    ]);
    for (name, code, expected) in [
        ("open.txt", 1, "line 2: Allow: / in the group for GPTBot beats the new rule Disallow: /"),
        ("page.txt", 2, "it is a web page"),
        ("wide.txt", 2, "it is UTF-16"),
        ("large.txt", 1, "reads only 512000"),
        ("none.txt", 2, "there is no such file"),
    ] {
        let path = files.path().join(name);
        let before = std::fs::read(&path).ok();
        let path = path.to_str().unwrap();
        let ran = run(["generate", "--block", "GPTBot", "--merge", path, "-o", path]);
        assert_eq!((ran.code, &*ran.stdout), (code, ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
        assert_eq!(std::fs::read(path).ok(), before);
    }
}

#[test]
fn a_diff_shows_what_would_be_added() {
    let files = folder(&[("robots.txt", b"User-agent: *\nDisallow: /a\n")]);
    let ran = finish(
        command()
            .current_dir(files.path())
            .args(words("generate --block GPTBot --merge robots.txt --diff")),
        b"",
    );
    insta::assert_snapshot!(ran.stdout, @r"
    --- robots.txt
    +++ robots.txt
    @@ -1,2 +1,6 @@
     User-agent: *
     Disallow: /a
    +
    +# Added
    +User-agent: GPTBot
    +Disallow: /
    ");
}

#[test]
fn a_file_that_is_there_is_not_lost() {
    let files = folder(&[("robots.txt", b"mine")]);
    let path = files.path().join("robots.txt");
    let name = path.to_str().unwrap();
    let ran = run(["generate", "--block", "GPTBot", "-o", name]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("already exists"), "{}", ran.stderr);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    assert_eq!(run(["generate", "--block", "GPTBot", "--force", "-o", name]).code, 0);
    assert!(std::fs::read_to_string(&path).unwrap().contains("GPTBot"));
    let new = files.path().join("new.txt");
    assert_eq!(run(["generate", "--block", "GPTBot", "-o", new.to_str().unwrap()]).code, 0);
    assert_eq!(std::fs::read(&new).unwrap(), std::fs::read(&path).unwrap());
}

#[cfg(unix)]
#[test]
fn a_new_file_can_be_served() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = folder(&[]);
    let path = files.path().join("robots.txt");
    run(["generate", "--block", "GPTBot", "-o", path.to_str().unwrap()]);
    let plain = files.path().join("plain");
    std::fs::write(&plain, "").unwrap();
    let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&path), mode(&plain));
}

#[test]
fn json_tells_the_plan_and_the_file() {
    let files = folder(&[("robots.txt", b"User-agent: GPTBot\nDisallow: /\n")]);
    let path = files.path().join("robots.txt");
    let line = "generate --format json --block GPTBot --block CCBot --disallow /a/ --for CCBot";
    let mut words = words(line);
    words.extend(["--merge", path.to_str().unwrap()]);
    let document: Value = serde_json::from_str(&run(words).stdout).unwrap();
    validate(&document, "generate");
    assert_eq!(document["plan"]["crawlers"][1]["access"]["value"], "block");
    assert_eq!(document["merge"]["decided"][0]["agent"], "GPTBot");
    let presets: Value =
        serde_json::from_str(&run(["generate", "--list", "--format", "json"]).stdout).unwrap();
    validate(&presets, "generate-presets");
    assert_eq!(presets["presets"][0]["name"], "allow-all");
}

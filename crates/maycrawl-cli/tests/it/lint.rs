//! `maycrawl lint`, `fix` and `fmt`.

use std::fs;
use std::path::Path;

use crate::{Ran, command, finish, folder, json, run, run_with, words};

/// Twenty mistakes.
const MISTAKES: &[u8] = b"\xEF\xBB\xBFDisallow: /before/\n\
    User-agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\n\
    Disallow: private/\n\
    \n\
    User-agent: *\n\
    Crawl-delay: ten\n\
    \n\
    User-agent: Googelbot, bingbot\n\
    Disallow /no-colon/\n\
    Disalow: /typo/\n\
    Disallow : /a b/\n\
    Disallow: https://shop.example/x/\n\
    Disallow: /a/../b/\n\
    Disallow: /page#section\n\
    Disallow: /w$x\n\
    Disallow: /x/(a|b)/\n\
    Allow: /x/\n\
    Disallow: /x/\n\
    // not a comment\n\
    - Disallow: /list/\n\
    Noindex: /old/\n\
    Host: shop.example\n\
    https://shop.example/sitemap.xml\n\
    Sitemap: /sitemap.xml\n\
    \n\
    User-agent: ChatGPT\n";

fn lint(args: &str, file: &[u8]) -> Ran {
    run_with(words(&format!("lint - {args}")), file)
}

#[test]
fn a_file_of_mistakes() {
    let ran = lint("", MISTAKES);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn files_without_much_to_say() {
    let clean = lint(
        "",
        b"User-agent: *\nDisallow: /private/\nSitemap: https://shop.example/sitemap.xml\n",
    );
    assert_eq!(clean.code, 0);
    insta::assert_snapshot!(clean.stdout, @"standard input: no findings; score 100 of 100, healthy");
    insta::assert_snapshot!(lint("", b"").stdout);
    insta::assert_snapshot!(lint("", b"<!DOCTYPE html>\n<title>Home</title>\nDisallow: /x").stdout);
    let wide: Vec<u8> =
        "\u{FEFF}User-agent: *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    insta::assert_snapshot!(lint("", &wide).stdout);
}

#[test]
fn the_exit_status_is_the_answer() {
    let code = |args: &str, file: &str| lint(args, file.as_bytes()).code;
    let (error, warning) = ("User-agent: *\nDisallow: a", "User-agent: *\nDisallow:\nNoindex: /b");
    assert_eq!(code("", error), 1);
    assert_eq!(code("--fail-on never", error), 0);
    assert_eq!(code("", warning), 0);
    assert_eq!(code("--fail-on warning", warning), 1);
    assert_eq!(code("--fail-on warning --ignore directive", warning), 0);
    assert_eq!(code("--severity X001=error", warning), 1);
    assert_eq!(code("--select path", warning), 0);
    assert_eq!(lint("--quiet", error.as_bytes()).stdout, "");
}

/// What each form must hold, beside being well-formed.
#[test]
fn findings_are_printed_for_machines() {
    let document: serde_json::Value =
        serde_json::from_str(&lint("--format json", MISTAKES).stdout).unwrap();
    json::validate(&document, "lint");
    assert_eq!(document["files"][0]["findings"][0]["rule"], "group-rule-before-agent");

    let issues: serde_json::Value =
        serde_json::from_str(&lint("--format gitlab", MISTAKES).stdout).unwrap();
    let prints: std::collections::BTreeSet<_> =
        issues.as_array().unwrap().iter().map(|issue| issue["fingerprint"].to_string()).collect();
    assert_eq!(prints.len(), issues.as_array().unwrap().len());

    let annotations = lint("--format github", MISTAKES).stdout;
    assert!(annotations.lines().all(|line| line.starts_with("::") && line.contains(",line=")));
    assert!(annotations.contains("::error file=standard input,line=3,"), "{annotations}");
    for format in ["junit", "checkstyle"] {
        let text = lint(&format!("--format {format}"), MISTAKES).stdout;
        let mut reader = quick_xml::Reader::from_str(&text);
        while reader.read_event().unwrap() != quick_xml::events::Event::Eof {}
        assert!(text.contains("path-no-leading-slash"), "{text}");
    }
}

/// SARIF is held against the schema that OASIS publishes.
#[test]
fn sarif_is_valid() {
    let log: serde_json::Value =
        serde_json::from_str(&lint("--format sarif", MISTAKES).stdout).unwrap();
    let schema = jsonschema::validator_for(&sarif_schema()).unwrap();
    let errors: Vec<_> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() >= 20);
    for result in results {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        assert!(result["level"].is_string());
    }
}

/// What a program of the toolchain prints.
fn printed(variable: &str, program: &str, args: &[&str]) -> Vec<u8> {
    let program = std::env::var_os(variable).unwrap_or_else(|| program.into());
    let mut command = std::process::Command::new(program);
    let output = command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The schema comes with the crate whose types are printed.
fn sarif_schema() -> serde_json::Value {
    let version = String::from_utf8(printed("RUSTC", "rustc", &["-vV"])).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    // What other platforms need was not downloaded.
    let args = ["metadata", "--format-version=1", "--locked", "--filter-platform", host];
    let metadata: serde_json::Value =
        serde_json::from_slice(&printed("CARGO", "cargo", &args)).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let schema = fs::read(manifest.with_file_name("src").join("schema.json")).unwrap();
    // One pattern of the schema is no regular expression, as it is published.
    let text = String::from_utf8(schema).unwrap().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn scores_and_statistics() {
    let file =
        b"User-agent: *\nDisallow: a\nDisallow: b\nNoindex: /c\nSitemap: https://a.example/s.xml\n";
    insta::assert_snapshot!(lint("--explain-score", file).stdout, @"
    standard input: score 49 of 100, broken
      -34  lines do nothing: path-no-leading-slash
      -17  lines do nothing: directive-dead
    ");
    insta::assert_snapshot!(lint("--statistics", file).stdout, @"
          1  warning  directive-dead
          1  error    path-no-leading-slash
    ");
}

#[test]
fn folders_are_searched_and_ignore_files_respected() {
    let files = folder(&[(".gitignore", b"build/\n")]);
    for name in ["a", "build", "a/b"] {
        fs::create_dir_all(files.path().join(name)).unwrap();
        fs::write(files.path().join(name).join("robots.txt"), "User-agent: *\nDisallow: x")
            .unwrap();
    }
    fs::write(files.path().join("a/other.txt"), "User-agent: *\nDisallow: x").unwrap();
    let ran = finish(
        command()
            .current_dir(files.path())
            .args(["lint", "--format", "github", "--select", "path"]),
        b"",
    );
    let named: Vec<_> = ran.stdout.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(named, ["::error file=a/b/robots.txt", "::error file=a/robots.txt"]);
}

#[test]
fn a_baseline_hides_what_is_known() {
    let files = folder(&[(
        "old.txt",
        b"User-agent: *\nDisallow: a\nDisallow: b\nSitemap: https://a.example/s.xml\n",
    )]);
    let ask = |line: &str| finish(command().current_dir(files.path()).args(words(line)), b"");
    let written = ask("lint old.txt --write-baseline known.json");
    assert_eq!((written.code, &*written.stdout), (0, ""));
    insta::assert_snapshot!(written.stderr, @"maycrawl: known.json now contains 1 finding");
    assert_eq!(ask("lint ./old.txt --baseline known.json").code, 0);
    fs::write(
        files.path().join("old.txt"),
        "User-agent: *\nDisallow: c\nDisallow: a\nSitemap: https://a.example/s.xml\n",
    )
    .unwrap();
    let ran = ask("lint old.txt --baseline known.json --format github");
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 1));
    assert!(ran.stdout.contains("line=2"), "{}", ran.stdout);
    insta::assert_snapshot!(ask("lint old.txt --baseline none.json").stderr, @"maycrawl: there is no baseline none.json; maycrawl lint --write-baseline none.json creates it");
}

#[test]
fn settings_say_what_runs() {
    let lint_with = |settings: &str, line: &str| {
        let file =
            b"User-agent: OurBot\nDisallow: /shop\nNoindex: /x\nSitemap: https://a.example/s.xml\n";
        let files = folder(&[
            ("maycrawl.toml", settings.as_bytes()),
            ("r.txt", file),
            ("urls.txt", b"/shop/a\n/shopping\n"),
        ]);
        let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
        let names: Vec<String> = ran
            .stdout
            .lines()
            .filter_map(|line| Some(line.split_once("title=")?.1.split_once("::")?.0.to_owned()))
            .collect();
        (names.join(" "), ran.code, ran.stderr)
    };
    let line = "lint r.txt --format github";
    assert_eq!(lint_with("", line).0, "directive-dead");
    let unknown = "[lint]\nselect = ['agent-unknown', 'X001']";
    assert_eq!(lint_with(unknown, line).0, "agent-unknown directive-dead");
    assert_eq!(lint_with(&format!("{unknown}\nagents = ['OurBot']"), line).0, "directive-dead");
    assert_eq!(lint_with("[lint]\nignore = ['X001']", line).0, "");
    let urls = "[lint]\nselect = ['path']\nurls = ['urls.txt']";
    assert_eq!(lint_with(urls, line).0, "path-prefix-trap");
    assert_eq!(lint_with("[lint]\nfail-on = 'note'", line).1, 1);
    assert_eq!(lint_with("[lint.severity]\ndirective-dead = 'error'", line).1, 1);
    let wrong = |settings: &str| lint_with(settings, line).2;
    insta::assert_snapshot!(wrong("[lint]\nignore = ['path-spaces']"), @r#"maycrawl: maycrawl.toml: there is no rule "path-spaces"; did you mean path-space?"#);
    insta::assert_snapshot!(wrong("[lint.severity]\npath-space = 'loud'"), @r#"maycrawl: maycrawl.toml: the severity of path-space is "loud"; write note, warning or error"#);
    insta::assert_snapshot!(wrong("[lint]\nsite = 'secret'"), @r#"maycrawl: maycrawl.toml: site is "secret"; write public or private"#);
    insta::assert_snapshot!(wrong("[lint]\ndialects = ['gogle']"), @r#"maycrawl: maycrawl.toml: there is no dialect "gogle"; maycrawl explain dialects lists all"#);
}

/// A blocked site comes first, unless the settings say that it is private.
#[test]
fn a_private_site_may_be_blocked() {
    let files = folder(&[
        ("private.toml", b"[lint]\nsite = 'private'\n"),
        ("r.txt", b"User-agent: GPTBot\nDisallow: x\n\nUser-agent: *\nDisallow: /\n"),
    ]);
    let names = |line: &str| -> Vec<String> {
        let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
        let titles = ran.stdout.lines().filter_map(|line| line.split_once("title="));
        titles.filter_map(|(_, rest)| Some(rest.split_once("::")?.0.to_owned())).collect()
    };
    let line = "lint r.txt --format github";
    assert_eq!(names(line).first().map(String::as_str), Some("group-blocks-everything"));
    let private = names(&format!("{line} --config private.toml"));
    assert_eq!(private.first().map(String::as_str), Some("path-no-leading-slash"));
}

/// Runs a command on a file of this content, and gives what the file holds then.
fn on_file(line: &str, content: &str) -> (String, Ran) {
    let files = folder(&[("robots.txt", content.as_bytes())]);
    let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
    (fs::read_to_string(files.path().join("robots.txt")).unwrap(), ran)
}

#[test]
fn safe_fixes_are_written() {
    let file = "User-agent: *\nUser-agent: *\nDisallow: /a/\nDisallow: /a/\nNoindex: /b # why\nDisallow: c\n";
    let (fixed, ran) = on_file("fix robots.txt --select all", file);
    assert_eq!(fixed, "User-agent: *\nDisallow: /a/\n# Noindex: /b # why\nDisallow: c\n");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stderr, @"
    maycrawl: robots.txt: fixed: agent-repeated, rule-repeated, directive-dead
    maycrawl: robots.txt: 1 finding that fails the command remains; run `maycrawl lint` to see all; --unsafe would repair it
    ");
    let (fixed, ran) = on_file("fix robots.txt --select all --fail-on never", file);
    assert_eq!((fixed.contains("\n# Noindex"), ran.code), (true, 0));

    let (kept, ran) = on_file("fix robots.txt --select all --diff", file);
    assert_eq!(kept, file);
    insta::assert_snapshot!(ran.stdout, @"
    --- robots.txt
    +++ robots.txt
    @@ -1,6 +1,4 @@
     User-agent: *
    -User-agent: *
     Disallow: /a/
    -Disallow: /a/
    -Noindex: /b # why
    +# Noindex: /b # why
     Disallow: c
    ");
    assert_eq!(on_file("fix robots.txt --check --fail-on never", file).1.code, 1);
    assert_eq!(on_file("fix robots.txt --check", "User-agent: *\nDisallow: /a\n").1.code, 0);
}

#[test]
fn unsafe_fixes_show_what_they_change() {
    let (fixed, ran) = on_file("fix robots.txt --unsafe", "User-agent: *\nDisallow: private/\n");
    assert_eq!(fixed, "User-agent: *\nDisallow: /private/\n");
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stderr, @"
    maycrawl: robots.txt: fixed: path-no-leading-slash
    maycrawl: robots.txt: every crawler without a group of its own may no longer fetch /private/
    ");
    let may_be_more =
        "maycrawl: robots.txt: other answers may change too; finding them all takes too long";
    assert!(!ran.stderr.contains(may_be_more));
    // The search for paths has a bound.
    let long = format!("User-agent: *\nDisallow: private/\nDisallow: /{}\n", "a".repeat(3000));
    let (_, ran) = on_file("fix robots.txt --unsafe", &long);
    assert!(ran.stderr.contains(may_be_more), "{}", ran.stderr);
}

#[test]
fn files_are_formatted() {
    let file = "user-agent:*\n\n\nDISALLOW :/a   #why\nUser-agent: B\nallow: /";
    let (formatted, ran) = on_file("fmt robots.txt", file);
    assert_eq!(formatted, "User-agent: *\n\nDisallow: /a # why\n\nUser-agent: B\nAllow: /\n",);
    assert_eq!(ran.code, 0);
    assert_eq!(on_file("fmt robots.txt --check", file).1.code, 1);
    assert_eq!(on_file("fmt robots.txt --check", &formatted).1.code, 0);
    let (sorted, _) = on_file(
        "fmt --sort robots.txt",
        "User-agent: B\nUser-agent: A\nDisallow: /b\nDisallow: /a\n",
    );
    assert_eq!(sorted, "User-agent: A\nUser-agent: B\nDisallow: /a\nDisallow: /b\n");
    assert_eq!(run_with(["fmt", "-"], b"allow:/").stdout, "Allow: /\n");
    // A mistake stays to be seen.
    assert_eq!(run_with(["fmt", "-"], b"disallow:/a#b").stdout, "Disallow: /a#b\n");
}

#[test]
fn the_formatter_says_why_it_leaves_a_file_alone() {
    let wide = run_with(["fmt", "-"], b"\xFF\xFEU\0");
    assert_eq!(wide.stdout.len(), "\u{FFFD}\u{FFFD}U\0".len());
    insta::assert_snapshot!(wide.stderr, @"maycrawl: standard input: skipped: it is UTF-16, in which crawlers find no rule; save it as UTF-8");
    let page = "<!DOCTYPE html>\nuser-agent:*\n";
    let (kept, ran) = on_file("fmt robots.txt", page);
    assert_eq!(kept, page);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: robots.txt: skipped: it is a web page, not a robots.txt");
    let large = ["user-agent:*\n".to_owned(), "#".repeat(520_000), "\n".to_owned()].concat();
    let (kept, ran) = on_file("fmt robots.txt", &large);
    assert!(kept == large);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: robots.txt: skipped: it could not be proved that another form has the same meaning for every crawler");
}

#[test]
fn comments_silence_rules() {
    let names = |args: &str, file: &str| -> String {
        let out = lint(&format!("--format github {args}"), file.as_bytes()).stdout;
        let names = out.lines().filter_map(|line| line.split_once("title=")?.1.split_once("::"));
        names.map(|(name, _)| name).collect::<Vec<_>>().join(" ")
    };
    let rule = "Disallow: a # maycrawl: ignore";
    let sitemap = "Sitemap: https://a.example/s.xml";
    let file = |comment: &str| format!("User-agent: *\n{rule} {comment}\n{sitemap}\n");
    assert_eq!(names("", &file("path-no-leading-slash we know")), "");
    assert_eq!(names("", &file("P001, path-space we know")), "");
    assert_eq!(names("", &file("path we know")), "");
    assert_eq!(names("", &file("path-no-leading-slash")), "syntax-unused-ignore");
    let both = "path-no-leading-slash syntax-unused-ignore";
    assert_eq!(names("", &file("path-space we know")), both);
    assert_eq!(names("", &file("path-spaces we know")), both);
    assert_eq!(names("", &file("")), both);
    // Of a rule that does not run it is not known.
    assert_eq!(names("--ignore path-space", &file("path-space we know")), "path-no-leading-slash");
}

/// One file that cannot be read hides nothing of the others.
#[test]
fn what_can_be_read_is_linted() {
    let ran = run_with(
        words("lint - none.txt --format github --select path"),
        b"User-agent: *\nDisallow: a",
    );
    assert_eq!((ran.code, ran.stdout.lines().count()), (2, 1));
    assert!(ran.stderr.contains("cannot read none.txt"), "{}", ran.stderr);
}

/// A rule that a crawler of another dialect needs is not taken away.
#[test]
fn fixes_that_cannot_be_proved_are_left_out() {
    let file =
        "User-agent: *\nAllow: /a/b/\nDisallow: /\nDisallow: /*\nDisallow: /a/b\nNoindex: /q\n";
    let (fixed, _) = on_file("fix robots.txt", file);
    assert!(fixed.contains("Disallow: /a/b\n") && fixed.contains("# Noindex"), "{fixed}");
    let large = ["User-agent : *\n".to_owned(), "#".repeat(520_000), "\n".to_owned()].concat();
    insta::assert_snapshot!(on_file("fix robots.txt --select all", &large).1.stderr, @"
    maycrawl: robots.txt: unchanged
    maycrawl: robots.txt: 1 safe fix is left out, because maycrawl could not prove that it changes no answer in this file
    maycrawl: robots.txt: 1 finding that fails the command remains; run `maycrawl lint` to see all
    ");
    let large = ["User-agent : *\nDisallow : /\n".to_owned(), "#".repeat(520_000)].concat();
    insta::assert_snapshot!(on_file("fix robots.txt --select all", &large).1.stderr, @"
    maycrawl: robots.txt: unchanged
    maycrawl: robots.txt: 1 safe fix is left out, because maycrawl could not prove that it changes no answer in this file
    maycrawl: robots.txt: 1 finding that fails the command remains; run `maycrawl lint` to see all
    ");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = folder(&[("robots.txt", b"user-agent: *\n")]);
    let path = files.path().join("robots.txt");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let ran = finish(command().current_dir(files.path()).args(["fmt", "robots.txt"]), b"");
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: cannot write robots.txt: it is read-only; nothing was changed (--diff shows what would change)");
    assert_eq!(fs::read(&path).unwrap(), b"user-agent: *\n");
}

#[test]
fn arguments_that_cannot_be_meant() {
    let complaint = |line: &str| {
        let ran = run_with(words(line), b"");
        assert_eq!(ran.code, 2, "{}", ran.stdout);
        ran.stderr
    };
    insta::assert_snapshot!(complaint("lint none.txt"), @"maycrawl: cannot read none.txt: there is no such file; check the path");
    insta::assert_snapshot!(complaint("lint docs"), @"maycrawl: there is no robots.txt in docs; name a file, or give --include GLOB if it has another name");
    insta::assert_snapshot!(complaint("lint - --select nonsense"), @r#"maycrawl: there is no rule "nonsense"; `maycrawl explain rules` lists all"#);
    insta::assert_snapshot!(complaint("lint - --severity path-space"), @"maycrawl: --severity path-space names no severity; write path-space=warning");
    assert_eq!(run(["fix"]).code, 2);
}

/// What is not text stays as it is, byte for byte, whatever the command.
#[test]
fn files_that_are_no_robots_txt_are_left_alone() {
    for (content, why) in [
        (&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], "it is binary data, not a robots.txt"),
        (b"\x1F\x8B\x08\0user-agent:*\ndisalow: /", "it is binary data, not a robots.txt"),
        (
            b"user-agent:*\ndisalow: /\0\n",
            "it contains NUL bytes; if it is text, delete them first",
        ),
        (b"<!DOCTYPE html>\nuser-agent:*\ndisalow: /\n", "it is a web page, not a robots.txt"),
        (b"\xFF\xFEu\0s\0e\0r\0", "it is UTF-16, in which crawlers find no rule; save it as UTF-8"),
    ] {
        for line in ["fix robots.txt", "fix --unsafe robots.txt", "fmt robots.txt", "fmt --check ."]
        {
            let files = folder(&[("robots.txt", content)]);
            let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
            assert_eq!(fs::read(files.path().join("robots.txt")).unwrap(), content);
            assert_eq!(ran.stderr, format!("maycrawl: robots.txt: skipped: {why}\n"));
            assert_eq!((ran.code, &*ran.stdout), (1, ""));
        }
    }
}

#[test]
fn a_line_a_file_and_one_for_all() {
    let files = folder(&[]);
    for (name, file) in [("a", "user-agent: *\n"), ("b", "User-agent: *\n"), ("c", "<html>\n")] {
        fs::create_dir(files.path().join(name)).unwrap();
        fs::write(files.path().join(name).join("robots.txt"), file).unwrap();
    }
    let ran = |line| finish(command().current_dir(files.path()).args(words(line)), b"");
    insta::assert_snapshot!(ran("fmt --check .").stderr, @"
    maycrawl: a/robots.txt: would be formatted
    maycrawl: c/robots.txt: skipped: it is a web page, not a robots.txt
    maycrawl: 3 files: 1 would be formatted, 1 unchanged, 1 skipped
    ");
    insta::assert_snapshot!(ran("fmt .").stderr, @"
    maycrawl: a/robots.txt: formatted
    maycrawl: c/robots.txt: skipped: it is a web page, not a robots.txt
    maycrawl: 3 files: 1 formatted, 1 unchanged, 1 skipped
    ");
    insta::assert_snapshot!(ran("fmt --quiet .").stderr, @"maycrawl: c/robots.txt: skipped: it is a web page, not a robots.txt");
    assert_eq!(ran("fmt .").code, 1);
}

/// Exit status 1 means the same for both: something would change.
#[test]
fn a_diff_and_a_check_have_one_exit_status() {
    for command in ["fmt", "fix --fail-on never"] {
        for how in ["--check", "--diff"] {
            let line = format!("{command} {how} robots.txt");
            let file = "user-agent: *\nNoindex: /a\nDisallow: /a\n";
            assert_eq!(on_file(&line, file).1.code, 1, "{line}");
            assert_eq!(on_file(&line, "User-agent: *\nDisallow: /a\n").1.code, 0, "{line}");
        }
    }
}

#[test]
fn colours_are_chosen() {
    let has_colours = |line: &str, variable: &str| {
        let mut command = command();
        let (name, value) = variable.split_once('=').unwrap();
        command.env(name, value).args(words(line));
        finish(&mut command, b"User-agent: *\nDisallow: a\n").stdout.contains('\u{1B}')
    };
    assert!(!has_colours("lint -", "A=1"));
    assert!(has_colours("lint - --color always", "NO_COLOR=1"));
    assert!(has_colours("lint -", "FORCE_COLOR=1"));
    assert!(!has_colours("lint - --color never", "FORCE_COLOR=1"));
    assert!(!has_colours("lint -", "FORCE_COLOR=0"));
}

#[test]
fn a_line_for_each_finding() {
    let file = b"User-agent: *\nDisallow: a\nNoindex: /b\n";
    let ran = lint("--format concise", file);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    standard input:1:13: note sitemap-missing the file names no sitemap, so a search engine finds your pages only by links unless you submit a sitemap to it; if the site has a sitemap, add a line with its full URL, such as Sitemap: https://shop.example/sitemap.xml
    standard input:2:11: error path-no-leading-slash the path does not begin with /, so the rule matches nothing and what it should block stays open; write /a
    standard input:3:1: warning directive-dead no search engine obeys Noindex in robots.txt, so pages matching /b may be listed in search; comment out the line; a page that must not be listed needs a noindex meta tag or X-Robots-Tag header
    ");
}

#[test]
fn findings_are_written_to_a_file() {
    let files = folder(&[("robots.txt", b"User-agent: *\nDisallow: a\n")]);
    let line = "lint robots.txt --format concise --output-file out.txt";
    let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
    assert_eq!((ran.code, &*ran.stdout), (1, ""));
    let written = fs::read_to_string(files.path().join("out.txt")).unwrap();
    assert!(written.contains("robots.txt:2:11: error path-no-leading-slash"), "{written}");
    let line = "lint robots.txt -o none/out.txt";
    let ran = finish(command().current_dir(files.path()).args(words(line)), b"");
    assert_eq!(ran.code, 2);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: cannot write none/out.txt: there is no such folder; nothing was changed");
}

/// Files of other names in folders, and folders that are left out.
#[test]
fn files_are_included_and_excluded() {
    let files = folder(&[("robots.txt", b"Allow: /"), ("staging.robots.txt", b"Allow: /")]);
    fs::create_dir(files.path().join("old")).unwrap();
    fs::write(files.path().join("old/robots.txt"), "Allow: /").unwrap();
    let linted = |line: &str| -> String {
        let line = format!("lint {line} --select group-rule-before-agent --format concise");
        let ran = finish(command().current_dir(files.path()).args(words(&line)), b"");
        let names = ran.stdout.lines().filter_map(|line| Some(line.split_once(':')?.0));
        names.collect::<Vec<_>>().join(" ") + &ran.stderr
    };
    assert_eq!(linted("."), "old/robots.txt robots.txt");
    assert_eq!(linted(". --include *.robots.txt"), "old/robots.txt robots.txt staging.robots.txt");
    assert_eq!(linted(". --exclude old/"), "robots.txt");
    // A file that is named twice is linted once.
    assert_eq!(linted("robots.txt ./robots.txt . --exclude old/"), "robots.txt");
    assert!(linted(". --include [").contains("write a glob such as"));
}

/// The report fails where the exit status does.
#[test]
fn a_report_of_tests_agrees_with_the_exit_status() {
    let file = b"User-agent: *\nDisallow: /\n";
    for (options, code, failures) in
        [("", 0, "failures=\"0\""), ("--fail-on warning", 1, "failures=\"1\"")]
    {
        let ran = lint(&format!("--format junit {options}"), file);
        assert_eq!(ran.code, code);
        assert!(ran.stdout.contains(failures), "{}", ran.stdout);
    }
}

#[test]
fn a_huge_file_is_linted_as_far_as_crawlers_read() {
    let huge = b"User-agent: *\nDisallow: /a/\n".repeat(100_000);
    let ran = lint("--format concise --select syntax-too-large", &huge);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("only the first MiB is linted"), "{}", ran.stderr);
}

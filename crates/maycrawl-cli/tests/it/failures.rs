//! Bad input: one line that says what, where and what to do; exit status 2.

use crate::{folder, run, run_with, words};

/// The one line that a command complains with.
#[track_caller]
fn complaint(line: &str) -> String {
    let ran = run_with(words(line), b"");
    assert_eq!(ran.code, 2, "{line}");
    assert_eq!(ran.stdout, "", "{line}");
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    ran.stderr
}

#[test]
fn files_that_cannot_be_read() {
    insta::assert_snapshot!(complaint("check --robots no-such.txt /"), @"maycrawl: cannot read no-such.txt: there is no such file; check the path");
    insta::assert_snapshot!(complaint("check --robots examples /"), @"maycrawl: cannot read examples: it is a directory; name a file in it, such as examples/robots.txt");
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --urls no-such.txt"), @"maycrawl: cannot read no-such.txt: there is no such file; check the path");
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --urls examples"), @"maycrawl: cannot read examples: it is a directory; name a file in it, such as examples/robots.txt");
    insta::assert_snapshot!(complaint("test no-such.tsv"), @"maycrawl: cannot read no-such.tsv: there is no such file; check the path");
    insta::assert_snapshot!(complaint("lint example.com"), @"maycrawl: cannot read example.com: there is no such file; for a site, write https://example.com");
    insta::assert_snapshot!(complaint("check --robots - --urls -"), @"maycrawl: standard input can be used only once: name a file for the robots.txt or for the list of URLs");
    insta::assert_snapshot!(complaint("test - --robots -"), @"maycrawl: standard input can be used only once: name a file for the robots.txt or for the table");
}

#[test]
fn arguments_that_cannot_be_meant() {
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --dialect gogle /"), @"maycrawl: invalid value 'gogle' for '--dialect <DIALECT>' [possible values: own, google, google-parser, rfc9309, google-2012, draft-1996, yandex, bing, cautious]; tip: a similar value exists: 'google' (maycrawl check --help shows the usage)");
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt"), @"maycrawl: the following required arguments were not provided: <URL>... (maycrawl check --help shows the usage)");
    insta::assert_snapshot!(complaint("check /"), @r#"maycrawl: "/": not an absolute URL: it has no scheme such as https://; give a URL such as https://example.com/a, or name a robots.txt with --robots FILE"#);
    insta::assert_snapshot!(complaint("chek"), @"maycrawl: unrecognized subcommand 'chek'; tip: a similar subcommand exists: 'check' (maycrawl --help shows the usage)");
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --agnet A /"), @"maycrawl: unexpected argument '--agnet' found; tip: a similar argument exists: '--agent' (maycrawl check --help shows the usage)");
    insta::assert_snapshot!(complaint("explain te"), @r#"maycrawl: no code, field or crawler is called "te"; did you mean tie?"#);
    insta::assert_snapshot!(complaint("explain something-else"), @r#"maycrawl: no code, field or crawler is called "something-else"; maycrawl explain lists codes and fields, maycrawl crawlers lists crawlers"#);
}

#[test]
fn urls_that_are_none() {
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt example.com/a"), @r#"maycrawl: "example.com/a": not an absolute URL: it has no scheme such as https://; give a URL such as https://example.com/a, or a path that begins with /"#);
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt mailto:a@example.com"), @r#"maycrawl: "mailto:a@example.com": no robots.txt applies to this URL: it is not an http, https or ftp URL; give a URL such as https://example.com/a, or a path that begins with /"#);
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt https://exa_mple:99999/"), @r#"maycrawl: "https://exa_mple:99999/": the port of the URL is not valid; give a URL such as https://example.com/a, or a path that begins with /"#);
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --origin example.com /"), @"maycrawl: --origin example.com: not an absolute URL: it has no scheme such as https://; write it like https://example.com");
    // Nothing is half-printed: the first URL is fine.
    for format in ["text", "json", "jsonl"] {
        complaint(&format!("check --robots examples/shop.txt --format {format} / example.com"));
        complaint(&format!("check --robots examples/shop.txt --format {format} / --urls no-such"));
    }
    // Google's parser reads any text.
    let ran = run(words("check --robots examples/shop.txt --dialect google-parser example.com"));
    assert_eq!(ran.code, 0);
}

#[test]
fn an_empty_list_of_urls_is_no_yes() {
    insta::assert_snapshot!(complaint("check --robots examples/shop.txt --urls -"), @"maycrawl: standard input contains no URL");
    // A byte order mark and blank lines are no URLs.
    let ran =
        run_with(words("check --robots examples/shop.txt --urls -"), b"\xEF\xBB\xBF/a\n  \n\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = run_with(words("check --robots examples/shop.txt --urls -"), b" \n\r\n");
    assert_eq!(ran.code, 2);
}

/// What has no end is not read to the end.
#[cfg(target_os = "linux")]
#[test]
fn endless_input_is_refused() {
    for line in ["check --robots /dev/zero /", "check --robots examples/shop.txt --urls /dev/zero"]
    {
        complaint(line);
    }
    assert!(about_cases("robots\tagent\turl\n/dev/zero\tA\t/\n").contains("/dev/zero"));
}

/// One line, whatever a file is called, and nothing that a terminal obeys.
#[test]
fn names_are_shown_safely() {
    let ran = run(["check", "--robots", "a\nb\x1B[31m", "/"]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (2, 1));
    assert!(!ran.stderr.contains('\x1B'));
    let cases = b"agent\turl\texpect\nF\t/\x1B[31m\tdisallow\n";
    let ran = run_with(words("test --robots examples/shop.txt -"), cases);
    assert_eq!(ran.code, 1);
    assert!(!ran.stdout.contains('\x1B'), "{}", ran.stdout);
}

#[test]
fn a_list_of_urls_is_named_with_its_line() {
    let ran = run_with(words("check --robots examples/shop.txt --urls - --format json"), b"b\n");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    insta::assert_snapshot!(ran.stderr, @r#"maycrawl: standard input:1: "b": not an absolute URL: it has no scheme such as https://; give a URL such as https://example.com/a, or a path that begins with /"#);
}

/// A line that is not a URL stops nothing, if others are URLs.
#[test]
fn a_line_that_is_no_url_has_an_answer_of_its_own() {
    let ran = run_with(words("check --robots examples/shop.txt --urls -"), b"/a\nb\n/c\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(ran.stdout, @"
        a crawler without a group of its own
    /a  allow
    b   unasked
    /c  allow
    b: not asked: standard input:2: not an absolute URL: it has no scheme such as https://; give a URL such as https://example.com/a, or a path that begins with /

    3 answers: 2 allowed, 1 unasked
    ");
}

/// The complaint about a file of cases.
#[track_caller]
fn about_cases(cases: &str) -> String {
    let folder =
        folder(&[("cases.tsv", cases.as_bytes()), ("r.txt", b"User-agent: *\nDisallow: /a")]);
    let path = folder.path().join("cases.tsv");
    let ran = run(["test", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    ran.stderr.replace(folder.path().to_str().unwrap(), "DIR")
}

#[test]
fn cases_that_are_malformed() {
    insta::assert_snapshot!(about_cases(""), @"maycrawl: DIR/cases.tsv: the file is empty; its first line must name the columns, such as agent and url");
    insta::assert_snapshot!(about_cases("robots\tagent\n"), @"maycrawl: DIR/cases.tsv:1: no column is named url; the header line names robots, agent (TABs separate the names)");
    insta::assert_snapshot!(about_cases("robots\tagent\turl\nr.txt\tA\n"), @"maycrawl: DIR/cases.tsv:2: this row has 2 cells; the header has 3");
    insta::assert_snapshot!(about_cases("robots\tagent\turl\texpect\nr.txt\tGPTBot\t/\tyes\n"), @r#"maycrawl: DIR/cases.tsv:2: expect is "yes"; write allow or disallow (or allowed or blocked)"#);
    insta::assert_snapshot!(about_cases("robots\tagent\turl\tline\nr.txt\tGPTBot\t/\tx\n"), @r#"maycrawl: DIR/cases.tsv:2: line is "x"; write the number of the deciding line, or 0"#);
    insta::assert_snapshot!(about_cases("robots\tagent\turl\texpected\nr.txt\tGPTBot\t/\tallow\n"), @r#"maycrawl: DIR/cases.tsv:1: a column is named "expected"; did you mean expect? (TABs separate the names)"#);
    insta::assert_snapshot!(about_cases("robots\tagent\turl\turl\nr.txt\tGPTBot\t/\t/\n"), @"maycrawl: DIR/cases.tsv:1: more than one column is named url");
    insta::assert_snapshot!(about_cases("robots\tagent\turl\n\tA\t/\n"), @"maycrawl: DIR/cases.tsv:2: robots is empty; write the path of a file");
    insta::assert_snapshot!(about_cases("robots\tagent\turl\nno.txt\tA\t/\n"), @"maycrawl: DIR/cases.tsv:2: cannot read DIR/no.txt: there is no such file; check the path");
}

//! `maycrawl test`.

use std::path::Path;

use crate::{Ran, command, finish, folder, run_with, words};

const FILE: &[u8] = b"User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: G\nDisallow:\n";

fn ask(cases: &[u8], options: &str) -> Ran {
    let folder = folder(&[("cases.tsv", cases), ("r.txt", FILE)]);
    run_in(folder.path(), options)
}

fn run_in(folder: &Path, options: &str) -> Ran {
    let mut test = command();
    test.current_dir(folder).args(["test", "cases.tsv"]).args(words(options));
    finish(&mut test, b"")
}

#[test]
fn expectations_that_hold() {
    let cases = b"robots\tagent\turl\texpect\tline\n\
        r.txt\tF\thttps://example.com/a\tdisallow\t2\n\
        r.txt\tF\t/a/b\tallow\t3\n\
        r.txt\tG\t/a\tallow\t6\n\
        r.txt\t\t/c\tallow\t0\n\
        r.txt\tF\t/x\t\t\n";
    let ran = ask(cases, "");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "5 passed, 0 failed\n"));
}

#[test]
fn expectations_that_are_missed_are_listed() {
    let cases = b"robots\tagent\turl\texpect\tline\n\
        r.txt\tF\t/a\tallow\t\n\
        r.txt\tF\t/a/b\tallow\t2\n\
        r.txt\tF\texample.com\tallow\t0\n\
        r.txt\tF\t/\tdisallow\t7\n";
    let ran = ask(cases, "");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    cases.tsv:2: expected allow, got disallow by line 2: r.txt | F | /a | allow
    cases.tsv:3: expected line 2, got allow by line 3: r.txt | F | /a/b | allow | 2
    cases.tsv:4: expected allow by line 0, got error: r.txt | F | example.com | allow | 0
    cases.tsv:5: expected disallow by line 7, got allow, as no rule matches: r.txt | F | / | disallow | 7
    0 passed, 4 failed, 1 with an invalid URL
    ");
    let ran = ask(cases, "--format tsv");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stderr, @"
    maycrawl: the catalogue does not know F, so maycrawl takes it as a product token
    maycrawl: line 2: expected allow, got disallow by line 2: r.txt | F | /a | allow
    maycrawl: line 3: expected line 2, got allow by line 3: r.txt | F | /a/b | allow | 2
    maycrawl: line 4: expected allow by line 0, got error: r.txt | F | example.com | allow | 0
    maycrawl: line 5: expected disallow by line 7, got allow, as no rule matches: r.txt | F | / | disallow | 7
    ");
    let ran = ask(cases, "--quiet");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (1, "", ""));
}

#[test]
fn rows_come_back_with_verdict_and_line() {
    let cases = b"note\tagent\turl\trobots\n\
         1 \tF\t/a\tr.txt\n\
        \"2\tG\t/a\tr.txt\n\
        3\tF\texample.com\tr.txt\n\
        4\tF\t\tr.txt\n";
    let ran = ask(cases, "--format tsv");
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout, @r#"
    note	agent	url	robots	verdict	deciding_line
    1 	F	/a	r.txt	disallow	2
    "2	G	/a	r.txt	allow	6
    3	F	example.com	r.txt	error	0
    4	F		r.txt	error	0
    "#);
    let ran = ask(cases, "--format tsv --dialect google-parser");
    insta::assert_snapshot!(ran.stdout, @r#"
    note	agent	url	robots	verdict	deciding_line
    1 	F	/a	r.txt	disallow	2
    "2	G	/a	r.txt	allow	6
    3	F	example.com	r.txt	allow	0
    4	F		r.txt	allow	0
    "#);
    let ran = ask(cases, "--format csv");
    insta::assert_snapshot!(ran.stdout, @r#"
    note,agent,url,robots,verdict,deciding_line
    1 ,F,/a,r.txt,disallow,2
    """2",G,/a,r.txt,allow,6
    3,F,example.com,r.txt,error,0
    4,F,,r.txt,error,0
    "#);
}

#[test]
fn without_expectations_the_cases_are_counted() {
    let ran = ask(b"robots\tagent\turl\nr.txt\tF\t/a\nr.txt\tF\tx", "");
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.stdout, @"2 checked, 1 with an invalid URL; add an expect column to compare answers, or --format tsv to see them");
}

#[test]
fn one_file_can_be_asked_by_all_cases() {
    let cases = b"agent\turl\texpect\nF\t/a\tdisallow\nF\t/b\tallow\n";
    let ran = run_with(words("test - --robots examples/shop.txt"), cases);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @"
    standard input:2: expected disallow, got allow, as no rule matches: F | /a | disallow
    1 passed, 1 failed
    ");
}

/// Cells are bytes: nothing is quoted, trimmed or decoded.
#[test]
fn bytes_are_taken_raw() {
    let cases = b"robots\tagent\turl\nr.txt\tF\t/\xE9 \r\n";
    let folder = folder(&[("cases.tsv", cases), ("r.txt", b"User-agent: *\nDisallow: /\xE9 \r\n")]);
    let output = command()
        .args(["test", "--format", "tsv"])
        .arg(folder.path().join("cases.tsv"))
        .output()
        .unwrap();
    assert_eq!(
        output.stdout,
        // A sign stands for the CR, so that no cell breaks a row.
        b"robots\tagent\turl\tverdict\tdeciding_line\nr.txt\tF\t/\xE9 \xE2\x90\x8D\tdisallow\t2\n"
    );
}

/// A file name need not be UTF-8.
#[cfg(unix)]
#[test]
fn file_names_are_bytes() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder(&[("cases.tsv", b"robots\tagent\turl\n\xFF.txt\tF\t/a\n")]);
    let name = std::ffi::OsStr::from_bytes(b"\xFF.txt");
    std::fs::write(folder.path().join(name), FILE).unwrap();
    let ran = run_in(folder.path(), "--format tsv");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with("\tF\t/a\tdisallow\t2\n"), "{}", ran.stdout);
    let mut check = command();
    check.args(["check", "--robots"]).arg(folder.path().join(name)).args(["--agent", "F", "/b"]);
    assert_eq!(finish(&mut check, b"").code, 0);
}

/// As spreadsheets write it: quoted cells, CRLF, a byte order mark, semicolons.
#[test]
fn tables_may_be_csv() {
    for cases in [
        "agent,url,expect\nF,/a,disallow\nF,\"/b,c\",allow\n",
        "\u{FEFF}agent,url,expect\r\nF,/a,disallow\r\n\"F\",/b,allow\r\n",
        "agent;url;expect\nF;/a;disallow\nF;/b;allow\n",
        "\u{FEFF}agent\turl\texpect\r\nF\t/a\tdisallow\r\nF\t/b\tallow\r\n",
    ] {
        let folder = folder(&[("cases.csv", cases.as_bytes()), ("r.txt", FILE)]);
        let mut test = command();
        test.current_dir(folder.path()).args(words("test cases.csv --robots r.txt --plain"));
        let ran = finish(&mut test, b"");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("2 passed, 0 failed\n", ""));
    }
    let wrong = "agent,url,expected\nF,/a,disallow\n";
    let ran = run_with(words("test - --robots examples/shop.txt"), wrong.as_bytes());
    insta::assert_snapshot!(ran.stderr, @r#"maycrawl: standard input:1: a column is named "expected"; did you mean expect? (read as CSV)"#);
}

#[test]
fn agents_that_nobody_knows_are_named_once() {
    let cases =
        b"agent\turl\texpect\nGoogelbot\t/a\tallow\nGoogelbot\t/b\tallow\nGooglebot\t/\tallow\n";
    let ran = run_with(words("test - --robots examples/shop.txt"), cases);
    insta::assert_snapshot!(ran.stderr, @"maycrawl: the catalogue does not know Googelbot, so maycrawl takes it as a product token; did you mean Googlebot?");
    assert_eq!(ran.stdout, "3 passed, 0 failed\n");
}

#[test]
fn reports_for_ci() {
    let cases = b"agent,url,expect\nGooglebot,/cart/,allow\nGooglebot,/,allow\n";
    let ran = run_with(words("test - --robots examples/shop.txt --format junit"), cases);
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(ran.stdout, @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuite name="maycrawl test" tests="2" failures="1">
      <testcase classname="standard input:2" name="Googlebot /cart/">
        <failure message="expected allow, got disallow by line 5"/>
      </testcase>
      <testcase classname="standard input:3" name="Googlebot /">
      </testcase>
    </testsuite>
    "#);
    let ran = run_with(words("test - --robots examples/shop.txt --format github"), cases);
    insta::assert_snapshot!(ran.stdout, @"::error file=standard input,line=2,title=maycrawl test::expected allow, got disallow by line 5: Googlebot | /cart/ | allow");
}

/// Nothing tested is nothing passed.
#[test]
fn a_table_without_rows_is_an_error() {
    let ran = run_with(words("test - --robots examples/shop.txt"), b"agent,url,expect\n");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("the table has no rows"), "{}", ran.stderr);
}

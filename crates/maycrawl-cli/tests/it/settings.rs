//! `maycrawl.toml`.

use crate::{Ran, command, finish, folder, json, root, words};

const OWN: &str = "token\toperator\tpurposes\tfallback\tobeys_global\tcrawl_delay\tobeys\tverify\tuser_agent\tblocking_costs\tsource\tread\n\
    OurBot\tus\ttool\tGooglebot\tno\tno\tyes\tunknown\tunknown\tNothing.\thttps://example.com\t2026-11-21\n";

/// Asks who `OurBot` is, in a folder below one with these settings.
fn with(settings: &str, line: &str) -> Ran {
    let files = folder(&[("own.tsv", OWN.as_bytes()), ("maycrawl.toml", settings.as_bytes())]);
    let below = files.path().join("below");
    std::fs::create_dir(&below).unwrap();
    let mut ran = finish(command().current_dir(below).args(words(line)), b"");
    let real = files.path().canonicalize().unwrap();
    ran.stderr = ran.stderr.replace(real.to_str().unwrap(), "DIR");
    ran
}

#[test]
fn settings_are_found_in_the_nearest_folder_above() {
    let knows_it = |settings: &str, line: &str| with(settings, line).code == 0;
    assert!(knows_it("catalogue = 'own.tsv'", "crawlers OurBot"));
    assert!(!knows_it("", "crawlers OurBot"));
    assert!(!knows_it("catalogue = 'own.tsv'", "crawlers OurBot --no-config"));
    assert!(!knows_it("broken", "crawlers GPTBot"));
    assert!(knows_it("broken", "crawlers GPTBot --no-config"));
    assert!(knows_it("catalogue = 'own.tsv'", "crawlers OurBot --config ../maycrawl.toml"));
}

/// The example of the validator's page is what the schema allows, and what the
/// command reads.
#[test]
fn the_example_of_the_documents_is_valid() {
    let page = std::fs::read_to_string(root().join("docs/validator.md")).unwrap();
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let settings: serde_json::Value = toml::from_str(example).unwrap();
    json::validate(&settings, "settings");
    let files = folder(&[
        ("maycrawl.toml", example.as_bytes()),
        ("our-crawlers.tsv", OWN.as_bytes()),
        ("urls.txt", b"/a\n"),
        ("sitemap.xml", b"https://shop.example/a\n"),
        ("robots.txt", b"User-agent: OurBot\nDisallow: /b\nSitemap: https://shop.example/s.xml\n"),
    ]);
    let mut lint = command();
    lint.current_dir(files.path()).args([
        "lint",
        "robots.txt",
        "--write-baseline",
        "robots-baseline.json",
    ]);
    assert_eq!(finish(&mut lint, b"").code, 0);
    let ran = finish(command().current_dir(files.path()).args(["lint", "robots.txt"]), b"");
    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{}", ran.stdout);
}

#[test]
fn settings_that_are_wrong() {
    #[track_caller]
    fn check(settings: &str, expected: &str) {
        let ran = with(settings, "crawlers GPTBot");
        assert_eq!((ran.code, ran.stderr.trim_end()), (2, expected));
    }
    check(
        "\ncatalog = 'own.tsv'",
        "maycrawl: DIR/maycrawl.toml:2:1: unknown field `catalog`, expected one of `catalogue`, `lint`, `network`",
    );
    check(
        "catalogue = 3",
        "maycrawl: DIR/maycrawl.toml:1:13: invalid type: integer `3`, expected path string",
    );
    check(
        "catalogue = 'none.tsv'",
        "maycrawl: cannot read DIR/none.tsv: there is no such file; check the path",
    );
    check("catalogue", "maycrawl: DIR/maycrawl.toml:1:10: key with no value, expected `=`");
    check(
        "[network]\nmemory = 0",
        "maycrawl: DIR/maycrawl.toml:2:10: write a number of MiB from 1 to 1048576",
    );
    check(
        "[network]\ndeny-net = ['10']",
        "maycrawl: DIR/maycrawl.toml:2:12: write a network or an address, such as 10.0.0.0/8 or fd00::1",
    );
    check(
        "[network]\nallow-private = true",
        "maycrawl: DIR/maycrawl.toml:2:1: unknown field `allow-private`, expected one of `user-agent`, `timeout`, `deadline`, `redirects`, `connections`, `connections-per-address`, `address-pause`, `memory`, `deny-net`",
    );
}

#[test]
fn settings_of_the_network_hold_for_every_command_that_uses_it() {
    let denied = "[network]\ntimeout = 2.5\ndeny-net = ['127.0.0.0/8']";
    for line in ["fetch", "policy", "lint", "check", "check /a --robots"] {
        let ran = with(denied, &format!("{line} http://127.0.0.1:8080/ --allow-private"));
        // `check` asks about the site; the others cannot work without its file.
        assert_eq!(ran.code, if line == "check" { 1 } else { 2 }, "{line}");
        assert!(ran.stderr.contains("which is denied"), "{line}: {}", ran.stderr);
    }
}

//! What must hold of the linter, its fixes and the formatter, for any file.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

use std::cell::Cell;
use std::collections::BTreeSet;

use maycrawl::{
    Agent, Dialect, Document,
    access::{Evidence, FetchOutcome, Timestamp},
    lines::LineIndex,
};
use maycrawl_lint::{
    Applicability, Cancelled, ErrorKind, Finding, LineOrder, LintContext, RuleGroup, Settings,
    Severity, Site, format, is_equivalent, lint, lint_unless, locked_out, repair, score,
};
use proptest::prelude::*;
use testkit::answers::difference;
use testkit::generate;

fn findings(document: &Document) -> Vec<Finding> {
    lint(document, &LintContext::default(), &Settings::default())
}

/// The agents that are asked about: named, by fallback, pooled, and nobody.
fn agents() -> [Agent; 6] {
    [
        Agent::token("*"),
        Agent::token("Foo"),
        Agent::token("FooBot"),
        Agent::first_of(["Foo", "Bar"]),
        Agent::any_of(["Foo", "Bar", "FooBot"]),
        Agent::token("Bar").ignoring_global(true),
    ]
}

/// Asserts that two files give the same answers in every preset.
fn assert_same(before: &[u8], after: &[u8], paths: &[Vec<u8>]) -> Result<(), TestCaseError> {
    let difference = difference(before, after, &agents(), paths);
    prop_assert!(difference.is_none(), "{:?} {:?}", difference, Document::parse(after));
    Ok(())
}

fn paths() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(generate::path(), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn any_bytes_are_linted_with_spans_in_bounds(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let document = Document::parse(&bytes);
        for finding in findings(&document) {
            let related = finding.related.iter().map(|(span, _)| *span);
            for span in related.chain([finding.span]) {
                prop_assert!(span.start <= span.end && span.end as usize <= bytes.len());
            }
        }
    }

    #[test]
    fn ids_of_fixes_are_unique(robots in generate::robots()) {
        let found = findings(&Document::parse(&robots));
        let mut seen = BTreeSet::new();
        for fix in found.iter().flat_map(|finding| &finding.fixes) {
            prop_assert!(seen.insert(&fix.id), "{} twice", fix.id);
        }
    }

    #[test]
    fn safe_fixes_change_nothing_that_the_file_says(
        robots in generate::robots(),
        paths in paths(),
    ) {
        let repaired = repair(&robots, Applicability::Safe, findings);
        assert_same(&robots, &repaired.source, &paths)?;
    }

    /// What fixes bring to light is for the next run; no file needs many.
    #[test]
    fn fixes_come_to_an_end(robots in generate::robots()) {
        let mut source = robots.clone();
        let mut told: Vec<Vec<_>> = Vec::new();
        for _ in 0..8 {
            let repaired = repair(&source, Applicability::Unsafe, findings);
            if repaired.applied.is_empty() {
                return Ok(());
            }
            told.push(repaired.applied.iter().map(|one| (one.rule.name, one.line)).collect());
            source = repaired.source;
        }
        prop_assert!(false, "{told:?}");
    }

    #[test]
    fn the_formatter_changes_nothing_that_the_file_says(
        robots in generate::robots(),
        paths in paths(),
        sort in any::<bool>(),
    ) {
        let order = if sort { LineOrder::Alphabetical } else { LineOrder::Source };
        let formatted = format(&robots, order);
        assert_same(&robots, &formatted.source, &paths)?;
        prop_assert_eq!(format(&formatted.source, order).source, formatted.source);
    }

    /// What is proved holds: of files that lack a line, or two.
    #[test]
    fn files_that_say_the_same_answer_the_same(
        robots in generate::robots(),
        lost in prop::collection::vec(0_usize..12, 1..3),
        paths in paths(),
    ) {
        let document = Document::parse(&robots);
        let kept = document.lines().enumerate().filter(|(index, _)| !lost.contains(index));
        let shorter: Vec<u8> = kept.flat_map(|(_, line)| [line.text(), b"\n"].concat()).collect();
        if is_equivalent(&robots, &shorter) {
            assert_same(&robots, &shorter, &paths)?;
        }
    }
}

/// Asserts whether it is proved that a file without the lines marked with `-`
/// says the same.
#[track_caller]
fn check_same(marked: &str, expected: bool) {
    let unmarked = |line| str::strip_prefix(line, "-").unwrap_or(line);
    let before: Vec<_> = marked.lines().map(unmarked).collect();
    let after: Vec<_> = marked.lines().filter(|line| !line.starts_with('-')).collect();
    assert_eq!(is_equivalent(before.join("\n").as_bytes(), after.join("\n").as_bytes()), expected);
}

#[test]
fn a_rule_may_go_if_another_decides_the_same() {
    check_same("User-agent: *\nDisallow: /a\n-Disallow: /a/b", true);
    check_same("User-agent: *\n-Disallow: /a/b\nDisallow: /a", true);
    check_same("User-agent: *\nDisallow: /a\n-Disallow: /a", true);
    check_same("User-agent: *\n-Disallow: /b\nDisallow: /a", false);
    // Something of the other kind comes between them in rank.
    check_same("User-agent: *\nDisallow: /a\nAllow: /a/b\n-Disallow: /a/b/c", false);
    // It may be in another group: an agent may obey both.
    check_same("User-agent: A\nDisallow: /a\n-Disallow: /a/b/c\nUser-agent: B\nAllow: /a/b", false);
    // Wildcards are literal in the draft of 1996.
    check_same("User-agent: *\nDisallow: /a*b\n-Disallow: /acb", false);
    // The rule ends the list of agents.
    check_same("User-agent: A\n-Disallow:\nUser-agent: B\nDisallow: /", false);
    check_same("User-agent: *\nDisallow: /a\n-Noindex: /b\n-# why", true);
    check_same("User-agent: *\nDisallow: /a\n-Crawl-delay: 5", false);
    check_same("User-agent: *\nDisallow: /a\n-\nUser-agent: B\nDisallow: /b", true);
}

/// A star after a dollar sign keeps it from being the end of the URL.
#[test]
fn a_needed_star_is_left_alone() {
    let file = Document::parse("User-agent: *\nDisallow: /a$*");
    assert!(findings(&file).iter().all(|finding| finding.rule.name != "path-needless-star"));
}

/// Whether a group forbids everything is decided, not read off its text.
#[test]
fn groups_that_forbid_everything() {
    const RULES: [&str; 3] =
        ["agent-search-and-training", "agent-search-engine-blocked", "signal-contradiction"];
    let named = ["GPTBot", "ClaudeBot", "CCBot", "OAI-SearchBot", "Googlebot"]
        .map(|name| format!("User-agent: {name}"));
    let named = named.each_ref().map(String::as_str);
    for (rules, expected) in [
        ("Disallow: /", true),
        ("Disallow: *", true),
        ("Disallow: /**", true),
        ("Disallow: /*\nAllow: /", true),
        ("Disallow: /\nAllow: page", true),
        ("Disallow: /\nAllow:", true),
        ("Disallow: /\nAllow: /", false),
        ("Disallow: /\nAllow: /page", false),
        ("Disallow: /$\nDisallow: /c", false),
        ("Disallow:", false),
    ] {
        let found = |agents: &[&str], names: &[&str]| -> Vec<bool> {
            let text = format!("{}\nContent-Signal: ai-train=yes\n{rules}", agents.join("\n"));
            let found = findings(&Document::parse(&text));
            let is_found = |name: &&str| found.iter().any(|finding| finding.rule.name == *name);
            names.iter().map(is_found).collect()
        };
        assert_eq!(found(&named, &RULES), [expected; 3], "{rules}");
        let global = found(&["User-agent: *"], &["group-blocks-everything"]);
        assert_eq!(global, [expected], "{rules}");
    }
}

#[test]
fn settings_choose_rules() {
    let file = Document::parse(
        "User-agent: *\nDisallow: private/\nNoindex: /old/\nSitemap: https://a.example/s.xml",
    );
    let names = |settings: &Settings| -> Vec<_> {
        let found = lint(&file, &LintContext::default(), settings);
        found.iter().map(|finding| (finding.rule.name, finding.severity.as_str())).collect()
    };
    let path = ("path-no-leading-slash", "error");
    let mut settings = Settings::default();
    assert_eq!(names(&settings), [path, ("directive-dead", "warning")]);
    settings.ignore("path").unwrap();
    assert_eq!(names(&settings), [("directive-dead", "warning")]);
    settings.set_severity("X001", Severity::Error).unwrap();
    assert_eq!(names(&settings), [("directive-dead", "error")]);
    settings.select(&["path-no-leading-slash"]).unwrap();
    assert_eq!(names(&settings), [path]);
}

#[test]
fn pedantic_rules_run_where_they_are_selected() {
    let file = Document::parse("User-agent: *\nDisallow: /x*\nSitemap: https://a.example/s.xml");
    let names = |selectors: &[&str]| -> Vec<_> {
        let mut settings = Settings::default();
        settings.select(selectors).unwrap();
        let found = lint(&file, &LintContext::default(), &settings);
        found.iter().map(|finding| finding.rule.name).collect()
    };
    for selectors in [&["pedantic"][..], &["all"], &["path-needless-star"], &["P012"]] {
        assert_eq!(names(selectors), ["path-needless-star"], "{selectors:?}");
    }
    assert!(names(&[]).is_empty() && names(&["path"]).is_empty());
    let mut settings = Settings::default();
    settings.enable("path-needless-star").unwrap();
    assert_eq!(lint(&file, &LintContext::default(), &settings).len(), 1);
}

/// A blocked site is the first finding, unless the site is private or the file says why.
#[test]
fn a_blocked_site_is_named_first() {
    let names = |text: &str, site: Site| -> Vec<_> {
        let mut settings = Settings::default();
        settings.set_site(site);
        let found = lint(&Document::parse(text), &LintContext::default(), &settings);
        found.iter().map(|finding| (finding.rule.name, finding.severity)).collect()
    };
    let text = "User-agent: GPTBot\nDisallow: a/\n\nUser-agent: *\nDisallow: /\n";
    let block = ("group-blocks-everything", Severity::Warning);
    assert_eq!(names(text, Site::Public)[0], block);
    assert!(!names(text, Site::Private).contains(&block));
    let ignored = text.replace("Disallow: /\n", "Disallow: / # maycrawl: ignore G007 staging\n");
    assert!(!names(&ignored, Site::Public).contains(&block));
    for site in Site::ALL {
        assert_eq!(site.as_str().parse(), Ok(site));
    }
}

/// What servers send in place of a robots.txt is one error, whatever it looks like.
#[test]
fn error_bodies_are_one_error() {
    for (body, is_one) in [
        ("Not found", true),
        ("404 | Page Not Found", true),
        ("{\"status\": 404}", true),
        ("<script>location.href=\"/\"</script>", true),
        ("<meta http-equiv=\"refresh\" content=\"0;URL=/\">", true),
        ("<form><input type=\"password\"></form>", true),
        ("Warning: fopen(): failed to open stream in /var/www/robots.php on line 3", true),
        ("Warning: fopen() failed\nUser-agent: *\nDisallow: /x\n", false),
        ("# not found", false),
        ("Disalow: /error/", false),
        ("- Disallow: /x", false),
        ("User-agent: *\nDisallow: /error", false),
        ("Sitemap: https://a.example/404.xml", false),
        ("", false),
    ] {
        let found = findings(&Document::parse(body));
        let names: Vec<_> = found.iter().map(|finding| finding.rule.name).collect();
        let is_found = matches!(*names, ["syntax-error-body" | "syntax-html"]);
        assert_eq!(is_found, is_one, "{body:?}: {names:?}");
        if is_one {
            assert_eq!(score(&Document::parse(body), &found).points, 0, "{body:?}");
        }
    }
}

/// Names of other crawlers are no slips.
#[test]
fn only_slips_are_misspelt() {
    for (name, known) in [
        ("Googelbot", Some("Googlebot")),
        ("Googlebott", Some("Googlebot")),
        ("bingbott", Some("bingbot")),
        ("SemrushBot-SA", None),
        ("SemrushBot-CT", None),
        ("Facebot", None),
        ("Roverbot", None),
        ("Sphider", None),
        ("Googlebot-Shop", None),
    ] {
        let file = format!("User-agent: {name}\nDisallow: /x/");
        let found = findings(&Document::parse(&file));
        let found = found.iter().find(|finding| finding.rule.name == "agent-misspelt");
        let near = found.map(|finding| finding.message.contains(known.unwrap_or("?")));
        assert_eq!(near, known.map(|_| true), "{name}");
    }
}

/// No fix of a rule about the host of a URL writes `/`.
#[test]
fn hosts_are_looked_at() {
    let sitemap = "Sitemap: https://www.a.example/sitemap.xml";
    for (path, sitemap, expected) in [
        ("https://a.example/x/", sitemap, "Disallow: /x/\n"),
        ("http://WWW.A.example/x/", sitemap, "Disallow: /x/\n"),
        ("https://staging.example/x/", sitemap, ""),
        ("https://a.example/", sitemap, ""),
        ("//cdn.example/x/", sitemap, ""),
        ("cdn.example/x/", sitemap, ""),
        ("https://a.example/x/", "", "Disallow: https://a.example/x/\n"),
        ("https://a.example", "", ""),
    ] {
        let file = |line: &str| format!("User-agent: *\nDisallow: /y/\n{line}{sitemap}\n");
        let before = file(&format!("Disallow: {path}\n"));
        let only = |document: &Document| -> Vec<Finding> {
            let mut found = findings(document);
            found.retain(|finding| finding.rule.name == "path-absolute-url");
            found
        };
        let repaired = repair(before.as_bytes(), Applicability::Unsafe, only);
        assert_eq!(String::from_utf8(repaired.source).unwrap(), file(expected), "{path} {sitemap}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_fix_blocks_the_home_page(robots in generate::robots()) {
        let repaired = repair(&robots, Applicability::Unsafe, findings);
        let locked = locked_out(&robots, &repaired.source);
        prop_assert!(locked.is_empty(), "{locked:?}");
    }
}

#[test]
fn settings_choose_dialects() {
    let file = Document::parse(
        "User-agent: *\nDisallow /x\nDisallow: b\nSitemap: https://a.example/s.xml",
    );
    let names = |dialects: &[Dialect]| -> Vec<_> {
        let mut settings = Settings::default();
        settings.set_dialects(dialects);
        let found = lint(&file, &LintContext::default(), &settings);
        found.iter().map(|finding| finding.rule.name).collect()
    };
    let both = ["syntax-missing-colon", "path-no-leading-slash"];
    assert_eq!(names(&[]), both);
    assert_eq!(names(&[Dialect::GOOGLE]), both[1..]);
    assert_eq!(names(&[Dialect::GOOGLE, Dialect::BING]), both);
}

#[test]
fn a_cancelled_lint_ends_before_the_next_rule() {
    let file = Document::parse("User-agent: *\nDisallow: a");
    let asked = Cell::new(0);
    let is_cancelled = || asked.replace(asked.get() + 1) == 5;
    let found = lint_unless(&file, &LintContext::default(), &Settings::default(), is_cancelled);
    assert_eq!((found.unwrap_err(), asked.get()), (Cancelled, 6));
}

/// A group that falls through twice is one finding, whose fix has an edit for each.
#[test]
fn the_id_of_a_fix_names_its_extent() {
    let file =
        "User-agent: A\nCrawl-delay: 1\nUser-agent: B\nCrawl-delay: 2\nUser-agent: C\nDisallow: /";
    let found = findings(&Document::parse(file));
    let falls = found.iter().filter(|one| one.rule.name == "group-falls-through");
    let ids: Vec<_> = falls.flat_map(|one| &one.fixes).map(|fix| &*fix.id).collect();
    assert_eq!(ids, ["group-falls-through@29-58"]);
}

#[test]
fn names_are_read_as_they_are_written() {
    for severity in Severity::ALL {
        assert_eq!(severity.as_str().parse(), Ok(severity));
    }
    for applicability in Applicability::ALL {
        assert_eq!(applicability.as_str().parse(), Ok(applicability));
    }
    for group in RuleGroup::ALL {
        assert_eq!(group.as_str().parse(), Ok(group));
        assert!(maycrawl_lint::RULES.iter().any(|rule| rule.group == group), "{group}");
    }
    let error = "fatal".parse::<Severity>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownSeverity);
    assert_eq!(error.to_string(), "there is no severity \"fatal\"");
}

#[test]
fn a_score_follows_what_findings_cost() {
    let of = |file: &str| {
        let document = Document::parse(file);
        let score = score(&document, &findings(&document));
        (score.points, score.grade().as_str())
    };
    let good = "User-agent: *\nDisallow: /private/\nSitemap: https://shop.example/sitemap.xml\n";
    assert_eq!(of(good), (100, "healthy"));
    // A choice costs nothing, and what is worth knowing one point.
    assert_eq!(of("User-agent: GPTBot\nDisallow: /"), (99, "healthy"));
    // A line that does nothing, of three; then all rules.
    assert_eq!(of("User-agent: *\nDisallow: private/\nDisallow: /a/"), (71, "needs attention"));
    assert_eq!(of("<html><body>Not found</body></html>"), (0, "broken"));
    assert_eq!(of("User-agent: *\nDisallow: /"), (35, "broken"));
    // No file with an error is healthy, however many lines it has.
    let rules: Vec<String> = (0..40_000).map(|rule| format!("Disallow: /{rule}/\n")).collect();
    let rules = rules.concat();
    let mistake = of(&format!("{good}Disallow:: /a/\nUser-agent: a\n{}", &rules[..9_000]));
    assert_eq!(mistake.1, "needs attention");
    assert_eq!(of(&format!("User-agent: *\n{rules}")).1, "needs attention");
}

#[test]
fn places_are_counted_as_editors_do() {
    let file = Document::parse("\u{FEFF}User-agent: *\r\nDisallow: /\u{1F600}é x\n");
    let positions = LineIndex::new(file.source());
    let at = |text: &str| {
        let source = file.source();
        let offset = source.windows(text.len()).position(|part| part == text.as_bytes()).unwrap();
        let place = positions.position(u32::try_from(offset).unwrap());
        (place.line, place.column, place.utf16_column)
    };
    assert_eq!(at("User"), (1, 1, 1));
    assert_eq!(at("Disallow"), (2, 1, 1));
    assert_eq!(at(" x"), (2, 18, 15));
}

/// 503 keeps crawlers of both dialects away, 429 only those that read it as a 5xx status.
#[test]
fn an_outage_concerns_the_dialects_that_stop() {
    let file = Document::parse("User-agent: *\nDisallow: /a/\n");
    let found = |status, dialect: Dialect| {
        let answer = FetchOutcome::Http { status, redirects: 0 };
        let evidence = Evidence::new(Timestamp(0), answer);
        let context = LintContext { evidence: Some(&evidence), ..LintContext::default() };
        let mut settings = Settings::default();
        settings.set_dialects(&[dialect]);
        let found = lint(&file, &context, &settings);
        found.iter().any(|finding| finding.rule.name == "access-server-error")
    };
    assert!(found(503, Dialect::GOOGLE) && found(503, Dialect::RFC9309));
    assert!(found(429, Dialect::GOOGLE) && !found(429, Dialect::RFC9309));
}

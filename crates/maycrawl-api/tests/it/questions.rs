//! How questions are read: what is refused, and where.

use maycrawl_api::{Limits, OPERATIONS, answer, kinds};

use crate::{ask, ask_within, refused};

#[test]
fn text_that_is_no_json() {
    for operation in OPERATIONS {
        let check =
            |question: &[u8], code, pointer| refused(operation.name, question, code, pointer);
        check(b"", "not-json", None);
        check(b"{", "not-json", None);
        check(b"{}}", "not-json", None);
        check(b"{\"a\": NaN}", "not-json", None);
        check(b"{\"a\": 01}", "not-json", None);
        check(b"{'a': 1}", "not-json", None);
        check(b"{\"a\": 1,}", "not-json", None);
        check(b"\xFF", "not-utf8", None);
        check(b"{\"robots\": \"\xE9\"}", "not-utf8", None);
        check("[".repeat(100_000).as_bytes(), "not-json", None);
        check(format!("{{\"a\": {}", "[".repeat(100_000)).as_bytes(), "not-json", None);
        check(format!("{{\"a\": {}", "{\"a\":".repeat(100_000)).as_bytes(), "not-json", None);
    }
}

#[test]
fn json_that_is_no_question() {
    for operation in OPERATIONS {
        let check =
            |question: &str, code, pointer| refused(operation.name, question, code, pointer);
        check("null", "wrong-type", Some(""));
        check("[]", "wrong-type", Some(""));
        check("\"check\"", "wrong-type", Some(""));
        check("1e999", "not-json", None);
        check(r#"{"version": 2}"#, "unsupported-version", Some("/version"));
        check(r#"{"new": 1, "version": 2}"#, "unsupported-version", Some("/version"));
        check(r#"{"version": "1"}"#, "wrong-type", Some("/version"));
        check(r#"{"version": 1.5}"#, "invalid-value", Some("/version"));
        check(r#"{"version": 1.0}"#, "invalid-value", Some("/version"));
        check(r#"{"version": 18446744073709551616}"#, "invalid-value", Some("/version"));
        check(r#"{"version": true}"#, "wrong-type", Some("/version"));
        check(r#"{"version": -1}"#, "invalid-value", Some("/version"));
        check(r#"{"version": 1, "version": 1}"#, "repeated-member", Some("/version"));
        check(r#"{"ulrs": []}"#, "unknown-member", Some("/ulrs"));
        check(r#"{"a/b~c": []}"#, "unknown-member", Some("/a~1b~0c"));
    }
}

#[test]
fn members_of_check() {
    let check = |question: &str, code, pointer| refused("check", question, code, pointer);
    check("{}", "missing-member", Some(""));
    check(r#"{"robots": ""}"#, "missing-member", Some(""));
    check(r#"{"robots": 1, "urls": []}"#, "wrong-type", Some("/robots"));
    check(r#"{"robots": {}, "urls": []}"#, "missing-member", Some("/robots"));
    check(r#"{"robots": {"txt": ""}, "urls": []}"#, "unknown-member", Some("/robots/txt"));
    check(
        r#"{"robots": {"text": "", "base64": ""}, "urls": []}"#,
        "invalid-value",
        Some("/robots"),
    );
    check(r#"{"robots": {"base64": "a-b"}, "urls": []}"#, "invalid-base64", Some("/robots/base64"));
    check(r#"{"robots": ["a"], "urls": []}"#, "wrong-type", Some("/robots"));
    check(r#"{"robots": "", "urls": "/"}"#, "wrong-type", Some("/urls"));
    check(r#"{"robots": "", "urls": ["/", 5]}"#, "wrong-type", Some("/urls/1"));
    check(r#"{"robots": "", "robots": "", "urls": []}"#, "repeated-member", Some("/robots"));
    check(r#"{"robots": "\ud800", "urls": []}"#, "not-json", None);
    check(r#"{"robots": "", "urls": ["\udc00"]}"#, "not-json", None);
    check(r#"{"robots": "", "urls": [], "agents": [{}]}"#, "missing-member", Some("/agents/0"));
    check(r#"{"robots": "", "urls": [], "agents": [["a"]]}"#, "wrong-type", Some("/agents/0"));
    check(
        r#"{"robots": "", "urls": [], "agents": [{"tokens": ["a"], "pooled": 1}]}"#,
        "wrong-type",
        Some("/agents/0/pooled"),
    );
    check(r#"{"robots": "", "urls": [], "detail": "all"}"#, "invalid-value", Some("/detail"));
    check(r#"{"robots": "", "urls": [], "detail": {"full": null}}"#, "wrong-type", Some("/detail"));
    check(r#"{"robots": "", "urls": [], "dialect": "gogle"}"#, "unknown-dialect", Some("/dialect"));
    check(
        r#"{"robots": "", "urls": [], "dialect": "google+paths.tie=none"}"#,
        "unknown-dialect",
        Some("/dialect"),
    );
    check(r#"{"robots": "", "urls": [], "origin": "shop"}"#, "invalid-origin", Some("/origin"));
}

#[test]
fn members_of_other_operations() {
    refused("test", r#"{"robots": "", "cases": [{}]}"#, "missing-member", Some("/cases/0"));
    let case = |case: &str| format!(r#"{{"robots": "", "cases": [{case}]}}"#);
    refused("test", case(r#"["F", "/"]"#), "wrong-type", Some("/cases/0"));
    let expect = case(r#"{"agent": "F", "url": "/", "expect": "yes"}"#);
    refused("test", expect, "invalid-value", Some("/cases/0/expect"));
    let negative = case(r#"{"agent": "F", "url": "/", "line": -1}"#);
    refused("test", negative, "invalid-value", Some("/cases/0/line"));
    let decimal = case(r#"{"agent": "F", "url": "/", "line": 1.5}"#);
    refused("test", decimal, "invalid-value", Some("/cases/0/line"));
    let text = case(r#"{"agent": "F", "url": "/", "line": "1"}"#);
    refused("test", text, "wrong-type", Some("/cases/0/line"));

    let lint = |settings: &str, code, pointer| {
        let question = format!(r#"{{"robots": "", "settings": {settings}}}"#);
        refused("lint", &question, code, Some(pointer));
        refused("fix", &question, code, Some(pointer));
    };
    lint("[]", "wrong-type", "/settings");
    lint(r#"{"select": ["all", "path-spice"]}"#, "unknown-rule", "/settings/select/1");
    lint(r#"{"ignore": ["path-spice"]}"#, "unknown-rule", "/settings/ignore/0");
    lint(
        r#"{"severity": {"path-space": "bad"}}"#,
        "invalid-value",
        "/settings/severity/path-space",
    );
    lint(r#"{"severity": {"a": "note"}}"#, "unknown-rule", "/settings/severity/a");
    lint(r#"{"severity": {"S": "note", "S": "note"}}"#, "invalid-value", "/settings/severity");
    lint(r#"{"dialects": ["gogle"]}"#, "unknown-dialect", "/settings/dialects/0");
    lint(r#"{"site": "secret"}"#, "invalid-value", "/settings/site");

    let generate = |choices: &str, code, pointer| {
        let question = format!(r#"{{"choices": {choices}}}"#);
        refused("generate", &question, code, Some(pointer));
        let question = format!(r#"{{"robots": "", "choices": {choices}}}"#);
        refused("merge", &question, code, Some(pointer));
    };
    generate("{}", "invalid-choice", "/choices");
    generate(r#"{"block": ["GPTBot", "CCBot,GPTBt"]}"#, "invalid-choice", "/choices/block/1");
    generate(r#"{"allow": ["operator:OpnAI"]}"#, "invalid-choice", "/choices/allow/0");
    generate(
        r#"{"for": [{"who": ["CCBot", "GPTBt"], "disallow": ["/a"]}]}"#,
        "invalid-choice",
        "/choices/for/0/who/1",
    );
    generate(r#"{"preset": ["only=GPTBt"]}"#, "invalid-choice", "/choices");
    generate(r#"{"block": ["purpose:fun"]}"#, "invalid-choice", "/choices/block/0");
    generate(r#"{"preset": ["wordpres"]}"#, "invalid-choice", "/choices/preset/0");
    generate(r#"{"crawl_delay": 0}"#, "invalid-choice", "/choices/crawl_delay");
    generate(r#"{"crawl_delay": "2"}"#, "wrong-type", "/choices/crawl_delay");
    generate(r#"{"for": [{"who": []}]}"#, "invalid-choice", "/choices/for/0/who");
    generate(
        r#"{"for": [{"who": ["F"], "allow_path": ["/", "b\nc"]}]}"#,
        "invalid-choice",
        "/choices/for/0/allow_path/1",
    );
    let page = r#"{"robots": "<!DOCTYPE html>", "choices": {"block": ["GPTBot"]}}"#;
    refused("merge", page, "cannot-merge", Some("/robots"));

    refused("crawlers", r#"{"tokens": ["GPTBt"]}"#, "unknown-name", Some("/tokens/0"));
    refused("crawlers", r#"{"operators": ["OpnAI"]}"#, "unknown-name", Some("/operators/0"));
    refused("crawlers", r#"{"purposes": ["fun"]}"#, "invalid-value", Some("/purposes/0"));
    refused("explain", r#"{"code": "path-spice"}"#, "unknown-name", Some("/code"));
    refused("presets", r#"{"preset": "wordpres"}"#, "invalid-choice", Some("/preset"));
    refused("policy", r#"{"robots": "", "dialect": "gogle"}"#, "unknown-dialect", Some("/dialect"));
    refused("format", r#"{"robots": "", "sort": "yes"}"#, "wrong-type", Some("/sort"));
    let compare = r#"{"old": "", "new": {"base64": "?"}, "urls": []}"#;
    refused("compare", compare, "invalid-base64", Some("/new/base64"));
}

/// Asserts what a problem says.
#[track_caller]
fn says(operation: &str, question: &str, expected: &str) {
    let (.., detail) = ask(operation, question.as_bytes()).unwrap_err();
    assert_eq!(detail, expected);
}

#[test]
fn problems_say_what_to_do() {
    says(
        "check",
        r#"{"robots": "", "urls": [], "dialect": "gogle"}"#,
        r#"there is no dialect "gogle"; did you mean "google"?"#,
    );
    says(
        "check",
        r#"{"robots": "", "urls": [], "dialect": "google+path.tie=allow"}"#,
        r#"there is no knob "path.tie"; did you mean "paths.tie"?"#,
    );
    says(
        "check",
        r#"{"robots": "", "urls": [], "detail": "all"}"#,
        r#"there is no value "all"; write one of full, rule, columns, dialects"#,
    );
    says(
        "check",
        r#"{"robots": "", "ulrs": []}"#,
        r#"there is no member "ulrs"; the members are: version, robots, agents, urls, dialect, origin, detail"#,
    );
    says("check", r#"{"robots": ""}"#, r#"there must be a member "urls""#);
    says("check", r#"{"version": 2}"#, "write 1, not 2");
    says("check", r#"{"robots": {}, "urls": []}"#, r#"there must be a member "text" or "base64""#);
    says(
        "policy",
        r#"{"robots": "", "dialect": "mine"}"#,
        r#"there is no dialect "mine"; there are own, google, google-parser, rfc9309, google-2012, draft-1996, yandex, bing, cautious"#,
    );
    says(
        "chek",
        "{}",
        "there is no operation \"chek\"; there are check, test, compare, policy, lint, fix, format, generate, merge, presets, crawlers, dialects, explain",
    );
    let long = format!(r#"{{"robots": "", "urls": {:?}}}"#, "é".repeat(10_000));
    let (.., detail) = ask("check", long.as_bytes()).unwrap_err();
    assert!(
        detail.chars().count() < 400 && detail.ends_with("é\", but it must be a list"),
        "{detail}"
    );
}

#[test]
fn what_is_found_is_said_in_words_of_json() {
    let check = |agents: &str, expected: &str| {
        let question = format!(r#"{{"robots": "", "urls": [], "agents": {agents}}}"#);
        says("check", &question, expected);
    };
    check("5", "5, but it must be a list");
    check(r#""F""#, "the string \"F\", but it must be a list");
    check("{}", "an object, but it must be a list");
    let agent = "a product token, a User-Agent header or an object with `tokens`";
    check("[null]", &format!("null, but it must be {agent}"));
    check("[[]]", &format!("a list, but it must be {agent}"));
    check(r#"[{"tokens": [1.5]}]"#, "1.5, but it must be a string");
    check(
        r#"[{"tokens": ["F"], "pooled": "yes"}]"#,
        "the string \"yes\", but it must be true or false",
    );
    let case = r#"{"robots": "", "cases": [{"agent": "F", "url": "/", "line": -1}]}"#;
    says("test", case, "-1, but it must be an integer from 0 to 4294967295");
    says(
        "lint",
        r#"{"robots": "", "settings": {"severity": []}}"#,
        "a list, but it must be an object",
    );
}

#[test]
fn numbers_that_are_no_line() {
    let check = |line: &str, expected: &str| {
        let case = format!(r#"{{"agent": "F", "url": "/", "line": {line}}}"#);
        says("test", &format!(r#"{{"robots": "", "cases": [{case}]}}"#), expected);
    };
    check("4294967296", "4294967296, but it must be an integer from 0 to 4294967295");
    let in_digits = ", but it must be an integer from 0 to 4294967295, written in digits alone";
    check("1.5", &format!("1.5{in_digits}"));
    check("2.0", &format!("2.0{in_digits}"));
    check("18446744073709551616", &format!("1.8446744073709552e19{in_digits}"));
    says("dialects", r#"{"version": 1.0}"#, "1.0, but it must be 1");
    says("dialects", r#"{"version": -1}"#, "-1, but it must be 1");
}

#[test]
fn text_that_is_no_json_is_said_in_words_of_json() {
    let check = |question: &str, expected: &str| says("dialects", question, expected);
    check("", "the question is empty; send at least {}");
    check(" \n", "the question is empty; send at least {}");
    check("\u{FEFF}{}", "the question begins with a byte order mark; leave it out");
    check("{", "the text breaks off at line 1 column 1");
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    check(&nested(127), "a list, but it must be an object");
    check(&nested(128), "the text nests more than 127 levels deep at line 1 column 128");
    let half = |column: u32| {
        format!(
            "half of a surrogate pair at line 1 column {column}; write both halves, or leave it out"
        )
    };
    check(r#"["\ud800"]"#, &half(9));
    check(r#"["\ud800\ud800"]"#, &half(14));
    check(r#"["\udc00"]"#, &half(8));
}

#[test]
fn null_is_the_same_as_left_out() {
    let check = |with_null: &str, without: &str| {
        assert_eq!(ask("check", with_null.as_bytes()), ask("check", without.as_bytes()));
    };
    check(
        r#"{"version": null, "robots": {"text": "", "name": null}, "urls": ["/"], "agents": null,
            "dialect": null, "origin": null, "detail": null}"#,
        r#"{"robots": {"text": ""}, "urls": ["/"]}"#,
    );
    check(
        r#"{"robots": "", "urls": ["/"], "agents": [{"tokens": ["F"], "pooled": null}]}"#,
        r#"{"robots": "", "urls": ["/"], "agents": [{"tokens": ["F"]}]}"#,
    );
    refused("check", r#"{"robots": null, "urls": []}"#, "missing-member", Some(""));
    refused(
        "check",
        r#"{"robots": {"text": null}, "urls": []}"#,
        "missing-member",
        Some("/robots"),
    );
    refused("check", "null", "wrong-type", Some(""));
    refused("check", r#"{"robots": "", "urls": [null]}"#, "wrong-type", Some("/urls/0"));
}

#[test]
fn an_agent_has_a_name() {
    let check = |agent: &str, pointer| {
        let question = format!(r#"{{"robots": "", "urls": ["/"], "agents": ["F", {agent}]}}"#);
        refused("check", &question, "invalid-value", Some(pointer));
        let question = format!(r#"{{"old": "", "new": "", "urls": [], "agents": ["F", {agent}]}}"#);
        refused("compare", &question, "invalid-value", Some(pointer));
    };
    check(r#""""#, "/agents/1");
    check(r#""  ""#, "/agents/1");
    check(r#"{"tokens": []}"#, "/agents/1/tokens");
    let case = r#"{"robots": "", "cases": [{"agent": "\t", "url": "/"}]}"#;
    refused("test", case, "invalid-value", Some("/cases/0/agent"));
    // Tokens are taken as they are, as the tables of the specification ask.
    ask("check", br#"{"robots": "", "urls": ["/"], "agents": [{"tokens": [""]}]}"#).unwrap();
    // A list without a name is a crawler that no group names.
    ask("check", br#"{"robots": "", "urls": ["/"], "agents": []}"#).unwrap();
}

#[test]
fn a_dialect_that_is_not_known_says_what_is() {
    let check = |dialect: &str, expected: &str| {
        says("policy", &format!(r#"{{"robots": "", "dialect": "{dialect}"}}"#), expected);
    };
    check(
        "google+groups.merge=foo",
        r#"the knob groups.merge has no value "foo"; there are all, first"#,
    );
    check("google+paths.tie", r#"the knob paths.tie has no value ""; there are allow, disallow"#);
    check(
        "google+fetch.body_cap=many",
        r#"the knob fetch.body_cap has no value "many"; there are none, 512000, and other numbers"#,
    );
    check(
        "own+paths.tie=allow",
        "`own` takes no values of knobs; name a preset: google+paths.tie=disallow",
    );
    check(
        "google groups.ua_match=whole",
        "a + joins a preset and its knobs, not a space: google+…; in the query of a URL, write it as %2B",
    );
    check("gogle+paths.tie=allow", r#"there is no dialect "gogle"; did you mean "google"?"#);
    ask("policy", br#"{"robots": "", "dialect": "google+paths.tie=disallow"}"#).unwrap();
}

#[test]
fn limits() {
    /// Asserts that a question is answered within the default limits, and refused within these.
    #[track_caller]
    fn check(set: fn(&mut Limits), question: &str, code: &str, pointer: Option<&str>) {
        ask("check", question.as_bytes()).unwrap();
        let mut limits = Limits::default();
        set(&mut limits);
        let (found, at, detail) = ask_within("check", question.as_bytes(), &limits).unwrap_err();
        assert_eq!((&*found, at.as_deref()), (code, pointer), "{detail}");
    }
    let small = r#"{"robots": "a", "agents": ["F", "G"], "urls": ["/a", "/b"]}"#;
    check(|limits| limits.question_bytes = 5, small, "too-large", None);
    check(|limits| limits.answer_bytes = 900, small, "answer-too-large", None);
    check(|limits| limits.robots_bytes = 0, small, "too-large", Some("/robots"));
    check(|limits| limits.agents = 1, small, "too-many", Some("/agents"));
    check(|limits| limits.name_bytes = 0, small, "too-large", Some("/agents/0"));
    check(|limits| limits.url_bytes = 1, small, "too-large", Some("/urls/0"));
    check(|limits| limits.urls = 1, small, "too-many", Some("/urls"));
    check(|limits| limits.verdicts = 3, small, "too-many", Some("/urls"));
    check(|limits| limits.explanations = 3, small, "too-many", Some("/urls"));
    check(|limits| limits.rules_bytes = 1, small, "too-many", Some("/agents"));
    let named = r#"{"robots": {"text": "", "name": "old"}, "urls": []}"#;
    check(|limits| limits.name_bytes = 2, named, "too-large", Some("/robots/name"));
    let columns = small.replace('}', r#", "detail": "columns"}"#);
    check(|limits| limits.answer_bytes = 100, &columns, "answer-too-large", None);
    let mut limits = Limits::default();
    limits.explanations = 3;
    ask_within("check", columns.as_bytes(), &limits).unwrap();
}

#[test]
fn lists_that_are_too_long_are_named() {
    let check = |operation: &str, question: &str, expected: &str| {
        let mut limits = Limits::default();
        limits.agents = 1;
        let (.., detail) = ask_within(operation, question.as_bytes(), &limits).unwrap_err();
        assert_eq!(detail, expected);
    };
    check(
        "crawlers",
        r#"{"search": ["a", "b"]}"#,
        "2 texts in `search`, but one question may have 1",
    );
    check(
        "lint",
        r#"{"robots": "", "settings": {"select": ["a", "b"]}}"#,
        "2 texts in `select`, but one question may have 1",
    );
}

/// To look up names takes long, so it asks whether to go on for each.
#[test]
fn what_is_too_much_is_refused_before_names_are_looked_up() {
    let check = |operation: &str, question: &str, set: fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        let asked = std::cell::Cell::new(0);
        let keep_going = || asked.replace(asked.get() + 1) < usize::MAX;
        let problem = answer(operation, question.as_bytes(), &limits, &keep_going).unwrap_err();
        assert_eq!((problem.kind().code, asked.get()), ("too-many", 1), "{operation}");
    };
    let two = r#""agents": ["F", "G"], "urls": ["/a", "/b"]"#;
    let (one_file, two_files) =
        (format!(r#"{{"robots": "a", {two}}}"#), format!(r#"{{"old": "a", "new": "a", {two}}}"#));
    for (operation, question) in [("check", &one_file), ("compare", &two_files)] {
        check(operation, question, |limits| limits.agents = 1);
        check(operation, question, |limits| limits.verdicts = 3);
        check(operation, question, |limits| limits.rules_bytes = 1);
    }
    let cases =
        r#"{"robots": "a", "cases": [{"agent": "F", "url": "/"}, {"agent": "G", "url": "/"}]}"#;
    check("test", cases, |limits| limits.agents = 1);
    check("test", cases, |limits| limits.rules_bytes = 1);
}

#[test]
fn work_ends_when_nobody_waits() {
    for operation in OPERATIONS {
        let asked = std::cell::Cell::new(0);
        let keep_going = || {
            asked.set(asked.get() + 1);
            false
        };
        let question = operation.example.as_bytes();
        let problem =
            answer(operation.name, question, &Limits::default(), &keep_going).unwrap_err();
        assert_eq!(problem.kind(), &kinds::CANCELLED);
        assert_eq!(asked.get(), 1, "{}", operation.name);
    }
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>) {
        for operation in OPERATIONS {
            let _ = ask(operation.name, &bytes);
        }
    }

    #[test]
    fn no_robots_txt_makes_it_panic(bytes: Vec<u8>, url: String, agent: String) {
        let robots = maycrawl_api::RobotsText::new(&bytes, "robots.txt");
        let question = serde_json::json!({ "robots": robots, "urls": [url], "agents": [agent] });
        let answer = ask("check", question.to_string().as_bytes());
        let is_empty = agent.trim().is_empty();
        proptest::prop_assert_eq!(answer.map_err(|problem| problem.0).is_err(), is_empty);
    }
}

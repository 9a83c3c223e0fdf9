//! What must hold for every input.

use maycrawl::{
    Agent, Dialect, Document, Robots, Rules, UrlPath, Verdict, dialect::Preset, lines::Field,
    terms::Value,
};
use proptest::prelude::*;
use proptest::string::string_regex;
use testkit::naive::{self, Asker};
use testkit::{generate, url_crate, vectors};

fn agent(asker: &Asker) -> Agent {
    let agent =
        if asker.pooled { Agent::any_of(&asker.tokens) } else { Agent::first_of(&asker.tokens) };
    agent.ignoring_global(asker.ignores_global)
}

fn line(rules: &Rules, verdict: Verdict) -> u32 {
    rules.deciding_rule(verdict).map_or(0, |rule| rule.line())
}

/// The decision, whether it is undefined, and the deciding line.
fn answer(robots: &[u8], asker: &Asker, url: &[u8], dialect: &Dialect) -> (bool, bool, u32) {
    let rules = Robots::parse(robots, dialect).rules(&agent(asker));
    let verdict = rules.check_url(url);
    // Later verdicts are given another way, where many are asked for.
    let path = UrlPath::parse(url, dialect);
    assert_eq!(rules.check_all([&path]).next(), Some(verdict));
    (verdict.is_allowed(), verdict.is_undefined(), line(&rules, verdict))
}

/// The dialect without caps: what these leave of a file is a matter of order.
fn without_caps(mut dialect: Dialect) -> Dialect {
    dialect.fetch.body_cap = None;
    dialect.fetch.rule_limits = None;
    dialect
}

/// A rule, of which many differ little. The expression is read once, not for every rule.
fn many_rules() -> impl Strategy<Value = String> {
    string_regex("(Allow|Disallow): (/|[*])[ab/%]{0,6}([*][ab]{0,3})?[$]?\n").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn printing_a_document_gives_its_source(robots in generate::robots()) {
        prop_assert_eq!(Document::parse(&robots).print(), robots);
    }

    #[test]
    fn a_dialect_is_read_back_from_its_text(dialect in generate::dialect()) {
        prop_assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }

    #[test]
    fn the_parts_of_a_document_tile_its_source(robots in generate::robots()) {
        let document = Document::parse(&robots);
        let mut at = document.bom().end;
        for line in document.lines() {
            prop_assert_eq!(line.span().start, at);
            let parts = [line.field(), line.separator(), line.value(), line.comment(), line.line_end()];
            for part in parts {
                prop_assert!(at <= part.start && part.start <= part.end);
                let gap = &robots[at as usize..part.start as usize];
                prop_assert!(gap.iter().all(|byte| b" \t\x0B\x0C".contains(byte)));
                at = part.end;
            }
        }
        prop_assert_eq!(at as usize, robots.len());
    }

    #[test]
    fn the_compiled_rules_agree_with_the_oracle(
        robots in generate::robots(),
        asker in generate::asker(),
        url in generate::url(),
        dialect in generate::dialect(),
    ) {
        let expected = naive::check(&robots, &asker, &url, &dialect);
        let found = answer(&robots, &asker, &url, &dialect);
        prop_assert_eq!(found, (expected.allowed, expected.undefined, expected.line));
    }

    #[test]
    fn delays_are_for_the_agents_right_before_them(
        robots in generate::robots(),
        asker in generate::asker(),
        dialect in generate::dialect(),
    ) {
        let times = Robots::parse(&robots, &dialect).terms(&agent(&asker)).visit_times();
        let invalid = times.invalid.iter().map(|(line, _)| line.line);
        let mut lines: Vec<u32> = times.lines.iter().map(|line| line.line).chain(invalid).collect();
        lines.sort_unstable();
        prop_assert_eq!(lines, naive::visit_time_lines(&robots, &asker, &dialect));
    }

    /// Many rules are matched another way than few.
    #[test]
    fn many_rules_agree_with_the_oracle(
        rules in prop::collection::vec(many_rules(), 65..200),
        paths in prop::collection::vec("/[ab/%]{0,9}", 1..8),
        dialect in generate::dialect(),
    ) {
        let robots = ["User-agent: *\n", &rules.concat()].concat();
        let rules = Robots::parse(&robots, &dialect).rules(&Agent::token("MyBot"));
        let tokens = vec![b"MyBot".to_vec()];
        let asker = Asker { tokens, pooled: false, ignores_global: false };
        for text in &paths {
            let expected = naive::check(robots.as_bytes(), &asker, text.as_bytes(), &dialect);
            // The first verdict, and one where many are asked for.
            let path = UrlPath::parse(text, &dialect);
            let first = rules.clone().check(&path);
            for verdict in rules.check_all([&path]).chain([first]) {
                let found = (verdict.is_allowed(), verdict.is_undefined(), line(&rules, verdict));
                prop_assert_eq!(found, (expected.allowed, expected.undefined, expected.line), "{}", text);
            }
        }
    }

    #[test]
    fn the_one_shot_check_agrees_with_the_compiled_rules(
        robots in generate::robots(),
        asker in generate::asker(),
        url in generate::url(),
        dialect in generate::dialect(),
    ) {
        let token = asker.tokens.first().cloned().unwrap_or_default();
        let rules = Robots::parse(&robots, &dialect).rules(&Agent::token(&token));
        let expected = rules.check_url(&url).is_allowed();
        prop_assert_eq!(dialect.is_allowed(&robots, &token, &url), expected);
    }

    #[test]
    fn the_path_agrees_with_the_oracle(url in generate::url(), dialect in generate::dialect()) {
        let path = UrlPath::parse(&url, &dialect);
        let expected = naive::normal_path(&url, &dialect);
        prop_assert_eq!(path.as_bytes(), &*expected);
    }

    #[test]
    fn a_normal_path_is_its_own_normal_form(url in generate::url()) {
        let path = UrlPath::parse(&url, &Dialect::GOOGLE).as_bytes().to_vec();
        // A backslash is left where a scheme is not the web's; alone it is a slash.
        prop_assume!(!path.contains(&b'\\'));
        let again = UrlPath::parse(&path, &Dialect::GOOGLE);
        prop_assert_eq!(again.as_bytes(), &*path);
    }

    /// On what the WHATWG URL standard takes for a URL, the google form is the
    /// path of the `url` crate.
    #[test]
    fn the_path_agrees_with_the_url_crate(
        text in "(https?|ftp|HTTP)://[a-z]{1,8}(:[0-9]{1,4})?([/?#\\\\][ -~é\t/.%?#\\\\]{0,20})?",
    ) {
        let Some(url) = url_crate::read(&text) else { return Ok(()) };
        let expected = url_crate::google_path(&url);
        let path = UrlPath::parse(&text, &Dialect::GOOGLE);
        prop_assert_eq!(path.as_bytes(), &*expected);
    }

    #[test]
    fn the_order_of_rules_does_not_matter_where_the_longest_decides(
        rules in prop::collection::vec(generate::rule_line(), 0..8),
        url in generate::url(),
        dialect in generate::dialect(),
        seed in any::<usize>(),
    ) {
        let mut dialect = without_caps(dialect);
        dialect.paths.precedence = maycrawl::dialect::Precedence::Longest;
        let file = |rules: &[Vec<u8>]| [&b"User-agent: F\n"[..], &rules.join(&b'\n')].concat();
        let mut shuffled = rules.clone();
        let n_rules = shuffled.len().max(1);
        for index in 0..rules.len() {
            shuffled.swap(index, (seed >> index) % n_rules);
        }
        let decision = |file: &[u8]| {
            let verdict = Robots::parse(file, &dialect).rules(&Agent::token("F")).check_url(&url);
            (verdict.is_allowed(), verdict.is_undefined())
        };
        prop_assert_eq!(decision(&file(&rules)), decision(&file(&shuffled)));
    }

    #[test]
    fn adding_a_comment_changes_nothing(
        lines in prop::collection::vec(generate::line(), 0..12),
        at in any::<prop::sample::Index>(),
        asker in generate::asker(),
        url in generate::url(),
        dialect in generate::dialect(),
    ) {
        let dialect = without_caps(dialect);
        let plain = lines.join(&b'\n');
        let mut commented = lines.clone();
        commented.insert(at.index(lines.len() + 1), b"# Disallow: /".to_vec());
        // A file that starts with a byte order mark must go on doing so.
        if plain.starts_with(b"\xEF") {
            return Ok(());
        }
        let decision = |file: &[u8]| {
            let (allowed, undefined, _) = answer(file, &asker, &url, &dialect);
            (allowed, undefined)
        };
        prop_assert_eq!(decision(&plain), decision(&commented.join(&b'\n')));
    }

    #[test]
    fn any_bytes_are_read_without_panic(
        robots in prop::collection::vec(any::<u8>(), 0..200),
        token in prop::collection::vec(any::<u8>(), 0..10),
        url in prop::collection::vec(any::<u8>(), 0..60),
        dialect in generate::dialect(),
    ) {
        prop_assert_eq!(Document::parse(&robots).print(), &*robots);
        let rules = Robots::parse(&robots, &dialect).rules(&Agent::token(&token));
        let path = UrlPath::parse(&url, &dialect);
        let why = rules.explain(&path);
        prop_assert_eq!(why.verdict, rules.check(&path));
        let _ = Agent::from_header(&robots);
        for field in [Field::CrawlDelay, Field::RequestRate, Field::VisitTime, Field::ContentUsage] {
            let _ = Value::parse(field, &url);
        }
    }

    #[test]
    fn an_explanation_is_true(
        robots in generate::robots(),
        asker in generate::asker(),
        url in generate::url(),
        dialect in generate::dialect(),
    ) {
        let rules = Robots::parse(&robots, &dialect).rules(&agent(&asker));
        let path = UrlPath::parse(&url, &dialect);
        let verdict = rules.check(&path);
        let why = rules.explain(&path);
        prop_assert_eq!(why.rule.as_ref().map_or(0, |rule| rule.line), line(&rules, verdict));
        for rule in why.rule.iter().chain(why.others.iter().map(|(rule, _)| rule)) {
            prop_assert_eq!(rule.span.of(&robots), &*rule.value);
            // The pieces tile the pattern, and the path from its start.
            let (mut in_pattern, mut in_path) = (0, 0);
            for piece in &rule.pieces {
                prop_assert_eq!(piece.piece.start, in_pattern);
                prop_assert_eq!(piece.path.start, in_path);
                (in_pattern, in_path) = (piece.piece.end, piece.path.end);
            }
            prop_assert_eq!(in_pattern, if rule.pieces.is_empty() { 0 } else { rule.pattern.len() });
        }
    }
}

/// Every vector in every dialect that it does not name: the oracle decides.
#[test]
fn the_compiled_rules_agree_with_the_oracle_on_all_vectors() {
    for case in vectors::verdict_cases() {
        for Preset { name, dialect, .. } in Preset::ALL {
            let expected = naive::check(&case.robots, &case.asker, &case.url, dialect);
            let found = answer(&case.robots, &case.asker, &case.url, dialect);
            let expected = (expected.allowed, expected.undefined, expected.line);
            assert_eq!(found, expected, "{} in {name}", case.id);
        }
    }
}

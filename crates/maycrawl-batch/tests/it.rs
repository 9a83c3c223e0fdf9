//! Verdicts over columns.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test names itself and may fail"
)]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, Datum, DictionaryArray,
    Int64Array, LargeBinaryArray, LargeStringArray, ListArray, RecordBatch, Scalar, StringArray,
    StringViewArray, StructArray, UInt8Array, UInt32Array,
};
use maycrawl::{Agent, Dialect, Robots};
use maycrawl_batch::{
    Agents, Checker, Column, DirectivesBuilder, ScoresBuilder, StandingsBuilder, Verdicts,
    VerdictsBuilder,
};
use maycrawl_crawlers::{Askers, Catalogue, Reading};
use proptest::prelude::*;

const FILE: &str = "User-agent: MyBot\nDisallow: /a\nAllow: /a/b\n\nUser-agent: *\nDisallow: /";

/// One row of the answer: allowed, reason, line and rule.
type Row = Option<Answer>;
type Answer = (bool, String, Option<u32>, Option<String>);

fn rows(verdicts: &Verdicts) -> Vec<Row> {
    let reasons = verdicts.reason.downcast_dict::<StringArray>().unwrap();
    let rules = verdicts.rule.downcast_dict::<LargeStringArray>().unwrap();
    let row = |row| {
        verdicts.allowed.is_valid(row).then(|| {
            let line = verdicts.line.is_valid(row).then(|| verdicts.line.value(row));
            let rule = verdicts.rule.is_valid(row);
            let rule = rule.then(|| rules.into_iter().nth(row).unwrap().unwrap().to_owned());
            let reason = reasons.into_iter().nth(row).unwrap().unwrap().to_owned();
            (verdicts.allowed.value(row), reason, line, rule)
        })
    };
    (0..verdicts.len()).map(row).collect()
}

/// Rows as a line of text each, such as `disallow-rule 2 Disallow: /a`.
fn text(verdicts: &Verdicts) -> String {
    let text = |row: Row| match row {
        None => "null".to_owned(),
        Some((_, reason, Some(line), Some(rule))) => format!("{reason} {line} {rule}"),
        Some((_, reason, None, None)) => reason,
        Some(_) => "a line without a rule".to_owned(),
    };
    rows(verdicts).into_iter().map(text).collect::<Vec<_>>().join("\n")
}

/// Asserts the verdicts on columns of robots.txt, URL and agent.
#[track_caller]
fn check(robots: &dyn Datum, url: &dyn Datum, agent: &dyn Datum, expected: &str) {
    let mut checker = Checker::new(Dialect::GOOGLE);
    let verdicts = checker.check(robots, url, Agents::Column(agent)).unwrap();
    assert_eq!(text(&verdicts), expected);
}

fn column(values: &[&str]) -> StringArray {
    values.to_vec().into()
}

fn value(value: &str) -> Scalar<StringArray> {
    Scalar::new(column(&[value]))
}

#[test]
fn each_row_gets_its_verdict() {
    check(
        &column(&[FILE, FILE, FILE, "", FILE]),
        &column(&["https://example.com/a", "/a/b/c", "/c", "/c", "/robots.txt"]),
        &column(&["MyBot", "MyBot", "OtherBot", "OtherBot", "OtherBot"]),
        "disallow-rule 2 Disallow: /a\n\
         allow-rule 3 Allow: /a/b\n\
         disallow-rule 6 Disallow: /\n\
         no-group\n\
         robots-txt",
    );
}

#[test]
fn a_scalar_stands_for_all_rows() {
    let blocked = "disallow-rule 2 Disallow: /a";
    let [file, url, agent] = [FILE, "/a", "MyBot"].map(value);
    check(&file, &column(&["/a", "/c"]), &agent, &format!("{blocked}\nno-match"));
    check(&column(&[FILE, ""]), &url, &agent, &format!("{blocked}\nno-group"));
    check(&file, &url, &column(&["MyBot", "mybot"]), &format!("{blocked}\n{blocked}"));
    check(&file, &url, &agent, blocked);
    check(&file, &column(&[]), &agent, "");
}

#[test]
fn one_agent_may_have_fallbacks() {
    let agent = Agent::first_of(["MyBot-Image", "MyBot"]);
    let mut checker = Checker::new(Dialect::GOOGLE);
    let verdicts = checker.check(&value(FILE), &column(&["/a"]), Agents::One(&agent)).unwrap();
    assert_eq!(text(&verdicts), "disallow-rule 2 Disallow: /a");
}

/// Each row's name is understood as the command does: crawlers of the catalogue have fallbacks, headers name a
/// product, and what is no product token is matched whole.
#[test]
fn names_are_those_of_the_catalogue() {
    let file = "User-agent: MJ12bot\nUser-agent: Bot 9\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /a";
    let names = [
        "MJ12bot",
        "mj12BOT",
        "MJ12bot/v1.4.8",
        "Bot 9",
        "Googlebot-Image",
        "AdsBot-Google",
        "MyBot/1.0",
        "",
    ];
    let expected = [false, false, false, false, true, true, false, false];
    let mut checker = Checker::new(Reading::Own);
    let verdicts =
        checker.check(&value(file), &value("/a"), Agents::Column(&column(&names))).unwrap();
    for ((name, expected), row) in names.iter().zip(expected).zip(rows(&verdicts)) {
        assert_eq!(row.unwrap().0, expected, "{name}");
        let agent = Askers::new(Catalogue::built_in(), Reading::Own).asker(name.as_bytes()).agent;
        let one = checker.check(&value(file), &value("/a"), Agents::One(&agent)).unwrap();
        assert_eq!(one.allowed.value(0), expected, "{name}");
    }
}

#[test]
fn a_null_gives_a_null() {
    let robots = StringArray::from(vec![Some(FILE), None, Some(FILE), Some(FILE)]);
    let urls = StringArray::from(vec![Some("/c"), Some("/c"), None, Some("/c")]);
    let agents = StringArray::from(vec![Some("MyBot"), Some("MyBot"), Some("MyBot"), None]);
    check(&robots, &urls, &agents, "no-match\nnull\nnull\nnull");
    let none = Scalar::new(StringArray::from(vec![None::<&str>]));
    check(&none, &urls, &value("MyBot"), "null\nnull\nnull\nnull");
}

#[test]
fn the_dialect_decides() {
    #[track_caller]
    fn check(dialect: &Dialect, expected: &str) {
        let mut checker = Checker::new(dialect);
        let file = value("User-agent: *\nAllow: /a\nDisallow: /a");
        let agent = Agent::token("MyBot");
        let verdicts = checker.check(&file, &value("/a"), Agents::One(&agent)).unwrap();
        assert_eq!(text(&verdicts), expected);
        assert_eq!(checker.reading(), &dialect.into());
    }
    check(&Dialect::GOOGLE, "tie 2 Allow: /a");
    check(&Dialect::CAUTIOUS, "tie 3 Disallow: /a");
}

/// The same values in each form that Arrow has for text and bytes.
fn forms(values: &[Option<&str>]) -> Vec<ArrayRef> {
    let text = || values.iter().copied();
    let bytes = || values.iter().map(|value| value.map(str::as_bytes));
    vec![
        Arc::new(text().collect::<StringArray>()),
        Arc::new(text().collect::<LargeStringArray>()),
        Arc::new(text().collect::<StringViewArray>()),
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(bytes().collect::<BinaryViewArray>()),
        Arc::new(text().collect::<DictionaryArray<Int8Type>>()),
        Arc::new(text().collect::<DictionaryArray<Int16Type>>()),
        Arc::new(text().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(text().collect::<DictionaryArray<Int64Type>>()),
        Arc::new(text().collect::<DictionaryArray<UInt8Type>>()),
        Arc::new(text().collect::<DictionaryArray<UInt16Type>>()),
        Arc::new(text().collect::<DictionaryArray<UInt32Type>>()),
        Arc::new(text().collect::<DictionaryArray<UInt64Type>>()),
        views_in_a_dictionary(values),
    ]
}

/// What Polars makes of a categorical column.
fn views_in_a_dictionary(values: &[Option<&str>]) -> ArrayRef {
    let dictionary: DictionaryArray<UInt32Type> = values.iter().copied().collect();
    let views: StringViewArray = dictionary.values().as_string::<i32>().iter().collect();
    Arc::new(dictionary.with_values(Arc::new(views)))
}

#[test]
fn each_form_of_text_and_bytes_is_read() {
    let files = [Some("User-agent: nobody"), Some(FILE), Some(FILE), None, Some(FILE), Some("")];
    let urls = [Some("/x"), Some("/a"), Some("/a/b"), Some("/a"), None, Some("/a")];
    let agents = [Some("MyBot"), Some("MyBot"), Some("MyBot"), Some("A"), Some("MyBot"), Some("A")];
    let expected = "disallow-rule 2 Disallow: /a\nallow-rule 3 Allow: /a/b\nnull\nnull\nno-group";
    for robots in forms(&files) {
        for (url, agent) in forms(&urls).into_iter().zip(forms(&agents)) {
            // A slice has an offset in all that it consists of.
            let [robots, url, agent] = [&robots, &url, &agent].map(|column| column.slice(1, 5));
            check(&robots, &url, &agent, expected);
        }
    }
}

#[test]
fn null_values_of_a_dictionary_are_null() {
    let values = StringArray::from(vec![None, Some("/c")]);
    let keys = arrow_array::Int8Array::from(vec![Some(1), Some(0), None]);
    let urls = DictionaryArray::new(keys, Arc::new(values));
    check(&value(FILE), &urls, &value("MyBot"), "no-match\nnull\nnull");
}

#[test]
fn bytes_need_not_be_text() {
    let file = Scalar::new(BinaryArray::from(vec![&b"User-agent: *\nDisallow: /\xFF"[..]]));
    let urls = BinaryArray::from(vec![&b"/\xFF"[..], b"/"]);
    let blocked = "disallow-rule 2 Disallow: /\u{FFFD}";
    check(&file, &urls, &value("MyBot"), &format!("{blocked}\nno-match"));
}

#[test]
fn each_text_of_a_rule_is_kept_once() {
    let other = "User-agent: *\n\n\nDisallow: /a";
    let mut checker = Checker::new(Dialect::GOOGLE);
    let agent = Agent::token("MyBot");
    let files = column(&[FILE, other, FILE, other]);
    let verdicts = checker.check(&files, &value("/a"), Agents::One(&agent)).unwrap();
    assert_eq!(verdicts.line.values(), &[2, 4, 2, 4]);
    assert_eq!(verdicts.rule.values().len(), 1);
}

#[test]
fn batches_can_be_collected() {
    let mut checker = Checker::new(Dialect::GOOGLE);
    let mut builder = VerdictsBuilder::new();
    let agent = Agent::token("MyBot");
    for urls in [vec!["/a", "/b"], vec![], vec!["/a"]] {
        let urls = StringArray::from(urls);
        checker.append(&mut builder, &value(FILE), &urls, Agents::One(&agent)).unwrap();
    }
    let blocked = "disallow-rule 2 Disallow: /a";
    assert_eq!(text(&builder.finish()), format!("{blocked}\nno-match\n{blocked}"));
    assert!(builder.finish().is_empty());
}

#[test]
fn the_columns_have_names() {
    let mut checker = Checker::new(Dialect::GOOGLE);
    let agent = Agent::token("MyBot");
    let verdicts = checker.check(&value(FILE), &value("/a"), Agents::One(&agent)).unwrap();
    let batch = RecordBatch::from(verdicts.clone());
    let schema = batch.schema();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["allowed", "reason", "line", "rule"]);
    assert_eq!(StructArray::from(verdicts).len(), 1);
}

#[test]
fn an_error_names_the_column() {
    #[track_caller]
    fn check(robots: &dyn Datum, url: &dyn Datum, agent: &dyn Datum, column: Column, text: &str) {
        let mut checker = Checker::new(Dialect::GOOGLE);
        let error = checker.check(robots, url, Agents::Column(agent)).unwrap_err();
        assert_eq!((error.column(), error.to_string().as_str()), (column, text));
    }
    let texts = column(&["", ""]);
    let numbers = Int64Array::from(vec![1, 2]);
    let list = ListArray::new_null(
        Arc::new(arrow_schema::Field::new("item", arrow_schema::DataType::Utf8, true)),
        2,
    );
    let keyed: DictionaryArray<Int8Type> =
        DictionaryArray::new(vec![0_i8, 1].into(), Arc::new(numbers.clone()));
    let [robots, url, agent] = [Column::Robots, Column::Url, Column::Agent];
    check(&numbers, &texts, &texts, robots, "robots: expected text or bytes, not Int64");
    check(&texts, &list, &texts, url, "url: expected text or bytes, not List(Utf8)");
    let message = "agent: expected text or bytes, not Dictionary(Int8, Int64)";
    check(&texts, &texts, &keyed, agent, message);
    let three = column(&["", "", ""]);
    check(&texts, &three, &texts, url, "url: a column of 3 rows, but another has 2");
    check(&value(""), &three, &texts, agent, "agent: a column of 2 rows, but another has 3");
}

/// A file of about 10 kB, other than that of each other number.
fn large_file(number: usize) -> String {
    let rules: Vec<_> = (0..300).map(|rule| format!("Disallow: /{number}/{rule}/*.pdf")).collect();
    format!(
        "User-agent: *
{}",
        rules.join(
            "
"
        )
    )
}

#[test]
fn the_cache_has_a_bound() {
    let most_bytes = 500_000;
    let mut checker = Checker::with_cache(Dialect::GOOGLE, most_bytes);
    let agent = Agent::token("MyBot");
    let mut most_seen = 0;
    for number in 0..100 {
        let url = format!("/{number}/7/a.pdf");
        // Often enough that rules are compiled, which makes them larger.
        let urls = StringArray::from(vec![url.as_str(); 20]);
        let file = value(&large_file(number));
        let verdicts = checker.check(&file, &urls, Agents::One(&agent)).unwrap();
        assert_eq!((verdicts.allowed.true_count(), verdicts.line.value(19)), (0, 9));
        most_seen = most_seen.max(checker.cached_bytes());
    }
    assert!(most_seen <= most_bytes && most_seen > most_bytes / 2, "{most_seen}");
}

#[test]
fn a_file_that_is_known_costs_nothing_again() {
    let mut checker = Checker::new(Dialect::GOOGLE);
    let agent = Agent::token("MyBot");
    let ask = |checker: &mut Checker, file: &str| {
        checker.check(&value(file), &value("/"), Agents::One(&agent)).unwrap();
        checker.cached_bytes()
    };
    let first = ask(&mut checker, FILE);
    assert_eq!(ask(&mut checker, FILE), first);
    assert!(ask(&mut checker, "User-agent: *") > first);
}

#[test]
fn a_cache_without_room_changes_no_verdict() {
    let files = forms(&[Some(FILE), Some(""), Some(FILE), Some(FILE), Some("")]);
    let urls = column(&["/a", "/a", "/a/b", "/a", "/a"]);
    for robots in files {
        let mut checker = Checker::with_cache(Dialect::GOOGLE, 0);
        let agent = Agent::token("MyBot");
        let verdicts = checker.check(&robots, &urls, Agents::One(&agent)).unwrap();
        let blocked = "disallow-rule 2 Disallow: /a";
        let expected =
            format!("{blocked}\nno-group\nallow-rule 3 Allow: /a/b\n{blocked}\nno-group");
        assert_eq!(text(&verdicts), expected);
        assert_eq!(checker.cached_bytes(), 0);
    }
}

/// What `Rules::check_url` says of a row.
fn expected(robots: &[u8], url: &[u8], token: &[u8], dialect: &Dialect) -> Answer {
    let rules = Robots::parse(robots, dialect).rules(&Agent::token(token));
    let verdict = rules.check_url(url);
    let rule = rules.deciding_rule(verdict);
    (
        verdict.is_allowed(),
        verdict.reason().code().to_owned(),
        rule.map(|rule| rule.line()),
        rule.map(|rule| rule.to_string()),
    )
}

proptest! {
    /// Few values in many rows, so that rows share files, agents and rules.
    #[test]
    fn columns_give_the_verdicts_of_rules(
        files in prop::collection::vec(testkit::generate::robots(), 1..4),
        urls in prop::collection::vec(testkit::generate::url(), 1..8),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3_usize), 1..60),
        dialect in testkit::generate::dialect(),
        most_bytes in prop_oneof![Just(0), Just(5_000), Just(1_000_000)],
    ) {
        let tokens: [&[u8]; 3] = [b"Googlebot", b"a", b"*"];
        let picked: Vec<_> = picks
            .iter()
            .map(|(file, url, token)| (&*files[file.index(files.len())], &*urls[url.index(urls.len())], tokens[*token]))
            .collect();
        let expected: Vec<_> =
            picked.iter().map(|(file, url, token)| Some(expected(file, url, token, &dialect))).collect();
        let robots: BinaryArray = picked.iter().map(|(file, _, _)| Some(file)).collect();
        let views: BinaryViewArray = picked.iter().map(|(file, _, _)| Some(file)).collect();
        let url: BinaryViewArray = picked.iter().map(|(_, url, _)| Some(url)).collect();
        let agent: BinaryArray = picked.iter().map(|(_, _, token)| Some(token)).collect();
        let mut checker = Checker::with_cache(dialect, most_bytes);
        for robots in [&robots as &dyn Datum, &views] {
            let verdicts = checker.check(robots, &url, Agents::Column(&agent)).unwrap();
            prop_assert_eq!(&rows(&verdicts), &expected);
        }
    }
}

proptest! {
    #[test]
    fn rows_in_no_order_have_the_verdicts_of_rows_by_file(
        files in prop::collection::vec(testkit::generate::robots(), 4),
        urls in prop::collection::vec(testkit::generate::url(), 4),
        (mut by_file, order) in prop::collection::vec((0..4_usize, 0..4_usize), 1..60).prop_flat_map(|picks| {
            let order: Vec<usize> = (0..picks.len()).collect();
            (Just(picks), Just(order).prop_shuffle())
        }),
        most_bytes in prop_oneof![Just(0), Just(5_000), Just(1_000_000)],
    ) {
        by_file.sort_unstable();
        let in_no_order: Vec<_> = order.iter().map(|row| by_file[*row]).collect();
        let mut checker = Checker::with_cache(Dialect::GOOGLE, most_bytes);
        let mut answers = |picks: &[(usize, usize)]| {
            let robots: BinaryArray = picks.iter().map(|(file, _)| Some(&files[*file])).collect();
            let url: BinaryArray = picks.iter().map(|(_, url)| Some(&urls[*url])).collect();
            rows(&checker.check(&robots, &url, Agents::One(&Agent::token("Googlebot"))).unwrap())
        };
        let expected = answers(&by_file);
        let expected: Vec<_> = order.iter().map(|row| expected[*row].clone()).collect();
        prop_assert_eq!(answers(&in_no_order), expected);
    }
}

/// So many that they are answered in several parts.
const MANY: u32 = 300_000;

#[test]
fn many_rows_of_few_files_are_answered_in_their_order() {
    let file = |line| format!("{}User-agent: *\nDisallow: /a", "\n".repeat(line));
    let files: StringArray = (0..7).map(|line| Some(file(line))).collect();
    let keys = (0..MANY).map(|row| Some(row % 7)).collect();
    let robots = DictionaryArray::<UInt32Type>::new(keys, Arc::new(files));
    let url = |row| [Some("/a"), Some("/b"), None][row as usize % 3];
    let urls: StringArray = (0..MANY).map(url).collect();
    let mut checker = Checker::new(Dialect::GOOGLE);
    let verdicts = checker.check(&robots, &urls, Agents::One(&Agent::token("MyBot"))).unwrap();
    let line = |row| (row % 3 == 0).then_some(row % 7 + 2);
    assert_eq!(verdicts.line, (0..MANY).map(line).collect::<UInt32Array>());
    let allowed = |row| [Some(false), Some(true), None][row as usize % 3];
    assert_eq!(verdicts.allowed, (0..MANY).map(allowed).collect::<BooleanArray>());
}

#[test]
fn many_files_are_answered_in_their_order() {
    let files = (0..MANY).map(|row| Some(format!("User-agent: *\nDisallow: /{row}$")));
    let robots: StringArray = files.collect();
    let urls: StringArray = (0..MANY).map(|row| Some(format!("/{}", row - row % 2))).collect();
    let mut checker = Checker::with_cache(Dialect::GOOGLE, 1_000_000);
    let verdicts = checker.check(&robots, &urls, Agents::One(&Agent::token("MyBot"))).unwrap();
    let allowed = (0..MANY).map(|row| Some(row % 2 == 1));
    assert_eq!(verdicts.allowed, allowed.collect::<BooleanArray>());
    assert!(checker.cached_bytes() <= 1_000_000);
}

#[test]
fn directives_count_rows_across_batches() {
    let mut directives = DirectivesBuilder::new();
    directives.append(&StringArray::from(vec![None, Some("Disalow /a"), Some("")])).unwrap();
    directives.append(&value("# none\nno directive here\nSitemap: #")).unwrap();
    let batch = directives.finish();
    let column = |name| batch.column_by_name(name).unwrap();
    assert_eq!(column("row").as_primitive::<UInt64Type>().values(), &[1, 3]);
    assert_eq!(column("line").as_primitive::<UInt32Type>().values(), &[1, 3]);
    assert_eq!(column("field").as_ref(), &LargeStringArray::from(vec!["Disalow", "Sitemap"]));
    assert_eq!(column("value").as_ref(), &LargeStringArray::from(vec!["/a", ""]));
    assert_eq!(column("comment").as_ref(), &LargeStringArray::from(vec![None, Some("#")]));
    assert_eq!(directives.finish().num_rows(), 0);
    let error = directives.append(&Int64Array::from(vec![1])).unwrap_err();
    assert_eq!(error.to_string(), "robots: expected text or bytes, not Int64");
}

#[test]
fn files_have_scores_and_counts() {
    let too_large = "#".repeat((1 << 20) + 1);
    let files =
        [Some("User-agent: *\nDisallow: tmp/"), None, Some(&too_large), Some("<!DOCTYPE html>")];
    let mut scores = ScoresBuilder::new();
    scores.append(&StringArray::from(files.to_vec())).unwrap();
    scores.append(&value("User-agent: *\nDisallow: tmp/")).unwrap();
    let batch = scores.finish();
    let column = |name| batch.column_by_name(name).unwrap();
    let counts = |counts: [u32; 3]| {
        let [first, page, last] = counts;
        UInt32Array::from(vec![Some(first), None, None, Some(page), Some(last)])
    };
    let points = UInt8Array::from(vec![Some(57), None, None, Some(0), Some(57)]);
    assert_eq!(column("score").as_ref(), &points);
    let grades = column("grade").as_dictionary::<Int8Type>();
    let grades: Vec<_> = grades.downcast_dict::<StringArray>().unwrap().into_iter().collect();
    let attention = Some("needs attention");
    assert_eq!(grades, [attention, None, None, Some("broken"), attention]);
    assert_eq!(column("errors").as_ref(), &counts([1, 1, 1]));
    assert_eq!(column("warnings").as_ref(), &counts([0, 0, 0]));
    assert_eq!(column("notes").as_ref(), &counts([1, 0, 1]));
}

#[test]
fn agents_have_standings() {
    let file = "User-agent: Yandex\nDisallow: /\n\nUser-agent: *\nDisallow: /a";
    let too_large = "#".repeat((1 << 20) + 1);
    let mut standings = StandingsBuilder::new(["Yandex", "MyBot"]);
    let files = [Some(file), None, Some(&too_large), Some("")];
    standings.append(&StringArray::from(files.to_vec())).unwrap();
    standings.append(&value(file)).unwrap();
    let batch = standings.finish();
    let column = |name| {
        let column = batch.column_by_name(name).unwrap().as_dictionary::<Int8Type>();
        column.downcast_dict::<StringArray>().unwrap().into_iter().collect::<Vec<_>>()
    };
    let (all, part, none) = (Some("everywhere"), Some("partly"), Some("nowhere"));
    assert_eq!(column("Yandex"), [none, None, None, all, none]);
    assert_eq!(column("MyBot"), [part, None, None, all, part]);
}

#[test]
fn no_agents_have_no_standings() {
    let mut standings = StandingsBuilder::new([""; 0]);
    standings.append(&column(&["", ""])).unwrap();
    let batch = standings.finish();
    assert_eq!((batch.num_rows(), batch.num_columns()), (2, 0));
}

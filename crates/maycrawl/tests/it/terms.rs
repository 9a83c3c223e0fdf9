//! What a file tells beside its rules.

use std::time::Duration;

use maycrawl::{
    Agent, Dialect, Robots, UrlPath,
    lines::Field,
    robots::DirectiveLine,
    terms::{Hours, InvalidValue, Stated, Value},
};
use testkit::vectors;

/// Every row of the table `directives`.
#[test]
fn the_table_of_directives() {
    for row in vectors::table("directives").rows {
        let cell = |column| row.cell(column).unwrap();
        let dialect: Dialect = cell("dialect").parse().unwrap();
        let robots = Robots::parse(vectors::unescape(cell("robots")), &dialect);
        let terms = robots.terms(&Agent::token(cell("agent")));
        let path = UrlPath::parse(cell("path"), &dialect);
        let answer = match cell("what") {
            "crawl_delay" => told(&terms.crawl_delay(), |delay| match *delay {
                Duration::MAX => "the largest duration".into(),
                delay => format!("{}s", delay.as_secs_f64()),
            }),
            "request_rate" => told(&terms.request_rate(), |rate| {
                let hours = rate.hours.map_or(String::new(), |hours| format!(", {}", shown(hours)));
                format!("{} per {}s{hours}", rate.requests, rate.seconds)
            }),
            "visit_time" => told(&terms.visit_times(), |hours| {
                hours.iter().map(|hours| shown(*hours)).collect::<Vec<_>>().join(" ")
            }),
            "sitemaps" => {
                told(&robots.sitemaps(), |urls| String::from_utf8(urls.join(&b' ')).unwrap())
            }
            "licenses" => {
                told(&robots.licenses(), |urls| String::from_utf8(urls.join(&b' ')).unwrap())
            }
            "content_signal" => told(&terms.content_signal(), |signal| {
                let word = |granted| if granted { "yes" } else { "no" };
                let pairs = [
                    ("search", signal.search.map(word)),
                    ("ai-input", signal.ai_input.map(word)),
                    ("ai-train", signal.ai_train.map(word)),
                    ("use", signal.use_.map(maycrawl::preferences::ContentUse::name)),
                ];
                let said =
                    pairs.iter().filter_map(|(key, value)| Some(format!("{key}={}", (*value)?)));
                said.collect::<Vec<_>>().join(" ")
            }),
            "content_usage" => told(&terms.content_usage(&path), |usage| {
                let word = |granted| if granted { "y" } else { "n" };
                let keys = usage.keys.iter().map(|(key, granted)| {
                    format!("{}={}", String::from_utf8_lossy(key), word(*granted))
                });
                keys.collect::<Vec<_>>().join(" ")
            }),
            other => panic!("{other}"),
        };
        assert_eq!(answer, cell("answer"), "directives/{}: {}", row.number, cell("robots"));
    }
}

/// What is told, in the notation of the table.
fn told<T>(told: &Stated<T>, shown: impl Fn(&T) -> String) -> String {
    match (&told.value, &*told.invalid) {
        (Some(value), _) => shown(value),
        (None, [(_, flaw), ..]) => format!("none, invalid({})", flaw.code()),
        (None, []) => "none".into(),
    }
}

fn shown(hours: Hours) -> String {
    let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
    format!("{}-{} UTC", time(hours.start), time(hours.end))
}

#[test]
fn values_are_typed_by_their_field() {
    #[track_caller]
    fn check(field: Field, value: &str, expected: Result<Value, InvalidValue>) {
        assert_eq!(Value::parse(field, value.as_bytes()), expected, "{value}");
    }
    let delay = |millis| Ok(Value::CrawlDelay(Duration::from_millis(millis)));
    check(Field::CrawlDelay, "0.0015", Ok(Value::CrawlDelay(Duration::from_micros(1500))));
    check(Field::CrawlDelay, "1.", Err(InvalidValue::NotANumber));
    check(Field::CrawlDelay, ".", Err(InvalidValue::NotANumber));
    check(Field::CrawlDelay, "-.5", Err(InvalidValue::Negative));
    check(Field::CrawlDelay, "--5", Err(InvalidValue::NotANumber));
    check(Field::CrawlDelay, "1.9999999999", Ok(Value::CrawlDelay(Duration::new(1, 999_999_999))));
    check(Field::CrawlDelay, "007", delay(7000));
    check(Field::RequestRate, "1", Err(InvalidValue::NotANumber));
    check(Field::RequestRate, "1/", Err(InvalidValue::NotANumber));
    check(Field::RequestRate, "1/s", Err(InvalidValue::NotANumber));
    check(Field::RequestRate, "1/0", Err(InvalidValue::Zero));
    check(Field::RequestRate, "1/5 0600", Err(InvalidValue::Time));
    check(Field::RequestRate, "1/5 0600-0700 x", Err(InvalidValue::Time));
    check(Field::VisitTime, "0600-2400", Err(InvalidValue::Time));
    check(Field::VisitTime, "0660-0700", Err(InvalidValue::Time));
    check(Field::VisitTime, "600-700", Err(InvalidValue::Time));
    check(Field::VisitTime, "", Err(InvalidValue::Empty));
    check(Field::Sitemap, "https://", Err(InvalidValue::Relative));
    check(Field::Sitemap, "//example.com/a", Err(InvalidValue::Relative));
    check(Field::CleanParam, "", Err(InvalidValue::Empty));
    check(Field::CleanParam, "a b c", Err(InvalidValue::Value));
    check(Field::ContentUsage, "/a", Err(InvalidValue::Empty));
    check(Field::ContentUsage, "Train=y", Err(InvalidValue::Dictionary));
    check(Field::Host, "example.com", Ok(Value::Text(b"example.com".to_vec())));
    let Ok(Value::CleanParam(clean)) = Value::parse(Field::CleanParam, b"sid&ref /shop/") else {
        panic!("no Clean-param")
    };
    assert_eq!((clean.names.len(), &*clean.path), (2, &b"/shop/"[..]));
}

#[test]
fn directives_stand_in_the_group_of_the_agents_before_them() {
    let file =
        "Foo: 1\nUser-agent: a\nCrawl-delay: 2\nDisallow:\nHost: 3\n\nUser-agent: b\nNoindex: /4";
    let robots = Robots::parse(file, &Dialect::GOOGLE);
    let found: Vec<_> = robots
        .directives()
        .map(|one: DirectiveLine<'_>| (one.line(), one.field(), one.name().len(), one.group()))
        .collect();
    let expected = [
        (1, Field::Other, 3, None),
        (3, Field::CrawlDelay, 11, Some(0)),
        (5, Field::Host, 4, Some(0)),
        (8, Field::Obsolete, 7, Some(1)),
    ];
    assert_eq!(found, expected);
}

#[test]
fn preferences_come_with_their_lines() {
    let file = "User-agent: *\nContent-Usage: train-ai=y, search=y\nContent-Usage: /a train-ai=n\n\
        Content-Usage: /a search=n\nContent-Usage: /a/b search=y, future=x";
    let robots = Robots::parse(file, &Dialect::GOOGLE);
    let terms = robots.terms(&Agent::token("F"));
    let at = |path: &str| {
        let told = terms.content_usage(&UrlPath::parse(path, &Dialect::GOOGLE));
        let usage = told.value.unwrap();
        let lines: Vec<_> = told.lines.iter().map(|line| line.line).collect();
        (usage.get("train-ai"), usage.get("search"), lines)
    };
    assert_eq!(at("/"), (Some(true), Some(true), vec![2]));
    assert_eq!(at("/a"), (Some(false), Some(false), vec![3, 4]));
    assert_eq!(at("/a/b"), (None, Some(true), vec![5]));
}

#[test]
fn headers_carry_the_same_preferences() {
    let headers = [
        ("CONTENT-SIGNAL", "ai-train=yes, use=full"),
        ("Content-Signal", "ai-train=no, x=1"),
        ("content-usage", "train-ai=y"),
        ("Content-Usage", "train-ai=n;p, search=y"),
        ("Content-Usage", "train-ai=("),
        ("Content-Type", "text/plain"),
    ];
    let (signal, usage, malformed) = maycrawl::preferences::header_preferences(headers);
    assert_eq!(
        (signal.ai_train, signal.use_),
        (Some(false), Some(maycrawl::preferences::ContentUse::Full))
    );
    assert_eq!((usage.get("train-ai"), usage.get("search")), (Some(false), Some(true)));
    assert_eq!(malformed, [(b"train-ai=(".to_vec(), InvalidValue::Dictionary)]);
}

/// Crawlers that obey delays end a list of agents at one, whatever it does for rules.
#[test]
fn a_delay_is_for_the_agents_right_before_it() {
    #[track_caller]
    fn check(robots: &str, expected: [Option<u64>; 3]) {
        let found = ["F", "G", "*"].map(|agent| {
            let robots = Robots::parse(robots, &Dialect::GOOGLE);
            robots.terms(&Agent::token(agent)).crawl_delay().value.map(|delay| delay.as_secs())
        });
        assert_eq!(found, expected, "{robots}");
    }
    let alike = [Some(1), Some(1), Some(1)];
    check(
        "User-agent: *\nCrawl-delay: 1\nUser-agent: F\nCrawl-delay: 100",
        [Some(100), Some(1), Some(1)],
    );
    check("User-agent: F\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /a", [Some(5), None, None]);
    check("User-agent: *\nCrawl-delay: 5\nUser-agent: F\nDisallow: /a", [None, Some(5), Some(5)]);
    check("User-agent: F\nUser-agent: G\n\n# note\nUser-agent: *\nCrawl-delay: 1", alike);
    check("User-agent: F\nFoo: 1\nUser-agent: G\nUser-agent: *\nCrawl-delay: 1", alike);
    check("User-agent: F\nSitemap: /s\nUser-agent: G\nCrawl-delay: 1", [None, Some(1), None]);
    check(
        "User-agent: F\nDisallow: /a\nCrawl-delay: 1\nAllow: /b\nCrawl-delay: 2",
        [Some(2), None, None],
    );
    check("User-agent: F\nCrawl-delay: 1\nUser-agent: F\nCrawl-delay: 9", [Some(9), None, None]);
}

/// Rates and hours belong to agents as delays do; preferences belong to the group.
#[test]
fn rates_and_hours_are_for_the_agents_right_before_them_and_preferences_are_not() {
    let file = "User-agent: F\nRequest-rate: 1/5\nVisit-time: 0100-0200\nContent-Signal: search=no\n\
        User-agent: G\nDisallow: /a";
    let robots = Robots::parse(file, &Dialect::GOOGLE);
    let (f, g) = (robots.terms(&Agent::token("F")), robots.terms(&Agent::token("G")));
    assert!(f.request_rate().value.is_some() && g.request_rate().value.is_none());
    assert!(f.visit_times().value.is_some() && g.visit_times().value.is_none());
    assert!(f.content_signal().value.is_some() && g.content_signal().value.is_some());
}

/// Of `*`, Bing's crawlers inherit what stands right below it.
#[test]
fn an_inherited_delay_is_for_the_agents_right_before_it() {
    let file = "User-agent: *\nCrawl-delay: 2\nUser-agent: G\nCrawl-delay: 30\nDisallow: /\n\n\
        User-agent: F\nDisallow: /a";
    let delay = |agent| {
        let robots = Robots::parse(file, &Dialect::BING);
        robots.terms(&Agent::token(agent)).crawl_delay().value.map(|delay| delay.as_secs())
    };
    assert_eq!(["F", "G", "H"].map(delay), [Some(2), Some(30), Some(2)]);
}

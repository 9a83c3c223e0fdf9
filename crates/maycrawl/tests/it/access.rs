//! From what came of asking for a robots.txt to what is in force.

use std::time::Duration;

use maycrawl::{
    Dialect,
    access::{
        Access, AccessSettings, BadRedirect, Evidence, FetchOutcome, Freshness, InForce, Jitter,
        Timestamp,
    },
    dialect::Preset,
};
use testkit::vectors::{self, seconds};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn at(seconds: i64) -> Timestamp {
    Timestamp(seconds * 1000)
}

const fn http(status: u16) -> FetchOutcome {
    FetchOutcome::Http { status, redirects: 0 }
}

fn evidence(seconds: i64, answer: FetchOutcome) -> Evidence {
    Evidence::new(at(seconds), answer)
}

/// What is in force in a dialect, by default settings.
fn ask(history: &[Evidence], dialect: &Dialect, seconds: i64) -> Access {
    Access::evaluate(history, dialect, &AccessSettings::default(), at(seconds))
}

/// What the table `http` calls a condition.
fn answers(condition: &str) -> Vec<FetchOutcome> {
    let after = |redirects, status| vec![FetchOutcome::Http { status, redirects }];
    match condition {
        "200 with body" | "200 empty" | "200 HTML page" | "200, body over the cap" => {
            vec![http(200)]
        }
        "204" => vec![http(204)],
        "205" => vec![http(205)],
        "206 to a plain GET" => vec![http(206)],
        "200, body shorter than Content-Length"
        | "200, broken chunking"
        | "200, undecodable content coding"
        | "redirect, then timeout"
        | "1xx, then close"
        | "NXDOMAIN, SERVFAIL, no address"
        | "refused, reset, TLS failure, timeout" => vec![FetchOutcome::Unreachable],
        "1 redirects, then 200 with body" => after(1, 200),
        "5 redirects, then 200 with body" => after(5, 200),
        "6 redirects, then 200 with body" => after(6, 200),
        "20 redirects, then 200 with body" => after(20, 200),
        "21 redirects, then 200 with body" => after(21, 200),
        "redirect loop" => vec![FetchOutcome::Redirect(BadRedirect::Loop)],
        "redirect, then 404" => after(1, 404),
        "redirect, then 503" => after(1, 503),
        "redirect to a URL that its host disallows" => {
            vec![FetchOutcome::Redirect(BadRedirect::Disallowed)]
        }
        "redirect to ftp, data, file or another scheme" => {
            vec![FetchOutcome::Redirect(BadRedirect::OtherScheme)]
        }
        "redirect without Location" => vec![FetchOutcome::Redirect(BadRedirect::NoLocation)],
        "304 to our conditional request" => vec![FetchOutcome::NotModified],
        "304 unasked" => vec![http(304)],
        "status below 100 or above 599, malformed status line, HTTP/0.9" => {
            vec![http(0), http(99), http(600), http(999), FetchOutcome::Unreachable]
        }
        "FTP 421 425 426 450 451 452, no greeting" => {
            let replies = [421, 425, 426, 450, 451, 452].map(|reply| FetchOutcome::Ftp { reply });
            [&replies[..], &[FetchOutcome::Unreachable]].concat()
        }
        "URL without authority, or data:, mailto:, file:" => vec![FetchOutcome::Ungoverned],
        numbers => {
            let codes = numbers.split([' ', ',']).filter_map(|word| word.parse::<u16>().ok());
            let is_ftp = numbers.starts_with("FTP ");
            let answer = |code| if is_ftp { FetchOutcome::Ftp { reply: code } } else { http(code) };
            let answers: Vec<_> = codes.map(answer).collect();
            assert!(!answers.is_empty(), "{numbers}");
            answers
        }
    }
}

/// Every row of the table `http` in every dialect. The ladders are told apart
/// by what is in force after a minute, 13 hours and 31 days.
#[test]
fn the_table_of_answers() {
    for row in vectors::table("http").rows {
        let condition = row.cell("condition").unwrap();
        for Preset { name, dialect, .. } in Preset::ALL {
            let Some(expected) = row.cell(name) else { continue };
            for answer in answers(condition) {
                // A host without a robots.txt is no host that FTP speaks to.
                if condition.starts_with("FTP")
                    && answer == FetchOutcome::Unreachable
                    && expected == "NA"
                {
                    continue;
                }
                let found = outcome(answer, dialect);
                // A body over the cap is refused when it is parsed.
                let found = match condition {
                    "200, body over the cap" if refuses_large(dialect) => "FA".into(),
                    _ => found,
                };
                let expected = match expected {
                    "L12" | "L96" => "FD",
                    "U:L12" => "U:FD",
                    expected => expected,
                };
                assert_eq!(found, expected, "http/{} [{name}]: {condition}", row.number);
            }
        }
    }
}

fn refuses_large(dialect: &Dialect) -> bool {
    maycrawl::Robots::parse("#".repeat(512_001), dialect).is_refused()
}

/// The outcome in the notation of the table.
fn outcome(answer: FetchOutcome, dialect: &Dialect) -> String {
    // A copy that ran out before the answer came.
    let history = [evidence(-30 * DAY, http(200)), evidence(0, answer)];
    let now = |seconds| ask(&history, dialect, seconds).in_force;
    let code = match (now(60), now(13 * HOUR), now(31 * DAY)) {
        (InForce::Rules(1), ..) => "P",
        (InForce::Rules(0), ..) => "R",
        (InForce::Ungoverned, ..) => "NA",
        (InForce::AllowAll, ..) => "FA",
        (InForce::DenyAll, InForce::Rules(0), InForce::DenyAll) => "LG",
        (InForce::DenyAll, InForce::DenyAll, InForce::Rules(0)) => "LR",
        (InForce::DenyAll, InForce::DenyAll, InForce::DenyAll) => "FD",
        other => panic!("{other:?}"),
    };
    // Whether an older copy may be kept is another question.
    let [_, last] = history;
    let mark = if ask(&[last], dialect, 60).is_undefined { "U:" } else { "" };
    format!("{mark}{code}")
}

/// Every row of the table `ladder`: an outage from time 0, with and without a
/// copy of the day before.
#[test]
fn the_table_of_outages() {
    let table = vectors::table("ladder");
    for row in &table.rows {
        let dialect: Dialect = row.cell("dialect").unwrap().parse().unwrap();
        let failure = evidence(0, http(500));
        let history = match row.cell("copy").unwrap() {
            // A copy that held for that day in every dialect.
            "yes" => {
                let freshness = Freshness { max_age: Some(86_400), ..Freshness::NONE };
                vec![Evidence { freshness, ..evidence(-DAY, http(200)) }, failure]
            }
            _ => vec![failure],
        };
        for column in table.columns.iter().skip(2) {
            let (time, site) = column.split_once('_').unwrap_or((column, ""));
            let settings =
                AccessSettings { site_is_up: site == "site_up", ..AccessSettings::default() };
            let found = Access::evaluate(&history, &dialect, &settings, at(seconds(time))).in_force;
            let expected = match row.cell(column).unwrap() {
                "R" => InForce::Rules(0),
                "FA" => InForce::AllowAll,
                "FD" => InForce::DenyAll,
                other => panic!("{other}"),
            };
            assert_eq!(found, expected, "ladder/{} {column}", row.number);
        }
    }
}

/// Every row of the table `events`: an outage as answers at times.
#[test]
fn the_table_of_events() {
    for row in vectors::table("events").rows {
        let dialect: Dialect = row.cell("dialect").unwrap().parse().unwrap();
        let settings = match row.cell("settings").unwrap() {
            "treat_5xx_as_404" => {
                AccessSettings { treat_5xx_as_404: true, ..AccessSettings::default() }
            }
            "stale_while_unreachable" => {
                AccessSettings { stale_while_unreachable: true, ..AccessSettings::default() }
            }
            _ => AccessSettings::default(),
        };
        let history: Vec<_> = row.cell("events").unwrap().split("; ").map(event).collect();
        let now = seconds(row.cell("asked_at").unwrap());
        let access = Access::evaluate(&history, &dialect, &settings, at(now));
        let name = format!("events/{}", row.number);
        let expected = row.cell("in_force").unwrap();
        match access.in_force {
            InForce::AllowAll => assert_eq!(expected, "FA", "{name}"),
            InForce::DenyAll => assert_eq!(expected, "FD", "{name}"),
            InForce::Ungoverned => panic!("{name}"),
            InForce::Rules(index) => {
                let of =
                    expected.strip_prefix("R of ").unwrap_or_else(|| panic!("{name}: {expected}"));
                assert_eq!(history[index].at, at(seconds(of)), "{name}");
            }
        }
        // The next try is told from the last event, or from now while fresh.
        let last = history.last().unwrap().at;
        let wait = access.next_try.since(last).as_secs();
        match row.cell("next_try").unwrap() {
            "" => {}
            ">=60s" => assert!(wait >= 60, "{name}"),
            "=23h" => assert_eq!(access.next_try.since(at(now)).as_secs(), 23 * 3600, "{name}"),
            "as without Retry-After" => assert_eq!(wait, 30, "{name}"),
            exact => {
                let exact = u64::try_from(seconds(exact.trim_start_matches('='))).unwrap();
                assert_eq!(wait, exact, "{name}");
            }
        }
    }
}

/// One event, such as `0s=503 Retry-After: 7200`.
fn event(text: &str) -> Evidence {
    let (time, answer) = text.split_once('=').unwrap();
    let (answer, retry_after) = answer.split_once(" Retry-After: ").unwrap_or((answer, ""));
    let answer = answer.parse().map_or(FetchOutcome::Unreachable, http);
    // Dates that are over and words that are none are the reader's to drop.
    Evidence { retry_after: retry_after.parse().ok(), ..evidence(seconds(time), answer) }
}

/// Every row of the table `cache`: is an answer of that age fresh?
#[test]
fn the_table_of_lifetimes() {
    for row in vectors::table("cache").rows {
        let cell = |column| row.cell(column).unwrap();
        let number = |column: &str| row.cell(column).unwrap().parse::<u64>().ok();
        let answered = Evidence {
            freshness: Freshness {
                expires_in: match cell("expires_after_date_s") {
                    "invalid" => Some(0),
                    _ => number("expires_after_date_s"),
                },
                age: number("age_s").unwrap_or(0),
                ..cache_control(cell("cache_control"))
            },
            ..evidence(0, http(cell("status").parse().unwrap()))
        };
        let mut history = vec![answered];
        if let Ok(revalidated) = cell("revalidated_at_s").parse() {
            history.push(Evidence {
                freshness: cache_control(cell("revalidation_cache_control")),
                ..evidence(revalidated, FetchOutcome::NotModified)
            });
        }
        let asked: i64 = cell("asked_after_s").parse().unwrap();
        for dialect in ["rfc9309", "google", "draft-1996"] {
            let parsed = dialect.parse().unwrap();
            let is_fresh = at(asked) < ask(&history, &parsed, asked).next_try;
            let expected = cell(dialect) == "fresh";
            assert_eq!(is_fresh, expected, "cache/{} [{dialect}]", row.number);
        }
    }
}

/// The numbers of a `Cache-Control` header, as its reader would give them.
fn cache_control(header: &str) -> Freshness {
    let mut freshness = Freshness::NONE;
    for part in header.split(", ") {
        match part.split_once('=') {
            Some(("max-age", digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let seconds = digits.parse().unwrap_or(u64::MAX);
                freshness.max_age.get_or_insert(seconds);
            }
            _ => freshness.no_store |= matches!(part, "no-store" | "no-cache"),
        }
    }
    freshness
}

#[test]
fn tries_grow_rarer() {
    let google = Dialect::GOOGLE;
    let mut history = Vec::new();
    let mut pauses = Vec::new();
    let mut now = 0;
    for _ in 0..80 {
        history.push(evidence(now, http(500)));
        let next = ask(&history, &google, now).next_try.0 / 1000;
        pauses.push((next - now) / 60);
        now = next;
    }
    assert_eq!(pauses[..7], [1, 2, 4, 8, 16, 30, 30]);
    assert_eq!(pauses[pauses.len() - 1], 6 * 60);
    assert!(pauses.is_sorted());
    let busy = ask(&[evidence(0, http(503))], &google, 0).next_try;
    assert_eq!(busy, at(30));
    let settings = AccessSettings { jitter: Jitter(u16::MAX), ..AccessSettings::default() };
    let put_off = Access::evaluate(&[evidence(0, http(500))], &google, &settings, at(0)).next_try;
    assert_eq!(put_off, at(66));
}

/// A failure while the copy is fresh changes nothing until that runs out, and
/// the outage counts from then.
#[test]
fn a_fresh_copy_outlives_a_failure() {
    let history = [evidence(0, http(200)), evidence(HOUR, http(500))];
    let in_force = |now| ask(&history, &Dialect::GOOGLE, now).in_force;
    assert_eq!(in_force(23 * HOUR), InForce::Rules(0));
    assert_eq!(in_force(24 * HOUR), InForce::DenyAll);
    assert_eq!(in_force(36 * HOUR), InForce::Rules(0));
}

/// A 304 makes a file fresh again. After an answer that is no file it is a 304 that
/// nobody asked for, as in the table `http`.
#[test]
fn a_304_refreshes_only_a_file() {
    for (dialect, answer) in [
        (Dialect::GOOGLE, http(404)),
        (Dialect::GOOGLE, http(403)),
        (Dialect::GOOGLE, FetchOutcome::Redirect(BadRedirect::Loop)),
        (Dialect::RFC9309, http(429)),
    ] {
        let unavailable = Evidence {
            freshness: Freshness { max_age: Some(600), ..Freshness::NONE },
            ..evidence(HOUR, answer)
        };
        let history =
            [evidence(0, http(200)), unavailable, evidence(2 * HOUR, FetchOutcome::NotModified)];
        let unasked = [history[0], history[1], evidence(2 * HOUR, http(304))];
        let access = ask(&history, &dialect, 2 * HOUR);
        assert_eq!(access, ask(&unasked, &dialect, 2 * HOUR), "{answer:?}");
        assert_eq!(access.in_force, InForce::AllowAll, "{answer:?}");
        // As long as a 404 without headers that came now.
        let gone = ask(&[evidence(2 * HOUR, http(404))], &dialect, 2 * HOUR);
        assert_eq!(access.next_try, gone.next_try, "{answer:?}");
    }
    let history = [evidence(0, http(200)), evidence(HOUR, http(503))];
    let history = [&history[..], &[evidence(2 * HOUR, FetchOutcome::NotModified)]].concat();
    assert_eq!(ask(&history, &Dialect::GOOGLE, 2 * HOUR).in_force, InForce::Rules(0));
}

/// A clock that was wrong when a failure came prolongs no denial: the next try is due,
/// and the outage counts from what that brings.
#[test]
fn a_failure_from_the_future_counts_from_now() {
    let google = Dialect::GOOGLE;
    let ahead = [evidence(-DAY, http(200)), evidence(400 * DAY, http(503))];
    for mut history in [ahead.to_vec(), ahead[1..].to_vec()] {
        let first = ask(&history, &google, 0);
        assert_eq!((first.in_force, first.next_try), (InForce::DenyAll, at(0)));
        assert_eq!(first.unreachable_since, Some(at(0)));
        // Asked whenever the next try is due, the site fails on.
        let mut now = 0;
        while now < 12 * HOUR {
            history.push(evidence(now, http(503)));
            let access = ask(&history, &google, now);
            assert_eq!(access.unreachable_since, Some(at(0)));
            assert!(now < access.next_try.0 / 1000 && access.next_try <= at(now + HOUR));
            now = access.next_try.0 / 1000;
        }
        let expected = if history[0].at < at(0) { InForce::Rules(0) } else { InForce::AllowAll };
        assert_eq!(ask(&history, &google, 12 * HOUR).in_force, expected);
    }
}

/// An answer from the future is asked for again, and until then it holds.
#[test]
fn an_answer_from_the_future_is_due_now() {
    for (answer, in_force) in [(http(200), InForce::Rules(0)), (http(404), InForce::AllowAll)] {
        let access = ask(&[evidence(400 * DAY, answer)], &Dialect::GOOGLE, 0);
        assert_eq!((access.in_force, access.next_try), (in_force, at(0)));
    }
    // The clocks of two machines may differ by a minute.
    let access = ask(&[evidence(60, http(200))], &Dialect::GOOGLE, 0);
    assert_eq!(access.next_try, at(60 + DAY));
}

#[test]
fn nothing_asked_is_nothing_allowed() {
    let access = ask(&[], &Dialect::GOOGLE, 0);
    assert_eq!((access.in_force, access.next_try), (InForce::DenyAll, at(0)));
}

/// Numbers at their limits, and clocks that go backwards.
#[test]
fn no_number_is_too_large() {
    let settings = AccessSettings { jitter: Jitter(u16::MAX), ..AccessSettings::default() };
    for Preset { dialect, .. } in Preset::ALL {
        for status in [0, 200, 404, 429, 503, u16::MAX] {
            for time in [i64::MIN, -1, 0, i64::MAX] {
                let evidence = Evidence {
                    at: Timestamp(time),
                    answer: FetchOutcome::Http { status, redirects: 255 },
                    freshness: Freshness {
                        no_store: false,
                        max_age: Some(u64::MAX),
                        expires_in: Some(u64::MAX),
                        age: u64::MAX,
                    },
                    retry_after: Some(u64::MAX),
                };
                for now in [i64::MIN, 0, i64::MAX] {
                    let _ = Access::evaluate(&[evidence; 70], dialect, &settings, Timestamp(now));
                }
            }
        }
    }
    assert_eq!(Timestamp(i64::MIN).since(Timestamp(i64::MAX)), Duration::ZERO);
}

/// Google's specification of 2012 blocks everything while a site fails, but lets crawlers keep
/// an older copy longer; what network trouble means it leaves open.
#[test]
fn the_document_of_2012_leaves_outages_open() {
    let check = |history: &[Evidence], expected: bool| {
        let access = ask(history, &Dialect::GOOGLE_2012, 3 * DAY);
        assert_eq!(access.in_force, InForce::DenyAll, "{history:?}");
        assert_eq!(access.is_undefined, expected, "{history:?}");
        assert!(!ask(history, &Dialect::GOOGLE, 3 * DAY).is_undefined);
    };
    check(&[evidence(0, http(503))], false);
    check(&[evidence(0, http(200)), evidence(2 * DAY, http(503))], true);
    check(&[evidence(0, FetchOutcome::Unreachable)], true);
    let away = [evidence(0, FetchOutcome::Redirect(BadRedirect::Disallowed))];
    assert!(ask(&away, &Dialect::GOOGLE_2012, 60).is_undefined);
    let older = [evidence(0, http(200)), evidence(2 * DAY, http(503))];
    let settings = AccessSettings { stale_while_unreachable: true, ..AccessSettings::default() };
    let kept = Access::evaluate(&older, &Dialect::GOOGLE_2012, &settings, at(3 * DAY));
    assert_eq!((kept.in_force, kept.is_undefined), (InForce::Rules(0), true));
}

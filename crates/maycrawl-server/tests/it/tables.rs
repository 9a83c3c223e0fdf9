//! The tables of answers, outages and events, through `/v1/may-fetch`.

use std::sync::{Arc, Mutex};

use maycrawl::access::AccessSettings;
use maycrawl::dialect::Preset;
use maycrawl_fetch::{Allowance, Gatekeeper, Problem, Request, Response, SendError, Transport};
use maycrawl_server::Settings;
use serde_json::Value;
use testkit::vectors::{self, seconds};

use crate::host::Host;
use crate::scripts::scripts;
use crate::site::{Answer, answer, status};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Times begin here, so that none is before 1970.
const START: i64 = 1000 * DAY;

/// A site that gives the same answers at each fetch, until it gets others.
#[derive(Clone, Default)]
struct Site(Arc<Mutex<(Vec<Answer>, usize)>>);

impl Site {
    fn set(&self, script: &[Answer]) {
        *self.0.lock().unwrap() = (script.to_vec(), 0);
    }
}

impl Transport for Site {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        let mut state = self.0.lock().unwrap();
        let (script, next) = &mut *state;
        if request.url.path() == "/robots.txt" && script.len() > 1 {
            *next = 0;
        }
        let answer = script.get(*next).or(script.last()).cloned();
        *next += 1;
        Ok(answer.unwrap_or(Err(Problem::Connection))?)
    }
}

/// A site and a service that asks it.
fn host(settings: AccessSettings) -> (Site, Host) {
    let site = Site::default();
    let keeper = Gatekeeper::new(site.clone()).with_settings(settings);
    (site, Host::of(keeper, Settings::default()))
}

/// What is in force, in the notation of the tables: by the verdicts on a URL that the file
/// allows, and on one that it blocks.
async fn in_force(host: &Host, site: &str, dialect: &str) -> &'static str {
    let mut answers = Vec::new();
    for path in ["open", "private/a"] {
        answers.push(host.may_fetch(&format!("{site}/{path}"), "OurBot", dialect).await);
    }
    let verdicts: Vec<_> = answers.iter().map(|one| one["verdict"].as_str().unwrap()).collect();
    match (verdicts.as_slice(), answers[0]["reason"].as_str().unwrap()) {
        (["allow", "disallow"], _) => "R",
        (["allow", "allow"], "ungoverned") => "NA",
        (["allow", "allow"], _) => "FA",
        (["later", "later"], _) => "FD",
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_table_of_answers() {
    let mut asked = 0;
    for row in vectors::table("http").rows {
        let condition = row.cell("condition").unwrap();
        let is_ftp = condition.starts_with("FTP");
        let (origin, file) =
            if is_ftp { ("ftp://site.example", 226) } else { ("https://site.example", 200) };
        for script in scripts(condition) {
            let (site, host) = host(AccessSettings::default());
            // A copy that ran out before the answer comes.
            host.at(START - 30 * DAY);
            site.set(&[status(file)]);
            in_force(&host, origin, "google").await;
            site.set(&script);
            let mut found = Vec::new();
            for time in [0, 60, 13 * HOUR, 31 * DAY] {
                host.at(START + time);
                for Preset { name, .. } in Preset::ALL {
                    found.push((*name, time, in_force(&host, origin, name).await));
                }
            }
            for Preset { name, .. } in Preset::ALL {
                let Some(expected) = row.cell(name) else { continue };
                let at = |time| {
                    let is_it = |one: &&(&str, i64, _)| one.0 == *name && one.1 == time;
                    found.iter().find(is_it).unwrap().2
                };
                let found = (at(60), at(13 * HOUR), at(31 * DAY));
                let all = |one| (one, one, one);
                let expected = match expected.trim_start_matches("U:") {
                    // Who does not speak FTP is not told whether the host does.
                    "NA" if script == [Err(Problem::Malformed)] => continue,
                    "P" | "R" => all("R"),
                    "LG" => ("FD", "R", "FD"),
                    "LR" => ("FD", "FD", "R"),
                    "L12" | "L96" | "FD" => all("FD"),
                    "FA" => all("FA"),
                    "NA" => all("NA"),
                    other => panic!("{other}"),
                };
                assert_eq!(found, expected, "http/{} [{name}]: {condition}", row.number);
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "{asked}");
}

#[tokio::test]
async fn the_table_of_outages() {
    let table = vectors::table("ladder");
    for row in &table.rows {
        let dialect = row.cell("dialect").unwrap();
        for column in table.columns.iter().skip(2) {
            let (time, up) = column.split_once('_').unwrap_or((column, ""));
            let settings =
                AccessSettings { site_is_up: up == "site_up", ..AccessSettings::default() };
            let (site, host) = host(settings);
            if row.cell("copy") == Some("yes") {
                host.at(START - 2 * DAY);
                let headers = [("Cache-Control", "max-age=86400")];
                site.set(&[answer(200, &headers, "User-agent: *\nDisallow: /private/")]);
                in_force(&host, "https://site.example", dialect).await;
            }
            site.set(&[status(500)]);
            let mut found = "";
            for time in [0, seconds(time)] {
                host.at(START + time);
                found = in_force(&host, "https://site.example", dialect).await;
            }
            assert_eq!(Some(found), row.cell(column), "ladder/{} {column}", row.number);
        }
    }
}

#[tokio::test]
async fn the_table_of_events() {
    for row in vectors::table("events").rows {
        let dialect = row.cell("dialect").unwrap();
        let settings = AccessSettings {
            treat_5xx_as_404: row.cell("settings") == Some("treat_5xx_as_404"),
            stale_while_unreachable: row.cell("settings") == Some("stale_while_unreachable"),
            ..AccessSettings::default()
        };
        let (site, host) = host(settings);
        let ask = async |seconds: i64, path: &str| {
            host.at(START + seconds);
            host.may_fetch(&format!("https://site.example/{path}"), "OurBot", dialect).await
        };
        let mut times = Vec::new();
        for event in row.cell("events").unwrap().split("; ") {
            let (time, what) = event.split_once('=').unwrap();
            let (what, retry_after) = what.split_once(" Retry-After: ").unwrap_or((what, ""));
            let retry_after = if retry_after.starts_with("a date") {
                "Wed, 31 Dec 1969 23:00:00 GMT"
            } else {
                retry_after
            };
            let headers: &[_] =
                if retry_after.is_empty() { &[] } else { &[("Retry-After", retry_after)] };
            // The rule tells when it came.
            let file = format!("User-agent: *\nDisallow: /{time}/");
            let answer =
                what.parse().map_or(Err(Problem::TimedOut), |code| answer(code, headers, &file));
            site.set(&[answer]);
            ask(seconds(time), "open").await;
            times.push(time);
        }
        let name = format!("events/{}", row.number);
        let now = seconds(row.cell("asked_at").unwrap());
        let open = ask(now, "open").await;
        let mut found = match open["verdict"].as_str().unwrap() {
            "later" => "FD".to_owned(),
            _ => "FA".to_owned(),
        };
        for time in &times {
            if ask(now, &format!("{time}/")).await["verdict"] == "disallow" {
                found = format!("R of {time}");
            }
        }
        assert_eq!(Some(&*found), row.cell("in_force"), "{name}");
        check_next_try(
            &open,
            seconds(times.last().unwrap()),
            now,
            row.cell("next_try").unwrap(),
            &name,
        );
    }
}

/// Compares until when an answer holds. The gatekeeper adds up to a tenth of the time, so that
/// crawlers do not come back all at once.
fn check_next_try(answer: &Value, last: i64, now: i64, expected: &str, name: &str) {
    let until = answer["valid_until"].as_i64().unwrap() / 1000 - START;
    let earliest = match expected {
        "" => return,
        ">=60s" => return assert!(until - last >= 60, "{name}"),
        "=23h" => now + 23 * HOUR,
        "as without Retry-After" => last + 30,
        exact => last + seconds(exact.trim_start_matches('=')),
    };
    let latest = earliest + (earliest - last) / 10 + 1;
    assert!(
        (earliest..=latest).contains(&until),
        "{name}: {until} is not in {earliest}..={latest}"
    );
}

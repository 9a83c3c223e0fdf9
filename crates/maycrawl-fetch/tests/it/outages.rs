//! The tables of answers, outages, events and lifetimes, through the flow and what
//! it leaves, over simulated time.

use maycrawl::{
    Dialect,
    access::{Access, AccessSettings, InForce},
    dialect::Preset,
};
use maycrawl_fetch::{Entry, Problem};
use testkit::vectors::{self, seconds};

use crate::scripts::scripts;
use crate::site::{answer, at, attempt_at, ftp, learn, origin, status};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn access(entry: &Entry, dialect: &Dialect, seconds: i64) -> Access {
    entry.access(dialect, &AccessSettings::default(), at(seconds))
}

#[test]
fn the_table_of_answers() {
    let mut asked = 0;
    for row in vectors::table("http").rows {
        let condition = row.cell("condition").unwrap();
        let (origin, file) =
            if condition.starts_with("FTP") { (ftp(), 226) } else { (origin(), 200) };
        for script in scripts(condition) {
            let mut entry = Entry::default();
            // A copy that ran out before the answer comes.
            entry.learn(attempt_at(&origin, &entry, &[status(file)], at(-30 * DAY)));
            entry.learn(attempt_at(&origin, &entry, &script, at(0)));
            for Preset { name, dialect, .. } in Preset::ALL {
                let Some(expected) = row.cell(name) else { continue };
                let expected = match expected.trim_start_matches("U:") {
                    "L12" | "L96" => "FD",
                    // Who does not speak FTP is not told whether the host does.
                    "NA" if script == [Err(Problem::Malformed)] => continue,
                    expected => expected,
                };
                assert_eq!(
                    outcome(&entry, dialect),
                    expected,
                    "http/{} [{name}]: {condition}",
                    row.number
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "{asked}");
}

/// The outcome in the notation of the table.
pub(crate) fn outcome(entry: &Entry, dialect: &Dialect) -> &'static str {
    let is_new = entry.file().is_some_and(|_| entry.history().len() == 1);
    let now = |seconds| access(entry, dialect, seconds).in_force;
    match (now(60), now(13 * HOUR), now(31 * DAY)) {
        (InForce::Rules(0), ..) => {
            if is_new {
                "P"
            } else {
                "R"
            }
        }
        (InForce::Ungoverned, ..) => "NA",
        (InForce::AllowAll, ..) => "FA",
        (InForce::DenyAll, InForce::Rules(0), InForce::DenyAll) => "LG",
        (InForce::DenyAll, InForce::DenyAll, InForce::Rules(0)) => "LR",
        (InForce::DenyAll, InForce::DenyAll, InForce::DenyAll) => "FD",
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_table_of_outages() {
    let table = vectors::table("ladder");
    for row in &table.rows {
        let dialect: Dialect = row.cell("dialect").unwrap().parse().unwrap();
        let mut entry = Entry::default();
        if row.cell("copy") == Some("yes") {
            let headers = [("Cache-Control", "max-age=86400")];
            learn(&mut entry, &[answer(200, &headers, "User-agent: *\nDisallow: /a")], at(-DAY));
        }
        learn(&mut entry, &[status(500)], at(0));
        for column in table.columns.iter().skip(2) {
            let (time, site) = column.split_once('_').unwrap_or((column, ""));
            let settings =
                AccessSettings { site_is_up: site == "site_up", ..AccessSettings::default() };
            let access = entry.access(&dialect, &settings, at(seconds(time)));
            let found = match access.in_force {
                InForce::Rules(_) => "R",
                InForce::AllowAll => "FA",
                InForce::DenyAll => "FD",
                InForce::Ungoverned => "NA",
            };
            assert_eq!(Some(found), row.cell(column), "ladder/{} {column}", row.number);
            assert!(found != "R" || entry.robots(&dialect).is_some());
        }
    }
}

/// The outlook names each time at which the table of outages changes, and no other.
#[test]
fn the_outlook_of_an_outage() {
    for Preset { name, dialect, .. } in Preset::ALL {
        for (has_copy, site_is_up) in [(false, false), (false, true), (true, false), (true, true)] {
            let settings = AccessSettings { site_is_up, ..AccessSettings::default() };
            let mut entry = Entry::default();
            if has_copy {
                learn(&mut entry, &[status(200)], at(-30 * DAY));
            }
            learn(&mut entry, &[status(500)], at(0));
            let in_force = |hour: i64| entry.access(dialect, &settings, at(hour * HOUR)).in_force;
            let changes: Vec<_> = (1..24 * 60)
                .filter(|hour| in_force(*hour) != in_force(hour - 1))
                .map(|hour| (at(hour * HOUR), in_force(hour)))
                .collect();
            assert_eq!(entry.outlook(dialect, &settings, at(0)), changes, "{name}");
            let left: Vec<_> = changes.iter().copied().filter(|one| one.0 > at(DAY)).collect();
            assert_eq!(entry.outlook(dialect, &settings, at(DAY)), left, "{name}");
        }
    }
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], at(0));
    assert!(entry.outlook(&Dialect::GOOGLE, &AccessSettings::default(), at(0)).is_empty());
}

#[test]
fn the_table_of_events() {
    for row in vectors::table("events").rows {
        let dialect: Dialect = row.cell("dialect").unwrap().parse().unwrap();
        let settings = AccessSettings {
            treat_5xx_as_404: row.cell("settings") == Some("treat_5xx_as_404"),
            stale_while_unreachable: row.cell("settings") == Some("stale_while_unreachable"),
            ..AccessSettings::default()
        };
        let mut entry = Entry::default();
        let mut last = 0;
        for event in row.cell("events").unwrap().split("; ") {
            let (time, what) = event.split_once('=').unwrap();
            let (what, retry_after) = what.split_once(" Retry-After: ").unwrap_or((what, ""));
            last = seconds(time);
            // A date of the first hour of 1970 less one is as good as over.
            let retry_after = if retry_after.starts_with("a date") {
                "Wed, 31 Dec 1969 23:00:00 GMT"
            } else {
                retry_after
            };
            let headers: &[_] =
                if retry_after.is_empty() { &[] } else { &[("Retry-After", retry_after)] };
            // The body tells when it came.
            let script = what
                .parse()
                .map_or(Err(Problem::TimedOut), |code| answer(code, headers, &format!("# {time}")));
            learn(&mut entry, &[script], at(last));
        }
        let name = format!("events/{}", row.number);
        let now = seconds(row.cell("asked_at").unwrap());
        let access = entry.access(&dialect, &settings, at(now));
        let found = match access.in_force {
            InForce::AllowAll => "FA".into(),
            InForce::DenyAll => "FD".into(),
            InForce::Ungoverned => "NA".into(),
            InForce::Rules(_) => {
                let body = entry.file().unwrap().body.bytes.to_vec();
                format!("R of {}", String::from_utf8(body).unwrap().trim_start_matches("# "))
            }
        };
        assert_eq!(Some(&*found), row.cell("in_force"), "{name}");
        let wait = access.next_try.since(at(last)).as_secs();
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

#[test]
fn the_table_of_lifetimes() {
    for row in vectors::table("cache").rows {
        let cell = |column| row.cell(column).unwrap();
        let mut headers = vec![("Date", "Thu, 01 Jan 1970 00:00:00 GMT".to_owned())];
        headers.push(("ETag", "\"a\"".into()));
        if !cell("cache_control").is_empty() {
            headers.push(("Cache-Control", cell("cache_control").into()));
        }
        match cell("expires_after_date_s") {
            "" => {}
            "7200" => headers.push(("Expires", "Thu, 01 Jan 1970 02:00:00 GMT".into())),
            other => headers.push(("Expires", other.into())),
        }
        if !cell("age_s").is_empty() {
            headers.push(("Age", cell("age_s").into()));
        }
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, &**value)).collect();
        let mut entry = Entry::default();
        learn(&mut entry, &[answer(cell("status").parse().unwrap(), &headers, "")], at(0));
        if let Ok(revalidated) = cell("revalidated_at_s").parse() {
            let headers = [("Cache-Control", cell("revalidation_cache_control"))];
            let headers: &[_] = if headers[0].1.is_empty() { &[] } else { &headers };
            learn(&mut entry, &[answer(304, headers, "")], at(revalidated));
        }
        let asked: i64 = cell("asked_after_s").parse().unwrap();
        for dialect in ["rfc9309", "google", "draft-1996"] {
            let is_fresh = at(asked) < access(&entry, &dialect.parse().unwrap(), asked).next_try;
            assert_eq!(is_fresh, cell(dialect) == "fresh", "cache/{} [{dialect}]", row.number);
        }
    }
}

/// A failed refresh loses nothing, however often it fails, and what is remembered
/// stays bounded.
#[test]
fn the_copy_outlives_any_outage() {
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], at(0));
    for hour in 1..2000 {
        learn(&mut entry, &[status(if hour % 3 == 0 { 403 } else { 503 })], at(hour * HOUR));
    }
    assert!(entry.file().is_some() && entry.history().len() <= 256);
    learn(&mut entry, &[status(200)], at(3000 * HOUR));
    assert_eq!(entry.history().len(), 1);
}

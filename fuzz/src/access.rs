//! From any history to what is in force: never a panic, never a copy that did
//! not come, never a try too soon or too late, and no time but the times given.

use std::time::Duration;

use maycrawl::access::{
    Access, AccessReason, BadRedirect, Evidence, FetchOutcome, InForce, Timestamp,
};

use crate::history::Told;

/// The shortest pause before a site is asked again: that after a 503.
const LEAST_PAUSE: Duration = Duration::from_secs(30);

/// Servers that ask for more patience than this are asked all the same.
const MOST_RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// The longest pause after a failure but for that, jitter included.
const MOST_PAUSE: Duration = Duration::from_secs(6 * 3600 + 6 * 360);

/// So much later no answer is fresh, and every ladder stands on its last rung.
const LONG: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

pub fn run(bytes: &[u8]) {
    let told = Told::read(bytes);
    let found = ask(&told, &told.history, told.now);
    copies_have_come(&told, found);
    if let Some(last) = told.history.last() {
        assert_eq!(found.in_force == InForce::Ungoverned, found.reason == AccessReason::Ungoverned);
        if told.is_tame {
            tries_keep_their_distance(&told, last, found);
            outages_have_begun(&told, found);
            time_matters_only_to_failures(&told, found);
            only_what_came_since_the_copy_matters(&told, found);
            clocks_have_no_zero(&told, found);
            an_outage_counts_from_when_the_copy_ran_out(&told);
        }
    } else {
        let (in_force, reason) = (InForce::DenyAll, AccessReason::NotAsked);
        assert_eq!((found.in_force, found.reason, found.next_try), (in_force, reason, told.now));
    }
}

fn ask(told: &Told, history: &[Evidence], now: Timestamp) -> Access {
    Access::evaluate(history, &told.dialect, &told.settings, now)
}

/// Rules are those of a file that the history holds.
fn copies_have_come(told: &Told, found: Access) {
    if let InForce::Rules(index) = found.in_force {
        let answer = told.history[index].answer;
        let is_file = matches!(
            answer,
            FetchOutcome::Http { status: 200..300, .. }
                | FetchOutcome::Ftp { reply: 226 | 250 }
                | FetchOutcome::Redirect(BadRedirect::Disallowed)
        );
        assert!(is_file, "{answer:?} {told:?}");
    }
}

fn tries_keep_their_distance(told: &Told, last: &Evidence, found: Access) {
    if found.in_force == InForce::Ungoverned {
        assert_eq!(found.next_try, Timestamp(i64::MAX));
        return;
    }
    let pause = found.next_try.since(last.at);
    assert!(pause >= LEAST_PAUSE, "{pause:?} {told:?}");
    let knobs = &told.dialect.fetch;
    let lifetime = Duration::from_secs(knobs.ttl_default.max(knobs.ttl_ceiling).into());
    let patience = last.retry_after.map_or(Duration::ZERO, Duration::from_secs);
    let longest = MOST_PAUSE.max(patience.min(MOST_RETRY_AFTER)).max(lifetime);
    assert!(pause <= longest, "{pause:?} {told:?}");
    if found.reason == AccessReason::Unreachable && last.answer == FetchOutcome::Unreachable {
        assert!(pause >= patience.min(MOST_RETRY_AFTER), "{pause:?} {told:?}");
    }
}

/// Where the file cannot be reached it has been so for a while, and nowhere else.
fn outages_have_begun(told: &Told, found: Access) {
    let is_unreachable = found.reason == AccessReason::Unreachable;
    assert_eq!(found.unreachable_since.is_some(), is_unreachable, "{told:?}");
    assert!(found.unreachable_since.is_none_or(|since| since <= told.now), "{told:?}");
}

/// What has been in force stays so without a failure. Where a stale copy may
/// be obeyed and there is one, it is, through all failures.
fn time_matters_only_to_failures(told: &Told, found: Access) {
    let later = ask(told, &told.history, told.now.after(LONG));
    if later.reason != AccessReason::Unreachable {
        assert_eq!(later, found, "{told:?}");
    }
    if let InForce::Rules(_) = found.in_force
        && told.settings.stale_while_unreachable
    {
        assert_eq!(later.in_force, found.in_force, "{told:?}");
    }
}

/// What came before the copy that is in force may be forgotten.
fn only_what_came_since_the_copy_matters(told: &Told, found: Access) {
    if let InForce::Rules(index) = found.in_force {
        let shorter = ask(told, &told.history[index..], told.now);
        assert_eq!(shorter, Access { in_force: InForce::Rules(0), ..found }, "{told:?}");
    }
}

/// Were it so much later all along, all would be the same so much later.
fn clocks_have_no_zero(told: &Told, found: Access) {
    let moved: Vec<Evidence> = told
        .history
        .iter()
        .map(|evidence| Evidence { at: evidence.at.after(LONG), ..*evidence })
        .collect();
    let next_try = found.next_try.after(LONG);
    let unreachable_since = found.unreachable_since.map(|since| since.after(LONG));
    let expected = Access { next_try, unreachable_since, ..found };
    assert_eq!(ask(told, &moved, told.now.after(LONG)), expected, "{told:?}");
}

/// A first failure while the copy is fresh might have come at any such time.
fn an_outage_counts_from_when_the_copy_ran_out(told: &Told) {
    let Some((last, before)) = told.history.split_last() else { return };
    let held = ask(told, before, told.now.after(LONG));
    let is_failure =
        ask(told, &told.history, told.now.after(LONG)).reason == AccessReason::Unreachable;
    let is_held = matches!(held.reason, AccessReason::Served | AccessReason::Unavailable);
    if is_failure && is_held && last.at < held.next_try {
        let at = Timestamp(held.next_try.0 - 1);
        let moved = [before, &[Evidence { at, ..*last }]].concat();
        let found = ask(told, &told.history, told.now).in_force;
        assert_eq!(ask(told, &moved, told.now).in_force, found, "{told:?}");
    }
}

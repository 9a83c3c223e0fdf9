//! What came of asking for a robots.txt, chosen: histories, settings, dialects.

use maycrawl::{
    Dialect,
    access::{AccessSettings, BadRedirect, Evidence, FetchOutcome, Freshness, Jitter, Timestamp},
    dialect::Preset,
    knobs::Knob,
};

use crate::choices::Choices;

/// The most tries of a history: more than pauses take to stop growing.
const MOST_TRIES: usize = 80;

/// Seconds near which something ends: pauses, lifetimes, rungs of the ladders.
const SECONDS: &[u64] = &[
    0, 1, 29, 30, 59, 60, 61, 600, 1800, 3600, 43_199, 43_200, 43_201, 86_399, 86_400, 86_401,
    172_800, 604_800, 2_592_000, 2_635_200, 31_536_000,
];

const STATUSES: &[u16] = &[
    200, 200, 200, 503, 500, 404, 204, 206, 301, 304, 400, 401, 403, 408, 410, 425, 429, 451, 599,
    600, 100, 0, 65_535,
];

const REPLIES: &[u16] = &[226, 250, 331, 421, 450, 530, 532, 550, 0, 65_535];

/// All that `access` is told.
#[derive(Debug)]
pub struct Told {
    pub history: Vec<Evidence>,
    pub dialect: Dialect,
    pub settings: AccessSettings,
    pub now: Timestamp,
    /// Whether its times are in order and far from their limits. Of others
    /// nothing is asked but an answer.
    pub is_tame: bool,
}

impl Told {
    pub fn read(bytes: &[u8]) -> Self {
        let choices = &mut Choices::new(bytes);
        let is_tame = !choices.rarely(4);
        let dialect = dialect(choices);
        let settings = AccessSettings {
            treat_5xx_as_404: choices.rarely(4),
            stale_while_unreachable: choices.rarely(3),
            site_is_up: choices.rarely(2),
            jitter: Jitter(choices.one(&[0, 1, 32_768, u16::MAX])),
        };
        let mut now = Timestamp(0);
        let later = time(now, is_tame, choices);
        let mut history = Vec::new();
        while !choices.are_over() && history.len() < MOST_TRIES {
            now = time(now, is_tame, choices);
            history.push(evidence(now, choices));
        }
        let now = if is_tame { Timestamp(now.0 + later.0) } else { later };
        Self { history, dialect, settings, now, is_tame }
    }
}

/// A preset, or one with some knobs of fetching turned.
fn dialect(choices: &mut Choices<'_>) -> Dialect {
    let mut dialect = choices.one(Preset::ALL).dialect;
    let knobs: Vec<&Knob> =
        Knob::all().iter().filter(|knob| knob.name.starts_with("fetch.")).collect();
    for _ in 0..choices.one(&[0, 0, 1, 2, 3]) {
        let knob = choices.one(&knobs);
        knob.set(&mut dialect, choices.one(knob.values)).expect("one of its values");
    }
    dialect.paths.reports_undefined = choices.rarely(2);
    dialect
}

/// A time after another; where it need not be tame, any.
fn time(before: Timestamp, is_tame: bool, choices: &mut Choices<'_>) -> Timestamp {
    if is_tame {
        let millis = choices.one(&[0, 0, 1, 999]);
        let seconds = i64::try_from(seconds(choices)).expect("a small number");
        Timestamp(before.0 + seconds * 1000 + millis)
    } else {
        let any = choices.any();
        Timestamp(choices.one(&[any, i64::MIN, -1, 0, 1, i64::MAX - 30_000, i64::MAX]))
    }
}

fn seconds(choices: &mut Choices<'_>) -> u64 {
    choices.one(SECONDS)
}

fn evidence(at: Timestamp, choices: &mut Choices<'_>) -> Evidence {
    let answer = match choices.number(11) {
        0..=5 => FetchOutcome::Http {
            status: choices.one(STATUSES),
            redirects: choices.one(&[0, 0, 0, 1, 5, 6, 20, 21, 255]),
        },
        6 => FetchOutcome::NotModified,
        7 => FetchOutcome::Ftp { reply: choices.one(REPLIES) },
        8 => FetchOutcome::Redirect(choices.one(&[
            BadRedirect::NoLocation,
            BadRedirect::Loop,
            BadRedirect::OtherScheme,
            BadRedirect::Disallowed,
        ])),
        9 => FetchOutcome::Http { status: choices.any(), redirects: choices.byte() },
        10 => FetchOutcome::Unreachable,
        _ => FetchOutcome::Ungoverned,
    };
    let number = |choices: &mut Choices<'_>| match choices.number(3) {
        0 | 1 => None,
        2 => Some(seconds(choices)),
        _ => Some(choices.one(&[u64::MAX, u64::MAX / 1000, 1_000_000_000])),
    };
    Evidence {
        at,
        answer,
        freshness: Freshness {
            no_store: choices.rarely(8),
            max_age: number(choices),
            expires_in: number(choices),
            age: number(choices).unwrap_or(0),
        },
        retry_after: number(choices),
    }
}

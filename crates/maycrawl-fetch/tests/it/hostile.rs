//! Whatever a server says, the flow ends, and nothing panics or grows without end.

use maycrawl::{
    access::{AccessSettings, InForce, Timestamp},
    dialect::Preset,
};
use maycrawl_fetch::{Body, Entry, Flow, Headers, Needs, Problem, Response, Step};
use proptest::prelude::*;

use crate::site::{ftp, origin};

const NAMES: &[&str] = &[
    "Age",
    "Cache-Control",
    "Date",
    "ETag",
    "Expires",
    "Last-Modified",
    "Location",
    "Retry-After",
    "X-Other",
];

pub(crate) fn answer() -> impl Strategy<Value = Result<Response, Problem>> {
    let value = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        "[a-z]{0,5}:?/{0,3}[a-z.:@\\[\\]0-9]{0,12}(/[a-z#?.]{0,6})?".prop_map(String::into_bytes),
        prop::sample::select(&[
            "max-age=99999999999999999999",
            "no-store, max-age=1",
            "-1",
            "0",
            "18446744073709551616",
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Fri, 31 Dec 9999 23:59:59 GMT",
            "/robots.txt",
            "//",
            "http://",
            "http://[::1",
            "HTTPS://site.example:443/robots.txt",
            "\"etag\"",
            "*",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    let headers = prop::collection::vec((prop::sample::select(NAMES), value), 0..8);
    let statuses = prop_oneof![
        Just(200),
        Just(301),
        Just(307),
        Just(304),
        Just(404),
        Just(503),
        Just(226),
        any::<u16>()
    ];
    let body = prop::collection::vec(any::<u8>(), 0..100);
    let response =
        (statuses, headers, body, any::<bool>()).prop_map(|(status, headers, bytes, is_cut)| {
            let headers = Headers::of(headers).unwrap();
            Response::new(status, headers, Body { bytes: bytes.into(), is_cut })
        });
    prop_oneof![
        8 => response.prop_map(Ok),
        1 => prop::sample::select(&[Problem::Tls, Problem::TimedOut, Problem::Malformed]).prop_map(Err),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_answers_come_to_an_end(
        attempts in prop::collection::vec((prop::collection::vec(answer(), 1..6), any::<i64>()), 1..6),
        is_ftp: bool,
    ) {
        let origin = if is_ftp { ftp() } else { origin() };
        let mut entry = Entry::default();
        for (answers, now) in attempts {
            let now = Timestamp(now);
            let mut flow = Flow::new(&origin, &entry, Needs::of_all_presets(), now);
            let mut step = flow.next_step();
            let mut asked = 0;
            while let Step::Ask(request) = step {
                // Nothing leads from one to the other.
                prop_assert_eq!(request.url.scheme() == "ftp", is_ftp);
                prop_assert!(matches!(request.url.scheme(), "http" | "https" | "ftp"));
                prop_assert!(request.url.username().is_empty() && request.url.password().is_none());
                step = flow.receive(answers[asked % answers.len()].clone(), now);
                asked += 1;
                prop_assert!(asked <= if is_ftp { 1 } else { 21 }, "it does not end");
            }
            let Step::Done(attempt) = step else { unreachable!() };
            prop_assert_eq!(attempt.hops.len(), asked);
            entry.learn(attempt);
            for Preset { dialect, .. } in Preset::ALL {
                let access = entry.access(dialect, &AccessSettings::default(), now);
                let are_rules = matches!(access.in_force, InForce::Rules(_));
                prop_assert!(!are_rules || entry.robots(dialect).is_some());
            }
        }
    }
}

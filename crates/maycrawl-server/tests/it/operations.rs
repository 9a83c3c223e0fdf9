//! Every operation answers over HTTP byte for byte what the function answers.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use maycrawl_api::{Limits, OPERATIONS, answer};
use maycrawl_fetch::Gatekeeper;
use maycrawl_server::Settings;
use testkit::vectors;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

use crate::host::{Host, request};
use crate::question;
use crate::site::Scripted;

/// Asserts that a question is answered as the function answers it.
async fn check(host: &Host, limits: &Limits, operation: &str, question: &[u8]) {
    let reply = host.post(&format!("/v1/{operation}"), question.to_vec()).await;
    let (status, media_type, body) = match answer(operation, question, limits, &|| true) {
        Ok(answer) => (200, "application/json", answer),
        Err(problem) => (problem.kind().status, "application/problem+json", problem.to_json()),
    };
    let shown: String = String::from_utf8_lossy(question).chars().take(100).collect();
    assert_eq!(reply.status, status, "{operation} {shown}");
    assert_eq!(reply.headers[CONTENT_TYPE], media_type);
    assert!(reply.body == body, "{operation} {shown}");
}

#[tokio::test]
async fn the_same_bytes_as_the_function() {
    let host = Host::new(Scripted::default());
    let check = async |operation: &str, question: &[u8]| {
        check(&host, &Limits::default(), operation, question).await;
    };
    let deep = "[".repeat(100_000);
    let unicode = r#"{"robots": "\ud800", "urls": []}"#;
    for operation in OPERATIONS {
        let bad: [&[u8]; 12] = [
            b"",
            b"{",
            b"null",
            b"[]",
            b"{}",
            br#"{"ulrs": []}"#,
            br#"{"version": 2}"#,
            br#"{"version": 1, "version": 1}"#,
            b"{\"a\": NaN}",
            b"\xFF",
            deep.as_bytes(),
            unicode.as_bytes(),
        ];
        check(operation.name, operation.example.as_bytes()).await;
        for question in bad {
            check(operation.name, question).await;
        }
    }
}

/// The specification's tables: every vector, in every dialect.
#[tokio::test]
async fn the_vectors() {
    let mut settings = Settings::default();
    settings.limits = question::limits();
    let host = Host::of(Gatekeeper::new(Scripted::default()), settings);
    let cases = vectors::verdict_cases().into_iter().filter(question::is_text);
    let mut n_asked = 0;
    for case in cases {
        for detail in ["columns", "rule"] {
            let question = question::question(&case, detail);
            check(&host, &settings.limits, "check", question.as_bytes()).await;
            n_asked += 1;
        }
    }
    assert!(n_asked > 1_000, "{n_asked}");
}

#[tokio::test]
async fn limits_are_those_of_the_service() {
    let mut settings = Settings::default();
    settings.limits.question_bytes = 300;
    settings.limits.urls = 1;
    let host = Host::of(Gatekeeper::new(Scripted::default()), settings);
    let check = async |question: &str, problem: &str| {
        let reply = host.post("/v1/check", question.to_owned()).await;
        assert_eq!(reply.problem(), problem);
    };
    check(r#"{"robots": "", "urls": ["/", "/"]}"#, "too-many").await;
    check(&format!("{:300}", r#"{"urls": []}"#), "missing-member").await;
    check(&format!("{:301}", r#"{"urls": []}"#), "too-large").await;
}

/// A body that never comes.
struct Silence;

impl hyper::body::Body for Silence {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        Poll::Pending
    }
}

#[tokio::test(start_paused = true)]
async fn who_sends_nothing_is_not_waited_for() {
    let mut settings = Settings::default();
    settings.questions = 1;
    let host = Host::of(Gatekeeper::new(Scripted::default()), settings);
    let silent = || {
        let request = request("POST", "/v1/check").header(CONTENT_TYPE, "application/json");
        host.send(request.body(Body::new(Silence)).unwrap())
    };
    let (silent, other) = tokio::join!(silent(), host.post("/v1/check", "{}"));
    assert_eq!(silent.problem(), "slow-question");
    // There is only one place.
    assert_eq!(other.problem(), "busy");
    assert_eq!(other.headers[RETRY_AFTER], "1");
    // It is free again.
    assert_eq!(host.post("/v1/check", "{}").await.problem(), "missing-member");
}

/// Asserts that a request gets the problem of a body that is not whole: it is sent over a
/// connection, whose end follows.
async fn check_broken(head: &str, body: &str) {
    let host = Host::new(Scripted::default());
    let (mut client, server) = duplex(1 << 16);
    let service = TowerToHyperService::new(host.app);
    let connection = http1::Builder::new().serve_connection(TokioIo::new(server), service);
    let request = format!(
        "POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n{head}\r\n\r\n{body}"
    );
    let ask = async {
        client.write_all(request.as_bytes()).await.unwrap();
        client.shutdown().await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let (answer, _) = tokio::join!(ask, connection);
    assert!(answer.starts_with("HTTP/1.1 400 "), "{body:?}: {answer:?}");
    assert!(answer.contains(r#"{"type":"/problems/broken-body","#), "{body:?}: {answer:?}");
}

#[tokio::test]
async fn bodies_that_are_not_whole() {
    check_broken("Content-Length: 3", "{}").await;
    check_broken("Transfer-Encoding: chunked", "2\r\n{}\r\n").await;
    check_broken("Transfer-Encoding: chunked", "2 bytes\r\n{}").await;
}

/// A question that takes long.
fn long_question() -> String {
    let robots = "Disallow: /a*b*c*d\\n".repeat(20_000);
    let urls = vec!["/aaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbcccccccccccccccc"; 20_000];
    let robots = format!("User-agent: *\\n{robots}");
    format!(r#"{{"robots": "{robots}", "urls": {urls:?}, "detail": "columns"}}"#)
}

#[tokio::test]
async fn work_has_an_end() {
    let mut settings = Settings::default();
    settings.work_time = Duration::from_millis(1);
    settings.at_once = 1;
    let host = Host::of(Gatekeeper::new(Scripted::default()), settings);
    let reply = host.post("/v1/check", long_question()).await;
    assert_eq!((reply.problem().as_str(), reply.status.as_u16()), ("cancelled", 503));
}

/// A client that goes away leaves its place to others.
#[tokio::test]
async fn who_leaves_stops_the_work() {
    let mut settings = Settings::default();
    settings.at_once = 1;
    let host = Host::of(Gatekeeper::new(Scripted::default()), settings);
    {
        let long = host.post("/v1/check", long_question());
        tokio::pin!(long);
        // Once polled, it works.
        tokio::select! {
            biased;
            reply = &mut long => panic!("{}", reply.status),
            () = std::future::ready(()) => {}
        }
    }
    assert_eq!(host.post("/v1/check", r#"{"robots": "", "urls": ["/"]}"#).await.status, 200);
}

//! What is refused, and with which problem.

use axum::body::Body;
use axum::http::HeaderName;
use axum::http::header::{ALLOW, CONTENT_ENCODING, CONTENT_TYPE, HOST, ORIGIN};

use crate::host::{Host, Reply, request};
use crate::site::{Scripted, status};

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// What a request with these headers in addition gets.
async fn send(method: &str, path: &str, headers: &[(HeaderName, &str)], body: &str) -> Reply {
    let host = Host::new(Scripted::new(&[status(200)]));
    let mut request = request(method, path);
    if let Some(defaults) = request.headers_mut() {
        for (name, _) in headers {
            defaults.remove(name);
        }
    }
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let reply = host.send(request.body(Body::from(body.to_owned())).unwrap()).await;
    let header = |name: &str| reply.headers.get(name).unwrap().to_str().unwrap();
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(header("content-security-policy").starts_with("default-src 'none'; "));
    assert!(!reply.headers.contains_key("server"));
    assert!(!reply.headers.contains_key("access-control-allow-origin"));
    reply
}

const ASK: &str = "/v1/may-fetch?url=https://site.example/&agent=MyBot";

/// Asserts what a `GET` of `may-fetch` with these headers gets: a problem, or an answer.
async fn check(headers: &[(HeaderName, &str)], problem: Option<&str>) {
    let reply = send("GET", ASK, headers, "").await;
    let found = (reply.status != 200).then(|| reply.problem());
    assert_eq!(found.as_deref(), problem, "{headers:?}");
}

#[tokio::test]
async fn only_names_of_the_loopback_interface() {
    for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
        check(&[(HOST, host)], None).await;
    }
    for host in [
        "",
        "127.0.0.1",
        "localhost",
        "[::1]",
        "localhost:80",
        "localhost:8081",
        "localhost:08080",
        "localhost.:8080",
        "127.0.0.2:8080",
        "127.1:8080",
        "0.0.0.0:8080",
        "::1:8080",
        "[::]:8080",
        "evil.example:8080",
        "localhost.evil.example:8080",
        "localhost:8080.evil.example",
        "user@localhost:8080",
        "evil.example, localhost:8080",
    ] {
        check(&[(HOST, host)], Some("wrong-host")).await;
    }
    check(&[(HOST, "localhost:8080"), (HOST, "localhost:8080")], Some("wrong-host")).await;
    let reply = send("GET", "http://evil.example:8080/healthz", &[], "").await;
    assert_eq!(reply.problem(), "wrong-host");
    // Pages too: nothing is shown under another name.
    for path in ["/", "/docs", "/healthz", "/openapi.json", "/nothing"] {
        let reply = send("GET", path, &[(HOST, "evil.example:8080")], "").await;
        assert_eq!(reply.problem(), "wrong-host", "{path}");
    }
}

#[tokio::test]
async fn no_page_of_another_site() {
    for site in ["same-origin", "none"] {
        check(&[(SITE, site)], None).await;
    }
    for site in ["cross-site", "same-site", "Cross-Site", "", "new"] {
        check(&[(SITE, site)], Some("cross-site")).await;
    }
    check(&[(SITE, "none"), (SITE, "cross-site")], Some("cross-site")).await;
    for origin in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
        check(&[(ORIGIN, origin)], None).await;
    }
    for origin in [
        "null",
        "",
        "https://evil.example",
        "http://localhost",
        "http://localhost:3000",
        "https://localhost:8080",
        "http://localhost:8080.evil.example",
        "http://localhost:8080/",
    ] {
        check(&[(ORIGIN, origin)], Some("cross-site")).await;
    }
    // A person who follows a link may read the pages.
    let reply = send("GET", "/docs", &[(SITE, "cross-site")], "").await;
    assert_eq!(reply.status, 200);
    let reply = send("POST", "/v1/check", &[(SITE, "cross-site")], "{}").await;
    assert_eq!(reply.problem(), "cross-site");
}

#[tokio::test]
async fn questions_are_json() {
    /// Asserts what a question with this `Content-Type` gets.
    async fn check(media_types: &[&str], expected: &str) {
        for path in ["/v1/check", "/v1/may-fetch"] {
            let headers: Vec<_> = media_types.iter().map(|one| (CONTENT_TYPE, *one)).collect();
            let reply = send("POST", path, &headers, "{}").await;
            assert_eq!(reply.problem(), expected, "{path} {media_types:?}");
        }
    }
    let (read, refused) = ("missing-member", "unsupported-media-type");
    check(&["application/json"], read).await;
    check(&["Application/JSON ; charset=utf-8"], read).await;
    check(&[], refused).await;
    check(&["application/json", "application/json"], refused).await;
    for other in [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        "application/problem+json",
        "text/plain; application/json",
    ] {
        check(&[other], refused).await;
    }
    let coded = [(CONTENT_TYPE, "application/json"), (CONTENT_ENCODING, "gzip")];
    assert_eq!(send("POST", "/v1/check", &coded, "{}").await.problem(), refused);
}

#[tokio::test]
async fn methods_and_paths() {
    async fn check(method: &str, path: &str, problem: &str, allow: Option<&str>) {
        let reply = send(method, path, &[], "").await;
        assert_eq!(reply.headers.get(ALLOW).map(|allow| allow.to_str().unwrap()), allow);
        if method != "HEAD" {
            assert_eq!(reply.problem(), problem, "{method} {path}");
        }
    }
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"] {
        check(method, "/v1/check", "method-not-allowed", Some("POST")).await;
    }
    for method in ["PUT", "OPTIONS"] {
        check(method, "/v1/may-fetch", "method-not-allowed", Some("GET,HEAD,POST")).await;
    }
    for method in ["POST", "OPTIONS"] {
        for path in ["/", "/docs", "/healthz", "/openapi.json", "/v1/fetch", "/problems/busy"] {
            check(method, path, "method-not-allowed", Some("GET,HEAD")).await;
        }
    }
    for path in ["/v1", "/v2/check", "/docs/", "/v1/check/", "/problems/none", "/../etc/passwd"] {
        let is_operation = path == "/v1/check/";
        let problem = if is_operation { "unknown-operation" } else { "not-found" };
        check("GET", path, problem, None).await;
    }
    check("POST", "/v1/chek", "unknown-operation", None).await;
    // What is not UTF-8 is the name of no problem.
    check("GET", "/problems/%ff", "not-found", None).await;
}

#[tokio::test]
async fn problems_name_what_works() {
    async fn check(method: &str, path: &str, detail: &str) {
        let reply = send(method, path, &[], "").await;
        assert_eq!(reply.json()["detail"], detail, "{method} {path}");
    }
    check("GET", "/v1/check", "/v1/check takes POST, not GET").await;
    check("POST", "/v1/fetch", "/v1/fetch takes GET, not POST").await;
    check("PUT", "/v1/may-fetch", "/v1/may-fetch takes GET and POST, not PUT").await;
    check("POST", "/docs", "/docs takes GET, not POST").await;
    let no_type = "there is no header Content-Type; send Content-Type: application/json";
    check("POST", "/v1/check", no_type).await;
    let reply = send("GET", "/", &[(HOST, "evil.example")], "").await;
    let wrong_host = "the request is for \"evil.example\"; ask http://127.0.0.1:8080";
    assert_eq!(reply.json()["detail"], wrong_host);
    check(
        "GET",
        "/v1/may-fetch?agent=A&url=http://s.example/a?b=1&c=2",
        "there is no member \"c\"; the members are: version, url, agent, dialect; if it is a part of the URL, write the & before it as %26",
    )
    .await;
    check(
        "GET",
        "/v1/fetch?url=http://s.example/&dialect=google+paths.tie=disallow",
        "a + joins a preset and its knobs, not a space: google+…; in the query of a URL, write it as %2B",
    )
    .await;
}

/// The query has the members of the question, also its version.
#[tokio::test]
async fn a_query_may_say_its_version() {
    check_version("1", None).await;
    check_version("2", Some("unsupported-version")).await;
    check_version("one", Some("wrong-type")).await;
}

/// Asserts what a question with this version gets: a problem, or an answer.
async fn check_version(version: &str, problem: Option<&str>) {
    let reply = send("GET", &format!("{ASK}&version={version}"), &[], "").await;
    let found = (reply.status != 200).then(|| reply.problem());
    assert_eq!(found.as_deref(), problem, "{version}");
}

#[tokio::test]
async fn an_agent_has_a_name() {
    for agent in ["", "+", "%09"] {
        let path = format!("/v1/may-fetch?url=https://site.example/&agent={agent}");
        let reply = send("GET", &path, &[], "").await;
        assert_eq!(reply.problem(), "invalid-value", "{agent:?}");
        assert_eq!(reply.json()["pointer"], "/agent");
    }
}

#[tokio::test]
async fn bodies_have_an_end() {
    let json = [(CONTENT_TYPE, "application/json")];
    let large = " ".repeat((8 << 20) + 1);
    assert_eq!(send("POST", "/v1/check", &json, &large).await.problem(), "too-large");
    let large = " ".repeat((64 << 10) + 1);
    assert_eq!(send("POST", "/v1/may-fetch", &json, &large).await.problem(), "too-large");
}

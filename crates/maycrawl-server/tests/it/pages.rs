//! Pages, and what programs read about the service.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use maycrawl_api::OPERATIONS;
use maycrawl_server::{PAGE_FILES, PageFile, problem_kinds};
use serde_json::Value;

use crate::host::Host;
use crate::site::{Scripted, answer};

#[tokio::test]
async fn every_page_is_there() {
    let host = Host::new(Scripted::default());
    let check = async |path: &str, media_type: &str, text: &str| {
        let reply = host.get(path).await;
        assert_eq!(
            (reply.status.as_u16(), reply.headers[CONTENT_TYPE].to_str().unwrap()),
            (200, media_type)
        );
        let body = String::from_utf8(reply.body).unwrap();
        assert!(body.contains(text), "{path} has no {text}");
        body
    };
    let html = "text/html; charset=utf-8";
    check("/healthz", "application/json", r#"{"status":"ok"}"#).await;
    check("/docs/style.css", "text/css; charset=utf-8", "main {").await;
    for operation in OPERATIONS {
        let heading = format!("<h2 id=\"{0}\"><code>{0}</code></h2>", operation.name);
        let page = check("/docs", html, &heading).await;
        assert!(!page.contains("<script") && !page.contains("style=") && !page.contains(".md"));
    }
    let mut codes = BTreeSet::new();
    for kind in problem_kinds() {
        assert!(codes.insert(kind.code), "two kinds of problems are called {}", kind.code);
        assert!(kind.text.ends_with('.') && !kind.title.ends_with('.'), "{}", kind.code);
        check(&kind.uri(), html, &format!("<h1>{}</h1>", kind.title)).await;
        check("/problems", html, &format!("href=\"{}\"", kind.uri())).await;
    }
}

/// The files of `web/` are all in the program, and the service gives each.
#[tokio::test]
async fn the_page_is_whole() {
    let host = Host::new(Scripted::default());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let is_in_program = |path: &str| PAGE_FILES.iter().any(|file| file.path == path);
    for entry in walk(&folder) {
        let path = entry.strip_prefix(&folder).unwrap().to_str().unwrap();
        assert_eq!(is_in_program(path), extension(path) != "txt", "{path}");
    }
    for PageFile { path, text } in PAGE_FILES {
        let reply = host.get(&format!("/{}", path.replace("index.html", ""))).await;
        assert_eq!(String::from_utf8(reply.body).unwrap(), *text, "{path}");
        let media_type = reply.headers[CONTENT_TYPE].to_str().unwrap();
        let is_script = media_type == "text/javascript; charset=utf-8";
        assert_eq!(is_script, extension(path) == "js", "{path} is {media_type}");
        // The page works in any folder of any server, and loads nothing from others.
        for outside in ["src=\"/", "href=\"/", "from '/", "import('/", "src=\"http", "from 'http"] {
            assert!(path.starts_with("vendor/") || !text.contains(outside), "{path}: {outside}");
        }
    }
}

fn extension(path: &str) -> &str {
    path.rsplit('.').next().unwrap()
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn examples_of_sites_are_true() {
    let file = "User-agent: *\nDisallow: /drafts/\nCrawl-delay: 2\n";
    let headers = [("Content-Type", "text/plain"), ("Cache-Control", "max-age=3600")];
    let host = Host::new(Scripted::new(&[answer(200, &headers, file)]));
    host.at(1_800_000_000);
    let fetched = host.get("/v1/fetch?url=https://example.com").await.json();
    let path = "/v1/may-fetch?agent=OurBot&url=https://example.com/drafts/1?b=c";
    let found = [host.get(path).await.json(), fetched];
    let expected = [
        include_str!("../../src/documents/may-fetch.json"),
        include_str!("../../src/documents/fetch.json"),
    ];
    let expected = expected.map(|text| serde_json::from_str::<Value>(text).unwrap());
    assert_eq!(found, expected, "{:#} {:#}", found[0], found[1]);
}

/// What is copied from the page asks the service that showed it.
#[tokio::test]
async fn examples_name_the_service_as_the_reader_does() {
    let host = Host::new(Scripted::default());
    let docs = Request::builder().uri("/docs").header(HOST, "localhost:8080");
    let reply = host.send(docs.body(Body::empty()).unwrap()).await;
    let page = String::from_utf8(reply.body).unwrap();
    assert!(page.contains("curl -G http://localhost:8080/v1/may-fetch"));
    assert!(!page.contains("http://127.0.0.1:8080"));
    for operation in OPERATIONS {
        let command = format!("curl http://localhost:8080/v1/{} -H ", operation.name);
        assert!(page.contains(&command), "{}", operation.name);
        assert!(!operation.example.contains('\''), "{}", operation.name);
    }
}

/// The document names every route that answers questions.
#[tokio::test]
async fn openapi_names_every_route() {
    let host = Host::new(Scripted::default());
    let document = host.get("/openapi.json").await.json();
    let found: BTreeSet<_> = document["paths"].as_object().unwrap().keys().cloned().collect();
    let operations = OPERATIONS.iter().map(|operation| operation.name);
    let names = operations.chain(["may-fetch", "fetch"]);
    assert_eq!(found, names.map(|name| format!("/v1/{name}")).collect());
}

/// Who mistypes a route sees all of them.
#[tokio::test]
async fn an_unknown_route_lists_those_that_there_are() {
    let host = Host::new(Scripted::default());
    for path in ["/v1/mayfetch", "/v1/", "/v1/check/a"] {
        let reply = host.get(path).await;
        assert_eq!(reply.problem(), "unknown-operation", "{path}");
        let detail = reply.json()["detail"].as_str().unwrap().to_owned();
        let names = OPERATIONS.iter().map(|operation| operation.name);
        for name in names.chain(["may-fetch", "fetch"]) {
            assert!(detail.contains(name), "{path}: {detail} lacks {name}");
        }
    }
    assert_eq!(host.get("/other").await.problem(), "not-found");
}

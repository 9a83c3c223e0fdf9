//! Pages for people, and what programs read about the service.

use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{HOST, HeaderMap};
use axum::response::Response;
use maycrawl_api::ProblemKind;
use serde_json::json;

use crate::kinds::{self, problem_kinds};
use crate::reply::{self, Refused};
use crate::service::Service;

/// That the service runs, and whether its cache does. Without the cache, it answers all the same.
pub(crate) async fn health(State(service): State<Service>) -> Response {
    let body = match service.parts().keeper.store_failure() {
        None => json!({ "status": "ok" }),
        Some(why) => json!({ "status": "ok", "cache": "unavailable", "why": why.to_string() }),
    };
    reply::json(format!("{body}\n"))
}

pub(crate) async fn openapi() -> Response {
    reply::json(include_str!("generated/openapi.json"))
}

/// The reference. Its examples name the service as the reader does, so that they can be copied.
pub(crate) async fn docs(headers: HeaderMap) -> Response {
    let page = include_str!("generated/docs.html");
    // The gate has checked the header.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).map(escaped);
    html(page.replace("http://127.0.0.1:8080", &format!("http://{}", host.unwrap_or_default())))
}

pub(crate) async fn style() -> Response {
    reply::typed("text/css; charset=utf-8", include_str!("pages/style.css"))
}

/// A list of all problems.
pub(crate) async fn problems() -> Response {
    let entries = problem_kinds().map(|ProblemKind { code, title, status, .. }| {
        format!("<tr><td><a href=\"/problems/{code}\">{code}</a></td><td>{status}</td><td>{title}</td></tr>\n")
    });
    let entries: String = entries.collect();
    let head = "<tr><th>code</th><th>status</th><th></th></tr>";
    html(shell("Problems", &format!("<h1>Problems</h1>\n<table>\n{head}\n{entries}</table>\n")))
}

/// What a problem means, and what to do.
pub(crate) async fn problem(uri: Uri) -> Result<Response, Refused> {
    // As it stands in the URL: no code has a character that is escaped.
    let code = uri.path().strip_prefix("/problems/").unwrap_or_default();
    let kind = problem_kinds().find(|kind| kind.code == code);
    let Some(ProblemKind { title, status, text, .. }) = kind else {
        return Err(Refused::new(&kinds::NOT_FOUND, format!("there is no problem {code:?}")));
    };
    let text = escaped(text);
    let codes = text.split('`').enumerate().map(|(index, part)| {
        if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }
    });
    let text: String = codes.collect();
    let back = "<p><a href=\"/problems\">All problems</a> · <a href=\"/docs\">Reference</a></p>";
    let body = format!(
        "<h1>{title}</h1>\n<p>Code <code>{code}</code>, status {status}.</p>\n<p>{text}</p>\n{back}\n"
    );
    Ok(html(shell(title, &body)))
}

fn html(page: impl Into<axum::body::Body>) -> Response {
    reply::typed("text/html; charset=utf-8", page)
}

/// A page around its content.
pub(crate) fn shell(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<link rel=\"stylesheet\" href=\"/docs/style.css\">\n</head>\n<body>\n<main>\n{content}</main>\n</body>\n</html>\n"
    )
}

/// Text as HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

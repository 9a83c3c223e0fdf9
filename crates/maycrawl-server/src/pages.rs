//! Pages for people, and what programs read about the service.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, LOCATION};
use axum::response::{IntoResponse as _, Response};

use crate::kinds::{self, problem_kinds};
use crate::reply::{self, Refused};

const HTML: &str = "text/html; charset=utf-8";

/// The start is the reference.
pub(crate) async fn start() -> Response {
    let mut response = StatusCode::TEMPORARY_REDIRECT.into_response();
    response.headers_mut().insert(LOCATION, HeaderValue::from_static("/docs"));
    response
}

pub(crate) async fn health() -> Response {
    reply::json("{\"status\":\"ok\"}\n")
}

pub(crate) async fn openapi() -> Response {
    reply::json("{}")
}

pub(crate) async fn docs() -> Response {
    reply::typed(HTML, "")
}

pub(crate) async fn style() -> Response {
    reply::typed("text/css; charset=utf-8", "")
}

pub(crate) async fn problems() -> Response {
    reply::typed(HTML, "")
}

pub(crate) async fn problem(Path(code): Path<String>) -> Result<Response, Refused> {
    let kind = problem_kinds().find(|kind| kind.code == code);
    let kind = kind
        .ok_or_else(|| Refused::new(&kinds::NOT_FOUND, format!("there is no problem {code:?}")))?;
    Ok(reply::typed(HTML, kind.text))
}

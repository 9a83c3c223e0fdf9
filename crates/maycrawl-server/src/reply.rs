//! Answers as HTTP carries them.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response as HttpResponse, StatusCode};
use axum::response::{IntoResponse, Response};
use maycrawl_api::{Problem, ProblemKind};
use maycrawl_report::json_text;
use serde::Serialize;

use crate::kinds;

/// Why a request has no answer: `application/problem+json`.
#[derive(Debug)]
pub(crate) struct Refused(Problem);

impl Refused {
    pub(crate) fn new(kind: &'static ProblemKind, detail: impl Into<String>) -> Self {
        Self(Problem::new(kind, detail))
    }

    #[cfg(test)]
    pub(crate) const fn problem(&self) -> &Problem {
        &self.0
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let kind = self.0.kind();
        let status = StatusCode::from_u16(kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = typed("application/problem+json", self.0.to_json());
        *response.status_mut() = status;
        if kind.code == kinds::BUSY.code {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// An answer as JSON, written before.
pub(crate) fn json(body: impl Into<Body>) -> Response {
    typed("application/json", body)
}

/// An answer as JSON in one line.
pub(crate) fn document(document: &impl Serialize) -> Response {
    let mut body = Vec::new();
    // Writing to memory cannot fail.
    let _ = json_text::write_line(&mut body, document);
    json(body)
}

/// A body of a media type.
pub(crate) fn typed(media_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = HttpResponse::new(body.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

//! Answers as HTTP carries them.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response as HttpResponse, StatusCode};
use axum::response::{IntoResponse, Response};
use maycrawl_api::{Problem, ProblemKind, write_answer};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::kinds;
use crate::service::Parts;

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

/// A document as JSON in one line, of as many bytes as an answer may have.
pub(crate) fn document(parts: &Parts, document: &impl Serialize) -> Result<Response, Refused> {
    answer(parts, write_answer(document, parts.settings.limits.answer_bytes)?)
}

/// An answer as JSON, whose bytes count until they are written: a client that does not read keeps
/// them in memory.
pub(crate) fn answer(parts: &Parts, answer: Vec<u8>) -> Result<Response, Refused> {
    Ok(json(unread(parts, answer)?))
}

fn unread(parts: &Parts, answer: Vec<u8>) -> Result<Bytes, Refused> {
    let n_bytes = answer.len().try_into().unwrap_or(u32::MAX);
    let place = Arc::clone(&parts.unread).try_acquire_many_owned(n_bytes);
    let place = place.map_err(|_| Refused::new(&kinds::BUSY, "other answers are not read yet"))?;
    Ok(Bytes::from_owner(Unread { answer, _place: place }))
}

struct Unread {
    answer: Vec<u8>,
    _place: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Unread {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

/// A body of a media type.
pub(crate) fn typed(media_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = HttpResponse::new(body.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

    use super::*;
    use crate::operations::tests::{problem, service};
    use crate::service::Settings;

    #[tokio::test]
    async fn answers_that_nobody_reads_are_bounded() {
        let mut settings = Settings::default();
        (settings.unread_bytes, settings.limits.answer_bytes) = (0, 100);
        let service = service().with_settings(settings);
        let parts = service.parts();
        let first = unread(parts, vec![0; 60]).unwrap();
        // A part of it that is still to be written keeps it all.
        let rest = first.slice(50..);
        drop(first);
        let detail = "other answers are not read yet";
        assert_eq!(problem(unread(parts, vec![0; 50])), ("busy", detail.to_owned()));
        drop(rest);
        // One answer always has room.
        assert_eq!(unread(parts, vec![0; 100]).unwrap().len(), 100);
    }
}

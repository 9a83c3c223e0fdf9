//! Reading a question.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use maycrawl_api::kinds::TOO_LARGE;
use tokio::time::timeout;

use crate::kinds;
use crate::reply::Refused;

/// Reads the body of a request: JSON of so many bytes at most, in so long at most.
pub(crate) async fn read(request: Request, most: usize, time: Duration) -> Result<Bytes, Refused> {
    check_type(request.headers())?;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > most as u64) {
        return Err(too_large(most));
    }
    let body = Limited::new(request.into_body(), most).collect();
    match timeout(time, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large(most)),
        // The client has gone or sends no HTTP, so nobody reads this.
        Ok(Err(_)) => Err(Refused::new(&kinds::SLOW_QUESTION, "the body breaks off")),
        Err(_) => {
            let seconds = time.as_secs_f32();
            let detail = format!("the body did not arrive in {seconds} seconds");
            Err(Refused::new(&kinds::SLOW_QUESTION, detail))
        }
    }
}

fn too_large(most: usize) -> Refused {
    let detail = format!("a question may have {most} bytes here");
    Refused::new(&TOO_LARGE, detail)
}

/// JSON is what pages of other sites cannot send without being asked about it first.
fn check_type(headers: &HeaderMap) -> Result<(), Refused> {
    let refused = |detail: String| Err(Refused::new(&kinds::NOT_JSON_TYPE, detail));
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let media_type = match (types.next(), types.next()) {
        (None, _) => return refused("there is no header Content-Type".into()),
        (Some(one), None) => one,
        _ => return refused("there are several headers Content-Type".into()),
    };
    let essence = media_type.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    if !essence.trim_ascii().eq_ignore_ascii_case(b"application/json") {
        return refused(format!("the Content-Type is {media_type:?}"));
    }
    match headers.get(CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            refused(format!("the Content-Encoding is {coding:?}"))
        }
        _ => Ok(()),
    }
}

//! Reading a question.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, HeaderMap};
use http_body_util::BodyExt as _;
use maycrawl_api::kinds::TOO_LARGE;
use tokio::time::timeout;

use crate::kinds;
use crate::reply::Refused;

/// A question that is too large is read on up to this multiple of its limit. Many clients write
/// all before they read; if the connection ended before, they would not see why.
const READ_ON: usize = 4;

/// Reads the body of a request: JSON of so many bytes at most, in so long at most.
pub(crate) async fn read(request: Request, most: usize, time: Duration) -> Result<Bytes, Refused> {
    check_type(request.headers())?;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    // A client that sends `Expect` has not begun to write.
    let has_begun = !request.headers().contains_key(EXPECT);
    let most_read = if has_begun { most.saturating_mul(READ_ON) } else { most };
    if length.is_some_and(|length: u64| length > most_read as u64) {
        return Err(too_large(most));
    }
    match timeout(time, collect(request.into_body(), most, most_read)).await {
        Ok(Ok(Some(body))) => Ok(body),
        Ok(Ok(None)) => Err(too_large(most)),
        Ok(Err(_)) => Err(Refused::new(&kinds::BROKEN_BODY, "the body breaks off or is malformed")),
        Err(_) => {
            let seconds = time.as_secs_f32();
            let detail = format!("the body did not arrive in {seconds} seconds");
            Err(Refused::new(&kinds::SLOW_QUESTION, detail))
        }
    }
}

/// The bytes of a body; `None` if there are more than `most`. Of these, it reads so many at most.
async fn collect(
    mut body: Body,
    most: usize,
    most_read: usize,
) -> Result<Option<Bytes>, axum::Error> {
    let mut bytes = Vec::new();
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length <= most {
            bytes.extend_from_slice(&data);
        } else if length <= most_read {
            bytes = Vec::new();
        } else {
            return Ok(None);
        }
    }
    Ok((length <= most).then(|| bytes.into()))
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
        (None, _) => {
            return refused(
                "there is no header Content-Type; send Content-Type: application/json".into(),
            );
        }
        (Some(one), None) => one,
        _ => return refused("there are several headers Content-Type; send one".into()),
    };
    let essence = media_type.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
    if !essence.trim_ascii().eq_ignore_ascii_case(b"application/json") {
        return refused(format!(
            "the Content-Type is {media_type:?}; send Content-Type: application/json"
        ));
    }
    match headers.get(CONTENT_ENCODING) {
        Some(coding) if !coding.as_bytes().eq_ignore_ascii_case(b"identity") => {
            refused(format!("the Content-Encoding is {coding:?}; leave it out"))
        }
        _ => Ok(()),
    }
}

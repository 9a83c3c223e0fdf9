//! Reads the answer to a request: its head, and as much of its body as is wanted, without codings.

use http::header::{HeaderValue, TRANSFER_ENCODING};
use http_body_util::BodyExt as _;
use hyper::body::{Body as _, Incoming};
use tokio::task::spawn_blocking;

use super::{HttpTransport, failed};
use crate::attempt::{Body, Problem, Response, Room};
use crate::coding::{self, Coding};
use crate::headers::Headers;
use crate::in_flight::Held;
use crate::meter::Meter;
use crate::transport::{MachineError, SendError};

/// A body up to this size counts as part of its connection.
const SMALL: usize = 16 << 10;

impl HttpTransport {
    /// Awaits the answer, with up to this many bytes of its body.
    pub(super) async fn answer(
        &self,
        coming: impl Future<Output = hyper::Result<http::Response<Incoming>>>,
        is_proxied: bool,
        max: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Response, SendError> {
        let limit = self.settings().read_timeout;
        let head = meter.within(limit, async { coming.await.map_err(|error| failed(&error)) });
        let head = head.await.map_err(|error| match error {
            // For a site that fails, a proxy has answers of its own. If it gives none, it fails.
            SendError::Failed(_) if is_proxied => MachineError::Proxy.into(),
            error => error,
        });
        let (head, incoming) = head?.into_parts();
        let status = head.status.as_u16();
        let all = head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let headers = Headers::of(all)?;
        // Only a successful answer has a file as its body.
        if !matches!(status, 200..300) {
            return Ok(Response::new(status, headers, Body::default()));
        }
        let transfer = head.headers.get_all(TRANSFER_ENCODING);
        let is_http2 = head.version == http::Version::HTTP_2;
        let is_chunked = coding::is_chunked(transfer.iter().map(HeaderValue::as_bytes))?;
        let codings = coding::codings(&headers)?;
        let (body, len, room) = self.body(incoming, is_http2, &codings, max, meter).await?;
        // Beside a Transfer-Encoding, a body without chunks ends with its connection, wherever
        // that is.
        let stated = headers.text("content-length").filter(|_| !is_chunked);
        let stated = stated.and_then(|stated| stated.parse::<usize>().ok());
        if len.is_some_and(|len| stated.is_some_and(|stated| stated != len)) {
            return Err(Problem::Malformed.into());
        }
        Ok(Response { room, ..Response::new(status, headers, body) })
    }

    /// The body, and how many bytes it had as it came; `None` if it was not read to its end.
    async fn body(
        &self,
        mut incoming: Incoming,
        is_http2: bool,
        codings: &[Coding],
        max: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(Body, Option<usize>, Room), SendError> {
        // Encoding may make a body slightly larger.
        let max_read = if codings.is_empty() { max } else { max.saturating_add(SMALL) };
        let limit = self.settings().read_timeout;
        let mut bytes: Vec<u8> = Vec::new();
        let mut held = self.room();
        let mut was_held_up = false;
        loop {
            let next = async { incoming.frame().await.transpose().map_err(|error| failed(&error)) };
            let frame = match meter.within(limit, next).await {
                // The site may have given up while it waited for this machine.
                Err(SendError::Failed(_)) if was_held_up => return Err(MachineError::Busy.into()),
                frame => frame?,
            };
            let Some(frame) = frame else {
                // A server of HTTP/2 may stop anywhere without an error (RFC 9113 section 8.1).
                if is_http2 && !incoming.is_end_stream() {
                    return Err(Problem::Malformed.into());
                }
                break;
            };
            let Ok(data) = frame.into_data() else { continue };
            let len = bytes.len().saturating_add(data.len()).min(max_read.saturating_add(1));
            if len > SMALL {
                // Once as it arrives, and once more when it is kept.
                was_held_up |= meter.wait(async { Ok(held.grow(2 * len).await) }).await?;
            }
            keep(&mut bytes, &data, max_read.saturating_add(1));
            if bytes.len() > max_read {
                break;
            }
        }
        let mut body = Body::cut(&bytes, max_read);
        let len = (!body.is_cut).then_some(bytes.len());
        drop(bytes);
        if !codings.is_empty() {
            body = self.decoded(body, codings, max, &mut held, meter).await?;
        }
        held.shrink(if body.bytes.len() > SMALL { body.bytes.len() } else { 0 });
        Ok((body, len, Room::holding(Some(held))))
    }

    /// Undoes content codings. A few bytes may decode to many, so it tries with little memory
    /// first, and again with more.
    async fn decoded(
        &self,
        body: Body,
        codings: &[Coding],
        max: usize,
        held: &mut Held,
        meter: &mut Meter<'_>,
    ) -> Result<Body, SendError> {
        const GROWTH: usize = 8;
        let mut limit = SMALL.min(max);
        loop {
            if limit > SMALL {
                let len = body.bytes.len().saturating_add(limit.saturating_mul(2));
                meter.wait(async { Ok(held.grow(len).await) }).await?;
            }
            let turn = async { self.shared.decoders.acquire().await };
            let turn = meter.wait(async { turn.await.map_err(|_| MachineError::Cancelled) });
            let _turn = turn.await?;
            let (input, codings) = (body.clone(), codings.to_vec());
            let decode = spawn_blocking(move || coding::decode(&input, &codings, limit));
            let decoded = decode.await.map_err(|_| MachineError::Cancelled)??;
            if !decoded.is_cut || limit >= max {
                return Ok(decoded);
            }
            limit = limit.saturating_mul(GROWTH).min(max);
        }
    }
}

/// Appends a chunk, up to a maximum of bytes in total.
fn keep(bytes: &mut Vec<u8>, chunk: &[u8], max: usize) {
    let kept = chunk.get(..max.saturating_sub(bytes.len())).unwrap_or(chunk);
    if bytes.capacity() - bytes.len() < kept.len() {
        // Double the capacity, but never beyond the maximum.
        let wanted = (2 * bytes.len()).max(bytes.len() + kept.len()).min(max);
        bytes.reserve_exact(wanted - bytes.len());
    }
    bytes.extend_from_slice(kept);
}

//! A `reqwest` client as a transport.

use std::error::Error as _;
use std::time::Instant;

use tokio::time::timeout;
use url::Url;

use crate::attempt::{Body, Problem, Response};
use crate::coding;
use crate::connect::cause;
use crate::flow::Request;
use crate::headers::Headers;
use crate::needs::{Allowance, Spent};
use crate::transport::{SendError, Transport};

/// A `reqwest` client as a transport.
///
/// Build the client with `redirect(reqwest::redirect::Policy::none())`. An answer from
/// another URL than the requested one counts as [`Problem::Redirected`], since the number
/// of redirects matters.
///
/// All other settings of the client apply. A request ends when its fetch runs out of time.
/// The client does not tell when a server of HTTP/2 stops in the middle of a body; without a
/// `Content-Length`, such a part counts as the file.
///
/// **It asks no [`Guard`]**: it connects to any address that a URL or a redirect names, in
/// your own network too. For URLs of strangers, use [`HttpTransport`].
///
/// ```
/// use std::time::Duration;
/// use maycrawl_fetch::{Gatekeeper, ReqwestTransport};
///
/// # let _ = rustls::crypto::ring::default_provider().install_default();
/// let client = reqwest::Client::builder()
///     .user_agent("OurBot/1.0 (+https://ours.example/bot)")
///     .redirect(reqwest::redirect::Policy::none())
///     .timeout(Duration::from_secs(30))
///     .build()?;
/// let keeper = Gatekeeper::new(ReqwestTransport::new(client));
/// # let _ = keeper;
/// # Ok::<(), reqwest::Error>(())
/// ```
///
/// [`Guard`]: crate::Guard
/// [`HttpTransport`]: crate::HttpTransport
#[derive(Clone, Debug)]
pub struct ReqwestTransport {
    client: reqwest::Client,
}

impl ReqwestTransport {
    /// Wraps a client.
    pub const fn new(client: reqwest::Client) -> Self {
        Self { client }
    }
}

impl Transport for ReqwestTransport {
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        let begun = Instant::now();
        let sent = timeout(allowance.time, exchange(&self.client, request)).await;
        allowance.time = allowance.time.saturating_sub(begun.elapsed());
        sent.unwrap_or(Err(Spent::Time.into()))
    }
}

/// Sends a request and reads its answer.
async fn exchange(client: &reqwest::Client, request: &Request) -> Result<Response, SendError> {
    let ask = || {
        let asked = client.get(request.url.clone());
        let headers = request.headers.iter();
        headers.fold(asked, |asked, (name, value)| asked.header(*name, value.as_slice())).send()
    };
    let mut response = match ask().await {
        // The server closed an idle connection just when it was used again (RFC 9112
        // section 9.3.1).
        Err(error) if is_closed(&error) => ask().await,
        sent => sent,
    }
    .map_err(|error| send_error(&error))?;
    if sent(response.url()) != sent(&request.url) {
        return Err(Problem::Redirected.into());
    }
    let status = response.status().as_u16();
    let all = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let headers = Headers::of(all)?;
    // Only a successful answer has a file as its body.
    if !matches!(status, 200..300) {
        return Ok(Response::new(status, headers, Body::default()));
    }
    let transfer = response.headers().get_all(http::header::TRANSFER_ENCODING);
    let is_chunked = coding::is_chunked(transfer.iter().map(http::HeaderValue::as_bytes))?;
    // The client removes the names of codings that it has undone, and the length.
    let codings = coding::codings(&headers)?;
    let max = request.max_bytes;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| send_error(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > max {
            break;
        }
    }
    let body = Body::cut(&bytes, max);
    let length = headers.text("content-length").and_then(|text| text.parse::<usize>().ok());
    // The client reports no error when a server of HTTP/2 stops in the middle.
    if !is_chunked && !body.is_cut && length.is_some_and(|length| length != bytes.len()) {
        return Err(Problem::Malformed.into());
    }
    let body = if codings.is_empty() { body } else { coding::decode(&body, &codings, max)? };
    Ok(Response::new(status, headers, body))
}

/// Whether the connection ended before an answer came.
fn is_closed(error: &reqwest::Error) -> bool {
    error.is_request() && !error.is_timeout() && !error.is_connect() && !error.is_redirect()
}

/// The parts of a URL that are sent: all but user information and fragment.
fn sent(url: &Url) -> (&str, Option<&str>, Option<u16>, &str, Option<&str>) {
    (url.scheme(), url.host_str(), url.port(), url.path(), url.query())
}

/// Classifies an error of the client.
fn send_error(error: &reqwest::Error) -> SendError {
    if let Some(found) = error.source().and_then(cause) {
        return found;
    }
    SendError::Failed(match () {
        () if error.is_timeout() => Problem::TimedOut,
        () if error.is_connect() => Problem::Connection,
        () if error.is_redirect() => Problem::Redirected,
        () if error.is_decode() => Problem::Coding,
        () => Problem::Malformed,
    })
}

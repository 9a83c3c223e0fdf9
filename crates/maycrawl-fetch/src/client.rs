//! A crawler's own client, of the crate `reqwest`, as a transport.

use std::error::Error as _;
use std::time::Instant;

use tokio::time::timeout;
use url::Url;

use crate::attempt::{Body, Problem, Response};
use crate::coding;
use crate::connect::cause;
use crate::flow::Request;
use crate::headers::Headers;
use crate::needs::Allowance;
use crate::transport::{SendError, Transport};

/// A crawler's own client, of the crate `reqwest`, as a transport.
///
/// The client must follow no redirects: `redirect(reqwest::redirect::Policy::none())`.
/// Whether it does cannot be seen from outside. So an answer from another URL than the
/// one that was requested is none ([`Problem::Redirected`]), since how many redirects
/// led there matters too.
///
/// All else is the client's own matter. A request ends when the time of its fetch is over.
/// No [`Guard`] is asked: it connects to whatever address a URL or a redirect names, inner
/// networks included. So it is not for URLs of strangers; [`Http`] is.
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
/// [`Http`]: crate::Http
#[derive(Clone, Debug)]
pub struct ReqwestTransport {
    client: reqwest::Client,
}

impl ReqwestTransport {
    /// Sends requests over a client.
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
        sent.unwrap_or(Err(Problem::TimedOut.into()))
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
        // The server closed a connection that was kept, just when it was used again
        // (RFC 9112 section 9.3.1).
        Err(error) if is_closed(&error) => ask().await,
        sent => sent,
    }
    .map_err(|error| send_error(&error))?;
    if sent(response.url()) != sent(&request.url) {
        return Err(Problem::Redirected.into());
    }
    let status = response.status().as_u16();
    let all = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let headers = Headers::of(all);
    // The body of an answer that is no file is of no use.
    if !matches!(status, 200..300) {
        return Ok(Response::new(status, headers, Body::default()));
    }
    // The client takes the names of codings away that it has undone.
    let codings = coding::codings(&headers)?;
    let most = request.most_bytes;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| send_error(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > most {
            break;
        }
    }
    let body = Body::cut(&bytes, most);
    let body = if codings.is_empty() { body } else { coding::decode(&body, &codings, most)? };
    Ok(Response::new(status, headers, body))
}

/// Whether the connection ended before an answer came.
fn is_closed(error: &reqwest::Error) -> bool {
    error.is_request() && !error.is_timeout() && !error.is_connect() && !error.is_redirect()
}

/// What of a URL is sent: all but user information and fragment.
fn sent(url: &Url) -> (&str, Option<&str>, Option<u16>, &str, Option<&str>) {
    (url.scheme(), url.host_str(), url.port(), url.path(), url.query())
}

/// What an error of the client means.
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

//! One request over a client of the crate `reqwest`, and such a client as a transport.

use std::error::Error as _;
use std::io;

use url::Url;

use crate::attempt::{Body, Problem, Response};
use crate::flow::Request;
use crate::headers::Headers;
use crate::http::Unresolved;
use crate::transport::{Transport, Unsent};

/// A crawler's own client, of the crate `reqwest`, as a transport.
///
/// The client must follow no redirects: `redirect(reqwest::redirect::Policy::none())`.
/// Whether it does cannot be seen from outside. So an answer from another URL than the
/// one that was asked for is none ([`Problem::Redirected`]), since how many redirects
/// led there matters too.
///
/// All else is the client's own matter. Its timeouts bound how long an answer may take;
/// it has none unless it was given some. No [`Guard`] is asked: it connects to whatever
/// address a URL or a redirect names, inner networks included. So it is not for URLs of
/// strangers; [`Http`] is.
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
/// let keeper = Gatekeeper::new(ReqwestTransport::new(client, 500 * 1024));
/// # let _ = keeper;
/// # Ok::<(), reqwest::Error>(())
/// ```
///
/// [`Guard`]: crate::Guard
/// [`Http`]: crate::Http
#[derive(Clone, Debug)]
pub struct ReqwestTransport {
    client: reqwest::Client,
    most_octets: usize,
}

impl ReqwestTransport {
    /// Sends requests over a client and keeps so many octets of a body. RFC 9309
    /// section 2.5 asks for 500 KiB at least.
    pub const fn new(client: reqwest::Client, most_octets: usize) -> Self {
        Self { client, most_octets }
    }
}

impl Transport for ReqwestTransport {
    async fn send(&self, request: &Request) -> Result<Response, Unsent> {
        exchange(&self.client, request, self.most_octets).await
    }
}

/// Sends a request and reads its answer, with so many octets of the body.
pub(crate) async fn exchange(
    client: &reqwest::Client,
    request: &Request,
    most_octets: usize,
) -> Result<Response, Unsent> {
    let mut asked = client.get(request.url.clone());
    for (name, value) in &request.headers {
        asked = asked.header(*name, value.as_slice());
    }
    let mut response = asked.send().await.map_err(|error| unsent(&error))?;
    if sent(response.url()) != sent(&request.url) {
        return Err(Problem::Redirected.into());
    }
    let status = response.status().as_u16();
    let all = response.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let headers = Headers::of(all);
    // Of an answer that is no file, nobody reads the body.
    let body = if matches!(status, 200..300) {
        body(&mut response, most_octets).await?
    } else {
        Body::default()
    };
    Ok(Response { status, headers, body })
}

/// What of a URL is sent: all but user information and fragment.
fn sent(url: &Url) -> (&str, Option<&str>, Option<u16>, &str, Option<&str>) {
    (url.scheme(), url.host_str(), url.port(), url.path(), url.query())
}

async fn body(response: &mut reqwest::Response, most_octets: usize) -> Result<Body, Unsent> {
    let mut body = Body::default();
    while let Some(chunk) = response.chunk().await.map_err(|error| unsent(&error))? {
        body.keep(&chunk, most_octets);
        if body.is_cut {
            break;
        }
    }
    Ok(body)
}

/// What an error of the client means.
fn unsent(error: &reqwest::Error) -> Unsent {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if let Some(unsent) = known(inner) {
            return unsent;
        }
        cause = inner.source();
    }
    Unsent::Failed(match () {
        () if error.is_timeout() => Problem::TimedOut,
        () if error.is_connect() => Problem::Connection,
        () if error.is_redirect() => Problem::Redirected,
        () => Problem::Malformed,
    })
}

/// What an error means that tells by itself.
fn known(error: &(dyn std::error::Error + 'static)) -> Option<Unsent> {
    if let Some(error) = error.downcast_ref::<io::Error>() {
        use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
        // It does not give what it was made of as its source.
        return match (error.get_ref(), error.kind()) {
            (Some(inner), _) => known(inner),
            (None, BrokenPipe | ConnectionAborted | ConnectionReset) => {
                Some(Problem::Connection.into())
            }
            (None, _) => None,
        };
    }
    if let Some(Unresolved(why)) = error.downcast_ref() {
        return Some(why.clone());
    }
    error.is::<rustls::Error>().then(|| Problem::Tls.into())
}

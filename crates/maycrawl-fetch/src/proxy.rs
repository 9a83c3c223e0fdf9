//! Proxies, which requests use only if the settings say so.

use std::future::{Ready, ready};
use std::io;
use std::task::{Context, Poll};

use http::{HeaderValue, Uri};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use tower_service::Service;
use url::Url;

use crate::connect::{Connection, cause};
use crate::transport::{MachineError, SendError};

/// The proxy that requests go through.
///
/// The proxy resolves host names, so the guard sees only addresses that URLs contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proxy {
    /// No proxy, even if the environment names one.
    #[default]
    None,
    /// The proxy that `HTTP_PROXY`, `HTTPS_PROXY` or `ALL_PROXY` names. Hosts of
    /// `NO_PROXY` are asked directly.
    Environment,
    /// The proxy at an `http` URL. Hosts of `NO_PROXY` are asked directly.
    Url(String),
}

/// A proxy for a request.
pub(crate) struct Via {
    pub(crate) host: String,
    pub(crate) port: u16,
    /// The value of `Proxy-Authorization`.
    pub(crate) authorization: Option<HeaderValue>,
    uri: Uri,
}

impl Proxy {
    /// What finds the proxy of a request. Fails if the text is not the URL of a proxy.
    pub(crate) fn matcher(&self) -> Result<Option<Matcher>, String> {
        match self {
            Self::None => Ok(None),
            Self::Environment => {
                let is_set =
                    |name: &&&str| std::env::var_os(name).is_some_and(|text| !text.is_empty());
                let bad = VARIABLES
                    .iter()
                    .filter(is_set)
                    .find(|name| !std::env::var(name).is_ok_and(|text| is_http_proxy(&text)));
                match bad {
                    None => Ok(Some(Matcher::from_env())),
                    // Its value may hold a password.
                    Some(name) => Err(format!(
                        "{name} is not the URL of an HTTP proxy; write it like http://proxy.example:3128"
                    )),
                }
            }
            Self::Url(text) => {
                let url =
                    Url::parse(text).ok().filter(|url| url.scheme() == "http" && url.has_host());
                let url = url.ok_or_else(|| {
                    format!(
                        "{text} is not the URL of a proxy; write it like http://proxy.example:3128"
                    )
                })?;
                let variable = |name| std::env::var(name).ok();
                let direct = variable("NO_PROXY").or_else(|| variable("no_proxy"));
                let matcher = Matcher::builder().all(url.as_str()).no(direct.unwrap_or_default());
                Ok(Some(matcher.build()))
            }
        }
    }
}

/// The variables of the environment that name a proxy.
const VARIABLES: [&str; 6] =
    ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// Whether a variable names a proxy that can be used: a URL of the scheme http, which may
/// be left out.
fn is_http_proxy(text: &str) -> bool {
    let url =
        if text.contains("://") { Url::parse(text) } else { Url::parse(&format!("http://{text}")) };
    url.is_ok_and(|url| url.scheme() == "http" && url.has_host())
}

/// The proxy for a URL, if it goes through one.
pub(crate) fn via(matcher: Option<&Matcher>, url: &Url) -> Result<Option<Via>, SendError> {
    let Ok(uri) = url.as_str().parse::<Uri>() else { return Ok(None) };
    let Some(found) = matcher.and_then(|matcher| matcher.intercept(&uri)) else { return Ok(None) };
    let (true, Some(host)) = (found.uri().scheme_str() == Some("http"), found.uri().host()) else {
        // The system names a proxy of another kind, such as socks5.
        return Err(MachineError::Proxy.into());
    };
    Ok(Some(Via {
        host: host.trim_matches(['[', ']']).to_owned(),
        port: found.uri().port_u16().unwrap_or(80),
        authorization: authorization(&found),
        uri: found.uri().clone(),
    }))
}

fn authorization(found: &Intercept) -> Option<HeaderValue> {
    found.basic_auth().cloned()
}

impl Via {
    /// Opens a tunnel to the host of a URL, over a connection to this proxy.
    pub(crate) async fn tunnel(
        &self,
        connection: Connection,
        url: &Url,
    ) -> Result<Connection, SendError> {
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or(443);
        let target = format!("https://{host}:{port}").parse::<Uri>();
        let target = target.map_err(|_| MachineError::Proxy)?;
        let mut tunnel = Tunnel::new(self.uri.clone(), Opened(Some(connection)));
        if let Some(authorization) = &self.authorization {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        let opened = tunnel.call(target).await;
        opened
            .map(TokioIo::into_inner)
            .map_err(|error| cause(&error).unwrap_or(MachineError::Proxy.into()))
    }
}

/// A connector that returns an open connection.
struct Opened(Option<Connection>);

impl Service<Uri> for Opened {
    type Response = TokioIo<Connection>;
    type Error = io::Error;
    type Future = Ready<io::Result<TokioIo<Connection>>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let connection = self.0.take().ok_or_else(|| io::Error::other("it is taken"));
        ready(connection.map(TokioIo::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a URL goes through a proxy, with these hosts in `NO_PROXY`.
    #[track_caller]
    fn check(direct: &str, url: &str, expected: bool) {
        let matcher = Matcher::builder().all("http://proxy.example:3128").no(direct).build();
        let url = Url::parse(url).unwrap();
        let via = via(Some(&matcher), &url).unwrap();
        assert_eq!(via.is_some(), expected, "NO_PROXY={direct} {url}");
        assert!(via.is_none_or(|via| (&*via.host, via.port) == ("proxy.example", 3128)));
    }

    #[test]
    fn a_proxy_of_the_environment_speaks_http() {
        for text in
            ["http://proxy.example:3128", "http://user:pass@proxy.example", "proxy.example:3128"]
        {
            assert!(is_http_proxy(text), "{text}");
        }
        for text in
            ["socks5://proxy.example:1080", "https://proxy.example", "garbage:x:y", "http://"]
        {
            assert!(!is_http_proxy(text), "{text}");
        }
    }

    #[test]
    fn hosts_of_no_proxy_are_asked_directly() {
        let direct = "direct.example, 10.0.0.0/8, 192.0.2.1";
        for scheme in ["http", "https"] {
            check(direct, &format!("{scheme}://direct.example/robots.txt"), false);
            check(direct, &format!("{scheme}://a.direct.example/robots.txt"), false);
            check(direct, &format!("{scheme}://direct.example:8080/robots.txt"), false);
            check(direct, &format!("{scheme}://10.1.2.3/robots.txt"), false);
            check(direct, &format!("{scheme}://192.0.2.1/robots.txt"), false);
            check(direct, &format!("{scheme}://192.0.2.2/robots.txt"), true);
            check(direct, &format!("{scheme}://indirect.example/robots.txt"), true);
            check("*", &format!("{scheme}://site.example/robots.txt"), false);
            check("", &format!("{scheme}://site.example/robots.txt"), true);
        }
    }
}

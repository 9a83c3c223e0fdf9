//! What every request must have, and what every answer has.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::kinds;
use crate::reply::Refused;
use crate::service::Service;

/// Pages load scripts, styles and answers from the service itself, and nothing else.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Refuses requests under other names and of other sites; adds the headers of all answers.
pub(crate) async fn gate(State(service): State<Service>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, service.parts().address) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

fn check(request: &Request, address: SocketAddr) -> Result<(), Refused> {
    check_host(request, address)?;
    if request.uri().path().starts_with("/v1/") {
        check_site(request.headers(), address)?;
    }
    Ok(())
}

/// A page under a name that leads to this machine sends that name.
fn check_host(request: &Request, address: SocketAddr) -> Result<(), Refused> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().unwrap_or_default(),
        _ => return Err(wrong_host("there must be one header Host", address)),
    };
    let target = request.uri().authority().map(axum::http::uri::Authority::as_str);
    for name in [Some(host), target].into_iter().flatten() {
        if !is_own(name, address) {
            return Err(wrong_host(&format!("the request is for {name:?}"), address));
        }
    }
    Ok(())
}

fn wrong_host(why: &str, address: SocketAddr) -> Refused {
    Refused::new(&kinds::WRONG_HOST, format!("{why}; ask http://{address}"))
}

/// Browsers say which site a request comes from.
fn check_site(headers: &HeaderMap, address: SocketAddr) -> Result<(), Refused> {
    let other = |name: &str, value: &HeaderValue| {
        Refused::new(&kinds::CROSS_SITE, format!("the header {name} is {value:?}"))
    };
    for value in headers.get_all("sec-fetch-site") {
        if !matches!(value.as_bytes(), b"same-origin" | b"none") {
            return Err(other("Sec-Fetch-Site", value));
        }
    }
    for value in headers.get_all(ORIGIN) {
        let host = value.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if !host.is_some_and(|host| is_own(host, address)) {
            return Err(other("Origin", value));
        }
    }
    Ok(())
}

/// Whether a host, with a port unless that is 80, is a name of the service.
fn is_own(host: &str, address: SocketAddr) -> bool {
    let own = address.ip();
    let names = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST), own];
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (host, "80"),
    };
    let is_name = host.eq_ignore_ascii_case("localhost")
        || names.iter().any(|name| match name {
            IpAddr::V4(name) => host == name.to_string(),
            IpAddr::V6(name) => host == format!("[{name}]"),
        });
    is_name && port == address.port().to_string()
}

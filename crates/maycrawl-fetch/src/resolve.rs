//! From a host to the addresses that may be connected to.

use std::net::SocketAddr;

use crate::attempt::Problem;
use crate::http::HttpSettings;
use crate::transport::SendError;

/// The addresses of a host that the guard allows, of which there is one at least.
pub(crate) async fn resolve(
    host: &str,
    settings: &HttpSettings,
) -> Result<Vec<SocketAddr>, SendError> {
    let is_it =
        |(pattern, _): &&(String, SocketAddr)| pattern == "*" || pattern.eq_ignore_ascii_case(host);
    let found: Vec<SocketAddr> = match settings.resolve.iter().find(is_it) {
        Some((_, address)) => vec![*address],
        None => tokio::net::lookup_host((host, 0)).await.map_err(|_| Problem::NoAddress)?.collect(),
    };
    let mut refused = None;
    let mut addresses = Vec::new();
    for address in found {
        match settings.guard.address(address.ip()) {
            Ok(()) => addresses.push(address),
            Err(why) => _ = refused.get_or_insert(why),
        }
    }
    match refused {
        _ if !addresses.is_empty() => Ok(addresses),
        Some(why) => Err(SendError::Refused(why)),
        None => Err(Problem::NoAddress.into()),
    }
}

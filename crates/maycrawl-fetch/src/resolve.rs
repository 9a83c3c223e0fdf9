//! From a host to the addresses that may be connected to.

use std::net::SocketAddr;

use crate::attempt::Problem;
use crate::guard::Refused;
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
    let is_allowed = |address: &SocketAddr| settings.guard.address(address.ip()).is_ok();
    let addresses: Vec<_> = found.iter().copied().filter(is_allowed).collect();
    match (addresses.is_empty(), found.first()) {
        (false, _) => Ok(addresses),
        (true, Some(refused)) => Err(SendError::Refused(Refused::Address(refused.ip()))),
        (true, None) => Err(Problem::NoAddress.into()),
    }
}

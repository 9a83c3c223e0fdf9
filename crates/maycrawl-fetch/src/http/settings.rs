//! The settings of the HTTP transport.

use std::collections::BTreeSet;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use crate::guard::Guard;
use crate::proxy::Proxy;

/// The settings of an [`HttpTransport`](crate::HttpTransport).
///
/// Exhaustive: write `..HttpSettings::default()` for the settings that you leave alone.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The `User-Agent` header. Sites may answer by it.
    pub user_agent: String,
    /// Which addresses and ports it may connect to.
    pub guard: Guard,
    /// How long connecting may take, including TLS.
    pub connect_timeout: Duration,
    /// How long to wait for the next bytes.
    pub read_timeout: Duration,
    /// How long one request may take, from the name lookup to the end of the body.
    pub timeout: Duration,
    /// How many connections may be open at once. `None` means as many as the limit of open
    /// files allows, and 1,024 at most.
    pub max_connections: Option<usize>,
    /// How many connections may be open to one IP address at once. One that takes longer than a
    /// second makes room for another, up to eight times this number.
    pub max_per_address: usize,
    /// The pause between requests to one IP address.
    pub address_pause: Duration,
    /// How long a request may wait for a name lookup, a connection and memory, before it fails
    /// with [`MachineError::Busy`](crate::MachineError::Busy). `None` means as long as it takes.
    pub place_timeout: Option<Duration>,
    /// How many bytes all bodies together may take while they arrive. Those that need more wait,
    /// the largest first.
    pub max_in_flight: usize,
    /// Addresses for hosts, instead of name lookups; the host `*` stands for all. The port
    /// of an address, unless 0, serves URLs without a port.
    pub resolve: Vec<(String, SocketAddr)>,
    /// Certificates to trust instead of those of the system: in PEM, one or more in each item.
    pub certificates: Vec<Vec<u8>>,
    /// The proxy that requests go through.
    pub proxy: Proxy,
    /// Name servers to use; if empty, those of the system.
    pub name_servers: Vec<SocketAddr>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!(
                "maycrawl/",
                env!("CARGO_PKG_VERSION"),
                " (+",
                env!("CARGO_PKG_REPOSITORY"),
                ")"
            )
            .into(),
            guard: Guard::default(),
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            max_connections: None,
            max_per_address: 4,
            address_pause: Duration::ZERO,
            place_timeout: None,
            max_in_flight: 64 << 20,
            resolve: Vec::new(),
            certificates: Vec::new(),
            proxy: Proxy::None,
            name_servers: Vec::new(),
        }
    }
}

impl HttpSettings {
    /// What changes the way to a site, as the [route](crate::SqliteStore::with_route) of a store:
    /// what comes by another way need not be what the site itself returns. Empty for the direct way.
    pub fn route(&self) -> String {
        let Guard { allow_private, allow, allowed_ports, .. } = &self.guard;
        let private = allow_private.then(|| "allow-private".to_owned());
        let proxy = match &self.proxy {
            Proxy::None => None,
            Proxy::Environment => Some("proxy=env".to_owned()),
            Proxy::Url(url) => Some(format!("proxy={}", without_credentials(url))),
        };
        let nets: BTreeSet<_> = allow.iter().collect();
        let nets = nets.into_iter().map(|net| format!("allow-net={net}"));
        let ports: BTreeSet<_> = allowed_ports.iter().collect();
        let ports = ports.into_iter().map(|port| format!("allow-port={port}"));
        // The first pattern that matches a host counts, so the order stays.
        let resolve = self.resolve.iter().map(|(pattern, address)| {
            format!("resolve={}:{address}", pattern.to_ascii_lowercase())
        });
        let all = private.into_iter().chain(proxy).chain(nets).chain(ports).chain(resolve);
        all.collect::<Vec<_>>().join(" ")
    }
}

/// The URL of a proxy without its user name and password, which may be secret. Proxies may choose
/// the way by them, so a short hash keeps different ones apart; it does not reveal them.
fn without_credentials(url: &str) -> String {
    let start = url.find("://").map_or(0, |at| at + 3);
    let (scheme, rest) = url.split_at_checked(start).unwrap_or(("", url));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    match authority.rsplit_once('@') {
        None => url.to_owned(),
        Some((credentials, host)) => {
            // FNV-1a: the same in each version and on each machine.
            let hash = credentials.bytes().fold(0x811C_9DC5_u32, |hash, byte| {
                (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
            });
            format!("{scheme}{:04x}@{host}{path}", (hash >> 16) ^ (hash & 0xFFFF))
        }
    }
}

/// Why the settings of an HTTP transport cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpError {
    kind: HttpErrorKind,
    message: String,
}

/// The kind of an [`HttpError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HttpErrorKind {
    /// TLS cannot be set up: the system has no certificates to trust.
    Tls,
    /// An item of the setting `certificates` cannot be used: the one at this index.
    Certificate(usize),
    /// A header cannot hold the `User-Agent`.
    UserAgent,
    /// The proxy cannot be used.
    Proxy,
}

impl HttpError {
    pub(super) const fn new(kind: HttpErrorKind, message: String) -> Self {
        Self { kind, message }
    }

    /// What kind of error it is.
    pub const fn kind(&self) -> HttpErrorKind {
        self.kind
    }

    /// What is wrong, and what to write instead.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot set up HTTP: {}", self.message)
    }
}

impl std::error::Error for HttpError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_has_no_credentials() {
        let route = |url: &str| {
            HttpSettings { proxy: Proxy::Url(url.into()), ..HttpSettings::default() }.route()
        };
        assert_eq!(route("http://proxy.example:3128"), "proxy=http://proxy.example:3128");
        assert_eq!(route("http://proxy.example/a@b"), "proxy=http://proxy.example/a@b");
        let secret = ["user:s3cret", "user:s3cret@2", "s3cret:", "other:s3cret"];
        let routes = secret.map(|secret| route(&format!("http://{secret}@proxy.example:3128/")));
        for (index, found) in routes.iter().enumerate() {
            assert!(found.ends_with("@proxy.example:3128/"), "{found}");
            assert!(!found.contains("s3cret") && !found.contains("user"), "{found}");
            assert!(!routes[..index].contains(found), "{found}");
        }
        let [schemeless, plain] = ["user:s3cret@proxy.example:80", "proxy.example:80"].map(route);
        assert!(!schemeless.contains("s3cret") && schemeless != plain, "{schemeless}");
    }
}

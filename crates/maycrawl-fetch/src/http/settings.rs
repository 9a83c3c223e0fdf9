//! How HTTP requests are sent.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use crate::guard::Guard;
use crate::proxy::Proxy;

/// How HTTP requests are sent.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The `User-Agent` header: who fetches. Sites may answer by it.
    pub user_agent: String,
    /// Where may be connected to.
    pub guard: Guard,
    /// How long a connection may take, TLS included.
    pub connect_timeout: Duration,
    /// How long nothing may come.
    pub read_timeout: Duration,
    /// How long one request may take, from name resolution to the end of the body.
    pub timeout: Duration,
    /// How many connections may be open at once; `None` for what the limit of descriptors
    /// allows, and 1,024 at the most.
    pub most_connections: Option<usize>,
    /// How many connections to one IP address may be open at once.
    pub most_per_address: usize,
    /// The pause between requests to one IP address.
    pub address_pause: Duration,
    /// How many bytes all bodies together may hold while they come; further ones wait.
    pub most_in_flight: usize,
    /// Hosts that are sent to an address of one's own choice. `*` stands for all. The
    /// address may name a port, for URLs that name none.
    pub resolve: Vec<(String, SocketAddr)>,
    /// Certificates to trust instead of the system's, in PEM.
    pub certificates: Vec<Vec<u8>>,
    /// The proxy to go through.
    pub proxy: Proxy,
    /// Name servers to ask; if there are none, those of the system.
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
            most_connections: None,
            most_per_address: 4,
            address_pause: Duration::ZERO,
            most_in_flight: 64 << 20,
            resolve: Vec::new(),
            certificates: Vec::new(),
            proxy: Proxy::None,
            name_servers: Vec::new(),
        }
    }
}

/// Why no HTTP transport could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpError(pub(super) String);

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot set up HTTP: {}", self.0)
    }
}

impl std::error::Error for HttpError {}

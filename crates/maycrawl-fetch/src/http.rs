//! HTTP/1.1 and HTTP/2, over TLS or not.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::sync::{Semaphore, SemaphorePermit};
use url::Host;

use crate::attempt::{Problem, Response};
use crate::client::exchange;
use crate::flow::Request;
use crate::guard::{Guard, Refused};
use crate::resolve::resolve;
use crate::transport::{Transport, Unsent};

/// How HTTP requests are sent.
#[derive(Clone, Debug)]
pub struct HttpSettings {
    /// The `User-Agent` header: who fetches. Sites may answer by it.
    pub user_agent: String,
    /// Where may be connected to.
    pub guard: Guard,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long nothing may come.
    pub read_timeout: Duration,
    /// How long all of it may take.
    pub timeout: Duration,
    /// How many octets of a body are kept.
    pub most_octets: usize,
    /// How many octets all answers together may hold while they come, their
    /// connections included; further requests wait to be sent.
    pub most_in_flight: usize,
    /// Hosts that are sent to an address of one's own choice, as `--resolve` does.
    /// `*` stands for all. The address may name a port, for URLs that name none.
    pub resolve: Vec<(String, SocketAddr)>,
    /// Certificates to trust instead of the system's, in PEM.
    pub certificates: Vec<Vec<u8>>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            user_agent: concat!("maycrawl/", env!("CARGO_PKG_VERSION")).into(),
            guard: Guard::default(),
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            // RFC 9309 section 2.5 asks for as much.
            most_octets: 500 * 1024,
            most_in_flight: 128 << 20,
            resolve: Vec::new(),
            certificates: Vec::new(),
        }
    }
}

/// Sends requests over HTTP. Cheap to clone; connections are shared.
///
/// It follows no redirect, ignores the proxies of the environment, and connects
/// only to addresses that its guard allows.
#[derive(Clone, Debug)]
pub struct Http {
    client: reqwest::Client,
    settings: Arc<HttpSettings>,
    in_flight: Arc<Semaphore>,
}

/// Why no HTTP transport could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpError(String);

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot set up HTTP: {}", self.0)
    }
}

impl std::error::Error for HttpError {}

/// The budget is kept in units of so many octets.
const UNIT: usize = 1024;

impl Http {
    /// A transport with these settings. Fails if the system's certificates or those
    /// given cannot be read, or if the header holds what none can.
    pub fn new(settings: HttpSettings) -> Result<Self, HttpError> {
        let failed = |error: &dyn fmt::Display| HttpError(error.to_string());
        // There may be one already; then that serves.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let settings = Arc::new(settings);
        let mut builder = reqwest::Client::builder()
            .user_agent(&settings.user_agent)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(settings.connect_timeout)
            .read_timeout(settings.read_timeout)
            .timeout(settings.timeout)
            .http1_max_headers(MOST_HEADERS)
            .http2_max_header_list_size(MOST_HEADER_OCTETS)
            .dns_resolver(Resolver { settings: Arc::clone(&settings) });
        if !settings.certificates.is_empty() {
            let read = |pem: &Vec<u8>| reqwest::Certificate::from_pem(pem);
            let certificates =
                settings.certificates.iter().map(read).collect::<Result<Vec<_>, _>>();
            builder = builder.tls_certs_only(certificates.map_err(|error| failed(&error))?);
        }
        let client = builder.build().map_err(|error| failed(&error))?;
        let in_flight = Arc::new(Semaphore::new((settings.most_in_flight / UNIT).max(1)));
        Ok(Self { client, settings, in_flight })
    }

    /// What it was made with.
    pub fn settings(&self) -> &HttpSettings {
        &self.settings
    }

    /// Whether a URL may be asked for, as far as that can be told without resolving
    /// its host.
    pub(crate) fn check(&self, url: &url::Url) -> Result<(), Refused> {
        let guard = &self.settings.guard;
        if let Some(port) = url.port_or_known_default() {
            guard.port(url.scheme(), port)?;
        }
        // Clients do not resolve these.
        match url.host() {
            Some(Host::Ipv4(address)) => guard.address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => guard.address(IpAddr::V6(address)),
            _ => Ok(()),
        }
    }

    /// Waits for its share of what may be in flight. Whoever waits holds no
    /// connection, and its time has not begun.
    pub(crate) async fn share(&self) -> Result<SemaphorePermit<'_>, Unsent> {
        let all = u32::try_from(self.settings.most_in_flight / UNIT).unwrap_or(u32::MAX).max(1);
        let own = self.settings.most_octets.saturating_add(CONNECTION).div_ceil(UNIT);
        let units = u32::try_from(own).unwrap_or(u32::MAX).clamp(1, all);
        // It is never closed.
        self.in_flight.acquire_many(units).await.map_err(|_| Problem::Connection.into())
    }
}

/// About what a connection takes beside the body.
const CONNECTION: usize = 256 << 10;

/// More than any honest answer has.
const MOST_HEADERS: usize = 128;
const MOST_HEADER_OCTETS: u32 = 64 << 10;

impl Transport for Http {
    async fn send(&self, request: &Request) -> Result<Response, Unsent> {
        self.check(&request.url).map_err(Unsent::Refused)?;
        let _share = self.share().await?;
        exchange(&self.client, request, self.settings.most_octets).await
    }
}

/// Resolves hosts to the addresses that the guard allows.
struct Resolver {
    settings: Arc<HttpSettings>,
}

/// Carries through the client why a host has no address to connect to.
#[derive(Debug)]
pub(crate) struct Unresolved(pub(crate) Unsent);

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the host has no address to connect to")
    }
}

impl std::error::Error for Unresolved {}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let settings = Arc::clone(&self.settings);
        Box::pin(async move {
            match resolve(name.as_str(), &settings).await {
                Ok(addresses) => Ok(Box::new(addresses.into_iter()) as Addrs),
                Err(why) => Err(Unresolved(why).into()),
            }
        })
    }
}

//! HTTP/1.1 and HTTP/2, with and without TLS.
//!
//! A crawl asks most hosts once, so each request has a connection of its own. No idle
//! connection holds a descriptor, or is closed by the server just when it is used again.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::header::{ACCEPT, ACCEPT_ENCODING, HOST, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use http_body_util::Empty;
use hyper::body::Bytes;
use hyper::client::conn::{http1, http2};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_rustls::TlsConnector;
use tracing::warn;
use url::{Host, Position, Url};

use crate::attempt::{Problem, Response};
use crate::coding;
use crate::connect::{Connection, cause};
use crate::descriptors;
use crate::flow::Request;
use crate::guard::Refusal;
use crate::in_flight::{Held, InFlight};
use crate::meter::Meter;
use crate::needs::{Allowance, Spent};
use crate::places::Places;
use crate::proxy::{Via, via};
use crate::resolve::{HostResolver, allowed, chosen, is_localhost};
use crate::transport::{MachineError, SendError, Transport};

mod answer;
mod driver;
mod settings;
mod tls;

use driver::{Tasks, driven};
pub use settings::{HttpError, HttpErrorKind, HttpSettings};
use tls::{server_name, tls};

/// Sends requests over HTTP. Cheap to clone; all clones share its limits.
///
/// It follows no redirect, uses no proxy unless its settings name one, and connects only to
/// addresses that its guard allows.
#[derive(Clone)]
pub struct HttpTransport {
    shared: Arc<Shared>,
}

struct Shared {
    settings: HttpSettings,
    headers: HeaderMap,
    /// None if this machine has no certificates to trust: then only http works.
    tls: Option<TlsConnector>,
    proxies: Option<Matcher>,
    names: HostResolver,
    places: Places,
    in_flight: Arc<InFlight>,
    /// Decoders have windows of many MiB, so few run at once.
    decoders: Semaphore,
}

impl fmt::Debug for HttpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpTransport")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

/// How many bodies are decoded at once.
const MAX_DECODERS: usize = 4;

/// More than an honest answer has.
const MAX_HEADERS: usize = 128;
const MAX_HEAD: usize = 128 << 10;

/// How many bytes of a body an HTTP/2 server may send ahead.
const WINDOW: u32 = 256 << 10;

/// The pauses before retries of a request that this machine could not send.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(250), Duration::from_secs(1)];

impl HttpTransport {
    /// A transport with these settings.
    ///
    /// # Errors
    ///
    /// Fails if the certificates of the settings or the proxy cannot be used, or a header
    /// cannot hold the `User-Agent`. If the system has no certificates, requests for https URLs
    /// fail with [`MachineError::Certificates`].
    pub fn new(settings: HttpSettings) -> Result<Self, HttpError> {
        let tls = match tls(&settings.certificates) {
            Err(error) if error.kind() == HttpErrorKind::Tls => {
                warn!(%error, "no https");
                None
            }
            tls => Some(tls?),
        };
        let user_agent = HeaderValue::from_str(&settings.user_agent).map_err(|_| {
            let message = format!("{:?} is not a valid User-Agent header", settings.user_agent);
            HttpError::new(HttpErrorKind::UserAgent, message)
        })?;
        let headers = HeaderMap::from_iter([
            (USER_AGENT, user_agent),
            (ACCEPT, HeaderValue::from_static("*/*")),
            (ACCEPT_ENCODING, HeaderValue::from_static(coding::ACCEPTED)),
        ]);
        let proxies = settings.proxy.matcher();
        let proxies = proxies.map_err(|message| HttpError::new(HttpErrorKind::Proxy, message))?;
        let max = settings.max_connections.unwrap_or_else(descriptors::max_connections);
        let shared = Shared {
            headers,
            tls,
            proxies,
            names: match &*settings.name_servers {
                [] => HostResolver::from_system(),
                servers => HostResolver::with_servers(servers, settings.timeout),
            },
            places: Places::new(max, settings.max_per_address, settings.address_pause),
            in_flight: InFlight::new(settings.max_in_flight),
            decoders: Semaphore::new(MAX_DECODERS),
            settings,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The settings of the transport.
    pub fn settings(&self) -> &HttpSettings {
        &self.shared.settings
    }

    /// The places for connections.
    #[cfg(feature = "ftp")]
    pub(crate) fn places(&self) -> &Places {
        &self.shared.places
    }

    /// Asks the guard about a URL, as far as that is possible without resolving its host.
    pub(crate) fn check(&self, url: &Url) -> Result<(), Refusal> {
        let guard = &self.settings().guard;
        if let Some(port) = url.port_or_known_default() {
            guard.port(url.scheme(), port)?;
        }
        match url.host() {
            Some(Host::Ipv4(address)) => guard.address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => guard.address(IpAddr::V6(address)),
            _ => Ok(()),
        }
    }

    /// Asks the guard about `localhost`, which a proxy would resolve to itself.
    fn check_local(&self, url: &Url) -> Result<(), SendError> {
        match url.host() {
            Some(Host::Domain(name)) if is_localhost(name) => {
                let local = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
                let local = local.map(|address: IpAddr| SocketAddr::new(address, 0));
                allowed(local, &self.settings().guard).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// The memory of a body that is about to come.
    pub(crate) fn room(&self) -> Held {
        self.shared.in_flight.none()
    }

    /// Sends a request once it has a place. Many requests wait for a place at the same time,
    /// so the later steps are boxed, to keep those that wait small.
    async fn request(
        &self,
        request: &Request,
        meter: &mut Meter<'_>,
    ) -> Result<Response, SendError> {
        let url = &request.url;
        let via = via(self.shared.proxies.as_ref(), url)?;
        if via.is_some() {
            self.check_local(url)?;
        }
        let connection = match &via {
            Some(via) => Box::pin(self.connect_by_proxy(via, url, meter)).await?,
            None => self.connect(url, meter).await?,
        };
        if url.scheme() == "http" {
            let answer = self.http1(connection, request, via.as_ref(), meter);
            let response = Box::pin(answer).await?;
            return match (via, response.status) {
                // The proxy wants a password; the site was not asked.
                (Some(_), 407) => Err(MachineError::Proxy.into()),
                _ => Ok(response),
            };
        }
        Box::pin(self.https(connection, request, meter)).await
    }

    async fn https(
        &self,
        connection: Connection,
        request: &Request,
        meter: &mut Meter<'_>,
    ) -> Result<Response, SendError> {
        let limit = self.settings().connect_timeout;
        let name = server_name(&request.url)?;
        let tls = self.shared.tls.as_ref().ok_or(MachineError::Certificates)?;
        let secured = meter.within(limit, async {
            let secured = tls.connect(name, connection).await;
            secured.map_err(|error| cause(&error).unwrap_or(Problem::Tls.into()))
        });
        let secured = secured.await?;
        match secured.get_ref().1.alpn_protocol() {
            Some(b"h2") => self.http2(secured, request, meter).await,
            _ => self.http1(secured, request, None, meter).await,
        }
    }

    /// Connects to the first address of a host that accepts.
    async fn connect(&self, url: &Url, meter: &mut Meter<'_>) -> Result<Connection, SendError> {
        let settings = self.settings();
        let addresses = self.addresses(url, meter).await?;
        let count = u32::try_from(addresses.len()).unwrap_or(u32::MAX).max(1);
        let mut error = SendError::Failed(Problem::NoAddress);
        for address in addresses {
            let place = meter.wait(self.shared.places.at(address.ip(), 1)).await?;
            let left = Arc::clone(&meter.bytes);
            // An address that does not answer leaves time for the others.
            let limit = settings.connect_timeout / count;
            match meter.within(limit, Connection::open(address, place, &left)).await {
                Ok(connection) => return Ok(connection),
                // This machine may have no route to addresses of one family.
                Err(SendError::Machine(MachineError::Network))
                    if error != SendError::Failed(Problem::NoAddress) => {}
                Err(why) => error = why,
            }
        }
        Err(error)
    }

    /// The addresses of a URL's host that the guard allows, with the port of the URL.
    pub(crate) async fn addresses(
        &self,
        url: &Url,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<SocketAddr>, SendError> {
        let found = match url.host() {
            Some(Host::Domain(name)) => match chosen(name, &self.settings().resolve) {
                Some(address) => vec![address],
                None => Box::pin(self.lookup(name, meter)).await?,
            },
            Some(Host::Ipv4(address)) => vec![SocketAddr::from((address, 0))],
            Some(Host::Ipv6(address)) => vec![SocketAddr::from((address, 0))],
            None => Vec::new(),
        };
        let with_port = |mut address: SocketAddr| {
            if url.port().is_some() || address.port() == 0 {
                address.set_port(url.port_or_known_default().unwrap_or(80));
            }
            address
        };
        allowed(found.into_iter().map(with_port), &self.settings().guard)
    }

    /// Looks up a name. A timeout says nothing about the site.
    async fn lookup(
        &self,
        name: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<SocketAddr>, SendError> {
        let names = &self.shared.names;
        let _turn = meter.wait(async { Ok(names.turn().await) }).await?;
        let found = meter.within(self.settings().timeout, async {
            let found = names.lookup(name).await?;
            Ok(found.into_iter().map(|address| SocketAddr::new(address, 0)).collect())
        });
        found.await.map_err(|error| match error {
            SendError::Failed(Problem::TimedOut) | SendError::Spent(Spent::Time) => {
                MachineError::Resolver.into()
            }
            error => error,
        })
    }

    /// Connects to a proxy, or through it to the host of an https URL.
    async fn connect_by_proxy(
        &self,
        via: &Via,
        url: &Url,
        meter: &mut Meter<'_>,
    ) -> Result<Connection, SendError> {
        let place = meter.wait(self.shared.places.anywhere()).await?;
        let left = Arc::clone(&meter.bytes);
        let opened = meter.within(self.settings().connect_timeout, async {
            let found = self.shared.names.addresses(&via.host).await;
            let connection = match found.unwrap_or_default().first() {
                Some(address) => {
                    let address = SocketAddr::new(*address, via.port);
                    Connection::open(address, place, &left).await
                }
                None => Err(MachineError::Proxy.into()),
            };
            match url.scheme() {
                "https" => via.tunnel(connection?, url).await,
                _ => connection,
            }
        });
        // A failure of the proxy says nothing about the site.
        opened.await.map_err(|_| MachineError::Proxy.into())
    }

    async fn http1(
        &self,
        connection: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        request: &Request,
        via: Option<&Via>,
        meter: &mut Meter<'_>,
    ) -> Result<Response, SendError> {
        let url = &request.url;
        let target = match via {
            Some(_) => url.as_str(),
            None => &url[Position::BeforePath..Position::AfterQuery],
        };
        let mut asked = self.head(request, target)?;
        let host = &url[Position::BeforeHost..Position::AfterPort];
        if let Ok(host) = HeaderValue::from_str(host) {
            asked.headers_mut().insert(HOST, host);
        }
        if let Some(authorization) = via.and_then(|via| via.authorization.clone()) {
            asked.headers_mut().insert(http::header::PROXY_AUTHORIZATION, authorization);
        }
        let mut builder = http1::Builder::new();
        let io = TokioIo::new(connection);
        let handshake = builder.max_headers(MAX_HEADERS).max_buf_size(MAX_HEAD).handshake(io);
        let (mut sender, driver) = handshake.await.map_err(|error| failed(&error))?;
        let coming = sender.send_request(asked);
        let answer = self.answer(coming, via.is_some(), request.max_bytes, meter);
        driven(answer, driver).await
    }

    async fn http2(
        &self,
        connection: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
        request: &Request,
        meter: &mut Meter<'_>,
    ) -> Result<Response, SendError> {
        let asked = self.head(request, &request.url[..Position::AfterQuery])?;
        let tasks = Arc::new(Mutex::new(JoinSet::new()));
        let mut builder = http2::Builder::new(Tasks(Arc::downgrade(&tasks)));
        builder
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .max_header_list_size(u32::try_from(MAX_HEAD).unwrap_or(u32::MAX));
        let limit = self.settings().connect_timeout;
        let handshake = meter.within(limit, async {
            builder.handshake(TokioIo::new(connection)).await.map_err(|error| failed(&error))
        });
        let (mut sender, driver) = handshake.await?;
        let coming = sender.send_request(asked);
        let answer = self.answer(coming, false, request.max_bytes, meter);
        driven(answer, driver).await
    }

    /// The head of a request; the target is a path or a URL.
    fn head(
        &self,
        request: &Request,
        target: &str,
    ) -> Result<http::Request<Empty<Bytes>>, SendError> {
        let uri: http::Uri = target.parse().map_err(|_| Problem::Malformed)?;
        let mut asked = http::Request::new(Empty::new());
        *asked.uri_mut() = uri;
        asked.headers_mut().clone_from(&self.shared.headers);
        for (name, value) in &request.headers {
            if let Ok(value) = HeaderValue::from_bytes(value) {
                asked.headers_mut().insert(HeaderName::from_static(name), value);
            }
        }
        Ok(asked)
    }
}

impl Transport for HttpTransport {
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        if !matches!(request.url.scheme(), "http" | "https") {
            return Err(MachineError::Scheme.into());
        }
        self.check(&request.url).map_err(SendError::Refused)?;
        let mut pauses = PAUSES.iter();
        loop {
            let mut meter =
                Meter::new(allowance, self.settings().timeout, self.settings().place_timeout);
            let sent = self.request(request, &mut meter).await;
            meter.end();
            match (sent, pauses.next()) {
                // Other requests end and free resources.
                (
                    Err(SendError::Machine(MachineError::Descriptors | MachineError::Memory)),
                    Some(pause),
                ) => sleep(*pause).await,
                // The other layers report the exhausted allowance in their own way.
                (Err(SendError::Failed(problem)), _) => {
                    return Err(allowance.spent().map_or_else(|| problem.into(), SendError::from));
                }
                (sent, _) => return sent,
            }
        }
    }
}

/// Classifies an error of HTTP.
fn failed(error: &hyper::Error) -> SendError {
    cause(error).unwrap_or(Problem::Malformed.into())
}

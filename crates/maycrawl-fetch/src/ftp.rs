//! FTP: one file at a time, as anonymous, over passive connections.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use suppaftp::tokio::{AsyncFtpStream, AsyncNoTlsStream, TransferStream};
use suppaftp::types::{FileType, Mode};
use suppaftp::{FtpError, FtpResult};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::Url;

use crate::attempt::{Body, Problem, Response, Room};
use crate::connect::send_error;
use crate::flow::Request;
use crate::guard::Guard;
use crate::headers::Headers;
use crate::http::{HttpSettings, HttpTransport};
use crate::in_flight::Held;
use crate::meter::Meter;
use crate::needs::Allowance;
use crate::places::Place;
use crate::proxy::Proxy;
use crate::transport::{MachineError, SendError, Transport};

/// Sends `ftp` URLs over FTP and all others over HTTP. Cheap to clone.
///
/// It shares the settings and limits of its [`HttpTransport`]. It logs in as anonymous and
/// asks for the path exactly as the URL spells it. It opens data connections only to the
/// address that the guard allowed, even if the server names another.
#[derive(Clone, Debug)]
pub struct HttpFtpTransport {
    http: HttpTransport,
}

impl HttpFtpTransport {
    /// Adds FTP to an HTTP transport.
    pub const fn new(http: HttpTransport) -> Self {
        Self { http }
    }
}

impl Transport for HttpFtpTransport {
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        if request.url.scheme() != "ftp" {
            return self.http.send(request, allowance).await;
        }
        // Boxed, since the future is large and most requests are HTTP.
        Box::pin(self.retrieve(request, allowance)).await
    }
}

impl HttpFtpTransport {
    async fn retrieve(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        let url = &request.url;
        self.http.check(url).map_err(SendError::Refused)?;
        // A request must not bypass the proxy.
        if self.http.settings().proxy != Proxy::None {
            return Err(MachineError::Proxy.into());
        }
        let limits = self.http.settings();
        let mut meter = Meter::new(allowance, limits.timeout, limits.place_timeout);
        let mut room = self.http.room();
        let (stream, host, _place) = connect(&self.http, url, &mut meter).await?;
        let (settings, max) = (self.http.settings(), request.max_bytes);
        let retrieved = meter.within(settings.timeout, async {
            Ok(retrieve(stream, host, url.path(), settings, max, &mut room).await)
        });
        let (status, body) = match retrieved.await? {
            // The client does not distinguish 226 from 250.
            Ok(body) => (226, body),
            Err(NoFile::Reply(reply @ 400..600)) => (reply, Body::default()),
            // A success at this point is a protocol error.
            Err(NoFile::Reply(_)) => return Err(Problem::Malformed.into()),
            Err(NoFile::Problem(error)) => return Err(error),
        };
        let response = Response::new(status, Headers::default(), body);
        Ok(Response { room: Room::holding(Some(room)), ..response })
    }
}

/// A session has a control connection and a data connection.
const CONNECTIONS: u32 = 2;

/// Connects to the first address of a host that accepts. Returns the address and the place
/// of the connection too.
async fn connect(
    http: &HttpTransport,
    url: &Url,
    meter: &mut Meter<'_>,
) -> Result<(TcpStream, SocketAddr, Place), SendError> {
    let addresses = http.addresses(url, meter).await?;
    let count = u32::try_from(addresses.len()).unwrap_or(u32::MAX).max(1);
    // An address that does not answer leaves time for the others.
    let limit = http.settings().connect_timeout / count;
    let mut error = SendError::Failed(Problem::NoAddress);
    for address in addresses {
        let place = meter.wait(http.places().at(address.ip(), CONNECTIONS)).await?;
        let opened = meter.within(limit, async {
            TcpStream::connect(address).await.map_err(|error| send_error(&error))
        });
        match opened.await {
            Ok(stream) => return Ok((stream, address, place)),
            Err(why) => error = why,
        }
    }
    Err(error)
}

/// Why there is no file.
enum NoFile {
    /// The server replied with another code.
    Reply(u16),
    Problem(SendError),
}

/// Retrieves a file over a connection. Closing the connection ends the session.
async fn retrieve(
    stream: TcpStream,
    host: SocketAddr,
    path: &str,
    settings: &HttpSettings,
    max: usize,
    room: &mut Held,
) -> Result<Body, NoFile> {
    let limit = settings.read_timeout;
    let session = log_in(stream, limit).await.map_err(not_let_in)?;
    let is_passive = Arc::new(AtomicBool::new(false));
    let mut session =
        session.passive_stream_builder(from_host(host, settings.guard.clone(), &is_passive));
    within(limit, session.transfer_type(FileType::Binary)).await?;
    session.set_mode(Mode::ExtendedPassive);
    let mut data = within(limit, session.retr_as_stream(path)).await;
    // This sends two commands. If the server rejected EPSV, it may support PASV.
    if matches!(data, Err(NoFile::Reply(500..600))) && !is_passive.load(Ordering::Relaxed) {
        session.set_mode(Mode::Passive);
        data = within(limit, session.retr_as_stream(path)).await;
    }
    let mut data = data?;
    let body = read(&mut data, limit, max, room).await?;
    // After a cut, the server's final reply does not matter.
    if !body.is_cut {
        within(limit, data.finish()).await?;
    }
    Ok(body)
}

/// Logs in as anonymous.
async fn log_in(stream: TcpStream, limit: Duration) -> Result<AsyncFtpStream, NoFile> {
    let mut session = within(limit, AsyncFtpStream::connect_with_stream(stream)).await?;
    // RFC 1635 asks for a mail address as the password.
    within(limit, session.login("anonymous", "anonymous@")).await?;
    Ok(session)
}

/// A failed login says nothing about the file, so even 550 counts as 530 (not logged in).
/// Temporary failures stay what they are.
fn not_let_in(why: NoFile) -> NoFile {
    match why {
        NoFile::Reply(532) => why,
        NoFile::Reply(300..400 | 500..600) => NoFile::Reply(530),
        _ => why,
    }
}

type Connecting = Pin<Box<dyn Future<Output = FtpResult<TcpStream>> + Send + Sync>>;

/// Opens data connections to a host, at the port that the server names. Ignores the address
/// that it names, which may be anyone's. Records that the server named a port.
fn from_host(
    host: SocketAddr,
    guard: Guard,
    is_passive: &Arc<AtomicBool>,
) -> impl Fn(SocketAddr) -> Connecting + Send + Sync + 'static {
    let is_passive = Arc::clone(is_passive);
    move |named| {
        is_passive.store(true, Ordering::Relaxed);
        let port = named.port();
        // Honest servers choose unprivileged ports; others may be a trap.
        let is_allowed = port >= 1024 && guard.port("ftp", port).is_ok();
        let mut address = host;
        address.set_port(port);
        Box::pin(async move {
            if !is_allowed {
                return Err(FtpError::ConnectionError(ErrorKind::PermissionDenied.into()));
            }
            TcpStream::connect(address).await.map_err(FtpError::ConnectionError)
        })
    }
}

/// Reads a file, up to a maximum of bytes.
async fn read(
    data: &mut TransferStream<AsyncNoTlsStream>,
    limit: Duration,
    max: usize,
    room: &mut Held,
) -> Result<Body, NoFile> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 8 << 10];
    while bytes.len() <= max {
        let coming = async { data.read(&mut chunk).await.map_err(FtpError::ConnectionError) };
        match within(limit, coming).await? {
            0 => break,
            len => bytes.extend_from_slice(chunk.get(..len).unwrap_or_default()),
        }
        // Once as it arrives, and once more when it is kept. To wait here would cost the site time.
        if !room.try_grow(2 * bytes.len()) {
            return Err(NoFile::Problem(MachineError::Busy.into()));
        }
    }
    Ok(Body::cut(&bytes, max))
}

/// Runs a step within its time.
async fn within<T>(limit: Duration, step: impl Future<Output = FtpResult<T>>) -> Result<T, NoFile> {
    match timeout(limit, step).await {
        Ok(done) => done.map_err(NoFile::from),
        Err(_) => Err(NoFile::Problem(Problem::TimedOut.into())),
    }
}

impl From<FtpError> for NoFile {
    fn from(error: FtpError) -> Self {
        match error {
            FtpError::UnexpectedResponse(response) => code(&response.body)
                .map_or_else(|| Self::Problem(Problem::Malformed.into()), Self::Reply),
            FtpError::ConnectionError(error) => Self::Problem(problem(&error)),
            _ => Self::Problem(Problem::Malformed.into()),
        }
    }
}

/// The code of a reply, from its last line.
fn code(reply: &[u8]) -> Option<u16> {
    let last = reply.trim_ascii_end().rsplit(|byte| *byte == b'\n').next()?;
    std::str::from_utf8(last.get(..3)?).ok()?.parse().ok()
}

fn problem(error: &io::Error) -> SendError {
    match error.kind() {
        // The connection closed within a reply, or the reply has no end.
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Problem::Malformed.into(),
        // The guard refuses the data port, which the server chose.
        ErrorKind::PermissionDenied if error.raw_os_error().is_none() => Problem::Connection.into(),
        _ => send_error(error),
    }
}

//! Sites that a load scenario asks: one server, each site at a loopback address of its own.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustix::net::RecvFlags;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::time::sleep;

/// The address of site 0. The next site has the next address.
const FIRST: Ipv4Addr = Ipv4Addr::new(127, 1, 0, 0);

/// The longest head of a request that the server reads.
const MOST_HEAD: usize = 8192;

/// Up to how many open connections the server looks whether the client has closed one.
const COUNTED_EXACTLY: usize = 300;

/// How a site answers.
pub(crate) enum Site {
    /// Sends this robots.txt and keeps the connection open.
    File(Arc<str>),
    /// Sends a status and no content.
    Status(&'static str),
    /// Redirects to `/moved`, where this file is.
    Moved(Arc<str>),
    /// Accepts and says nothing.
    Silent,
    /// Sends a file that never ends.
    EndlessBody,
    /// Sends headers that never end.
    EndlessHeaders,
    /// Sends interim answers (102) that never end.
    EndlessInterim,
    /// Sends compressed content that never ends and holds nothing.
    EndlessGzip,
    /// Sends a file a byte at a time.
    Drip,
    /// Waits, then redirects to a path that nobody has seen.
    Tarpit,
}

impl Site {
    /// A robots.txt of so many bytes that blocks `/private/`.
    pub(crate) fn file(bytes: usize) -> Arc<str> {
        let mut text = "User-agent: *\nDisallow: /private/\n".to_owned();
        let rules = (0..).map(|number| format!("Disallow: /folder/{number}/\n"));
        for rule in rules {
            if text.len() + rule.len() > bytes {
                break;
            }
            text.push_str(&rule);
        }
        text.push_str(&"#".repeat(bytes.saturating_sub(text.len())));
        text.into()
    }

    async fn answer(&self, stream: &TcpStream, path: &str, number: usize) -> io::Result<()> {
        const FILE: &[u8] = b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private/\n";
        match self {
            Self::File(text) => send(stream, "200 OK", "", text).await,
            Self::Status(status) => send(stream, status, "", "").await,
            Self::Moved(text) if path == "/moved" => send(stream, "200 OK", "", text).await,
            Self::Moved(_) => send(stream, "301 Moved", "Location: /moved\r\n", "").await,
            Self::Silent => read(stream, &mut [0]).await.map(|_| ()),
            Self::EndlessBody => {
                let line = b"Disallow: /this/never/ends/and/takes/all/memory/that/it/gets\n";
                flood(stream, FILE, &line.repeat(200)).await
            }
            Self::EndlessHeaders => {
                flood(stream, b"HTTP/1.1 200 OK\r\n", &b"X-More: and one more\r\n".repeat(500))
                    .await
            }
            Self::EndlessInterim => {
                flood(stream, b"", &b"HTTP/1.1 102 Processing\r\n\r\n".repeat(500)).await
            }
            Self::EndlessGzip => {
                let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
                let begin = [&head[..], b"\x1F\x8B\x08\0\0\0\0\0\0\xFF"].concat();
                // A stored block of no bytes that is not the last.
                flood(stream, &begin, &b"\0\0\0\xFF\xFF".repeat(2000)).await
            }
            Self::Drip => {
                write(stream, FILE).await?;
                loop {
                    write(stream, b"#").await?;
                    sleep(Duration::from_millis(100)).await;
                }
            }
            Self::Tarpit => {
                sleep(Duration::from_secs(4)).await;
                send(stream, "302 Found", &format!("Location: /{number}\r\n"), "").await
            }
        }
    }
}

/// A running server that is all sites of a scenario, until it is dropped.
pub(crate) struct Sites {
    port: u16,
    seen: Arc<Seen>,
    _runtime: Runtime,
}

/// What the server has seen.
#[derive(Default)]
struct Seen {
    requests: AtomicUsize,
    most_open: AtomicUsize,
    open: Mutex<BTreeMap<usize, Arc<TcpStream>>>,
}

impl Sites {
    /// Starts the server. `site` says how a site answers, by its number.
    pub(crate) fn serve(
        site: impl Fn(usize) -> Site + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let listener = runtime.block_on(async { listener() })?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let seen = Arc::new(Seen::default());
        runtime.spawn(accept(listener, Arc::new(site), Arc::clone(&seen)));
        Ok(Self { port, seen, _runtime: runtime })
    }

    /// A URL of a site that has an address of its own.
    pub(crate) fn url(&self, site: usize, path: &str) -> String {
        let offset = u32::try_from(site).unwrap_or_default();
        format!("http://{}:{}{path}", Ipv4Addr::from(u32::from(FIRST) + offset), self.port)
    }

    /// A URL of a site that shares an address with others; see [`Self::resolve`].
    pub(crate) fn virtual_url(&self, site: usize, path: &str) -> String {
        format!("http://{site}.example:{}{path}", self.port)
    }

    /// Which `--resolve` sends the sites of [`Self::virtual_url`] to their address.
    pub(crate) fn resolve(&self) -> String {
        format!("*:127.0.0.1:{}", self.port)
    }

    /// How many requests came.
    pub(crate) fn requests(&self) -> usize {
        self.seen.requests.load(Ordering::Relaxed)
    }

    /// How many connections were open at once, at the most.
    pub(crate) fn most_open(&self) -> usize {
        self.seen.most_open.load(Ordering::Relaxed)
    }
}

/// The number of the site that a URL or its host names.
pub(crate) fn number(url: &str) -> Option<usize> {
    let host = url.strip_prefix("http://").unwrap_or(url);
    let host = host.split(['/', ':']).next()?;
    match host.parse::<Ipv4Addr>() {
        Ok(address) => number_at(address),
        Err(_) => host.strip_suffix(".example")?.parse().ok(),
    }
}

fn number_at(address: Ipv4Addr) -> Option<usize> {
    usize::try_from(u32::from(address).checked_sub(u32::from(FIRST))?).ok()
}

/// Listens on all loopback addresses, and on no other.
#[cfg(target_os = "linux")]
fn listener() -> Result<TcpListener, String> {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit)
        .map_err(|error| format!("cannot raise the limit of open files: {error}"))?;
    let listen = || {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind_device(Some(b"lo"))?;
        socket.bind(SocketAddrV4::new(Ipv4Addr::UNSPECIFIED, 0).into())?;
        socket.listen(4096)
    };
    listen().map_err(|error: io::Error| {
        format!(
            "cannot listen on the loopback device alone: {error}; that needs Linux 5.7 or later, or root"
        )
    })
}

#[cfg(not(target_os = "linux"))]
fn listener() -> Result<TcpListener, String> {
    Err("the sites of this chore need the loopback device of Linux".into())
}

async fn accept(
    listener: TcpListener,
    site: Arc<impl Fn(usize) -> Site + Send + Sync + 'static>,
    seen: Arc<Seen>,
) {
    for connection in 0.. {
        let Ok((stream, _)) = listener.accept().await else {
            // No descriptor is free; one will be.
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let stream = Arc::new(stream);
        seen.open(connection, &stream);
        let (site, seen) = (Arc::clone(&site), Arc::clone(&seen));
        tokio::spawn(async move {
            // The client may close whenever it wants.
            let _ = talk(&stream, &*site, &seen).await;
            seen.close(connection);
        });
    }
}

/// Answers requests until the client closes.
async fn talk(
    stream: &TcpStream,
    site: &(impl Fn(usize) -> Site + Sync),
    seen: &Seen,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let own_site = match stream.local_addr()? {
        SocketAddr::V4(address) => number_at(*address.ip()),
        SocketAddr::V6(_) => None,
    };
    while let Some(head) = head(stream).await? {
        let path = head.split(' ').nth(1).unwrap_or_default();
        let named = || {
            let mut headers = head.lines().filter_map(|line| line.split_once(':'));
            number(headers.find(|(name, _)| name.eq_ignore_ascii_case("host"))?.1.trim())
        };
        let request = seen.requests.fetch_add(1, Ordering::Relaxed);
        let asked = own_site.or_else(named).unwrap_or_default();
        site(asked).answer(stream, path, request).await?;
    }
    Ok(())
}

impl Seen {
    fn open(&self, connection: usize, stream: &Arc<TcpStream>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(connection, Arc::clone(stream));
        let most = self.most_open.load(Ordering::Relaxed);
        // A task may not have run yet since its client has closed.
        if open.len() > most && open.len() <= COUNTED_EXACTLY {
            open.retain(|_, stream| is_open(stream));
        }
        self.most_open.fetch_max(open.len(), Ordering::Relaxed);
    }

    fn close(&self, connection: usize) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&connection);
    }
}

fn is_open(stream: &TcpStream) -> bool {
    match rustix::net::recv(stream, &mut [0_u8], RecvFlags::PEEK | RecvFlags::DONTWAIT) {
        Ok((_, len)) => len > 0,
        Err(error) => error == rustix::io::Errno::WOULDBLOCK,
    }
}

/// The head of the next request, unless the client has closed.
async fn head(stream: &TcpStream) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut part = [0; 2048];
    while !head.ends_with(b"\r\n\r\n") && head.len() < MOST_HEAD {
        let len = read(stream, &mut part).await?;
        if len == 0 {
            return Ok(None);
        }
        head.extend_from_slice(part.get(..len).unwrap_or_default());
    }
    Ok(Some(String::from_utf8_lossy(&head).into_owned()))
}

async fn send(stream: &TcpStream, status: &str, headers: &str, body: &str) -> io::Result<()> {
    let len = body.len();
    let head = format!("HTTP/1.1 {status}\r\nContent-Length: {len}\r\n{headers}\r\n");
    write(stream, &[head.as_bytes(), body.as_bytes()].concat()).await
}

/// Sends a beginning, then the same without end.
async fn flood(stream: &TcpStream, begin: &[u8], more: &[u8]) -> io::Result<()> {
    write(stream, begin).await?;
    loop {
        write(stream, more).await?;
    }
}

// A stream is shared with those who look whether it is open, so these two do what the
// traits of tokio do for a stream of one owner.

async fn read(stream: &TcpStream, into: &mut [u8]) -> io::Result<usize> {
    loop {
        stream.readable().await?;
        match stream.try_read(into) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            done => return done,
        }
    }
}

async fn write(stream: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.writable().await?;
        match stream.try_write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Ok(len) => bytes = bytes.get(len..).unwrap_or_default(),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_size_that_is_asked_for() {
        for bytes in [40, 1000, 500_000] {
            assert_eq!(Site::file(bytes).len(), bytes);
        }
    }

    #[test]
    fn a_site_is_told_by_its_address_or_its_name() {
        let check = |url: &str, expected: Option<usize>| {
            assert_eq!(number(url), expected, "{url}");
        };
        check("http://127.1.0.0:8080/a", Some(0));
        check("http://127.1.1.2:8080/a", Some(258));
        check("http://17.example:8080/a", Some(17));
        check("17.example:8080", Some(17));
        check("http://127.0.0.1:8080/a", None);
        check("http://other.test/", None);
    }
}

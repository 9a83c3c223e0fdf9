//! The same answers over HTTP, over TLS and over HTTP/2.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::header::HeaderName;
use maycrawl_fetch::{Guard, HttpSettings, HttpTransport};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::tls::AUTHORITY;

/// The protocol that a server speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// HTTP/1.1 without TLS.
    Http,
    /// HTTP/1.1 over TLS.
    Https,
    /// HTTP/2 over TLS.
    H2,
}

impl Way {
    pub(crate) const ALL: [Self; 3] = [Self::Http, Self::Https, Self::H2];

    /// The URL of a host and a path.
    pub(crate) fn url(self, place: &str) -> String {
        let scheme = if self == Self::Http { "http" } else { "https" };
        format!("{scheme}://{place}")
    }
}

/// What a server does with a connection after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// It waits for more requests.
    Keep,
    /// It closes it without having said so; over HTTP/2 it sends GOAWAY.
    Close,
}

/// An answer that every protocol can carry.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
    /// Whether the body ends with these bytes; else the server announces more, and never
    /// sends it.
    pub(crate) is_whole: bool,
}

impl Page {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), is_whole: true }
    }

    pub(crate) fn file(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body)
    }

    pub(crate) fn redirect(to: impl Into<Vec<u8>>) -> Self {
        Self::new(301, "").with("location", to)
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Vec<u8>>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The answer as HTTP/1.1 writes it.
    pub(crate) fn http1(&self) -> Vec<u8> {
        let len = self.body.len() + usize::from(!self.is_whole);
        let head = format!("HTTP/1.1 {} -\r\ncontent-length: {len}\r\n", self.status);
        let mut bytes = head.into_bytes();
        for (name, value) in &self.headers {
            bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        }
        bytes.extend(b"\r\n");
        bytes.extend(&self.body);
        bytes
    }

    fn http2(&self) -> http::Response<()> {
        let mut response = http::Response::builder().status(self.status);
        for (name, value) in &self.headers {
            response = response.header(HeaderName::from_static(name), value.as_slice());
        }
        response.body(()).unwrap()
    }
}

/// A server that runs until it is dropped.
pub(crate) struct Web {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

/// The answer to a request for a host and a path.
type Pages = dyn Fn(&str) -> Page + Send + Sync;

struct Shared {
    way: Way,
    after: After,
    pages: Box<Pages>,
    kept: Mutex<Kept>,
    /// How many connections are served.
    n_served: watch::Sender<usize>,
    /// The hosts and paths that were asked for.
    seen: Mutex<Vec<String>>,
}

impl Shared {
    fn page(&self, place: String) -> Page {
        let page = (self.pages)(&place);
        self.seen.lock().unwrap().push(place);
        page
    }
}

/// Connections that their clients have not closed.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) open: Vec<std::net::TcpStream>,
    pub(crate) most: usize,
}

impl Kept {
    /// Adds a new connection; returns it, while a second handle stays here.
    pub(crate) fn add(&mut self, stream: TcpStream) -> TcpStream {
        // Else small writes wait until the client confirms those before.
        stream.set_nodelay(true).unwrap();
        let stream = stream.into_std().unwrap();
        self.open.retain(|stream| !is_closed(stream));
        self.open.push(stream.try_clone().unwrap());
        self.most = self.most.max(self.open.len());
        TcpStream::from_std(stream).unwrap()
    }
}

/// Whether the other side has closed a connection; its last bytes have been read.
pub(crate) fn is_closed(stream: &std::net::TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(len) => len == 0,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Web {
    /// Answers requests by their host and path (`site.example/robots.txt`).
    pub(crate) async fn start(
        way: Way,
        after: After,
        pages: impl Fn(&str) -> Page + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            way,
            after,
            pages: Box::new(pages),
            kept: Mutex::default(),
            n_served: watch::Sender::new(0),
            seen: Mutex::default(),
        });
        let of_all = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&of_all);
                let stream = shared.kept.lock().unwrap().add(stream);
                shared.n_served.send_modify(|n_served| *n_served += 1);
                tokio::spawn(async move {
                    // A client may have seen enough and gone.
                    let _ = serve(stream, &shared).await;
                    shared.n_served.send_modify(|n_served| *n_served -= 1);
                });
            }
        });
        Self { address, shared, task }
    }

    /// Settings that lead all hosts here.
    pub(crate) fn settings(&self) -> HttpSettings {
        HttpSettings {
            guard: Guard { allow_private: true, ..Guard::default() },
            resolve: vec![("*".into(), self.address)],
            certificates: match self.shared.way {
                Way::Http => Vec::new(),
                Way::Https | Way::H2 => vec![AUTHORITY.pem.clone()],
            },
            ..HttpSettings::default()
        }
    }

    /// A transport that finds all hosts here.
    pub(crate) fn transport(&self) -> HttpTransport {
        HttpTransport::new(self.settings()).unwrap()
    }

    /// The hosts and paths that were asked for.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.shared.seen.lock().unwrap().clone()
    }

    /// How many connections were open at once, at the most.
    pub(crate) fn most_open(&self) -> usize {
        self.shared.kept.lock().unwrap().most
    }

    /// Waits until clients have closed all connections.
    pub(crate) async fn all_closed(&self) {
        let mut n_served = self.shared.n_served.subscribe();
        let closed = n_served.wait_for(|n_served| *n_served == 0);
        timeout(Duration::from_secs(60), closed).await.unwrap().unwrap();
    }
}

async fn serve(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    match shared.way {
        Way::Http => serve_http1(stream, shared).await,
        Way::Https => {
            let stream = AUTHORITY.acceptor(&[b"http/1.1"]).accept(stream).await?;
            serve_http1(stream, shared).await
        }
        Way::H2 => {
            let stream = AUTHORITY.acceptor(&[b"h2"]).accept(stream).await?;
            serve_http2(stream, shared).await.map_err(io::Error::other)
        }
    }
}

async fn serve_http1(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    shared: &Shared,
) -> io::Result<()> {
    while let Some(head) = read_head(&mut stream).await? {
        let page = shared.page(place(&head));
        stream.write_all(&page.http1()).await?;
        if shared.after == After::Close {
            return stream.shutdown().await;
        }
    }
    Ok(())
}

async fn serve_http2(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    shared: &Shared,
) -> Result<(), h2::Error> {
    let mut connection = h2::server::handshake(stream).await?;
    let mut held = Vec::new();
    while let Some(request) = connection.accept().await {
        let (request, mut respond) = request?;
        let uri = request.uri();
        let path = uri.path_and_query().map_or("", |path| path.as_str());
        let page = shared.page(format!("{}{path}", uri.authority().unwrap()));
        let mut body = respond.send_response(page.http2(), page.body.is_empty())?;
        if !page.body.is_empty() {
            body.send_data(page.body.into(), page.is_whole)?;
            held.push(body);
        }
        if shared.after == After::Close {
            connection.graceful_shutdown();
        }
    }
    Ok(())
}

/// The head of the next request; `None` at the end of the connection.
pub(crate) async fn read_head(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let mut bytes = [0; 4096];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut bytes).await? {
            0 => return Ok(None),
            len => head.extend_from_slice(&bytes[..len]),
        }
    }
    Ok(Some(String::from_utf8_lossy(&head).into_owned()))
}

/// The host and path of a request.
pub(crate) fn place(head: &str) -> String {
    let host = head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    format!("{host}{}", head.split(' ').nth(1).unwrap_or_default())
}

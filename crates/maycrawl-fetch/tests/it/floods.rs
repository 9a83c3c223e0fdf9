//! Servers that send for ever what is no answer: each request ends after about as many
//! bytes as its fetch may cost.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use maycrawl_fetch::{
    Allowance, Guard, HttpSettings, HttpTransport, Problem, Request, SendError, Spent, Transport,
};
use tokio::io::{self, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpSocket;

use crate::coding::gzip;
use crate::tls::AUTHORITY;
use crate::ways::{Way, read_head};

/// What a fetch may cost here.
const MOST: u64 = 64 << 10;

/// What the buffers of both systems may take beyond that.
const BUFFERS: u64 = 4 << 20;

/// A server that sends a start, then something again and again; and how many bytes it
/// could send.
fn flood(way: Way, start: Vec<u8>, again: Vec<u8>) -> (SocketAddr, Arc<AtomicU64>) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(64 << 10).unwrap();
    socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let listener = socket.listen(16).unwrap();
    let address = listener.local_addr().unwrap();
    let n_sent = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&n_sent);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (start, again, count) = (start.clone(), again.clone(), Arc::clone(&count));
            tokio::spawn(async move {
                // It ends when the client has had enough.
                let _: io::Result<()> = match way {
                    Way::Http => send(stream, way, &start, &again, &count).await,
                    Way::Https | Way::H2 => {
                        let name: &[u8] = if way == Way::H2 { b"h2" } else { b"http/1.1" };
                        match AUTHORITY.acceptor(&[name]).accept(stream).await {
                            Ok(stream) => send(stream, way, &start, &again, &count).await,
                            Err(error) => Err(error),
                        }
                    }
                };
            });
        }
    });
    (address, n_sent)
}

async fn send(
    mut stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    way: Way,
    start: &[u8],
    again: &[u8],
    count: &AtomicU64,
) -> io::Result<()> {
    match way {
        Way::H2 => read_until_headers(&mut stream).await?,
        Way::Http | Way::Https => _ = read_head(&mut stream).await?,
    }
    let (mut reader, mut writer) = io::split(stream);
    // What the client says to it is read, so that it does not wait for that.
    tokio::spawn(async move { io::copy(&mut reader, &mut io::sink()).await });
    writer.write_all(start).await?;
    loop {
        writer.write_all(again).await?;
        writer.flush().await?;
        count.fetch_add(u64::try_from(again.len()).unwrap(), Ordering::SeqCst);
    }
}

/// Reads what an HTTP/2 client sends, to the head of its request.
pub(crate) async fn read_until_headers(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    const PREFACE: usize = 24;
    stream.read_exact(&mut [0; PREFACE]).await?;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await?;
        let [_, high, low, kind, ..] = head;
        let mut payload = vec![0; usize::from(u16::from_be_bytes([high, low]))];
        stream.read_exact(&mut payload).await?;
        if kind == HEADERS {
            return Ok(());
        }
    }
}

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const SETTINGS: u8 = 4;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;
const UNKNOWN: u8 = 0x42;

pub(crate) const END_HEADERS: u8 = 4;

/// `:status: 200` in HPACK.
pub(crate) const OK: &[u8] = &[0x88];

/// A frame of HTTP/2 (RFC 9113 section 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let len = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&len[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Checks how a request ends that may keep so many bytes, and that the server could
/// not send much more than the allowance.
async fn check(way: Way, max_bytes: usize, start: &[u8], again: &[u8], expected: &[SendError]) {
    let name = format!("{way:?} {:?}", String::from_utf8_lossy(&again[..again.len().min(40)]));
    let (address, n_sent) = flood(way, start.to_vec(), again.repeat(100));
    let http = HttpTransport::new(HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        certificates: if way == Way::Http { Vec::new() } else { vec![AUTHORITY.pem.clone()] },
        ..HttpSettings::default()
    });
    let request = Request::new(way.url("site.example/robots.txt").parse().unwrap(), max_bytes);
    let mut allowance = Allowance { time: Duration::from_secs(60), bytes: MOST };
    let sent = http.unwrap().send(&request, &mut allowance).await;
    let is_expected = sent.as_ref().is_err_and(|error| expected.contains(error));
    assert!(is_expected, "{name}: {sent:?}");
    let n_sent = n_sent.load(Ordering::SeqCst);
    assert!(n_sent < MOST + BUFFERS, "{name}: {n_sent}");
}

const TOO_LARGE: &[SendError] = &[SendError::Spent(Spent::Bytes)];
const MALFORMED: &[SendError] = &[SendError::Failed(Problem::Malformed)];
/// HTTP/2 has limits of its own for some frames.
const EITHER: &[SendError] =
    &[SendError::Spent(Spent::Bytes), SendError::Failed(Problem::Malformed)];

const FILE_HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const LARGE: usize = 8 << 20;

#[tokio::test]
async fn interim_responses_have_an_end() {
    for way in [Way::Http, Way::Https] {
        for status in ["102 Processing", "103 Early Hints", "100 Continue"] {
            let again = format!("HTTP/1.1 {status}\r\n\r\n");
            check(way, LARGE, b"", again.as_bytes(), TOO_LARGE).await;
        }
    }
    let again = frame(HEADERS, END_HEADERS, 1, b"\x08\x03103");
    check(Way::H2, LARGE, &frame(SETTINGS, 0, 0, b""), &again, TOO_LARGE).await;
}

#[tokio::test]
async fn headers_have_an_end() {
    for way in [Way::Http, Way::Https] {
        let start = b"HTTP/1.1 200 OK\r\n";
        check(way, LARGE, start, b"X-Header: and one more\r\n", MALFORMED).await;
        check(way, LARGE, b"HTTP/1.1 200 OK\r\nX: ", b"a", TOO_LARGE).await;
    }
}

#[tokio::test]
async fn framing_has_an_end() {
    check(Way::Http, LARGE, FILE_HEAD, b"1\r\na\r\n", TOO_LARGE).await;
    check(Way::Http, LARGE, FILE_HEAD, b"1;a=b\r\na\r\n", MALFORMED).await;
    check(Way::Https, LARGE, FILE_HEAD, b"1\r\na\r\n", TOO_LARGE).await;
    let trailers = [FILE_HEAD, b"0\r\n"].concat();
    check(Way::Http, LARGE, &trailers, b"X-Trailer: a\r\n", MALFORMED).await;
}

/// Much is sent, and nothing comes of it.
#[tokio::test]
async fn empty_members_of_a_gzip_have_an_end() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
    let twice = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n";
    for way in [Way::Http, Way::Https] {
        check(way, LARGE, head, &gzip(""), TOO_LARGE).await;
        check(way, LARGE, twice, &gzip(gzip("")), TOO_LARGE).await;
    }
}

#[tokio::test]
async fn frames_of_http_2_have_an_end() {
    let settings = frame(SETTINGS, 0, 0, b"");
    let head = [&settings[..], &frame(HEADERS, END_HEADERS, 1, OK)].concat();
    let open_head = [&settings[..], &frame(HEADERS, 0, 1, OK)].concat();
    for (start, again) in [
        (&head, frame(DATA, 0, 1, b"")),
        (&head, frame(DATA, 0, 1, b"a")),
        (&settings, frame(PING, 0, 0, &[0; 8])),
        (&head, frame(PING, 0, 0, &[0; 8])),
        (&settings, frame(SETTINGS, 0, 0, b"")),
        (&head, frame(WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1])),
        (&head, frame(UNKNOWN, 0, 0, b"whatever")),
        (&open_head, frame(CONTINUATION, 0, 1, b"\x00\x01a\x01b")),
        (&open_head, frame(CONTINUATION, 0, 1, b"")),
    ] {
        check(Way::H2, LARGE, start, &again, EITHER).await;
    }
}

//! An answer of which a part is missing or unread is no answer, not a shorter one.

use std::net::SocketAddr;

use maycrawl::{Agent, access::FetchOutcome};
use maycrawl_fetch::{
    Body, Gatekeeper, Guard, HttpSettings, HttpTransport, Permission, Problem, SendError,
};
use tokio::io::{self, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::coding::gzip;
use crate::floods::{DATA, END_HEADERS, HEADERS, OK, SETTINGS, frame, read_until_headers};
use crate::server::{Reply, Server, raw};
use crate::site::exchange;
use crate::sockets::{http, request};
use crate::tls::AUTHORITY;
use crate::ways::{After, Page, Way, Web};

const FILE: &str = "User-agent: *\nDisallow: /a\n";
const PART: &str = "User-agent: *\n";

const RST_STREAM: u8 = 3;
const GOAWAY: u8 = 7;
const END_STREAM: u8 = 1;

/// `content-length` with the length of the file, in HPACK.
const WITH_LENGTH: &[u8] = b"\x88\x0f\x0d\x0227";

/// Speaks HTTP/2: answers each request with these bytes and waits, or ends the connection.
async fn speak(bytes: Vec<u8>, is_closed: bool) -> SocketAddr {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = AUTHORITY.acceptor(&[b"h2"]).accept(stream).await?;
            read_until_headers(&mut stream).await?;
            stream.write_all(&bytes).await?;
            stream.flush().await?;
            if is_closed {
                stream.shutdown().await?;
            }
            // Until the client has had enough.
            while stream.read(&mut [0; 1000]).await? > 0 {}
        }
        Ok::<(), io::Error>(())
    });
    address
}

/// Checks what comes of an answer in these frames.
async fn check_frames(frames: &[Vec<u8>], is_closed: bool, expected: Result<&str, Problem>) {
    let start = frame(SETTINGS, 0, 0, b"");
    let address = speak([start, frames.concat()].concat(), is_closed).await;
    let http = HttpTransport::new(HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        certificates: vec![AUTHORITY.pem.clone()],
        ..HttpSettings::default()
    });
    let sent = exchange(&http.unwrap(), &request("https://site.example/robots.txt")).await;
    let expected = expected.map(Body::whole).map_err(SendError::Failed);
    assert_eq!(sent.map(|response| response.body), expected, "{frames:?}");
}

#[tokio::test]
async fn a_stream_of_http_2_that_stops_is_no_file() {
    const NO_ERROR: [u8; 4] = [0; 4];
    const CANCEL: [u8; 4] = [0, 0, 0, 8];
    let failed = Err(Problem::Malformed);
    for head in [OK, WITH_LENGTH] {
        let head = frame(HEADERS, END_HEADERS, 1, head);
        let part = frame(DATA, 0, 1, PART.as_bytes());
        let file = frame(DATA, 0, 1, FILE.as_bytes());
        for reason in [NO_ERROR, CANCEL] {
            let reset = frame(RST_STREAM, 0, 1, &reason);
            check_frames(&[head.clone(), part.clone(), reset.clone()], false, failed).await;
            // Even if all bytes came: the server did not say that they are all.
            check_frames(&[head.clone(), file.clone(), reset.clone()], false, failed).await;
            check_frames(&[head.clone(), reset], false, failed).await;
        }
        let away = frame(GOAWAY, 0, 0, &[0; 8]);
        check_frames(&[head.clone(), part, away], true, failed).await;
    }
}

#[tokio::test]
async fn a_stream_of_http_2_that_ends_is_a_file() {
    let reset = frame(RST_STREAM, 0, 1, &[0; 4]);
    for head in [OK, WITH_LENGTH] {
        let head = frame(HEADERS, END_HEADERS, 1, head);
        let (open, last) =
            (frame(DATA, 0, 1, FILE.as_bytes()), frame(DATA, END_STREAM, 1, FILE.as_bytes()));
        check_frames(&[head.clone(), last.clone()], false, Ok(FILE)).await;
        check_frames(&[head.clone(), last, reset.clone()], false, Ok(FILE)).await;
        let empty = frame(DATA, END_STREAM, 1, b"");
        check_frames(&[head.clone(), open.clone(), empty], false, Ok(FILE)).await;
        let trailers = frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x00\x01a\x01b");
        check_frames(&[head, open, trailers], false, Ok(FILE)).await;
    }
    let empty = frame(HEADERS, END_HEADERS | END_STREAM, 1, OK);
    check_frames(&[empty], false, Ok("")).await;
}

/// What comes of a page, over each protocol.
async fn check_page(page: Page, expected: Result<(u16, &[u8]), Problem>) {
    for way in Way::ALL {
        let page = page.clone();
        let web = Web::start(way, After::Close, move |_| page.clone()).await;
        let sent = exchange(&web.transport(), &request(&way.url("site.example/robots.txt"))).await;
        let came = sent.map(|response| (response.status, response.body.bytes.to_vec()));
        let expected = expected.map(|(status, body)| (status, body.to_vec()));
        assert_eq!(came, expected.map_err(SendError::Failed), "{way:?}");
    }
}

fn with_many(page: Page, name: &'static str, value: &str, count: usize) -> Page {
    (0..count).fold(page, |page, _| page.with(name, value))
}

#[tokio::test]
async fn headers_beyond_those_that_are_read_are_no_answer() {
    let file = || Page::file(gzip(FILE));
    let coded = |page: Page| page.with("content-encoding", "gzip");
    // Whatever comes behind them: a coding, where a redirect leads, how long an answer holds.
    check_page(coded(with_many(file(), "cache-control", "public", 64)), Err(Problem::TooLarge))
        .await;
    let redirect = with_many(Page::new(301, ""), "etag", "\"a\"", 64).with("location", "/a");
    check_page(redirect, Err(Problem::TooLarge)).await;
    let missing = with_many(Page::new(503, ""), "date", "x", 64).with("retry-after", "60");
    check_page(missing, Err(Problem::TooLarge)).await;
    let long = format!("gzip{}", ",".repeat(8 << 10));
    check_page(file().with("content-encoding", long), Err(Problem::TooLarge)).await;
    check_page(coded(with_many(file(), "cache-control", "public", 63)), Ok((200, FILE.as_bytes())))
        .await;
    // Those that say nothing about the file do no harm.
    check_page(coded(with_many(file(), "link", "</a>", 90)), Ok((200, FILE.as_bytes()))).await;
    check_page(coded(with_many(file(), "x-other", "a", 90)), Ok((200, FILE.as_bytes()))).await;
    let link = coded(file().with("link", "a".repeat(20 << 10)));
    check_page(link, Ok((200, FILE.as_bytes()))).await;
}

#[tokio::test]
async fn an_answer_with_too_many_headers_opens_no_site() {
    let pages = move |place: &str| match place {
        "site.example/robots.txt" => {
            with_many(Page::new(301, ""), "etag", "\"a\"", 64).with("location", "/real")
        }
        _ => Page::file("User-agent: *\nDisallow: /"),
    };
    for way in Way::ALL {
        let web = Web::start(way, After::Close, pages).await;
        let keeper = Gatekeeper::new(web.transport());
        let asked = keeper.may_fetch(&way.url("site.example/a"), &Agent::token("OurBot")).await;
        let asked = asked.unwrap();
        assert!(matches!(asked.permission, Permission::Later { .. }), "{:?}", asked.permission);
        let last = asked.record.entry().history().last().unwrap().answer;
        assert_eq!(last, FetchOutcome::Unreachable);
    }
}

async fn send(reply: Reply) -> Result<Body, SendError> {
    let server = Server::start(&[("/robots.txt", reply)]).await;
    let sent = exchange(&http(&server), &request("http://site.example/robots.txt")).await;
    sent.map(|response| response.body)
}

#[tokio::test]
async fn a_transfer_coding_is_undone_or_no_answer() {
    let chunked = |codings: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 200 OK\r\n{codings}\r\n\r\n{:x}\r\n", body.len());
        Reply::Bytes([head.as_bytes(), body, b"\r\n0\r\n\r\n"].concat())
    };
    let failed = Err(SendError::Failed(Problem::Coding));
    for codings in [
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: x-unheard-of, chunked",
        "Transfer-Encoding: chunked, chunked",
    ] {
        assert_eq!(send(chunked(codings, &gzip(FILE))).await, failed, "{codings}");
        assert_eq!(send(chunked(codings, FILE.as_bytes())).await, failed, "{codings}");
    }
    for codings in ["Transfer-Encoding: chunked", "Transfer-Encoding: Chunked"] {
        assert_eq!(send(chunked(codings, FILE.as_bytes())).await, Ok(Body::whole(FILE)));
    }
    // Without chunks, a length that is stated counts.
    for coding in ["identity", ""] {
        let head = |len| {
            format!(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: {coding}\r\nContent-Length: {len}\r\n\r\n"
            )
        };
        let whole = raw(&format!("{}{FILE}", head(FILE.len())));
        assert_eq!(send(whole).await, Ok(Body::whole(FILE)), "{coding}");
        let cut = raw(&format!("{}{FILE}", head(FILE.len() + 1)));
        let failed = Err(SendError::Failed(Problem::Malformed));
        assert_eq!(send(cut).await, failed, "{coding}");
    }
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n";
    assert_eq!(send(raw(&format!("{head}{FILE}"))).await, failed);
}

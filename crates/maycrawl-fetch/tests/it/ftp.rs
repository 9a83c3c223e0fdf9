//! FTP over real sockets, from servers that are not polite.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use libunftp::ServerBuilder;
use maycrawl::{Agent, access::FetchOutcome};
use maycrawl_fetch::{
    Body, Gatekeeper, Guard, HttpFtpTransport, HttpSettings, HttpTransport, MachineError,
    Permission, Problem, Request, SendError,
};
use tokio::net::TcpListener;
use unftp_sbe_fs::Filesystem;

use crate::ftp_server::Does::{self, Closes, Drips, Repeats, Resets, Says, Waits};
use crate::ftp_server::{FILE, FtpServer};
use crate::server::{Reply, Server, ok};
use crate::site::exchange;

/// The code of the reply that decided, and the file.
pub(crate) type Sent = Result<(u16, Body), SendError>;

/// Settings that find every host on loopback.
pub(crate) fn settings(address: SocketAddr) -> HttpSettings {
    HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        // No test waits for long.
        read_timeout: Duration::from_millis(300),
        timeout: Duration::from_secs(2),
        ..HttpSettings::default()
    }
}

pub(crate) fn transport(settings: HttpSettings) -> HttpFtpTransport {
    HttpFtpTransport::new(HttpTransport::new(settings).unwrap())
}

pub(crate) fn request(url: &str) -> Request {
    Request::new(url.parse().unwrap(), 10_000)
}

pub(crate) async fn ask(settings: HttpSettings) -> Sent {
    let answer = exchange(&transport(settings), &request("ftp://site.example/robots.txt")).await;
    answer.map(|response| (response.status, response.body))
}

/// What comes of a server that goes by this script.
pub(crate) async fn send(script: &[(&'static str, Does)]) -> Sent {
    let server = FtpServer::start(script).await;
    ask(settings(server.address)).await
}

/// A server that does one thing otherwise than usual leads to this.
pub(crate) async fn check(rows: Vec<(&'static str, Does, Sent)>) {
    let rows = rows.into_iter().map(|(point, does, expected)| async move {
        assert_eq!(send(&[(point, does)]).await, expected, "{point} {does:?}");
    });
    join_all(rows).await;
}

pub(crate) fn file(bytes: &str) -> Sent {
    Ok((226, Body::whole(bytes)))
}

fn reply(code: u16) -> Sent {
    Ok((code, Body::default()))
}

pub(crate) fn failed(problem: Problem) -> Sent {
    Err(SendError::Failed(problem))
}

#[tokio::test]
async fn the_file_is_asked_for_as_a_guest() {
    let server = FtpServer::start(&[]).await;
    assert_eq!(ask(settings(server.address)).await, file(FILE));
    let said = ["", "USER anonymous", "PASS anonymous@", "TYPE I", "EPSV", "RETR /robots.txt"];
    assert_eq!(server.seen(), said);
    let server = FtpServer::start(&[("EPSV", Says("502 no\r\n"))]).await;
    assert_eq!(ask(settings(server.address)).await, file(FILE));
    assert_eq!(server.seen()[4..], ["EPSV", "PASV", "RETR /robots.txt"]);
}

#[tokio::test]
async fn a_file_comes_whole() {
    check(vec![
        ("end", Says("226 done\r\n"), file(FILE)),
        ("end", Says("226-done\r\n 550 of it\r\n226 all\r\n"), file(FILE)),
        // The client takes one for the other.
        ("end", Says("250 done\r\n"), file(FILE)),
        ("data", Closes(""), file("")),
        ("data", Closes("226 done\r\n"), file("226 done\r\n")),
        ("RETR", Says("125 here it comes\r\n"), file(FILE)),
        ("USER", Says("230 no password\r\n"), file(FILE)),
        ("greeting", Says("220-Welcome\r\n 550 files\r\n\r\n220 all\r\n"), file(FILE)),
    ])
    .await;
}

#[tokio::test]
async fn replies_are_told_as_they_are() {
    for (line, code) in [
        ("550 no such file\r\n", 550),
        ("553 not that name\r\n", 553),
        ("550-no\r\nsuch\r\n550 file\r\n", 550),
        ("530 log in\r\n", 530),
        ("532 who are you\r\n", 532),
        ("534 not so\r\n", 534),
        ("421 too many\r\n", 421),
        ("425 no connection\r\n", 425),
        ("426 aborted\r\n", 426),
        ("450 busy\r\n", 450),
        ("451 error\r\n", 451),
        ("452 full\r\n", 452),
    ] {
        // Before the file; or after bytes that are not all of it.
        check(vec![("RETR", Says(line), reply(code)), ("end", Says(line), reply(code))]).await;
    }
    check(vec![
        ("TYPE", Says("504 no images\r\n"), reply(504)),
        ("EPSV", Says("425 no port\r\n"), reply(425)),
        ("greeting", Says("421 too many\r\n"), reply(421)),
        ("greeting", Closes("421 too many\r\n"), reply(421)),
    ])
    .await;
    let no_passive = [("EPSV", Says("502 no\r\n")), ("PASV", Says("502 no\r\n"))];
    assert_eq!(send(&no_passive).await, reply(502));
    // The file is not there: this is not to be asked for in another way.
    let server = FtpServer::start(&[("RETR", Says("502 no\r\n"))]).await;
    assert_eq!(ask(settings(server.address)).await, reply(502));
    assert_eq!(server.seen().last().unwrap(), "RETR /robots.txt");
    assert!(!server.seen().contains(&"PASV".into()));
}

/// Who is not let in is not told that there is no file.
#[tokio::test]
async fn a_login_that_is_refused_says_nothing_of_files() {
    check(vec![
        ("PASS", Says("530 no guests\r\n"), reply(530)),
        ("PASS", Says("532 who are you\r\n"), reply(532)),
        ("PASS", Says("550 no guests\r\n"), reply(530)),
        ("PASS", Says("332 account\r\n"), reply(530)),
        ("PASS", Says("421 too many guests\r\n"), reply(421)),
        ("USER", Says("530 no guests\r\n"), reply(530)),
        ("USER", Says("553 no guests\r\n"), reply(530)),
        ("USER", Says("332 account\r\n"), reply(530)),
        ("USER", Says("430 nobody\r\n"), reply(430)),
        ("greeting", Says("550 not you\r\n"), reply(530)),
    ])
    .await;
}

#[tokio::test]
async fn what_cannot_be_read_is_no_answer() {
    let malformed = || failed(Problem::Malformed);
    let points = ["greeting", "USER", "PASS", "TYPE", "EPSV", "RETR", "end"];
    for point in points {
        check(vec![
            (point, Closes(""), malformed()),
            (point, Closes("220-half"), malformed()),
            (point, Says("HTTP/1.1 400 Bad Request\r\n"), malformed()),
            (point, Says("\r\n\r\n"), malformed()),
            // Lines and replies without an end.
            (point, Repeats("220 a"), malformed()),
            (point, Repeats("220-a\r\n"), malformed()),
            (point, Waits(""), failed(Problem::TimedOut)),
            (point, Waits("220"), failed(Problem::TimedOut)),
        ])
        .await;
    }
    check(vec![
        // Success where none is due is no file.
        ("RETR", Says("226 done\r\n"), malformed()),
        ("TYPE", Says("226 done\r\n"), malformed()),
        ("PASS", Says("250 done\r\n"), malformed()),
        ("greeting", Says("250 done\r\n"), malformed()),
        ("end", Says("200 done\r\n"), malformed()),
        ("end", Says("331 password\r\n"), malformed()),
        ("greeting", Says("120 in an hour\r\n"), malformed()),
        ("data", Resets, failed(Problem::Connection)),
        ("data", Waits("User-agent"), failed(Problem::TimedOut)),
        ("greeting", Resets, failed(Problem::Connection)),
    ])
    .await;
}

#[tokio::test]
async fn bodies_and_time_have_an_end() {
    // Of what was left where it is, the server may complain.
    let endless = [("data", Repeats("# never ends\n")), ("end", Says("426 you went\r\n"))];
    let (status, body) = send(&endless).await.unwrap();
    assert_eq!((status, body.bytes.len(), body.is_cut), (226, 10_000, true));
    let begun = Instant::now();
    check(vec![
        ("data", Drips("#"), failed(Problem::TimedOut)),
        ("greeting", Drips("220-a\r\n"), failed(Problem::TimedOut)),
    ])
    .await;
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn hosts_that_are_not_there_are_evidence() {
    let closed = FtpServer::start(&[]).await.address;
    // Wait until the listener is really gone.
    tokio::task::yield_now().await;
    let sent = ask(settings(closed)).await;
    assert!(
        matches!(sent, Err(SendError::Failed(Problem::Connection | Problem::Malformed))),
        "{sent:?}"
    );
}

/// The places for connections are the same, and other schemes go their own way.
#[tokio::test]
async fn it_shares_with_http() {
    let pages = Server::start(&[
        ("/robots.txt", ok("User-agent: *")),
        ("/slow", Reply::Silence(Vec::new())),
    ])
    .await;
    let files = FtpServer::start(&[]).await;
    let both = transport(HttpSettings {
        resolve: vec![
            ("pages.example".into(), pages.address),
            ("files.example".into(), files.address),
        ],
        // One at a time.
        max_connections: Some(1),
        ..settings(pages.address)
    });
    let page = exchange(&both, &request("http://pages.example/robots.txt")).await.unwrap();
    assert_eq!((page.status, page.body), (200, Body::whole("User-agent: *")));
    let begun = Instant::now();
    let (slow, (file, when)) =
        join(exchange(&both, &request("http://pages.example/slow")), async {
            let file = exchange(&both, &request("ftp://files.example/robots.txt")).await;
            (file, begun.elapsed())
        })
        .await;
    assert_eq!(slow, Err(SendError::Failed(Problem::TimedOut)));
    assert_eq!(file.unwrap().body, Body::whole(FILE));
    assert!(when >= Duration::from_millis(300));
}

#[tokio::test]
async fn the_gatekeeper_goes_by_the_file_of_an_ftp_server() {
    let gone = [("RETR", Says("550 no such file\r\n"))];
    let busy = [("greeting", Says("421 too many\r\n"))];
    for (script, fetched) in [(&[][..], 226), (&gone, 550), (&busy, 421)] {
        let server = FtpServer::start(script).await;
        let keeper = Gatekeeper::new(transport(settings(server.address)));
        let agent = Agent::token("OurBot");
        let open = keeper.may_fetch("ftp://site.example/a", &agent).await.unwrap();
        let closed = keeper.may_fetch("ftp://site.example/private/a", &agent).await.unwrap();
        let answer = open.record.entry().history()[0].answer;
        assert_eq!(answer, FetchOutcome::Ftp { reply: fetched });
        let is_right = match fetched {
            226 => {
                open.permission == Permission::Allowed
                    && matches!(closed.permission, Permission::Disallowed(_))
            }
            550 => [open.permission, closed.permission] == [Permission::Allowed; 2],
            _ => matches!(open.permission, Permission::Later { .. }),
        };
        assert!(is_right, "{fetched}: {open:?} {closed:?}");
        // Once for both.
        assert_eq!(server.seen().iter().filter(|command| command.is_empty()).count(), 1);
    }
}

/// A server that others wrote, to which the script above is only likened.
#[tokio::test]
async fn a_server_in_use_gives_its_file() {
    for home in ["127.0.0.1", "::1"] {
        match TcpListener::bind((home, 0)).await {
            Ok(listener) => a_server_gives_its_file(listener).await,
            // Not every system has both.
            Err(error) => assert_eq!(home, "::1", "{error}"),
        }
    }
}

async fn a_server_gives_its_file(listener: TcpListener) {
    let folder = tempfile::tempdir().unwrap();
    let (root, path) = (folder.path().to_owned(), folder.path().join("robots.txt"));
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let root = root.clone();
            let server = ServerBuilder::new(Box::new(move || Filesystem::new(&root).unwrap()));
            tokio::spawn(server.build().unwrap().service(stream));
        }
    });
    let (read_timeout, timeout) = (Duration::from_secs(10), Duration::from_secs(10));
    let patient = HttpSettings { read_timeout, timeout, ..settings(address) };
    assert_eq!(ask(patient.clone()).await, reply(550));
    for bytes in [FILE.to_owned(), "# a line\r\n".repeat(900), String::new()] {
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(ask(patient.clone()).await, file(&bytes));
    }
    std::fs::write(&path, "# a line\n".repeat(100_000)).unwrap();
    let (_, body) = ask(patient).await.unwrap();
    assert_eq!((body.bytes.len(), body.is_cut), (10_000, true));
}

#[tokio::test]
async fn http_alone_sends_nothing_to_a_site_of_ftp() {
    let http = HttpTransport::new(settings(([127, 0, 0, 1], 21).into())).unwrap();
    let sent = exchange(&http, &request("ftp://site.example/robots.txt")).await;
    assert_eq!(sent.err(), Some(SendError::Machine(MachineError::Scheme)));
}

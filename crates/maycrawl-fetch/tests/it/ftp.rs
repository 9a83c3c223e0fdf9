//! FTP over real sockets, from servers that are not polite.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use libunftp::ServerBuilder;
use maycrawl::{Agent, Fetched};
use maycrawl_fetch::{
    Body, Gatekeeper, Guard, Http, HttpAndFtp, HttpSettings, Permission, Problem, Refused, Request,
    Transport as _, Unsent,
};
use tokio::net::TcpListener;
use unftp_sbe_fs::Filesystem;

use crate::ftp_server::Does::{self, Closes, Drips, Repeats, Resets, Says, Waits};
use crate::ftp_server::{FILE, FtpServer};
use crate::server::{Reply, Server, ok};

/// The code of the reply that decided, and the file.
type Sent = Result<(u16, Body), Unsent>;

/// Settings that find every host on loopback.
fn settings(address: SocketAddr) -> HttpSettings {
    HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        // No test waits for long.
        read_timeout: Duration::from_millis(300),
        timeout: Duration::from_secs(2),
        most_octets: 10_000,
        ..HttpSettings::default()
    }
}

fn transport(settings: HttpSettings) -> HttpAndFtp {
    HttpAndFtp::new(Http::new(settings).unwrap())
}

fn request(url: &str) -> Request {
    Request { url: url.parse().unwrap(), headers: Vec::new() }
}

async fn ask(settings: HttpSettings) -> Sent {
    let answer = transport(settings).send(&request("ftp://site.example/robots.txt")).await;
    answer.map(|response| (response.status, response.body))
}

/// What comes of a server that goes by this script.
async fn send(script: &[(&'static str, Does)]) -> Sent {
    let server = FtpServer::start(script).await;
    ask(settings(server.address)).await
}

/// A server that does one thing otherwise than usual leads to this.
async fn check(rows: Vec<(&'static str, Does, Sent)>) {
    let rows = rows.into_iter().map(|(point, does, expected)| async move {
        assert_eq!(send(&[(point, does)]).await, expected, "{point} {does:?}");
    });
    join_all(rows).await;
}

fn file(octets: &str) -> Sent {
    Ok((226, Body::whole(octets)))
}

fn reply(code: u16) -> Sent {
    Ok((code, Body::default()))
}

fn failed(problem: Problem) -> Sent {
    Err(Unsent::Failed(problem))
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
        // Before the file; or after octets that are not all of it.
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
    assert_eq!((status, body.octets.len(), body.is_cut), (226, 10_000, true));
    let begun = Instant::now();
    check(vec![
        ("data", Drips("#"), failed(Problem::TimedOut)),
        ("greeting", Drips("220-a\r\n"), failed(Problem::TimedOut)),
    ])
    .await;
    assert!(begun.elapsed() < Duration::from_secs(5));
}

/// Whatever address a server names, data comes from where the guard allowed it.
#[tokio::test]
async fn data_comes_from_the_host_itself() {
    const ELSEWHERE: Does = Says("227 passive (127,0,0,2,{high},{low})\r\n");
    let server = FtpServer::start(&[("EPSV", Says("502 no\r\n")), ("PASV", ELSEWHERE)]).await;
    // Not every system has a second address for itself.
    let other = std::net::TcpListener::bind(("127.0.0.2", server.data.port())).ok();
    assert_eq!(ask(settings(server.address)).await, file(FILE));
    if let Some(other) = other {
        other.set_nonblocking(true).unwrap();
        assert_eq!(other.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    }
    check(vec![
        ("EPSV", Says("229 passive (|||0|)\r\n"), failed(Problem::Connection)),
        ("EPSV", Says("229 passive (|||65536|)\r\n"), failed(Problem::Malformed)),
        ("EPSV", Says("229 passive\r\n"), failed(Problem::Malformed)),
    ])
    .await;
}

#[tokio::test]
async fn data_comes_from_no_port_of_another_service() {
    let mut tried = 0;
    // One of the system's, and some that browsers block. Not all can be had everywhere.
    for port in [1022, 4190, 5060, 5061, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080] {
        let Ok(files) = TcpListener::bind(("127.0.0.1", port)).await else { continue };
        let server = FtpServer::start_with(&[], files).await;
        assert_eq!(ask(settings(server.address)).await, failed(Problem::Connection), "{port}");
        assert_eq!(server.seen().last().unwrap(), "EPSV");
        let guard = Guard { allow_private: true, allowed_ports: vec![port] };
        let sent = ask(HttpSettings { guard, ..settings(server.address) }).await;
        assert_eq!(sent.is_ok(), port >= 1024, "{port}");
        tried += 1;
    }
    assert!(tried > 0);
}

#[tokio::test]
async fn ones_own_network_is_not_asked() {
    let server = FtpServer::start(&[]).await;
    let guard = Guard::default();
    let guarded = transport(HttpSettings { guard, ..settings(server.address) });
    let port = server.address.port();
    for url in [
        "ftp://site.example/robots.txt".to_owned(),
        format!("ftp://127.0.0.1:{port}/robots.txt"),
        format!("ftp://[::ffff:127.0.0.1]:{port}/robots.txt"),
        format!("ftp://0x7f.1:{port}/robots.txt"),
    ] {
        let sent = guarded.send(&request(&url)).await;
        assert!(matches!(sent, Err(Unsent::Refused(Refused::Address(_)))), "{url}: {sent:?}");
    }
    let open = transport(settings(server.address));
    let sent = open.send(&request("ftp://site.example:25/robots.txt")).await;
    assert_eq!(sent, Err(Unsent::Refused(Refused::Port(25))));
    assert_eq!(server.seen(), Vec::<String>::new());
}

#[tokio::test]
async fn a_port_that_the_url_names_is_the_port() {
    let server = FtpServer::start(&[]).await;
    let elsewhere = transport(settings(server.data));
    for host in ["site.example", "127.0.0.1"] {
        let url = format!("ftp://{host}:{}/robots.txt", server.address.port());
        assert_eq!(elsewhere.send(&request(&url)).await.unwrap().status, 226, "{url}");
    }
}

#[tokio::test]
async fn hosts_that_are_not_there_are_evidence() {
    let closed = FtpServer::start(&[]).await.address;
    // Wait until the listener is really gone.
    tokio::task::yield_now().await;
    let sent = ask(settings(closed)).await;
    assert!(
        matches!(sent, Err(Unsent::Failed(Problem::Connection | Problem::Malformed))),
        "{sent:?}"
    );
}

/// One budget for all that is in flight, and other schemes go their own way.
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
        // Enough for one at a time.
        most_in_flight: 1,
        ..settings(pages.address)
    });
    let page = both.send(&request("http://pages.example/robots.txt")).await.unwrap();
    assert_eq!((page.status, page.body), (200, Body::whole("User-agent: *")));
    let begun = Instant::now();
    let (slow, (file, when)) = join(both.send(&request("http://pages.example/slow")), async {
        let file = both.send(&request("ftp://files.example/robots.txt")).await;
        (file, begun.elapsed())
    })
    .await;
    assert_eq!(slow, Err(Unsent::Failed(Problem::TimedOut)));
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
        let answer = open.known.entry().history()[0].answer;
        assert_eq!(answer, Fetched::Ftp { reply: fetched });
        let is_right = match fetched {
            226 => {
                open.permission == Permission::Go && matches!(closed.permission, Permission::No(_))
            }
            550 => [open.permission, closed.permission] == [Permission::Go; 2],
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
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let root = root.clone();
            let server = ServerBuilder::new(Box::new(move || Filesystem::new(&root).unwrap()));
            tokio::spawn(server.build().unwrap().service(stream));
        }
    });
    let patient = HttpSettings { read_timeout: Duration::from_secs(10), ..settings(address) };
    assert_eq!(ask(patient.clone()).await, reply(550));
    for file in [FILE.to_owned(), "# a line\r\n".repeat(900), String::new()] {
        std::fs::write(folder.path().join("robots.txt"), &file).unwrap();
        assert_eq!(ask(patient.clone()).await, Ok((226, Body::whole(file))));
    }
    std::fs::write(folder.path().join("robots.txt"), "# a line\n".repeat(100_000)).unwrap();
    let (_, body) = ask(patient).await.unwrap();
    assert_eq!((body.octets.len(), body.is_cut), (10_000, true));
}

//! Where FTP connects to, whatever a URL or a server names.

use maycrawl_fetch::{Guard, HttpSettings, PortUse, Problem, Refusal, SendError};
use tokio::net::TcpListener;

use crate::ftp::{ask, check, failed, file, request, settings, transport};
use crate::ftp_server::Does::{self, Says};
use crate::ftp_server::{FILE, FtpServer};
use crate::site::exchange;

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
        let guard = Guard { allow_private: true, allowed_ports: vec![port], ..Guard::default() };
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
        let sent = exchange(&guarded, &request(&url)).await;
        assert!(matches!(sent, Err(SendError::Refused(Refusal::Address(_)))), "{url}: {sent:?}");
    }
    let open = transport(settings(server.address));
    let sent = exchange(&open, &request("ftp://site.example:25/robots.txt")).await;
    assert_eq!(
        sent,
        Err(SendError::Refused(Refusal::Port { port: 25, used_by: PortUse::BlockedByBrowsers }))
    );
    assert_eq!(server.seen(), Vec::<String>::new());
}

#[tokio::test]
async fn a_port_that_the_url_names_is_the_port() {
    let server = FtpServer::start(&[]).await;
    let elsewhere = transport(settings(server.data));
    for host in ["site.example", "127.0.0.1"] {
        let url = format!("ftp://{host}:{}/robots.txt", server.address.port());
        assert_eq!(exchange(&elsewhere, &request(&url)).await.unwrap().status, 226, "{url}");
    }
}

//! Questions and answers that are large, over a connection.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use maycrawl_fetch::Gatekeeper;
use maycrawl_server::{Service, app, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::site::Scripted;

const MIB: usize = 1 << 20;

/// Writes the whole request before it reads, as `urllib` of Python does.
fn ask(address: SocketAddr, length: &str, body: &[u8]) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /v1/check HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
    )?;
    stream.write_all(body)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn who_writes_all_before_reading_sees_why_it_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let keeper = Gatekeeper::new(Scripted::default());
    let (end, ended) = oneshot::channel::<()>();
    let service =
        tokio::spawn(serve(listener, app(Service::new(Arc::new(keeper), address)), async {
            let _ = ended.await;
        }));
    let check = async |length: String, body: Vec<u8>| {
        let ask = move || ask(address, &length, &body);
        tokio::task::spawn_blocking(ask).await.unwrap()
    };
    let refused = "HTTP/1.1 413 Payload Too Large";
    for n_bytes in [9 * MIB, 32 * MIB] {
        let length = format!("Content-Length: {n_bytes}");
        assert_eq!(check(length, vec![b' '; n_bytes]).await.unwrap(), refused);
        // The same in one chunk, of which the head does not say the length.
        let head = format!("{n_bytes:x}\r\n");
        let chunk = [head.as_bytes(), &vec![b' '; n_bytes], b"\r\n0\r\n\r\n"].concat();
        let length = "Transfer-Encoding: chunked".to_owned();
        assert_eq!(check(length, chunk).await.unwrap(), refused);
    }
    // A client that asks first gets the answer before it writes.
    let length = format!("Content-Length: {}\r\nExpect: 100-continue", 9 * MIB);
    assert_eq!(check(length, Vec::new()).await.unwrap(), refused);
    // There is an end to it.
    let length = format!("Content-Length: {}", 64 * MIB);
    assert!(check(length, vec![b' '; 64 * MIB]).await.map_or(true, |answer| answer == refused));
    end.send(()).unwrap();
    service.await.unwrap();
}

/// The answer is larger than the buffers of the system. A client that reads gets all of it, one
/// that pauses for a minute does not.
#[tokio::test(start_paused = true)]
async fn who_does_not_read_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let keeper = Gatekeeper::new(Scripted::default());
    let app = app(Service::new(Arc::new(keeper), address));
    let service = tokio::spawn(serve(listener, app, std::future::pending()));
    let robots = format!("User-agent: *\nDisallow: /{}", "a".repeat(2_000));
    let path = format!("/{}", "a".repeat(2_000));
    let question = serde_json::json!({ "robots": robots, "urls": vec![path; 3_000] }).to_string();
    let head = format!(
        "POST /v1/check HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        question.len()
    );
    let ask = async |pause: Duration| {
        let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
        client.write_all(head.as_bytes()).await.unwrap();
        client.write_all(question.as_bytes()).await.unwrap();
        sleep(pause).await;
        let mut answer = Vec::new();
        // It may be an error that the connection ended.
        let _ = client.read_to_end(&mut answer).await;
        assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"));
        answer.ends_with(b"}\n")
    };
    assert!(ask(Duration::ZERO).await);
    assert!(!ask(Duration::from_secs(60)).await);
    service.abort();
}

/// A client that has said all may close its side; it gets its answer.
#[tokio::test]
async fn a_client_that_only_reads_on_gets_its_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let keeper = Gatekeeper::new(Scripted::default());
    let app = app(Service::new(Arc::new(keeper), address));
    let service = tokio::spawn(serve(listener, app, std::future::pending()));
    let mut client = tokio::net::TcpStream::connect(address).await.unwrap();
    let question = r#"{"robots": "", "urls": ["/"]}"#;
    let request = format!(
        "POST /v1/check HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{question}",
        question.len()
    );
    client.write_all(request.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer:?}");
    service.abort();
}

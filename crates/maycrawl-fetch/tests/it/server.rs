//! A server on loopback that answers with the bytes of a script, however bad.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// What the server does with a request.
#[derive(Clone)]
pub(crate) enum Reply {
    /// Sends these bytes and ends the connection.
    Bytes(Vec<u8>),
    /// Sends these bytes, then the others again and again.
    Endless(Vec<u8>, Vec<u8>),
    /// Sends these bytes after a pause, and ends the connection.
    Late(Duration, Vec<u8>),
    /// Sends these bytes, then the other one again and again, slowly.
    Trickle(Vec<u8>, u8),
    /// Sends these bytes and breaks the connection: not its end, but RST.
    Reset(Vec<u8>),
    /// The first time the first, and so on; the last for ever.
    InTurn(Vec<Self>),
    /// Says nothing and keeps the connection.
    Silence(Vec<u8>),
}

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    /// The request heads that came.
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
    /// How many connections are open.
    n_open: watch::Sender<usize>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    /// Answers each path, or host and path, by its reply; others with 404.
    pub(crate) async fn start(replies: &[(&str, Reply)]) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let replies: HashMap<String, Reply> =
            replies.iter().map(|(path, reply)| ((*path).to_owned(), reply.clone())).collect();
        let replies = Arc::new(replies);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let heads = Arc::clone(&seen);
        let n_open = watch::Sender::new(0);
        let count = n_open.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                count.send_modify(|n_open| *n_open += 1);
                let served = serve(stream, Arc::clone(&replies), Arc::clone(&heads));
                let count = count.clone();
                tokio::spawn(async move {
                    served.await;
                    count.send_modify(|n_open| *n_open -= 1);
                });
            }
        });
        Self { address, seen, n_open, task }
    }

    /// The paths that were asked for.
    pub(crate) fn paths(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        seen.iter().map(|head| head.split(' ').nth(1).unwrap_or_default().to_owned()).collect()
    }

    /// Waits until no connection is open.
    pub(crate) async fn all_closed(&self) {
        let mut n_open = self.n_open.subscribe();
        let closed = n_open.wait_for(|n_open| *n_open == 0);
        timeout(Duration::from_secs(60), closed).await.unwrap().unwrap();
    }
}

async fn serve(
    mut stream: TcpStream,
    replies: Arc<HashMap<String, Reply>>,
    seen: Arc<Mutex<Vec<String>>>,
) {
    const NOTHING: &[u8] =
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let mut head = Vec::new();
    let mut bytes = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut bytes).await {
            Ok(len) if len > 0 => head.extend_from_slice(&bytes[..len]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let host = head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let place = format!("{host}{path}");
    let times = {
        let mut seen = seen.lock().unwrap();
        let is_same =
            |other: &&String| other.lines().next() == head.lines().next() && other.contains(host);
        let times = seen.iter().filter(is_same).count();
        seen.push(head.clone());
        times
    };
    let mut reply = replies.get(&place).or_else(|| replies.get(&path));
    if let Some(Reply::InTurn(turns)) = reply {
        reply = turns.get(times).or(turns.last());
    }
    // A client may have seen enough and gone.
    match reply {
        None | Some(Reply::InTurn(_)) => {
            let _ = stream.write_all(NOTHING).await;
        }
        Some(Reply::Bytes(bytes)) => {
            let _ = stream.write_all(bytes).await;
        }
        Some(Reply::Endless(start, rest)) => {
            let mut sent = stream.write_all(start).await;
            while sent.is_ok() {
                sent = stream.write_all(rest).await;
            }
        }
        Some(Reply::Late(pause, bytes)) => {
            tokio::time::sleep(*pause).await;
            let _ = stream.write_all(bytes).await;
        }
        Some(Reply::Trickle(start, byte)) => {
            let mut sent = stream.write_all(start).await;
            while sent.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
                sent = stream.write_all(&[*byte]).await;
            }
        }
        Some(Reply::Reset(start)) => {
            let _ = stream.write_all(start).await;
            // What was sent has to arrive first: a reset overtakes it.
            tokio::time::sleep(Duration::from_millis(50)).await;
            stream.set_zero_linger().unwrap();
        }
        Some(Reply::Silence(start)) => {
            let _ = stream.write_all(start).await;
            // Until the client has had enough.
            let _ = stream.read(&mut bytes).await;
        }
    }
}

/// A well-formed answer.
pub(crate) fn ok(body: &str) -> Reply {
    with(200, "", body.as_bytes())
}

pub(crate) fn with(status: u16, headers: &str, body: &[u8]) -> Reply {
    let head = format!(
        "HTTP/1.1 {status} Whatever\r\nContent-Length: {}\r\nConnection: close\r\n{headers}\r\n",
        body.len()
    );
    Reply::Bytes([head.as_bytes(), body].concat())
}

pub(crate) fn raw(bytes: &str) -> Reply {
    Reply::Bytes(bytes.as_bytes().to_vec())
}

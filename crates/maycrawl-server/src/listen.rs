//! Connections.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::idle::{Connections, Place};
use crate::write_time::WriteTime;

/// How many connections may be open at once. For another, the one that has been idle longest ends.
const MAX_CONNECTIONS: usize = 1024;

/// How long the head of a request may take to arrive, and a connection may lie idle.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How many bytes the head of a request may have.
const MAX_HEAD: usize = 64 << 10;

/// How long a client may leave unread what is written.
const WRITE_TIME: Duration = Duration::from_secs(30);

/// How long requests that have begun may take after the end.
const END_TIME: Duration = Duration::from_secs(10);

/// The pause after a failure to accept, such as when the system has no descriptor left.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves a router at a listener until `end` is ready. Requests that have begun by then are
/// answered within 10 seconds.
///
/// The listener should be at a loopback address.
pub async fn serve(listener: TcpListener, app: Router, end: impl Future<Output = ()>) {
    serve_at_most(MAX_CONNECTIONS, listener, app, end).await;
}

/// The same, with so many connections at once.
async fn serve_at_most(
    most: usize,
    listener: TcpListener,
    app: Router,
    end: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let open = Connections::new(most);
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener, &open) => accepted,
        };
        let Ok((stream, place)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        // Answers are short, and somebody waits for each.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(WriteTime::new(stream, WRITE_TIME));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(MAX_HEAD)
            .serve_connection(stream, place.noting(TowerToHyperService::new(app.clone())));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // What goes wrong on a connection concerns nobody but its client.
                _ = connection => {}
                () = place.evicted() => {}
            }
        });
    }
    drop(listener);
    let _ = timeout(END_TIME, connections.shutdown()).await;
}

/// The next connection, and a place for it.
async fn accept(listener: &TcpListener, open: &Arc<Connections>) -> io::Result<(TcpStream, Place)> {
    let (stream, _) = listener.accept().await?;
    Ok((stream, open.place().await))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// Programs keep connections that they use no more. They get a new one when they ask again.
    #[tokio::test]
    async fn idle_connections_make_room_for_others() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().route("/", get(|| async { "answer" }));
        let service = tokio::spawn(serve_at_most(2, listener, app, std::future::pending()));
        let mut kept = Vec::new();
        for _ in 0..10 {
            let mut client = TcpStream::connect(address).await.unwrap();
            client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
            let mut answer = Vec::new();
            while !answer.ends_with(b"answer") {
                let read = timeout(Duration::from_secs(10), client.read_buf(&mut answer));
                assert!(read.await.unwrap().unwrap() > 0);
            }
            kept.push(client);
        }
        service.abort();
    }
}

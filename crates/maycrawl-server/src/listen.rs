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
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::write_time::WriteTime;

/// How many connections may be open at once. More wait to be accepted.
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
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener, &places) => accepted,
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
            .serve_connection(stream, TowerToHyperService::new(app.clone()));
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // What goes wrong on a connection concerns nobody but its client.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(END_TIME, connections.shutdown()).await;
}

/// The next connection, as soon as there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(TcpStream, Option<OwnedSemaphorePermit>)> {
    // The semaphore is never closed.
    let place = Arc::clone(places).acquire_owned().await.ok();
    let (stream, _) = listener.accept().await?;
    Ok((stream, place))
}

//! A stream that does not wait for ever for a client to read, and gives one that has sent all it
//! wants to say a moment to read its answer.

use std::io;
use std::io::ErrorKind::TimedOut;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long the end of what a client sends is kept back. A client that only reads from then on
/// gets its answer; work for one that has gone stops after that.
const GRACE: Duration = Duration::from_secs(2);

/// A stream on which a write fails when no byte could be written for so long.
pub(crate) struct WriteTime<S> {
    stream: S,
    most: Duration,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
    /// Runs from when the client has sent all.
    ending: Option<Pin<Box<Sleep>>>,
}

impl<S: Unpin> WriteTime<S> {
    pub(crate) const fn new(stream: S, most: Duration) -> Self {
        Self { stream, most, waiting: None, ending: None }
    }

    /// A write, or that it waits too long.
    fn limited<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), cx);
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.most)));
        waiting.as_mut().poll(cx).map(|()| Err(TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTime<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.ending.is_none() {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
            if buffer.filled().len() > before || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        let ending = self.ending.get_or_insert_with(|| Box::pin(sleep(GRACE)));
        ending.as_mut().poll(cx).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTime<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.limited(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.limited(cx, |stream, cx| stream.poll_write_vectored(cx, buffers))
    }

    /// An answer that is written from where it lies takes no memory twice.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.limited(cx, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.limited(cx, AsyncWrite::poll_shutdown)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::Instant;

    use super::*;

    const MOST: Duration = Duration::from_secs(30);

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_not_waited_for() {
        let (_client, server) = duplex(10);
        let mut server = WriteTime::new(server, MOST);
        let begun = Instant::now();
        let error = server.write_all(&[0; 11]).await.unwrap_err();
        assert_eq!((error.kind(), begun.elapsed()), (TimedOut, MOST));
    }

    /// It may still read.
    #[tokio::test(start_paused = true)]
    async fn the_end_of_a_client_is_kept_back_for_a_moment() {
        let (client, server) = duplex(10);
        let mut server = WriteTime::new(server, MOST);
        drop(client);
        let begun = Instant::now();
        assert_eq!(server.read(&mut [0; 10]).await.unwrap(), 0);
        assert_eq!(begun.elapsed(), GRACE);
        assert_eq!(server.read(&mut [0; 10]).await.unwrap(), 0);
        assert_eq!(begun.elapsed(), GRACE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_is_waited_for() {
        let (mut client, server) = duplex(1);
        let mut server = WriteTime::new(server, MOST);
        let read = async {
            for _ in 0..100 {
                sleep(MOST / 2).await;
                client.read_u8().await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(server.write_all(&[0; 100]), read);
        assert!(written.is_ok());
    }
}

//! Connections that count their bytes.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::attempt::Problem;
use crate::needs::Spent;
use crate::places::Place;
use crate::transport::{MachineError, SendError};

/// A connection that holds its place and fails when it exceeds its allowance of bytes.
pub(crate) struct Connection {
    stream: TcpStream,
    left: Arc<AtomicU64>,
    _place: Place,
}

/// The connection received more bytes than its allowance.
#[derive(Debug)]
pub(crate) struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer has more bytes than allowed")
    }
}

impl std::error::Error for TooLarge {}

impl Connection {
    /// Connects to an address. Each received byte is subtracted from those left.
    pub(crate) async fn open(
        address: SocketAddr,
        place: Place,
        left: &Arc<AtomicU64>,
    ) -> Result<Self, SendError> {
        let stream = TcpStream::connect(address).await.map_err(|error| send_error(&error))?;
        // A request is one packet; to wait for more of it gains nothing.
        let _ = stream.set_nodelay(true);
        Ok(Self { stream, left: Arc::clone(left), _place: place })
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        let read = u64::try_from(buf.filled().len() - before).unwrap_or(u64::MAX);
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(read), Ordering::Relaxed);
        Poll::Ready(if read > left { Err(io::Error::other(TooLarge)) } else { Ok(()) })
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Classifies an error of a connection by the errors that caused it.
pub(crate) fn cause(error: &(dyn std::error::Error + 'static)) -> Option<SendError> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<TooLarge>() {
            return Some(Spent::Bytes.into());
        }
        if let Some(error) = error.downcast_ref::<rustls::Error>() {
            return Some(tls_error(error));
        }
        if let Some(error) = error.downcast_ref::<io::Error>() {
            // Its `source` skips the error that it wraps.
            if let Some(found) = error.get_ref().and_then(|inner| self::cause(inner)) {
                return Some(found);
            }
            if error.raw_os_error().is_some() || is_broken(error.kind()) {
                return Some(send_error(error));
            }
        }
        cause = error.source();
    }
    None
}

/// Classifies an error of TLS. Nobody serves a certificate of the future, so it is the clock of
/// this machine that is wrong. An expired one is common.
const fn tls_error(error: &rustls::Error) -> SendError {
    use rustls::CertificateError::{NotValidYet, NotValidYetContext};
    match error {
        rustls::Error::InvalidCertificate(NotValidYet | NotValidYetContext { .. }) => {
            SendError::Machine(MachineError::Clock)
        }
        _ => SendError::Failed(Problem::Tls),
    }
}

const fn is_broken(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(kind, BrokenPipe | ConnectionAborted | ConnectionReset)
}

/// Classifies an error of the system.
pub(crate) fn send_error(error: &io::Error) -> SendError {
    if let Some(machine) = machine_error(error) {
        return machine.into();
    }
    match error.kind() {
        io::ErrorKind::TimedOut => Problem::TimedOut.into(),
        _ => Problem::Connection.into(),
    }
}

/// Error numbers for too many open files (process, system), on Unix and Windows.
const TOO_MANY_OPEN: [i32; 3] = [24, 23, 10_024];

/// Error numbers for no buffer space, on Linux, BSD and Windows.
const NO_BUFFERS: [i32; 3] = [105, 55, 10_055];

/// The failure of this machine that an error of the system stands for, if it does.
fn machine_error(error: &io::Error) -> Option<MachineError> {
    use io::ErrorKind;
    match (error.kind(), error.raw_os_error()) {
        (_, Some(number)) if TOO_MANY_OPEN.contains(&number) => Some(MachineError::Descriptors),
        (_, Some(number)) if NO_BUFFERS.contains(&number) => Some(MachineError::Memory),
        (ErrorKind::OutOfMemory, _) => Some(MachineError::Memory),
        // No route, no free port, or blocked by a firewall of this machine.
        (
            ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable
            | ErrorKind::PermissionDenied,
            _,
        ) => Some(MachineError::Network),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: i32, expected: impl Into<SendError>) {
        assert_eq!(send_error(&io::Error::from_raw_os_error(number)), expected.into());
    }

    /// Only failures of the site, or on the way to it, are evidence about the site.
    #[test]
    #[cfg(target_os = "linux")]
    fn errors_of_this_machine_are_told_from_those_of_a_site() {
        check(24, MachineError::Descriptors); // EMFILE
        check(23, MachineError::Descriptors); // ENFILE
        check(12, MachineError::Memory); // ENOMEM
        check(105, MachineError::Memory); // ENOBUFS
        check(101, MachineError::Network); // ENETUNREACH
        check(100, MachineError::Network); // ENETDOWN
        check(99, MachineError::Network); // EADDRNOTAVAIL
        check(13, MachineError::Network); // EACCES
        check(1, MachineError::Network); // EPERM
        check(111, Problem::Connection); // ECONNREFUSED
        check(104, Problem::Connection); // ECONNRESET
        check(113, Problem::Connection); // EHOSTUNREACH
        check(110, Problem::TimedOut); // ETIMEDOUT
    }
}

//! The contract of a transport, which sends requests.

use std::fmt;
use std::future::Future;

use crate::attempt::{Problem, Response};
use crate::code::codes;
use crate::flow::Request;
use crate::guard::Refusal;
use crate::needs::{Allowance, Spent};

/// Sends one request at a time over the network, or from an archive.
///
/// An implementation
///
/// - follows no redirect,
/// - undoes content codings, and keeps at most [`Request::max_bytes`] of a body,
/// - takes the cost of the request from the allowance, and fails with [`Spent`] when it is
///   used up,
/// - asks a [`Guard`](crate::Guard) about each address before it connects.
pub trait Transport: Send + Sync {
    /// Sends a request and returns its answer.
    fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> impl Future<Output = Result<Response, SendError>> + Send;
}

/// Why a request has no answer.
///
/// Exhaustive: a failure is the guard's, the site's, the fetch's or this machine's, and each
/// has other consequences.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SendError {
    /// The guard refuses the target, so nothing was sent. This is no evidence.
    Refused(Refusal),
    /// The site failed, or the way to it. This is evidence about the site.
    Failed(Problem),
    /// The fetch has used up its time or bytes, perhaps at other hosts. This is no evidence
    /// about the host of this request; see [`Flow::stop_spent`](crate::Flow::stop_spent).
    Spent(Spent),
    /// This machine failed. This is no evidence about the site; try again.
    Machine(MachineError),
}

/// What failed on this machine. It says nothing about a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MachineError {
    /// Too many files and connections are open.
    Descriptors,
    /// The system is out of memory.
    Memory,
    /// There is no network, or the system does not let this process use it.
    Network,
    /// The name servers of this machine do not answer.
    Resolver,
    /// The proxy does not answer, or refuses to serve.
    Proxy,
    /// The certificate of the site is not valid yet, so the clock of this machine is likely
    /// to be slow.
    Clock,
    /// This machine has no certificates to trust.
    Certificates,
    /// Too many other requests wait for a connection, a name lookup or memory.
    Busy,
    /// The request was given up before it had an answer.
    Cancelled,
    /// This transport does not speak the scheme of the URL.
    Scheme,
}

codes! { MachineError, "an error of this machine":
    Descriptors = "descriptors",
    Memory = "memory",
    Network = "network",
    Resolver = "resolver",
    Proxy = "proxy",
    Clock = "clock",
    Certificates = "certificates",
    Busy = "busy",
    Cancelled = "cancelled",
    Scheme = "scheme",
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Failed(problem) => problem.fmt(f),
            Self::Spent(spent) => spent.fmt(f),
            Self::Machine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SendError {}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Descriptors => {
                "this process cannot open more connections; raise its limit of open files (ulimit \
                -n)"
            }
            Self::Memory => "this machine is out of memory",
            Self::Network => "this machine has no network",
            Self::Resolver => "this machine cannot resolve names; check that its name servers are configured and answer",
            Self::Proxy => "the proxy cannot be reached, refused the request or did not answer; check its address",
            Self::Clock => "the site's certificate is not valid yet; check the clock of this machine",
            Self::Certificates => "this machine has no certificates to trust, so https does not work; install them (the package ca-certificates), or name a file of them",
            Self::Busy => "this machine is busy with other requests, so the site was not asked; try again",
            Self::Cancelled => "the request was cancelled",
            Self::Scheme => "this program fetches http and https URLs only; for ftp, build it with \
                its feature ftp",
        })
    }
}

impl std::error::Error for MachineError {}

impl From<Problem> for SendError {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

impl From<Spent> for SendError {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

impl From<MachineError> for SendError {
    fn from(error: MachineError) -> Self {
        Self::Machine(error)
    }
}

impl<T: Transport> Transport for &T {
    fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> impl Future<Output = Result<Response, SendError>> + Send {
        T::send(self, request, allowance)
    }
}

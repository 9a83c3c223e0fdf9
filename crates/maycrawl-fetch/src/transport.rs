//! How requests are sent: the one thing that a crawler may bring of its own.

use std::fmt;
use std::future::Future;

use crate::attempt::{Problem, Response};
use crate::flow::Request;
use crate::guard::Refused;
use crate::needs::Allowance;

/// Sends one request.
///
/// An implementation follows no redirect, undoes content codings, keeps no more bytes of
/// a body than the request asks for, takes what the request costs from the allowance and
/// ends when that is used up, and asks a [`Guard`] about every address before it connects.
///
/// [`Guard`]: crate::Guard
pub trait Transport: Send + Sync {
    /// The answer to a request, or why there is none.
    fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> impl Future<Output = Result<Response, SendError>> + Send;
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SendError {
    /// It was not sent: the guard refuses its target. No evidence of anything.
    Refused(Refused),
    /// The site or the way to it failed: evidence.
    Failed(Problem),
    /// This machine failed, so nothing is known about the site. Try again.
    Machine(MachineError),
}

/// What this machine could not do. It says nothing about a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MachineError {
    /// Too many files and connections are open.
    Descriptors,
    /// The system is out of memory.
    Memory,
    /// There is no network, or the system does not let this process use it.
    Network,
    /// The name servers that this machine uses do not answer.
    Resolver,
    /// The proxy does not answer, or refuses to serve.
    Proxy,
    /// The request was given up before it had an answer.
    Cancelled,
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Descriptors => {
                "this process may open no more connections; raise its limit (ulimit -n)"
            }
            Self::Memory => "this machine is out of memory",
            Self::Network => "this machine has no network",
            Self::Resolver => "this machine cannot resolve names: its name servers do not answer",
            Self::Proxy => "the proxy does not answer or refuses to serve",
            Self::Cancelled => "the request was given up",
        })
    }
}

impl std::error::Error for MachineError {}

impl From<Problem> for SendError {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
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

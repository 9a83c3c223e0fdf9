//! How requests are sent: the one thing that a crawler may bring of its own.

use std::future::Future;

use crate::attempt::{Problem, Response};
use crate::flow::Request;
use crate::guard::Refused;

/// Sends one request.
///
/// An implementation follows no redirect, undoes content codings, keeps a bounded
/// number of octets after that and takes a bounded time, and asks a [`Guard`] about
/// every address that it connects to.
///
/// [`Guard`]: crate::Guard
pub trait Transport: Send + Sync {
    /// The answer to a request, or why there is none.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Unsent>> + Send;
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unsent {
    /// It was not sent: its target is refused. No evidence of anything.
    Refused(Refused),
    /// It was sent, or was to be, and failed: evidence.
    Failed(Problem),
}

impl From<Problem> for Unsent {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

impl<T: Transport> Transport for &T {
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Unsent>> + Send {
        T::send(self, request)
    }
}

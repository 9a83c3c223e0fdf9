//! The service at a free port of this machine, in this process.

use std::net::SocketAddr;
use std::sync::Arc;

use maycrawl_api::Limits;
use maycrawl_fetch::{Allowance, Gatekeeper, Problem, Request, Response, SendError, Transport};
use maycrawl_server::{Service, Settings, app, dialects, serve};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A service that runs until it is dropped. No site answers it.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// Ends the tasks of the service when it is dropped.
    _runtime: Runtime,
}

impl Running {
    pub(crate) fn start(limits: Limits) -> Result<Self, String> {
        let at = |error: std::io::Error| format!("cannot start the service: {error}");
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(at)?;
        let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", 0))).map_err(at)?;
        let address = listener.local_addr().map_err(at)?;
        let keeper = Gatekeeper::new(Nobody).with_other_dialects(dialects());
        let mut settings = Settings::default();
        settings.limits = limits;
        let service = Service::new(Arc::new(keeper), address).with_settings(settings);
        runtime.spawn(serve(listener, app(service), std::future::pending()));
        Ok(Self { address, _runtime: runtime })
    }
}

/// A network in which every host refuses connections.
struct Nobody;

impl Transport for Nobody {
    async fn send(&self, _: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        Err(Problem::Connection.into())
    }
}

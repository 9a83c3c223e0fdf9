//! `maycrawl serve`: answers questions over HTTP.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use maycrawl_fetch::MayFetch;
use maycrawl_server::{Service, Settings, app, dialects, serve};
use tokio::net::TcpListener;

use crate::catalogue::{self, CatalogueArgs};
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::network::{NetArgs, Network};

/// `maycrawl serve`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(after_help = "\
The first line of standard output is the address: listening on http://127.0.0.1:8080.
Open /docs there for the API reference. Press Ctrl-C to stop.

Exit status: 0 the service was stopped; 2 a usage or input error.

Examples:
  maycrawl serve
  maycrawl serve --open
  maycrawl serve --addr 127.0.0.1:0 --cache answers.db
  curl '127.0.0.1:8080/v1/may-fetch?agent=OurBot&url=https://example.com/'")]
pub(crate) struct ServeArgs {
    /// The loopback address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080", value_parser = loopback)]
    pub(crate) addr: SocketAddr,

    /// Open the page of the service in the browser
    #[arg(long)]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// How long a question waits until its site can be asked. With the time of a fetch, that is less
/// than a question may take, so what waits for this machine is not taken for a slow site.
const PLACE_TIME: Duration = Duration::from_secs(20);

pub(crate) fn run(context: &Context, args: &ServeArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let catalogue = catalogue::load(context, &args.known)?;
    let net = NetArgs { place_timeout: Some(PLACE_TIME), ..args.net.clone() };
    let network = Network::new(streams, &net, &dialects()).for_all_dialects();
    let (keeper, runtime) = network.opened()?;
    let keeper: Arc<dyn MayFetch> = Arc::clone(keeper) as _;
    let mut settings = Settings::default();
    settings.redirects = args.net.redirects;
    runtime.block_on(async {
        let cannot_listen = |error| cannot_listen(args.addr, &error);
        let listener = TcpListener::bind(args.addr).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let end = end().map_err(|error| {
            Failure::input(format!("cannot catch the signals that end the service: {error}"))
        })?;
        let service =
            Service::new(keeper, address).with_catalogue(catalogue).with_settings(settings);
        let mut out = streams.raw();
        writeln!(out, "listening on http://{address}")?;
        out.flush()?;
        if args.open
            && let Err(error) = open(&format!("http://{address}/docs"))
        {
            streams.note(&format!("cannot open a browser: {error}"));
        }
        serve(listener, app(service), end).await;
        Ok(ExitStatus::Yes)
    })
}

/// An address of the loopback interface.
fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr = text
        .parse()
        .map_err(|_| "write an address and a port, such as 127.0.0.1:8080".to_owned())?;
    if address.ip().is_loopback() {
        return Ok(address);
    }
    Err("that address is reachable from other machines, and the service has no authentication; use 127.0.0.1 or [::1]".into())
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    Failure::input(match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "cannot listen on {address}: the port is in use; stop the other program, or choose another port with --addr, such as {}",
            SocketAddr::new(address.ip(), 0)
        ),
        io::ErrorKind::PermissionDenied => format!(
            "cannot listen on {address}: permission denied; choose a port above 1023 with --addr"
        ),
        _ => format!("cannot listen on {address}: {error}"),
    })
}

/// Waits for Ctrl-C, or for the signal that asks a program to end. From this call on, neither
/// ends the process.
#[cfg(unix)]
fn end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal, the service runs until its process is ended.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Opens a page in the browser.
fn open(url: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().map(drop)
}

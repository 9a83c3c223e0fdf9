//! What commands read from the network.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use maycrawl::{Dialect, access::Timestamp};
#[cfg(feature = "ftp")]
use maycrawl_fetch::HttpFtpTransport;
#[cfg(not(feature = "ftp"))]
use maycrawl_fetch::HttpTransport;
use maycrawl_fetch::{
    Clock, Error, Gatekeeper, HttpSettings, IpNet, Needs, OriginRecord, Refusal, SystemClock,
};
use maycrawl_report::fetched::failure_text;
use maycrawl_url::Origin;
use tokio::runtime::Runtime;

use crate::failure::Failure;
use crate::streams::Streams;

mod args;
mod cache;
mod download;
mod source;
mod transport;

pub(crate) use args::NetArgs;
use cache::CacheStore;
pub(crate) use download::get;
pub(crate) use source::{Source, is_url, note_other_path, read, read_with_evidence};
use transport::{http, remembered};

/// Access to the network for one command. It is set up at the first use.
pub(crate) struct Network {
    streams: Streams,
    args: NetArgs,
    dialects: Vec<Dialect>,
    needs: Needs,
    /// Whether the note about proxies was written before.
    is_proxy_noted: bool,
    opened: OnceCell<(Arc<Keeper>, Runtime)>,
}

/// Fetches robots.txt files and keeps them in the file of `--cache`.
pub(crate) type Keeper<C = SystemClock> = Gatekeeper<Sender, C, Option<CacheStore>>;

#[cfg(feature = "ftp")]
type Sender = HttpFtpTransport;
#[cfg(not(feature = "ftp"))]
type Sender = HttpTransport;

impl Network {
    /// The network for files that are read in these dialects; without any, in Google's.
    pub(crate) fn new(streams: &Streams, args: &NetArgs, dialects: &[Dialect]) -> Self {
        let dialects = if dialects.is_empty() { &[Dialect::GOOGLE] } else { dialects };
        let nothing = Needs { redirects: 0, bytes: 0 };
        Self {
            streams: streams.clone(),
            args: args.clone(),
            dialects: dialects.to_vec(),
            needs: dialects.iter().map(Needs::of).fold(nothing, Needs::and),
            is_proxy_noted: false,
            opened: OnceCell::new(),
        }
    }

    /// The same network with another `User-Agent` header.
    pub(crate) fn under_name(&self, user_agent: &str) -> Self {
        let args = NetArgs { user_agent: Some(user_agent.to_owned()), ..self.args.clone() };
        Self { is_proxy_noted: true, ..Self::new(&self.streams, &args, &self.dialects) }
    }

    /// The same network for files that are read in all dialects.
    pub(crate) fn for_all_dialects(self) -> Self {
        Self { needs: Needs::of_all_presets(), ..self }
    }

    /// The gatekeeper that fetches, and its runtime.
    pub(crate) fn opened(&self) -> Result<&(Arc<Keeper>, Runtime), Failure> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let keeper = keeper(&self.streams, &self.args, &self.dialects, self.needs, SystemClock)?;
        if self.args.proxy.is_some() && !self.is_proxy_noted {
            self.streams.note(
                "the proxy resolves host names, so maycrawl cannot refuse names that lead into your network; make the proxy refuse them",
            );
        }
        let runtime = runtime()?;
        Ok(self.opened.get_or_init(|| (Arc::new(keeper), runtime)))
    }

    /// Fetches the robots.txt of an origin. Returns what is known then, and the time.
    pub(crate) fn ask(&self, origin: &Origin) -> Result<(Arc<OriginRecord>, Timestamp), Failure> {
        let (keeper, runtime) = self.opened()?;
        let known = runtime.block_on(keeper.record(origin));
        let known = known.map_err(|error| Failure::input(format!("{origin}: {}", why(&error))))?;
        Ok((known, SystemClock.now()))
    }
}

/// The gatekeeper for files that are read in dialects. Its needs say how far it follows
/// redirects and how much it reads.
pub(crate) fn keeper<C: Clock>(
    streams: &Streams,
    args: &NetArgs,
    dialects: &[Dialect],
    needs: Needs,
    clock: C,
) -> Result<Keeper<C>, Failure> {
    let http = http(args)?;
    let (header, route) = (&http.settings().user_agent, http.settings().route());
    let kept = match &args.cache {
        Some(path) => Some(CacheStore::open(streams, path, header, &route)?),
        None => CacheStore::temporary(streams, header),
    };
    let began = clock.now();
    #[cfg(feature = "ftp")]
    let http = HttpFtpTransport::new(http);
    let mut keeper = Gatekeeper::new(http);
    let mut dialects = dialects.iter().map(|dialect| args.with_redirects(*dialect));
    if let Some(first) = dialects.next() {
        keeper = keeper.with_dialect(first).with_other_dialects(dialects);
    }
    let keeper = keeper
        .with_memory(remembered(args))
        .with_needs(needs)
        .with_deadline(args.deadline())
        .with_redirects_judged_by(began);
    Ok(keeper.with_clock(clock).with_store(kept))
}

pub(crate) fn runtime() -> Result<Runtime, Failure> {
    // On one thread, one slow file would delay all others.
    const MIN_THREADS: usize = 2;
    let n_threads = thread::available_parallelism().map_or(MIN_THREADS, NonZeroUsize::get);
    let built = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(n_threads.max(MIN_THREADS))
        .enable_all()
        .build();
    built.map_err(|error| Failure::input(format!("cannot use the network: {error}")))
}

/// The `User-Agent` header that sites get.
pub(crate) fn user_agent(args: &NetArgs) -> String {
    args.user_agent.clone().unwrap_or_else(|| HttpSettings::default().user_agent)
}

/// Why there is no answer, and what to do about it.
pub(crate) fn why(error: &Error) -> String {
    failure_text(error, error.refusal().and_then(advice), error.hops())
}

/// Why the guard refuses a URL, and which option allows it.
pub(crate) fn refusal(refused: &Refusal) -> String {
    match advice(refused) {
        Some(advice) => format!("{refused} ({advice})"),
        None => refused.to_string(),
    }
}

/// Which option allows what the guard refuses, if one does.
fn advice(refused: &Refusal) -> Option<String> {
    match refused {
        Refusal::Address(address) => {
            let net = IpNet::from(*address);
            Some(format!("allow it with --allow-net {net} or --allow-private"))
        }
        Refusal::Port { port, .. } => Some(format!("allow it with --allow-port {port}")),
        Refusal::Denied { .. } => Some("by --deny-net, or deny-net in maycrawl.toml".into()),
        _ => None,
    }
}

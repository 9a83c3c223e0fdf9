//! What commands read from the network.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use maycrawl::{
    Dialect,
    access::{Evidence, InForce, Timestamp},
};
use maycrawl_fetch::{
    Allowance, Clock, Error, Gatekeeper, Guard, HttpFtpTransport, HttpSettings, HttpTransport,
    IpNet, Needs, OriginRecord, Proxy, Refusal, Request, SendError, SystemClock, Transport as _,
    raise_descriptor_limit,
};
use maycrawl_report::fetched::Story;
use maycrawl_url::Origin;
use tokio::runtime::Runtime;
use url::Url;

use crate::failure::Failure;
use crate::input;
use crate::streams::Streams;

mod args;
mod cache;

pub(crate) use args::NetArgs;
use cache::CacheStore;

/// Access to the network for one command. It is set up at the first use.
pub(crate) struct Network {
    streams: Streams,
    args: NetArgs,
    dialect: Dialect,
    needs: Needs,
    /// Whether the note about proxies was written before.
    is_proxy_noted: bool,
    opened: OnceCell<(Arc<Keeper>, Runtime)>,
}

/// Fetches robots.txt files and keeps them in the file of `--cache`.
pub(crate) type Keeper<C = SystemClock> = Gatekeeper<HttpFtpTransport, C, Option<CacheStore>>;

impl Network {
    /// The network for files that are read in a dialect.
    pub(crate) fn new(streams: &Streams, args: &NetArgs, dialect: &Dialect) -> Self {
        Self {
            streams: streams.clone(),
            args: args.clone(),
            dialect: *dialect,
            needs: Needs::of(dialect),
            is_proxy_noted: false,
            opened: OnceCell::new(),
        }
    }

    /// The same network with another `User-Agent` header.
    pub(crate) fn under_name(&self, user_agent: &str) -> Self {
        let args = NetArgs { user_agent: Some(user_agent.to_owned()), ..self.args.clone() };
        Self { is_proxy_noted: true, ..Self::new(&self.streams, &args, &self.dialect) }
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
        let keeper = keeper(&self.streams, &self.args, &self.dialect, self.needs, SystemClock)?;
        if self.args.proxy.is_some() && !self.is_proxy_noted {
            self.streams.say(
                "note: the proxy resolves host names, so maycrawl cannot refuse names that lead into your network; make the proxy refuse them",
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

/// The gatekeeper for files that are read in a dialect. Its needs say how far it follows
/// redirects and how much it reads.
pub(crate) fn keeper<C: Clock>(
    streams: &Streams,
    args: &NetArgs,
    dialect: &Dialect,
    needs: Needs,
    clock: C,
) -> Result<Keeper<C>, Failure> {
    let http = http(args)?;
    let header = &http.settings().user_agent;
    let kept = match &args.cache {
        Some(path) => Some(CacheStore::open(streams, path, header, &route(args))?),
        None => CacheStore::temporary(streams, header),
    };
    let mut dialect = *dialect;
    dialect.fetch.hops = args.redirects.unwrap_or(dialect.fetch.hops);
    let began = clock.now();
    let keeper = Gatekeeper::new(HttpFtpTransport::new(http))
        .with_memory(remembered(args))
        .with_dialect(dialect)
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
    match error.refusal().and_then(advice) {
        Some(advice) => format!("{error} ({advice})"),
        None => error.to_string(),
    }
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

/// How many bytes of `--memory` are for files in transit: a third. The rest is for files
/// that are kept.
fn in_flight(args: &NetArgs) -> u64 {
    args.memory() / 3
}

fn remembered(args: &NetArgs) -> u64 {
    args.memory() - in_flight(args)
}

fn http(args: &NetArgs) -> Result<HttpTransport, Failure> {
    raise_descriptor_limit();
    let defaults = HttpSettings::default();
    let settings = HttpSettings {
        user_agent: user_agent(args),
        guard: Guard {
            allow_private: args.allow_private,
            allow: args.allow_net.clone(),
            deny: args.deny_net.clone(),
            nat64: args.nat64.clone(),
            allowed_ports: args.allow_port.clone(),
        },
        resolve: args.resolve.clone(),
        connect_timeout: defaults.connect_timeout.min(args.timeout()),
        read_timeout: defaults.read_timeout.min(args.timeout()),
        timeout: args.timeout(),
        max_connections: args.connections,
        max_per_address: args.connections_per_address.unwrap_or(defaults.max_per_address),
        address_pause: args.address_pause.unwrap_or(defaults.address_pause),
        max_in_flight: usize::try_from(in_flight(args)).unwrap_or(usize::MAX),
        proxy: match args.proxy.as_deref() {
            None => Proxy::None,
            Some("env") => Proxy::Environment,
            Some(url) => Proxy::Url(url.to_owned()),
        },
        certificates: Vec::new(),
        name_servers: Vec::new(),
    };
    HttpTransport::new(settings).map_err(|error| Failure::input(error.to_string()))
}

/// The options that change the way to a site. The cache keeps them apart, since what comes
/// by another way need not be what the site itself returns.
fn route(args: &NetArgs) -> String {
    let mut ports = args.allow_port.clone();
    ports.sort_unstable();
    ports.dedup();
    let mut nets = args.allow_net.clone();
    nets.sort_unstable();
    nets.dedup();
    let private = args.allow_private.then(|| "allow-private".to_owned());
    let proxy = args.proxy.iter().map(|proxy| format!("proxy={proxy}"));
    let nets = nets.iter().map(|net| format!("allow-net={net}"));
    let ports = ports.iter().map(|port| format!("allow-port={port}"));
    // The first pattern that matches a host counts, so the order stays.
    let resolve = args
        .resolve
        .iter()
        .map(|(pattern, address)| format!("resolve={}:{address}", pattern.to_ascii_lowercase()));
    private
        .into_iter()
        .chain(proxy)
        .chain(nets)
        .chain(ports)
        .chain(resolve)
        .collect::<Vec<_>>()
        .join(" ")
}

/// How long a download may take, if it is not of a robots.txt.
const FILE_DEADLINE: Duration = Duration::from_secs(120);

/// How many redirects such a download follows.
const MOST_REDIRECTS: usize = 10;

/// Downloads a file that is not a robots.txt, such as a sitemap.
pub(crate) fn get(url: &str, args: &NetArgs, max_bytes: usize) -> Result<Vec<u8>, Failure> {
    let failed = |why: String| Failure::input(format!("cannot read {url}: {why}"));
    let http = http(args)?;
    let runtime = runtime()?;
    let most_wire = u64::try_from(max_bytes).unwrap_or(u64::MAX).saturating_mul(2);
    let mut allowance = Allowance { time: FILE_DEADLINE, bytes: most_wire };
    let mut at = Url::parse(url).map_err(|error| failed(error.to_string()))?;
    for _ in 0..=MOST_REDIRECTS {
        let request = Request::new(at.clone(), max_bytes);
        let sent = runtime.block_on(http.send(&request, &mut allowance));
        let response = sent.map_err(|error| match error {
            SendError::Refused(refused) => failed(refusal(&refused)),
            SendError::Failed(problem) => failed(problem.to_string()),
            SendError::Machine(error) => failed(error.to_string()),
        })?;
        match (response.status, response.headers.get("location")) {
            (200..300, _) if response.body.is_cut => {
                return Err(failed(format!("it holds more than {} MiB", max_bytes >> 20)));
            }
            (200..300, _) => return Ok(response.body.bytes.to_vec()),
            (300..400, Some(to)) => {
                at = at
                    .join(&String::from_utf8_lossy(to))
                    .map_err(|error| failed(error.to_string()))?;
            }
            (status, _) => return Err(failed(format!("the server answers {status}"))),
        }
    }
    Err(failed(format!("it lies behind more than {MOST_REDIRECTS} redirects")))
}

/// A robots.txt that a command reads.
pub(crate) struct Source {
    /// Its name in messages.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The site that returned it, if it was fetched.
    pub(crate) origin: Option<Origin>,
    /// The outcome of the fetch, if it was fetched.
    pub(crate) evidence: Option<Evidence>,
}

/// Whether a path is the URL of a site.
pub(crate) fn is_url(path: &Path) -> bool {
    let starts = |scheme: &str| {
        path.to_str()
            .and_then(|text| text.get(..scheme.len()))
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    starts("http://") || starts("https://")
}

/// Reads a file; if the path is a URL, the robots.txt that is in force there.
///
/// If the site has no file and all is allowed, the file is empty. If it cannot be fetched,
/// the failure is [`Failure::Undecided`].
pub(crate) fn read(path: &Path, network: &Network) -> Result<Source, Failure> {
    if !is_url(path) {
        let bytes = input::read(&network.streams, path)?;
        return Ok(Source { name: input::shown_name(path), bytes, origin: None, evidence: None });
    }
    let url = path.to_string_lossy();
    let origin: Origin = url.parse().map_err(|error| {
        Failure::input(format!("{url}: {error}; give a URL such as https://example.com"))
    })?;
    let (known, now) = network.ask(&origin)?;
    let entry = known.entry();
    let story = Story::new(&origin, entry, now);
    let access = story.access(&network.dialect);
    let name = origin.robots_url();
    let bytes = match access.in_force {
        InForce::Rules(_) => entry.file().map(|copy| copy.body.bytes.to_vec()).unwrap_or_default(),
        InForce::DenyAll => {
            return Err(Failure::Undecided(format!("{name}: {}", story.outcome(&access))));
        }
        InForce::AllowAll | InForce::Ungoverned => {
            network.streams.say(&format!("{name}: {}", story.outcome(&access)));
            Vec::new()
        }
    };
    let evidence = entry.history().last().copied();
    Ok(Source { name, bytes, origin: Some(origin), evidence })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;

    fn check(args: &[&str], expected: &str) {
        let command = NetArgs::augment_args(Command::new("maycrawl").no_binary_name(true));
        let matches = command.try_get_matches_from(args).unwrap();
        let args = NetArgs::from_arg_matches(&matches).unwrap();
        assert_eq!(route(&args), expected);
    }

    #[test]
    fn a_route_is_what_changes_the_way_to_a_site() {
        check(&["--timeout", "5", "--user-agent", "MyBot/1.0", "--cache", "file"], "");
        check(&["--allow-private"], "allow-private");
        check(
            &["--allow-port", "25", "--allow-private", "--allow-port=23", "--allow-port=25"],
            "allow-private allow-port=23 allow-port=25",
        );
        check(
            &["--resolve", "B.example:127.0.0.1:80", "--resolve", "*:::1"],
            "resolve=b.example:127.0.0.1:80 resolve=*:[::1]:0",
        );
    }
}

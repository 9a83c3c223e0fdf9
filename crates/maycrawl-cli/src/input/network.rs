//! What commands read from the network.

use std::cell::OnceCell;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use maycrawl::{Dialect, Evidence, InForce, Timestamp};
use maycrawl_fetch::{
    Clock, Disk, Entry, Gatekeeper, Guard, Http, HttpAndFtp, HttpSettings, Known, Request, Store,
    StoreError, SystemClock, Transport as _, Unsent,
};
use maycrawl_report::fetched::Story;
use maycrawl_url::Origin;
use tokio::runtime::Runtime;
use url::Url;

use crate::args::fetch::NetArgs;
use crate::failure::Failure;
use crate::{input, output};

/// The network, as far as a command may use it; set up when it is first used.
pub(crate) struct Network<'a> {
    args: &'a NetArgs,
    dialect: Dialect,
    opened: OnceCell<(Arc<Keeper>, Runtime)>,
}

/// Asks sites, and keeps what comes in the file of `--cache`.
pub(crate) type Keeper<C = SystemClock> = Gatekeeper<HttpAndFtp, C, Option<Kept>>;

/// What is kept of a site that nobody asked about for so long is of no use.
const MOST_AGE: Duration = Duration::from_secs(90 * 24 * 60 * 60);

impl<'a> Network<'a> {
    /// The network for files that are read in a dialect.
    pub(crate) fn new(args: &'a NetArgs, dialect: &Dialect) -> Self {
        Self { args, dialect: *dialect, opened: OnceCell::new() }
    }

    /// Who asks sites, and what such asking runs on.
    pub(crate) fn opened(&self) -> Result<&(Arc<Keeper>, Runtime), Failure> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let keeper = keeper(self.args, &self.dialect, SystemClock)?;
        let runtime = runtime()?;
        Ok(self.opened.get_or_init(|| (Arc::new(keeper), runtime)))
    }

    /// What comes of asking an origin for its robots.txt, and the time.
    pub(crate) fn ask(&self, origin: &Origin) -> Result<(Arc<Known>, Timestamp), Failure> {
        let (keeper, runtime) = self.opened()?;
        let known = runtime.block_on(keeper.known(origin));
        let known = known.map_err(|error| Failure::input(format!("{origin}: {error}")))?;
        Ok((known, SystemClock.now()))
    }
}

/// Who asks sites for files that are read in a dialect, by a clock.
pub(crate) fn keeper<C: Clock>(
    args: &NetArgs,
    dialect: &Dialect,
    clock: C,
) -> Result<Keeper<C>, Failure> {
    let http = http(args, HttpSettings::default().most_octets)?;
    let header = &http.settings().user_agent;
    let kept = args.cache.as_deref().map(|path| Kept::open(path, header)).transpose()?;
    let keeper = Gatekeeper::new(HttpAndFtp::new(http)).with_dialect(*dialect);
    Ok(keeper.with_clock(clock).with_store(kept))
}

pub(crate) fn runtime() -> Result<Runtime, Failure> {
    // On one thread, one greedy answer would hold up all others.
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

fn http(args: &NetArgs, most_octets: usize) -> Result<Http, Failure> {
    let defaults = HttpSettings::default();
    let settings = HttpSettings {
        user_agent: user_agent(args),
        guard: Guard { allow_private: args.allow_private, allowed_ports: args.allow_port.clone() },
        resolve: args.resolve.clone(),
        connect_timeout: defaults.connect_timeout.min(args.timeout),
        read_timeout: defaults.read_timeout.min(args.timeout),
        timeout: args.timeout,
        most_octets,
        ..defaults
    };
    Http::new(settings).map_err(|error| Failure::input(error.to_string()))
}

/// How many redirects lead to a file that is no robots.txt.
const MOST_REDIRECTS: usize = 10;

/// The file at a URL, which is not a robots.txt.
pub(crate) fn get(url: &str, args: &NetArgs, most_octets: usize) -> Result<Vec<u8>, Failure> {
    let failed = |why: String| Failure::input(format!("cannot read {url}: {why}"));
    let http = http(args, most_octets)?;
    let runtime = runtime()?;
    let mut at = Url::parse(url).map_err(|error| failed(error.to_string()))?;
    for _ in 0..=MOST_REDIRECTS {
        let request = Request { url: at.clone(), headers: Vec::new() };
        let response = runtime.block_on(http.send(&request)).map_err(|unsent| match unsent {
            Unsent::Refused(refused) => failed(refused.to_string()),
            Unsent::Failed(problem) => failed(problem.to_string()),
        })?;
        match (response.status, response.headers.get("location")) {
            (200..300, _) if response.body.is_cut => {
                return Err(failed(format!("it holds more than {} MiB", most_octets >> 20)));
            }
            (200..300, _) => return Ok(response.body.octets),
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

/// The file of `--cache`. That it fails is said once, and stops nothing.
pub(crate) struct Kept {
    disk: Disk,
    path: PathBuf,
    is_told: AtomicBool,
}

impl Kept {
    fn open(path: &Path, user_agent: &str) -> Result<Self, Failure> {
        let opened = Disk::open(path, user_agent).and_then(|disk| {
            let now = SystemClock.now();
            disk.forget_before(Timestamp(
                now.0.saturating_sub(i64::try_from(MOST_AGE.as_millis()).unwrap_or(i64::MAX)),
            ))?;
            Ok(disk)
        });
        let name = input::shown_name(path);
        let disk = opened.map_err(|error| Failure::input(format!("cannot use {name}: {error}")))?;
        Ok(Self { disk, path: path.to_path_buf(), is_told: AtomicBool::new(false) })
    }

    fn told<T>(&self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(error) = &done
            && !self.is_told.swap(true, Ordering::Relaxed)
        {
            output::say(&format!(
                "what comes is not kept in {}: {error}",
                input::shown_name(&self.path)
            ));
        }
        done
    }
}

impl Store for Kept {
    type Lease = ();

    async fn lease(&self, _: &Origin) {}

    async fn load(&self, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        self.told(self.disk.load(origin).await)
    }

    async fn save(&self, origin: &Origin, entry: &Entry) -> Result<(), StoreError> {
        self.told(self.disk.save(origin, entry).await)
    }
}

/// A robots.txt that a command reads.
pub(crate) struct Source {
    /// What it is called in messages.
    pub(crate) name: String,
    pub(crate) octets: Vec<u8>,
    /// What came of asking for it, if it is a site's.
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

/// A file; or, if its path is a URL, the robots.txt in force for it. No file where
/// everything is allowed is an empty one; where it cannot be had, there is no answer
/// yet.
pub(crate) fn read(path: &Path, network: &Network<'_>) -> Result<Source, Failure> {
    if !is_url(path) {
        let octets = input::read(path)?;
        return Ok(Source { name: input::shown_name(path), octets, evidence: None });
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
    let octets = match access.in_force {
        InForce::Rules(_) => entry.copy().map(|copy| copy.body.octets.clone()).unwrap_or_default(),
        InForce::DenyAll => {
            return Err(Failure::Undecided(format!("{name}: {}", story.outcome(&access))));
        }
        InForce::AllowAll | InForce::Ungoverned => {
            output::say(&format!("{name}: {}", story.outcome(&access)));
            Vec::new()
        }
    };
    Ok(Source { name, octets, evidence: entry.history().last().copied() })
}

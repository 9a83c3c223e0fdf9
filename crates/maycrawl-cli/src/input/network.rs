//! What commands read from the network.

use std::path::Path;

use maycrawl::{Dialect, Evidence, InForce, Timestamp};
use maycrawl_fetch::{Clock as _, Entry, Guard, Http, HttpSettings, SystemClock, attempt};
use maycrawl_report::fetched::Story;
use maycrawl_url::Origin;

use crate::args::fetch::NetArgs;
use crate::failure::Failure;
use crate::{input, output};

/// The network, as far as a command may use it.
pub(crate) struct Network {
    http: Http,
    runtime: tokio::runtime::Runtime,
}

impl Network {
    pub(crate) fn new(args: &NetArgs) -> Result<Self, Failure> {
        let defaults = HttpSettings::default();
        let settings = HttpSettings {
            user_agent: args.user_agent.clone().unwrap_or_else(|| defaults.user_agent.clone()),
            guard: Guard {
                allow_private: args.allow_private,
                allowed_ports: args.allow_port.clone(),
            },
            resolve: args.resolve.clone(),
            connect_timeout: defaults.connect_timeout.min(args.timeout),
            read_timeout: defaults.read_timeout.min(args.timeout),
            timeout: args.timeout,
            ..defaults
        };
        let http = Http::new(settings).map_err(|error| Failure::input(error.to_string()))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::input(format!("cannot use the network: {error}")))?;
        Ok(Self { http, runtime })
    }

    /// What comes of asking an origin for its robots.txt, and the time.
    pub(crate) fn ask(&self, origin: &Origin) -> Result<(Entry, Timestamp), Failure> {
        let mut entry = Entry::default();
        let asked = self.runtime.block_on(attempt(&self.http, &SystemClock, origin, &entry));
        let asked = asked.map_err(|error| Failure::input(format!("{origin}: {error}")))?;
        entry.learn(asked);
        Ok((entry, SystemClock.now()))
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

/// A file; or, if its path is a URL, the robots.txt in force for it in a dialect. No
/// file where everything is allowed is an empty one; where it cannot be had, there
/// is no answer yet.
pub(crate) fn read(path: &Path, net: &NetArgs, dialect: &Dialect) -> Result<Source, Failure> {
    if !is_url(path) {
        let octets = input::read(path)?;
        return Ok(Source { name: input::shown_name(path), octets, evidence: None });
    }
    let url = path.to_string_lossy();
    let origin: Origin = url.parse().map_err(|error| {
        Failure::input(format!("{url}: {error}; give a URL such as https://example.com"))
    })?;
    let (entry, now) = Network::new(net)?.ask(&origin)?;
    let story = Story::new(&origin, &entry, now);
    let access = story.access(dialect);
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

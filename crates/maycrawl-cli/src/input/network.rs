//! What commands read from the network.

use maycrawl::Timestamp;
use maycrawl_fetch::{Clock as _, Entry, Guard, Http, HttpSettings, SystemClock, attempt};
use maycrawl_url::Origin;

use crate::args::fetch::NetArgs;
use crate::failure::Failure;

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

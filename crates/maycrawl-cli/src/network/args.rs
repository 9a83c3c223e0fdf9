//! The arguments of all commands that fetch.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::{Args, ValueHint};
use maycrawl::Dialect;
use maycrawl_fetch::{IpNet, Nat64Prefix};

use crate::failure::Failure;
use crate::settings::NetworkSettings;
use crate::streams::Streams;
use crate::values::{count, mebibytes, net, pause, redirects, seconds};
use crate::write::Destination;

use super::cache::cache_path;

/// How the network is used.
#[derive(Clone, Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(next_help_heading = "Network")]
pub(crate) struct NetArgs {
    /// The User-Agent header to send; sites may return different files for different
    /// headers [default: maycrawl/VERSION (+URL)]
    #[arg(long, value_name = "HEADER")]
    pub(crate) user_agent: Option<String>,

    /// Also fetch from addresses that are not public, such as private and local ones
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Also fetch from this network or address, even if it is not public: 10.1.0.0/16
    #[arg(long, value_name = "NET", value_parser = net)]
    pub(crate) allow_net: Vec<IpNet>,

    /// Never fetch from this network or address, whatever other options allow
    #[arg(long, value_name = "NET", value_parser = net)]
    pub(crate) deny_net: Vec<IpNet>,

    /// The prefix of your own NAT64 gateway, such as 2001:db8:64::/96; whether its IPv6
    /// addresses are public depends on the IPv4 addresses that they contain
    #[arg(long, value_name = "PREFIX")]
    pub(crate) nat64: Vec<Nat64Prefix>,

    /// Also fetch from this port, even if browsers block it or another service, such as a
    /// database, uses it
    #[arg(long, value_name = "PORT")]
    pub(crate) allow_port: Vec<u16>,

    /// Use this address for a host, instead of a name lookup: example.com:127.0.0.1 or
    /// *:127.0.0.1:8080
    #[arg(long, value_name = "PATTERN:ADDR", value_parser = resolve)]
    pub(crate) resolve: Vec<(String, SocketAddr)>,

    /// Cache answers in a file; ask a site again only when its answer has expired
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) cache: Option<Destination>,

    /// How many seconds a request may take, and a site may be silent [default: 30, and 10 of
    /// silence]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

    /// How long a request may wait for a place, in commands whose askers do not wait longer.
    #[arg(skip)]
    pub(crate) place_timeout: Option<Duration>,

    /// How many seconds a whole fetch may take: name lookup, redirects and file; waiting
    /// for a free connection does not count [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) deadline: Option<Duration>,

    /// How many redirects to follow, at most 20 [default: set by the dialect: 20 for
    /// draft-1996, otherwise 5]
    #[arg(long, value_name = "N", value_parser = redirects, allow_negative_numbers = true)]
    pub(crate) redirects: Option<u8>,

    /// How many connections may be open at once [default: what the system allows, at most
    /// 1024]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) connections: Option<usize>,

    /// How many connections to one IP address may be open at once; one that takes longer
    /// than a second makes room for another, up to 8 times as many [default: 4]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) connections_per_address: Option<usize>,

    /// How many seconds to pause between requests to one IP address [default: 0]
    #[arg(long, value_name = "SECONDS", value_parser = pause, allow_negative_numbers = true)]
    pub(crate) address_pause: Option<Duration>,

    /// Memory limit for robots.txt files, in MiB; the rest goes to --cache or a temporary
    /// file [default: 128]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub(crate) memory: Option<u64>,

    /// Send requests through an HTTP proxy: its URL, such as http://proxy.example:3128, or
    /// env to read HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Hosts in NO_PROXY are asked
    /// directly
    #[arg(long, value_name = "URL", conflicts_with = "resolve")]
    pub(crate) proxy: Option<String>,
}

impl NetArgs {
    /// Takes from the settings what the command line leaves open.
    pub(crate) fn fill(&mut self, settings: &NetworkSettings) {
        if self.user_agent.is_none() {
            self.user_agent.clone_from(&settings.user_agent);
        }
        self.timeout = self.timeout.or(settings.timeout);
        self.deadline = self.deadline.or(settings.deadline);
        self.redirects = self.redirects.or(settings.redirects);
        self.connections = self.connections.or(settings.connections);
        self.connections_per_address =
            self.connections_per_address.or(settings.connections_per_address);
        self.address_pause = self.address_pause.or(settings.address_pause);
        self.memory = self.memory.or(settings.memory);
        // Denied by either is denied.
        self.deny_net.extend(settings.deny_net.iter().copied());
    }

    /// Refuses a file that is not a cache, even if the command does not come to use it.
    pub(crate) fn check_cache(&self, streams: &Streams) -> Result<(), Failure> {
        self.cache.iter().try_for_each(|cache| cache_path(streams, cache).map(drop))
    }

    /// A dialect with the number of redirects of `--redirects`, if that is given.
    pub(crate) fn with_redirects(&self, mut dialect: Dialect) -> Dialect {
        dialect.fetch.hops = self.redirects.unwrap_or(dialect.fetch.hops);
        dialect
    }

    /// How long a request may take.
    pub(crate) fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(Duration::from_secs(30))
    }

    /// How long a fetch may take in all.
    pub(crate) fn deadline(&self) -> Duration {
        self.deadline.unwrap_or(Duration::from_secs(60))
    }

    /// How many bytes of memory the files of many sites may take.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or(128) << 20
    }
}

fn resolve(text: &str) -> Result<(String, SocketAddr), String> {
    let wrong = || "write a host and an address, such as example.com:127.0.0.1".to_owned();
    let (pattern, address) = text.split_once(':').ok_or_else(wrong)?;
    let address = match address.parse::<IpAddr>() {
        // Port 0 stands for the scheme's own.
        Ok(address) => SocketAddr::new(address, 0),
        Err(_) => address.parse().map_err(|_| wrong())?,
    };
    Ok((pattern.to_owned(), address))
}

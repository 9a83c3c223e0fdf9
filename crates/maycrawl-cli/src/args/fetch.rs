//! The arguments of `fetch`, and those of all who fetch.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use maycrawl::{Dialect, dialect::Preset};
use maycrawl_fetch::{IpNet, Nat64Prefix};

use super::{CatalogueArgs, TextOrJson, dialect_parser};
use crate::input::settings::NetworkSettings;

/// `maycrawl fetch`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(after_help = "\
Exit status: 0 all were asked, 2 a usage or input error, or a URL that could not be asked.

Examples:
  maycrawl fetch https://example.com
  maycrawl fetch --agent Googlebot https://example.com/any/page
  maycrawl fetch --variants https://example.com
  maycrawl fetch --show https://example.com > robots.txt")]
pub(crate) struct FetchArgs {
    /// URLs, whose robots.txt files are asked for
    #[arg(value_name = "URL", required = true)]
    pub(crate) urls: Vec<String>,

    /// In which dialect the outcome is told
    #[arg(long, short, default_value = Preset::DEFAULT.name, value_parser = dialect_parser())]
    pub(crate) dialect: Dialect,

    /// Tell the outcome in every dialect
    #[arg(long, conflicts_with = "dialect")]
    pub(crate) all_dialects: bool,

    /// Say whether this crawler may fetch the URLs too, by its product token
    #[arg(long = "agent", short, value_name = "TOKEN")]
    pub(crate) agents: Vec<String>,

    /// Ask http and https, with www. and without, and as a browser and Googlebot, and
    /// tell whether all are answered alike
    #[arg(long, conflicts_with_all = ["show", "save"])]
    pub(crate) variants: bool,

    /// Print the file that came, and nothing else
    #[arg(long, conflicts_with_all = ["format", "all_dialects"])]
    pub(crate) show: bool,

    /// Write the file that came to a new file, as a whole or not at all
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) known: CatalogueArgs,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// How it is printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: TextOrJson,
}

/// How the network is used.
#[derive(Clone, Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(next_help_heading = "Network")]
pub(crate) struct NetArgs {
    /// The User-Agent header to send; sites may answer by it [default: maycrawl/VERSION
    /// (+URL)]
    #[arg(long, value_name = "HEADER")]
    pub(crate) user_agent: Option<String>,

    /// Fetch from private, local and other addresses that are not public, too
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Fetch from this network or address too, although it is not public: 10.1.0.0/16
    #[arg(long, value_name = "NET", value_parser = net)]
    pub(crate) allow_net: Vec<IpNet>,

    /// Never fetch from this network or address, whatever other options allow
    #[arg(long, value_name = "NET", value_parser = net)]
    pub(crate) deny_net: Vec<IpNet>,

    /// Judge IPv6 addresses of this prefix by the IPv4 addresses that your own NAT64
    /// gateway puts in them: 2001:db8:64::/96
    #[arg(long, value_name = "PREFIX")]
    pub(crate) nat64: Vec<Nat64Prefix>,

    /// Fetch from a port that browsers block, or that databases and other services use
    #[arg(long, value_name = "PORT")]
    pub(crate) allow_port: Vec<u16>,

    /// Send a host to an address: example.com:127.0.0.1 or *:127.0.0.1:8080
    #[arg(long, value_name = "PATTERN:ADDR", value_parser = resolve)]
    pub(crate) resolve: Vec<(String, SocketAddr)>,

    /// Cache answers in a file; ask a site again only when its answer has expired
    #[arg(long, value_name = "FILE")]
    pub(crate) cache: Option<PathBuf>,

    /// How many seconds a request may take [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

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

    /// How many connections to one IP address may be open at once [default: 4]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) connections_per_address: Option<usize>,

    /// How many seconds to pause between requests to one IP address [default: 0]
    #[arg(long, value_name = "SECONDS", value_parser = pause, allow_negative_numbers = true)]
    pub(crate) address_pause: Option<Duration>,

    /// How many MiB of memory robots.txt files may take, in transit and kept; the rest
    /// goes to the --cache file or to a temporary file [default: 128]
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
    pub(crate) fn fill(&mut self, settings: NetworkSettings) {
        let NetworkSettings {
            user_agent,
            timeout,
            deadline,
            redirects,
            connections,
            connections_per_address,
            address_pause,
            memory,
            deny_net,
        } = settings;
        self.user_agent = self.user_agent.take().or(user_agent);
        self.timeout = self.timeout.or(timeout);
        self.deadline = self.deadline.or(deadline);
        self.redirects = self.redirects.or(redirects);
        self.connections = self.connections.or(connections);
        self.connections_per_address = self.connections_per_address.or(connections_per_address);
        self.address_pause = self.address_pause.or(address_pause);
        self.memory = self.memory.or(memory);
        // Denied by either is denied.
        self.deny_net.extend(deny_net);
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

pub(crate) fn redirects(text: &str) -> Result<u8, String> {
    let count = text.parse().ok().filter(|count| *count <= 20);
    count.ok_or_else(|| "write a number from 0 to 20".to_owned())
}

pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| (1..=1 << 20).contains(count));
    count.ok_or_else(|| format!("write a number of MiB from 1 to {}", 1 << 20))
}

pub(crate) fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "write a number, 1 or more".to_owned())
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

/// A network; an address alone is a network of one.
pub(crate) fn net(text: &str) -> Result<IpNet, String> {
    let wrong = |_| "write a network or an address, such as 10.0.0.0/8 or fd00::1".to_owned();
    match text.parse::<IpAddr>() {
        Ok(address) => Ok(IpNet::from(address)),
        Err(_) => text.parse().map_err(wrong),
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match pause(text)? {
        Duration::ZERO => Err("write more than 0 seconds".into()),
        time => Ok(time),
    }
}

pub(crate) fn pause(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
    match seconds {
        Some(Ok(time)) => Ok(time),
        _ => Err("write a number of seconds, such as 30".to_owned()),
    }
}

//! Name lookups.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join;
use hickory_resolver::config::{NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::{Query, ResponseCode};
use hickory_resolver::proto::rr::{Name, RecordType};
use hickory_resolver::{Hosts, TokioResolver, system_conf};

use crate::attempt::Problem;
use crate::descriptors::{max_lookups, max_slow_lookups};
use crate::guard::{Guard, Refusal};
use crate::transport::{MachineError, SendError};
use crate::turns::{Turn, Turns};

/// Looks up the addresses of hosts.
///
/// It reads the hosts file of the machine, then asks name servers over UDP and TCP. It
/// blocks no thread, and a caller may cancel a lookup. It caches a bounded number of
/// answers, for as long as their name servers allow. Make one and share it.
///
/// `localhost` and the names under it are loopback; no name server is asked about them. A
/// name of one label (`intranet`) is tried with the search domains of the machine; all
/// other names are absolute.
#[derive(Debug)]
pub struct HostResolver {
    /// The resolver, or why there is none.
    dns: Result<TokioResolver, String>,
    hosts: Hosts,
    /// Names that nobody answers for do not keep out others.
    turns: Arc<Turns>,
}

/// Why a lookup found no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    kind: ResolveErrorKind,
    message: String,
}

/// The kind of a [`ResolveError`].
///
/// Exhaustive: a failure is evidence about the site, or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolveErrorKind {
    /// The name does not exist or has no address, or its own name servers fail. This is
    /// evidence about the site.
    NoAddress,
    /// The name servers of this machine are not configured, cannot be reached, do not
    /// answer in time or refuse to answer. This is no evidence about the site.
    Machine,
}

impl ResolveError {
    fn no_address() -> Self {
        let message = "the host has no address".into();
        Self { kind: ResolveErrorKind::NoAddress, message }
    }

    const fn machine(message: String) -> Self {
        Self { kind: ResolveErrorKind::Machine, message }
    }

    /// What kind of error it is.
    pub const fn kind(&self) -> ResolveErrorKind {
        self.kind
    }
}

/// How many answers are cached.
const MAX_ANSWERS: u64 = 8192;

impl HostResolver {
    /// A resolver with the present name servers and hosts file of the machine.
    ///
    /// If no name server is configured, only names of the hosts file are found.
    pub fn from_system() -> Self {
        let dns = match system_conf::read_system_conf() {
            Ok((config, options)) => dns(config, options),
            Err(error) => Err(format!("no name server is configured: {error}")),
        };
        Self::new(dns, Hosts::from_system().unwrap_or_default())
    }

    /// A resolver with these name servers and this timeout for each answer. It does not
    /// read the hosts file.
    pub fn with_servers(servers: &[SocketAddr], timeout: Duration) -> Self {
        let at = |address: &SocketAddr| {
            let mut server = NameServerConfig::udp_and_tcp(address.ip());
            for connection in &mut server.connections {
                connection.port = address.port();
            }
            server
        };
        let config = ResolverConfig::from_parts(None, Vec::new(), servers.iter().map(at).collect());
        let mut options = ResolverOpts::default();
        options.timeout = timeout;
        Self::new(dns(config, options), Hosts::default())
    }

    fn new(dns: Result<TokioResolver, String>, hosts: Hosts) -> Self {
        Self { dns, hosts, turns: Turns::new(max_lookups(), max_slow_lookups()) }
    }

    /// The addresses of a host, at least one, IPv4 first.
    ///
    /// Ask a [`Guard`](crate::Guard) before you connect to one.
    ///
    /// # Errors
    ///
    /// Fails if the host has no address or this machine cannot look it up.
    pub async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError> {
        let _turn = self.turn().await;
        self.lookup(host).await
    }

    /// Waits until a lookup may be made.
    pub(crate) async fn turn(&self) -> Turn {
        self.turns.take().await
    }

    /// The addresses of a host. The caller holds a turn.
    pub(crate) async fn lookup(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError> {
        if let Ok(address) = host.parse() {
            return Ok(vec![address]);
        }
        if is_localhost(host) {
            return Ok(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]);
        }
        let name = name(host).ok_or_else(ResolveError::no_address)?;
        let known = self.in_hosts_file(&name);
        if !known.is_empty() {
            return Ok(known);
        }
        let dns = self.dns.as_ref().map_err(|why| ResolveError::machine(why.clone()))?;
        let (v4, v6) = join(
            dns.lookup(name.clone(), RecordType::A),
            dns.lookup(name.clone(), RecordType::AAAA),
        )
        .await;
        let mut found = Vec::new();
        let mut failure = None;
        let mut is_missing = false;
        for lookup in [v4, v6] {
            match lookup {
                Ok(lookup) => {
                    let addresses = lookup.answers().iter().map(|record| record.data.ip_addr());
                    found.extend(addresses.flatten());
                }
                Err(error) if error.is_nx_domain() => is_missing = true,
                Err(error) => failure = failure.or(machine_failure(&error)),
            }
        }
        match failure {
            // Some name servers say that a name does not exist if it has no address of one
            // kind.
            _ if !found.is_empty() => Ok(found),
            // If it does not exist, it has no address of the other kind, even if that lookup
            // failed.
            Some(why) if !is_missing => Err(ResolveError::machine(why)),
            _ => Err(ResolveError::no_address()),
        }
    }

    fn in_hosts_file(&self, name: &Name) -> Vec<IpAddr> {
        let of_kind = |kind| self.hosts.lookup_static_host(&Query::query(name.clone(), kind));
        let found = [RecordType::A, RecordType::AAAA].into_iter().filter_map(of_kind);
        found
            .flat_map(|lookup| {
                let addresses = lookup.answers().iter().filter_map(|record| record.data.ip_addr());
                addresses.collect::<Vec<_>>()
            })
            .collect()
    }
}

fn dns(config: ResolverConfig, mut options: ResolverOpts) -> Result<TokioResolver, String> {
    if config.name_servers().is_empty() {
        return Err("no name server is configured".into());
    }
    options.cache_size = MAX_ANSWERS;
    // Otherwise it would ask a name server for the kind of address that the file lacks.
    options.use_hosts_file = ResolveHosts::Never;
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        .with_options(options)
        .build()
        .map_err(|error| error.to_string())
}

/// RFC 6761 section 6.3.
pub(crate) fn is_localhost(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or(host);
    last.eq_ignore_ascii_case("localhost")
}

/// Parses a name; `None` if a label is too long or empty.
fn name(host: &str) -> Option<Name> {
    let mut name = Name::from_ascii(host).ok().filter(|name| name.num_labels() > 0)?;
    if name.num_labels() > 1 {
        name.set_fqdn(true);
    }
    Some(name.to_lowercase())
}

/// The failure of this machine that an error stands for, if it does.
fn machine_failure(error: &NetError) -> Option<String> {
    match error {
        // The name servers of the site have no records, or fail.
        NetError::Dns(
            DnsError::NoRecordsFound(_) | DnsError::ResponseCode(ResponseCode::ServFail),
        ) => None,
        NetError::Dns(DnsError::ResponseCode(code)) => {
            Some(format!("the name server refuses to answer: {code}"))
        }
        NetError::Timeout => Some("no name server answers in time".into()),
        NetError::NoConnections => Some("no name server can be reached".into()),
        error => Some(format!("the name server cannot be asked: {error}")),
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ResolveError {}

/// The address of the first pattern that matches a host.
pub(crate) fn chosen(host: &str, patterns: &[(String, SocketAddr)]) -> Option<SocketAddr> {
    let is_it =
        |(pattern, _): &&(String, SocketAddr)| pattern == "*" || pattern.eq_ignore_ascii_case(host);
    patterns.iter().find(is_it).map(|(_, address)| *address)
}

/// The addresses that a guard allows, at least one.
pub(crate) fn allowed(
    found: impl IntoIterator<Item = SocketAddr>,
    guard: &Guard,
) -> Result<Vec<SocketAddr>, SendError> {
    let mut refused: Option<Refusal> = None;
    let mut addresses = Vec::new();
    for address in found {
        match guard.address(address.ip()) {
            Ok(()) => addresses.push(address),
            Err(why) => _ = refused.get_or_insert(why),
        }
    }
    match refused {
        _ if !addresses.is_empty() => Ok(addresses),
        Some(why) => Err(SendError::Refused(why)),
        None => Err(Problem::NoAddress.into()),
    }
}

impl From<ResolveError> for SendError {
    fn from(error: ResolveError) -> Self {
        match error.kind {
            ResolveErrorKind::NoAddress => Problem::NoAddress.into(),
            ResolveErrorKind::Machine => MachineError::Resolver.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the hosts file need no name server.
    #[tokio::test]
    async fn the_hosts_file_comes_first() {
        let mut hosts = Hosts::default();
        let file = "10.0.0.7 Intranet wiki.intra.example # ours\n\
                    fd00::7 wiki.intra.example\n\
                    127.0.0.1 localhost\n";
        hosts.read_hosts_conf(file.as_bytes()).unwrap();
        let resolver = HostResolver::new(Err("no name server".into()), hosts);
        for (host, expected) in [
            ("intranet", Ok(vec!["10.0.0.7"])),
            ("INTRANET.", Ok(vec!["10.0.0.7"])),
            ("wiki.intra.example", Ok(vec!["10.0.0.7", "fd00::7"])),
            ("intra.example", Err(ResolveError::machine("no name server".into()))),
            ("localhost", Ok(vec!["127.0.0.1", "::1"])),
        ] {
            let found = resolver.addresses(host).await;
            let found = found.map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
            let expected = expected.map(|all| all.into_iter().map(str::to_owned).collect());
            assert_eq!(found, expected, "{host}");
        }
    }
}

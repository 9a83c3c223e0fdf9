//! Where a fetcher may connect to. Attackers choose URLs, redirects and DNS answers; none
//! may lead into the operator's own network.

mod ports;
mod public;
mod translation;

use std::fmt;
use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};

pub use ports::PortUse;
pub use translation::{Nat64Error, Nat64Prefix};

use public::is_public;
use translation::carried;

use crate::code::codes;

/// Where a fetcher may connect to.
///
/// By default, that is public addresses, and ports that web sites use. Ask about each
/// address right before connecting to it, at every hop.
///
/// An IPv6 address that contains an IPv4 address (mapped, compatible, translated, 6to4,
/// NAT64) leads to the same host, so the guard judges the IPv4 address.
///
/// Exhaustive: write `..Guard::default()`, and only what you set can change its answers.
///
/// ```
/// use maycrawl_fetch::Guard;
///
/// let guard = Guard::default();
/// assert!(guard.address("93.184.215.14".parse().unwrap()).is_ok());
/// assert!(guard.address("169.254.169.254".parse().unwrap()).is_err());
/// assert!(guard.address("::ffff:127.0.0.1".parse().unwrap()).is_err());
/// assert!(guard.port("http", 25).is_err());
/// assert!(guard.port("http", 6379).is_err());
///
/// let guard = Guard { allow: vec!["10.1.0.0/16".parse().unwrap()], ..guard };
/// assert!(guard.address("10.1.2.3".parse().unwrap()).is_ok());
/// assert!(guard.address("10.2.0.1".parse().unwrap()).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Whether to allow all addresses that are not public.
    pub allow_private: bool,
    /// Networks to allow although they are not public.
    pub allow: Vec<IpNet>,
    /// Networks to refuse, even if they are public or allowed.
    pub deny: Vec<IpNet>,
    /// The prefixes of your NAT64 gateways, beside the well-known `64:ff9b::/96`.
    pub nat64: Vec<Nat64Prefix>,
    /// Ports to allow although browsers block them or other services use them.
    pub allowed_ports: Vec<u16>,
}

/// Why a guard refuses a target.
///
/// A refusal says nothing about the site: its URLs are neither allowed nor disallowed. For
/// an IPv6 address that contains an IPv4 address, it names the IPv4 address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The address is not public.
    Address(IpAddr),
    /// The address is in a network of [`Guard::deny`].
    Denied {
        /// The address.
        address: IpAddr,
        /// The network that contains it.
        network: IpNet,
    },
    /// Web sites do not use the port.
    Port {
        /// The port.
        port: u16,
        /// What uses it instead.
        used_by: PortUse,
    },
}

/// The kind of a [`Refusal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// The address is not public.
    Address,
    /// The address is in a network of [`Guard::deny`].
    Denied,
    /// Web sites do not use the port.
    Port,
}

codes! { RefusalKind, "a refusal": Address = "address", Denied = "denied", Port = "port" }

impl Refusal {
    /// What kind of refusal it is.
    pub const fn kind(&self) -> RefusalKind {
        match self {
            Self::Address(_) => RefusalKind::Address,
            Self::Denied { .. } => RefusalKind::Denied,
            Self::Port { .. } => RefusalKind::Port,
        }
    }
}

impl Guard {
    /// Checks an address.
    ///
    /// # Errors
    ///
    /// Says why a fetcher must not connect to it.
    pub fn address(&self, address: IpAddr) -> Result<(), Refusal> {
        let judged = match address {
            IpAddr::V6(v6) => carried(v6, &self.nat64).map_or(address, IpAddr::V4),
            IpAddr::V4(_) => address,
        };
        // A network of IPv6 may be denied as a whole, whatever its addresses contain.
        for address in [judged, address] {
            if let Some(network) = network_of(&self.deny, address) {
                return Err(Refusal::Denied { address, network });
            }
        }
        if self.allow_private || is_public(judged) || network_of(&self.allow, judged).is_some() {
            return Ok(());
        }
        Err(Refusal::Address(judged))
    }

    /// Checks a port, for a scheme.
    ///
    /// # Errors
    ///
    /// Says why a fetcher must not connect to it.
    pub fn port(&self, scheme: &str, port: u16) -> Result<(), Refusal> {
        let is_own = scheme == "ftp" && port == 21;
        match PortUse::of(port) {
            Some(used_by) if !is_own && !self.allowed_ports.contains(&port) => {
                Err(Refusal::Port { port, used_by })
            }
            _ => Ok(()),
        }
    }
}

/// The first network of a list that contains an address.
fn network_of(networks: &[IpNet], address: IpAddr) -> Option<IpNet> {
    networks.iter().find(|network| unmapped(network).contains(&address)).map(IpNet::trunc)
}

/// `::ffff:10.0.0.0/104` means the same as `10.0.0.0/8`.
fn unmapped(network: &IpNet) -> IpNet {
    if let IpNet::V6(v6) = network
        && let Some(bits) = v6.prefix_len().checked_sub(96)
        && let Some(v4) = v6.addr().to_ipv4_mapped()
        && let Ok(v4) = Ipv4Net::new(v4, bits)
    {
        return IpNet::V4(v4);
    }
    *network
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => write!(f, "{address} is not a public address"),
            Self::Denied { address, network } => {
                write!(f, "{address} is in {network}, which is denied")
            }
            Self::Port { port, used_by: PortUse::Service(service) } => {
                write!(f, "port {port} is used by {service}, not by web sites")
            }
            Self::Port { port, used_by: PortUse::BlockedByBrowsers } => {
                write!(f, "browsers block port {port}, so web sites do not use it")
            }
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use ipnet::Ipv6Net;
    use proptest::prelude::*;

    use super::*;

    fn nets(texts: &[&str]) -> Vec<IpNet> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// Checks why a guard refuses an address; the empty text if it does not.
    #[track_caller]
    fn check(guard: &Guard, address: &str, expected: &str) {
        let Ok(parsed) = address.parse() else { panic!("{address} is no address") };
        let found =
            guard.address(parsed).map_or_else(|refusal| refusal.to_string(), |()| String::new());
        assert_eq!(found, expected, "{address}");
    }

    #[test]
    fn an_address_that_is_not_public_is_refused() {
        let guard = Guard::default();
        for (address, expected) in [
            ("1.1.1.1", ""),
            ("10.0.0.1", "10.0.0.1 is not a public address"),
            ("::1", "::1 is not a public address"),
            ("fd12::1", "fd12::1 is not a public address"),
            // The IPv4 address is named, since it is what is not public.
            ("::ffff:10.0.0.1", "10.0.0.1 is not a public address"),
            ("64:ff9b::10.0.0.1", "10.0.0.1 is not a public address"),
            ("2002:7f00:1::", "127.0.0.1 is not a public address"),
        ] {
            check(&guard, address, expected);
        }
        let guard = Guard { allow_private: true, ..guard };
        for address in ["127.0.0.1", "::1", "fd12::1", "224.0.0.1", "::ffff:10.0.0.1"] {
            check(&guard, address, "");
        }
    }

    #[test]
    fn an_allowed_network_need_not_be_public() {
        let allow = nets(&["10.1.0.0/16", "192.168.1.7/32", "fd00:1::/32", "::1/128"]);
        let guard = Guard { allow, ..Guard::default() };
        for (address, expected) in [
            ("10.1.255.255", ""),
            ("10.2.0.0", "10.2.0.0 is not a public address"),
            ("192.168.1.7", ""),
            ("192.168.1.8", "192.168.1.8 is not a public address"),
            ("fd00:1::9", ""),
            ("fd00:2::9", "fd00:2::9 is not a public address"),
            ("::1", ""),
            ("127.0.0.1", "127.0.0.1 is not a public address"),
            ("::ffff:10.1.0.1", ""),
            ("::10.1.0.1", ""),
            ("::ffff:0:10.1.0.1", ""),
            ("64:ff9b::10.1.0.1", ""),
            ("2002:a01:1::", ""),
            ("2002:a02:1::", "10.2.0.1 is not a public address"),
        ] {
            check(&guard, address, expected);
        }
        // A network of IPv6 opens nothing of IPv4 that its addresses carry.
        let guard = Guard { allow: nets(&["::/0"]), ..Guard::default() };
        check(&guard, "fd00::1", "");
        check(&guard, "64:ff9b::10.0.0.1", "10.0.0.1 is not a public address");
    }

    #[test]
    fn a_denied_network_is_refused_whatever_allows_it() {
        let deny = nets(&["10.0.0.0/8", "8.8.8.8/32", "2001:db8:1::/48", "2002::/16"]);
        let allow = nets(&["10.1.0.0/16", "0.0.0.0/0", "::/0"]);
        for guard in [
            Guard { deny: deny.clone(), allow_private: true, ..Guard::default() },
            Guard { deny: deny.clone(), allow, ..Guard::default() },
        ] {
            for (address, expected) in [
                ("11.0.0.1", ""),
                ("10.1.2.3", "10.1.2.3 is in 10.0.0.0/8, which is denied"),
                ("8.8.8.8", "8.8.8.8 is in 8.8.8.8/32, which is denied"),
                ("8.8.4.4", ""),
                ("2001:db8:1::1", "2001:db8:1::1 is in 2001:db8:1::/48, which is denied"),
                ("2001:db8:2::1", ""),
                ("::ffff:10.0.0.1", "10.0.0.1 is in 10.0.0.0/8, which is denied"),
                ("::10.0.0.1", "10.0.0.1 is in 10.0.0.0/8, which is denied"),
                ("::ffff:0:10.0.0.1", "10.0.0.1 is in 10.0.0.0/8, which is denied"),
                ("64:ff9b::a00:1", "10.0.0.1 is in 10.0.0.0/8, which is denied"),
                ("2002:a00:1::", "10.0.0.1 is in 10.0.0.0/8, which is denied"),
                ("2002:101:101::", "2002:101:101:: is in 2002::/16, which is denied"),
            ] {
                check(&guard, address, expected);
            }
        }
    }

    #[test]
    fn networks_may_be_written_in_other_ways() {
        let guard = Guard { deny: nets(&["1.2.3.4/8"]), ..Guard::default() };
        check(&guard, "1.9.9.9", "1.9.9.9 is in 1.0.0.0/8, which is denied");
        let guard = Guard { deny: nets(&["::ffff:1.0.0.0/104"]), ..Guard::default() };
        for address in ["1.9.9.9", "::ffff:1.9.9.9", "64:ff9b::109:909"] {
            assert!(guard.address(address.parse().unwrap()).is_err(), "{address}");
        }
        // All of IPv6 is nothing of IPv4.
        let guard = Guard { deny: nets(&["::/0"]), ..Guard::default() };
        check(&guard, "1.1.1.1", "");
        check(&guard, "2606:4700::1111", "2606:4700::1111 is in ::/0, which is denied");
    }

    #[test]
    fn an_address_behind_ones_own_nat64_is_judged_as_what_it_carries() {
        let nat64 = vec!["2001:db8:122:344::/64".parse().unwrap(), "fd64::/96".parse().unwrap()];
        let deny = nets(&["9.9.9.9/32"]);
        let guard = Guard { nat64, deny, allow: nets(&["10.1.0.0/16"]), ..Guard::default() };
        for (address, expected) in [
            ("fd64::1.1.1.1", ""),
            ("fd64::10.1.0.1", ""),
            ("fd64::10.0.0.1", "10.0.0.1 is not a public address"),
            ("fd64::9.9.9.9", "9.9.9.9 is in 9.9.9.9/32, which is denied"),
            ("fd64::1:0:0:1", "fd64::1:0:0:1 is not a public address"),
            ("2001:db8:122:344:1:101:100::", ""),
            ("2001:db8:122:344:a:0:100::", "10.0.0.1 is not a public address"),
            (
                "2001:db8:122:345:1:101:100::",
                "2001:db8:122:345:1:101:100:0 is not a public address",
            ),
        ] {
            check(&guard, address, expected);
        }
        check(&Guard::default(), "fd64::1.1.1.1", "fd64::101:101 is not a public address");
    }

    #[test]
    fn ports_of_other_services_are_refused() {
        let check = |guard: &Guard, scheme: &str, port: u16, expected: &str| {
            let found = guard.port(scheme, port);
            let found = found.map_or_else(|refusal| refusal.to_string(), |()| String::new());
            assert_eq!(found, expected, "{scheme} {port}");
        };
        let guard = Guard::default();
        for port in [80, 443, 3000, 5000, 8000, 8080, 8443, 8888, 9000, 65535] {
            check(&guard, "http", port, "");
        }
        for (scheme, port, expected) in [
            ("https", 25, "browsers block port 25, so web sites do not use it"),
            ("http", 21, "browsers block port 21, so web sites do not use it"),
            ("ftp", 21, ""),
            ("ftp", 22, "browsers block port 22, so web sites do not use it"),
            ("http", 6379, "port 6379 is used by Redis, not by web sites"),
            ("ftp", 6379, "port 6379 is used by Redis, not by web sites"),
            ("https", 10250, "port 10250 is used by the kubelet, not by web sites"),
        ] {
            check(&guard, scheme, port, expected);
        }
        let guard = Guard { allowed_ports: vec![25, 6379], ..guard };
        check(&guard, "https", 25, "");
        check(&guard, "http", 6379, "");
        check(&guard, "http", 6443, "port 6443 is used by the Kubernetes API, not by web sites");
    }

    /// The address that a gateway gives to one of IPv4 (RFC 6052 section 2.2): its bits
    /// follow the prefix, those that reach bit 64 move on by 8.
    fn embedded(prefix: Ipv6Net, address: [u8; 4]) -> Ipv6Addr {
        let v4 = u128::from(u32::from_be_bytes(address));
        let carried = match u32::from(prefix.prefix_len()) {
            96 => v4,
            length => {
                let n_after = 32 - (64 - length);
                let after = v4 & ((1 << n_after) - 1);
                (v4 >> n_after) << 64 | after << (56 - n_after)
            }
        };
        Ipv6Addr::from_bits(prefix.network().to_bits() | carried)
    }

    fn a_prefix() -> impl Strategy<Value = Ipv6Net> {
        let lengths = prop::sample::select(vec![32, 40, 48, 56, 64, 96]);
        (any::<[u8; 16]>(), lengths).prop_map(|(mut bytes, length)| {
            bytes[8] = 0;
            Ipv6Net::new(bytes.into(), length).unwrap().trunc()
        })
    }

    /// Many of these are not public.
    fn an_address() -> impl Strategy<Value = [u8; 4]> {
        let first =
            prop_oneof![Just(10_u8), Just(127), Just(169), Just(172), Just(192), any::<u8>()];
        (first, any::<[u8; 3]>()).prop_map(|(a, [b, c, d])| [a, b, c, d])
    }

    fn a_network() -> impl Strategy<Value = IpNet> {
        (an_address(), 0..=32_u8)
            .prop_map(|(address, bits)| Ipv4Net::new(address.into(), bits).unwrap().into())
    }

    proptest! {
        /// It is the same whether an address is reached directly or through a gateway.
        #[test]
        fn nat64_changes_no_answer(
            address in an_address(),
            prefix in a_prefix(),
            allow in prop::collection::vec(a_network(), 0..2),
            deny in prop::collection::vec(a_network(), 0..2),
            allow_private in any::<bool>(),
        ) {
            let nat64 = vec![Nat64Prefix::new(prefix).unwrap()];
            let guard = Guard { allow_private, allow, deny, nat64, ..Guard::default() };
            let through = guard.address(embedded(prefix, address).into());
            prop_assert_eq!(through, guard.address(Ipv4Addr::from(address).into()));
        }
    }
}

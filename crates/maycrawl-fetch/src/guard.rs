//! Where a fetcher may connect to: robots.txt files, redirects and names are an
//! attacker's, and must not lead into one's own network.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where a fetcher may connect to. By default: public addresses, and ports that
/// browsers connect to.
///
/// Ask about every address that a name stands for, right before connecting to it,
/// at every hop.
///
/// ```
/// use maycrawl_fetch::Guard;
///
/// let guard = Guard::default();
/// assert!(guard.address("93.184.215.14".parse().unwrap()).is_ok());
/// assert!(guard.address("169.254.169.254".parse().unwrap()).is_err());
/// assert!(guard.address("::ffff:127.0.0.1".parse().unwrap()).is_err());
/// assert!(guard.port("http", 25).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Whether addresses that are not public are allowed too.
    pub allow_private: bool,
    /// Ports that are allowed although browsers block them.
    pub allowed_ports: Vec<u16>,
}

/// A target that is not fetched. Never an answer: it is not allowed, not denied, and
/// not remembered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refused {
    /// An address that is not public.
    Address(IpAddr),
    /// A port that browsers block.
    Port(u16),
}

impl Guard {
    /// Whether an address may be connected to.
    pub fn address(&self, address: IpAddr) -> Result<(), Refused> {
        if self.allow_private || is_public(address) {
            Ok(())
        } else {
            Err(Refused::Address(address))
        }
    }

    /// Whether a port may be connected to, for a scheme.
    pub fn port(&self, scheme: &str, port: u16) -> Result<(), Refused> {
        let is_own = scheme == "ftp" && port == 21;
        let is_bad = BAD_PORTS.binary_search(&port).is_ok();
        if is_bad && !is_own && !self.allowed_ports.contains(&port) {
            return Err(Refused::Port(port));
        }
        Ok(())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => {
                write!(f, "{address} is no public address; --allow-private lets it be fetched from")
            }
            Self::Port(port) => {
                write!(
                    f,
                    "port {port} belongs to another service; --allow-port {port} lets it be fetched from"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

/// Whether an address is of the public Internet, by the registries of special-purpose
/// addresses (RFC 6890 and what came after it).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Blocks of version 4 that are not public, with the length of their prefixes.
const NOT_PUBLIC: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),       // this network
    ([10, 0, 0, 0], 8),      // private
    ([100, 64, 0, 0], 10),   // shared by customers of a carrier
    ([127, 0, 0, 0], 8),     // loopback
    ([169, 254, 0, 0], 16),  // link-local, metadata of clouds
    ([172, 16, 0, 0], 12),   // private
    ([192, 0, 0, 0], 24),    // protocol assignments
    ([192, 0, 2, 0], 24),    // documentation
    ([192, 88, 99, 0], 24),  // 6to4 relays
    ([192, 168, 0, 0], 16),  // private
    ([198, 18, 0, 0], 15),   // benchmarks
    ([198, 51, 100, 0], 24), // documentation
    ([203, 0, 113, 0], 24),  // documentation
    ([224, 0, 0, 0], 4),     // multicast
    ([240, 0, 0, 0], 4),     // reserved, broadcast
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_in = |(block, prefix): &([u8; 4], u32)| {
        let differing = u32::from(address) ^ u32::from_be_bytes(*block);
        differing.leading_zeros() >= *prefix
    };
    !NOT_PUBLIC.iter().any(is_in)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        // Those that carry an address of version 4: mapped, compatible, translated
        // (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => v4(high, low),
        // Local NAT64 (RFC 8215), discard-only, Teredo, benchmarks, ORCHID,
        // documentation.
        [0x64, 0xFF9B, 1, ..]
        | [0x100, 0, 0, ..]
        | [0x2001, 0 | 2 | 0x10..=0x2F | 0x0DB8, ..]
        | [0x3FFF, 0..=0xFFF, ..] => false,
        // All else outside of the global unicast block: unspecified, loopback,
        // compatible, unique local, link-local, site-local, multicast.
        [first, ..] => matches!(first, 0x2000..=0x3FFF),
    }
}

/// The ports that the Fetch standard blocks (section 2.9, "port blocking").
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, is_allowed: bool) {
        let Ok(address) = address.parse() else { panic!("{address} is no address") };
        assert_eq!(Guard::default().address(address).is_ok(), is_allowed, "{address}");
    }

    #[test]
    fn addresses_of_ones_own_network_are_refused() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:c0a8:101::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            check(address, false);
        }
        for address in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "223.255.255.255",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2002:101:101::",
            "2a00:1450::1",
        ] {
            check(address, true);
        }
        let guard = Guard { allow_private: true, ..Guard::default() };
        assert!(guard.address(IpAddr::V4(Ipv4Addr::LOCALHOST)).is_ok());
    }

    #[test]
    fn ports_of_other_services_are_refused() {
        assert!(BAD_PORTS.is_sorted());
        let guard = Guard::default();
        for port in [80, 443, 8080, 8443, 3000, 65535] {
            assert_eq!(guard.port("http", port), Ok(()));
        }
        assert_eq!(guard.port("https", 25), Err(Refused::Port(25)));
        assert_eq!(guard.port("http", 21), Err(Refused::Port(21)));
        assert_eq!(guard.port("ftp", 21), Ok(()));
        let guard = Guard { allowed_ports: vec![25], ..guard };
        assert_eq!(guard.port("https", 25), Ok(()));
    }
}

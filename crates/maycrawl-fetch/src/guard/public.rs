//! Which addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is public, by the registries of special-purpose addresses (RFC 6890
/// and later). Ignores IPv4 addresses that IPv6 addresses contain.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Blocks of IPv4 that are not public, with their prefix lengths.
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
    match address.segments() {
        // Teredo, benchmarks, ORCHID, documentation.
        [0x2001, 0 | 2 | 0x10..=0x2F | 0x0DB8, ..] | [0x3FFF, 0..=0xFFF, ..] => false,
        // All else outside of the global unicast block: unspecified, loopback, local
        // NAT64 (RFC 8215), discard-only, unique local, link-local, site-local,
        // multicast.
        [first, ..] => matches!(first, 0x2000..=0x3FFF),
    }
}

#[cfg(test)]
mod tests {
    use crate::Guard;

    #[track_caller]
    fn check(address: &str, is_allowed: bool) {
        let Ok(parsed) = address.parse() else { panic!("{address} is no address") };
        assert_eq!(Guard::default().address(parsed).is_ok(), is_allowed, "{address}");
    }

    #[test]
    fn addresses_of_ones_own_network_are_not_public() {
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
            "::2",
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
    }
}

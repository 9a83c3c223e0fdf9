//! IPv6 addresses that contain an IPv4 address and lead to the same host.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use ipnet::Ipv6Net;

/// The prefix of a NAT64 gateway, of 32, 40, 48, 56, 64 or 96 bits (RFC 6052).
///
/// The guard judges each address of the prefix as the IPv4 address that it contains, so
/// the prefix must belong to the gateway alone.
///
/// ```
/// use maycrawl_fetch::Nat64Prefix;
///
/// assert!("2001:db8:64::/96".parse::<Nat64Prefix>().is_ok());
/// let wrong = "2001:db8:64::/72".parse::<Nat64Prefix>().unwrap_err();
/// assert_eq!(wrong.to_string(), "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 72");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nat64Prefix(Ipv6Net);

/// Why a text or a network is no NAT64 prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nat64Error(Fault);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    /// The text is not a network of IPv6.
    Syntax,
    /// RFC 6052 has no prefixes of this length.
    Length(u8),
    /// Bits 64 to 71 are not zero.
    Reserved,
}

/// Bits 64 to 71 are zero in every address of a gateway: they belong neither to the prefix
/// nor to the IPv4 address (RFC 6052 section 2.2).
const RESERVED_BYTE: usize = 8;

impl Nat64Prefix {
    /// Checks that a network can be the prefix of a gateway.
    ///
    /// # Errors
    ///
    /// Says why RFC 6052 does not allow the prefix.
    pub fn new(network: Ipv6Net) -> Result<Self, Nat64Error> {
        let network = network.trunc();
        if !matches!(network.prefix_len(), 32 | 40 | 48 | 56 | 64 | 96) {
            return Err(Nat64Error(Fault::Length(network.prefix_len())));
        }
        if network.addr().octets().get(RESERVED_BYTE) != Some(&0) {
            return Err(Nat64Error(Fault::Reserved));
        }
        Ok(Self(network))
    }

    /// The prefix as a network.
    pub fn network(&self) -> Ipv6Net {
        self.0
    }

    /// The IPv4 address in an address of the prefix.
    fn carried(&self, address: Ipv6Addr) -> Option<Ipv4Addr> {
        if !self.0.contains(&address) {
            return None;
        }
        let first = usize::from(self.0.prefix_len() / 8);
        let bytes = address.octets();
        let mut after = bytes.iter().enumerate().skip(first).filter(|(at, _)| *at != RESERVED_BYTE);
        let mut next = || Some(*after.next()?.1);
        Some(Ipv4Addr::new(next()?, next()?, next()?, next()?))
    }
}

impl FromStr for Nat64Prefix {
    type Err = Nat64Error;

    fn from_str(text: &str) -> Result<Self, Nat64Error> {
        Self::new(text.parse().map_err(|_| Nat64Error(Fault::Syntax))?)
    }
}

impl fmt::Display for Nat64Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Nat64Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Fault::Syntax => f.write_str("write an IPv6 prefix, such as 2001:db8:64::/96"),
            Fault::Length(bits) => {
                write!(f, "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not {bits}")
            }
            Fault::Reserved => f.write_str("bits 64 to 71 of a NAT64 prefix must be zero"),
        }
    }
}

impl std::error::Error for Nat64Error {}

/// The IPv4 address in an address, by these prefixes or the well-known forms. The longest
/// matching prefix counts, as it does for routers.
pub(super) fn carried(address: Ipv6Addr, nat64: &[Nat64Prefix]) -> Option<Ipv4Addr> {
    let of_prefix = nat64.iter().filter(|prefix| prefix.0.contains(&address));
    match of_prefix.max_by_key(|prefix| prefix.0.prefix_len()) {
        Some(prefix) => prefix.carried(address),
        None => well_known(address),
    }
}

fn well_known(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let (high, low) = match address.segments() {
        // The unspecified address and loopback contain none.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => return None,
        // Mapped and compatible (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052),
        // 6to4 (RFC 3056).
        [0, 0, 0, 0, 0, 0 | 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (high, low),
        _ => return None,
    };
    Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_forms_carry_an_address() {
        let check = |address: &str, expected: Option<&str>| {
            let expected = expected.map(|text| text.parse().unwrap());
            assert_eq!(carried(address.parse().unwrap(), &[]), expected, "{address}");
        };
        for (address, expected) in [
            ("::ffff:192.0.2.33", Some("192.0.2.33")),
            ("::192.0.2.33", Some("192.0.2.33")),
            ("::ffff:0:192.0.2.33", Some("192.0.2.33")),
            ("64:ff9b::192.0.2.33", Some("192.0.2.33")),
            ("2002:c000:221:1::1", Some("192.0.2.33")),
            ("::2", Some("0.0.0.2")),
            ("::", None),
            ("::1", None),
            ("64:ff9b:1::192.0.2.33", None),
            ("64:ff9b::1:0:0:1", None),
            ("2001:db8::1", None),
        ] {
            check(address, expected);
        }
    }

    /// The examples of section 2.4 of RFC 6052, and what stands under two prefixes.
    #[test]
    fn addresses_of_a_prefix_carry_an_address() {
        let check = |prefixes: &[&str], address: &str, expected: Option<&str>| {
            let prefixes: Vec<_> = prefixes.iter().map(|text| text.parse().unwrap()).collect();
            let expected = expected.map(|text| text.parse().unwrap());
            assert_eq!(carried(address.parse().unwrap(), &prefixes), expected, "{address}");
        };
        let is = Some("192.0.2.33");
        check(&["2001:db8::/32"], "2001:db8:c000:221::", is);
        check(&["2001:db8:100::/40"], "2001:db8:1c0:2:21::", is);
        check(&["2001:db8:122::/48"], "2001:db8:122:c000:2:2100::", is);
        check(&["2001:db8:122:300::/56"], "2001:db8:122:3c0:0:221::", is);
        check(&["2001:db8:122:344::/64"], "2001:db8:122:344:c0:2:2100::", is);
        check(&["2001:db8:122:344::/96"], "2001:db8:122:344::192.0.2.33", is);
        check(&["64:ff9b::/96"], "64:ff9b::192.0.2.33", is);
        check(&["2001:db8::/32", "2001:db8:122:344::/96"], "2001:db8:122:344::192.0.2.33", is);
        check(&["2001:db8:122:344::/96", "2001:db8::/32"], "2001:db8:c000:221::", is);
        check(&["2001:db8:122:344::/96"], "2001:db8:122:345::192.0.2.33", None);
        // Well-known forms count where no prefix does.
        check(&["2001:db8::/32"], "::ffff:192.0.2.33", is);
    }

    #[test]
    fn a_prefix_that_no_gateway_has_is_refused() {
        let check = |text: &str, expected: &str| {
            let found = text.parse::<Nat64Prefix>();
            let found = found.map_or_else(|error| error.to_string(), |prefix| prefix.to_string());
            assert_eq!(found, expected, "{text}");
        };
        for (text, expected) in [
            ("64:ff9b:1::/48", "64:ff9b:1::/48"),
            ("64:ff9b:1:2:3::/48", "64:ff9b:1::/48"),
            ("64:ff9b::/95", "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 95"),
            ("64:ff9b::/0", "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 0"),
            ("64:ff9b::1/128", "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 128"),
            ("64:ff9b:0:0:100::/96", "bits 64 to 71 of a NAT64 prefix must be zero"),
            ("64:ff9b:0:0:1::/96", "64:ff9b:0:0:1::/96"),
            ("64:ff9b::/129", "write an IPv6 prefix, such as 2001:db8:64::/96"),
            ("64:ff9b::", "write an IPv6 prefix, such as 2001:db8:64::/96"),
            ("10.0.0.0/32", "write an IPv6 prefix, such as 2001:db8:64::/96"),
            ("", "write an IPv6 prefix, such as 2001:db8:64::/96"),
        ] {
            check(text, expected);
        }
    }
}

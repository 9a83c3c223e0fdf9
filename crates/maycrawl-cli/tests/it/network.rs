//! Where the command connects to, and what it says where it does not.

use std::sync::Arc;

use crate::fetch::counting;
use crate::{run, words};

const FILE: &[(&str, &str)] = &[(
    "/robots.txt",
    "HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\nUser-agent: *",
)];

/// Asks a server on loopback under a name, or under the given URL, and returns what the
/// command complains of: nothing where it asked.
#[track_caller]
fn check(options: &str, url: Option<&str>, expected: &str) {
    let server = counting(FILE, &Arc::default());
    let resolve = format!("*:{server}");
    let own = format!("http://{server}/");
    let mut args = vec!["fetch", url.unwrap_or(&own)];
    if url.is_some() {
        args.extend(["--resolve", &resolve]);
    }
    args.extend(words(options));
    let ran = run(&args);
    assert_eq!(ran.stderr.lines().count(), usize::from(!expected.is_empty()), "{}", ran.stderr);
    assert!(ran.stderr.contains(expected), "{options}: {}", ran.stderr);
    assert_eq!(ran.code, if expected.is_empty() { 0 } else { 2 }, "{options}");
}

#[test]
fn a_refusal_names_the_option_that_allows_it() {
    let private = "127.0.0.1 is not a public address (allow it with --allow-net 127.0.0.1/32 or --allow-private)";
    for (url, expected) in [
        (None, private),
        (Some("http://site.example/"), private),
        (Some("http://[::ffff:127.0.0.1]/"), private),
        (
            Some("http://[::1]/"),
            "::1 is not a public address (allow it with --allow-net ::1/128 or",
        ),
        (
            Some("http://site.example:6379/"),
            "port 6379 is used by Redis, not by web sites (allow it with --allow-port 6379)",
        ),
        (
            Some("http://site.example:25/"),
            "browsers block port 25, so web sites do not use it (allow it with --allow-port 25)",
        ),
    ] {
        check("", url, expected);
    }
}

#[test]
fn networks_are_allowed_and_denied() {
    for (options, expected) in [
        ("--allow-net 127.0.0.1", ""),
        ("--allow-net 127.0.0.0/8", ""),
        ("--allow-net 10.0.0.0/8 --allow-net 127.0.0.1/32", ""),
        ("--allow-net 10.0.0.0/8", "127.0.0.1 is not a public address"),
        (
            "--allow-private --deny-net 127.0.0.0/8",
            "127.0.0.1 is in 127.0.0.0/8, which is denied (by --deny-net, or deny-net in maycrawl.toml)\n",
        ),
        (
            "--allow-net 127.0.0.1 --deny-net 127.0.0.1",
            "in 127.0.0.1/32, which is denied (by --deny-net, or deny-net in maycrawl.toml)\n",
        ),
        ("--allow-private --deny-net 10.0.0.0/8", ""),
    ] {
        check(options, Some("http://site.example/"), expected);
    }
    check(
        "--nat64 2001:db8:64::/96",
        Some("http://[2001:db8:64::10.0.0.1]/"),
        "10.0.0.1 is not a public address (allow it with --allow-net 10.0.0.1/32",
    );
}

#[test]
fn an_option_that_cannot_be_meant() {
    for (options, expected) in [
        ("--allow-net internal", "write a network or an address, such as 10.0.0.0/8 or fd00::1"),
        ("--deny-net 10.0.0.0/33", "write a network or an address, such as 10.0.0.0/8 or fd00::1"),
        ("--nat64 64:ff9b:1::/50", "a NAT64 prefix has 32, 40, 48, 56, 64 or 96 bits, not 50"),
        ("--nat64 64:ff9b:1::", "write an IPv6 prefix, such as 2001:db8:64::/96"),
    ] {
        check(options, Some("http://site.example/"), expected);
    }
}

//! The transport as the arguments of the network describe it.

use maycrawl_fetch::{Guard, HttpSettings, HttpTransport, Proxy, raise_descriptor_limit};

use super::{NetArgs, user_agent};
use crate::failure::Failure;

/// How many bytes of `--memory` are for files in transit: a third. The rest is for files
/// that are kept.
fn in_flight(args: &NetArgs) -> u64 {
    args.memory() / 3
}

/// How many bytes are for files that are kept.
pub(super) fn remembered(args: &NetArgs) -> u64 {
    args.memory() - in_flight(args)
}

/// The transport over HTTP. Raises the limit of open files of this process.
pub(super) fn http(args: &NetArgs) -> Result<HttpTransport, Failure> {
    raise_descriptor_limit();
    let defaults = HttpSettings::default();
    let settings = HttpSettings {
        user_agent: user_agent(args),
        guard: Guard {
            allow_private: args.allow_private,
            allow: args.allow_net.clone(),
            deny: args.deny_net.clone(),
            nat64: args.nat64.clone(),
            allowed_ports: args.allow_port.clone(),
        },
        resolve: args.resolve.clone(),
        // Who gives a time means it for each part of a request.
        connect_timeout: args.timeout.unwrap_or(defaults.connect_timeout),
        read_timeout: args.timeout.unwrap_or(defaults.read_timeout),
        timeout: args.timeout(),
        max_connections: args.connections,
        max_per_address: args.connections_per_address.unwrap_or(defaults.max_per_address),
        address_pause: args.address_pause.unwrap_or(defaults.address_pause),
        place_timeout: args.place_timeout,
        max_in_flight: usize::try_from(in_flight(args)).unwrap_or(usize::MAX),
        proxy: match args.proxy.as_deref() {
            None => Proxy::None,
            Some("env") => Proxy::Environment,
            Some(url) => Proxy::Url(url.to_owned()),
        },
        certificates: Vec::new(),
        name_servers: Vec::new(),
    };
    HttpTransport::new(settings).map_err(|error| Failure::input(error.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;

    fn settings(args: &[&str]) -> HttpSettings {
        let command = NetArgs::augment_args(Command::new("maycrawl").no_binary_name(true));
        let matches = command.try_get_matches_from(args).unwrap();
        let args = NetArgs::from_arg_matches(&matches).unwrap();
        http(&args).unwrap().settings().clone()
    }

    #[track_caller]
    fn check(args: &[&str], expected: &str) {
        assert_eq!(settings(args).route(), expected);
    }

    #[test]
    fn a_timeout_is_one_for_silence_too() {
        let seconds = |args: &[&str]| {
            let settings = settings(args);
            [settings.connect_timeout, settings.read_timeout, settings.timeout]
                .map(|timeout| timeout.as_secs())
        };
        assert_eq!(seconds(&[]), [10, 10, 30]);
        assert_eq!(seconds(&["--timeout", "5"]), [5; 3]);
        assert_eq!(seconds(&["--timeout", "25"]), [25; 3]);
        assert_eq!(seconds(&["--timeout", "300"]), [300; 3]);
    }

    #[test]
    fn a_route_is_what_changes_the_way_to_a_site() {
        check(&["--timeout", "5", "--user-agent", "MyBot/1.0", "--cache", "file"], "");
        check(&["--allow-private"], "allow-private");
        check(
            &["--allow-port", "25", "--allow-private", "--allow-port=23", "--allow-port=25"],
            "allow-private allow-port=23 allow-port=25",
        );
        check(
            &["--resolve", "B.example:127.0.0.1:80", "--resolve", "*:::1"],
            "resolve=b.example:127.0.0.1:80 resolve=*:[::1]:0",
        );
    }
}

//! The limit of open files and connections of this process.

/// How many descriptors are reserved for files, the terminal, name servers and the store.
const RESERVED: usize = 64;

/// How many connections may be open at once, even if the system allows more.
const MAX_CONNECTIONS: usize = 1024;

/// How many connections may be open by default.
pub(crate) fn max_connections() -> usize {
    let limit = limit().unwrap_or(MAX_CONNECTIONS);
    limit.saturating_sub(RESERVED).max(limit / 2).clamp(1, MAX_CONNECTIONS)
}

/// How many names may be looked up at once. Each lookup opens up to four sockets: for two
/// kinds of addresses, from two name servers.
pub(crate) fn max_lookups() -> usize {
    (limit().unwrap_or(MAX_CONNECTIONS) / 16).clamp(1, 128)
}

/// How many names may be looked up at once if most of them get no answer.
pub(crate) fn max_slow_lookups() -> usize {
    (limit().unwrap_or(MAX_CONNECTIONS) / 8).clamp(1, 1024)
}

/// Raises the limit of open files of this process, as far as the system allows.
///
/// Call it when your program starts; it changes the whole process. It does nothing if
/// there is no such limit or it cannot be raised.
pub fn raise_descriptor_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        if limit.current != limit.maximum {
            // Some systems report a maximum that they do not allow; then nothing changes.
            let _ = setrlimit(
                Resource::Nofile,
                rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum },
            );
        }
    }
}

/// How many descriptors this process may open, if there is a limit.
#[cfg(unix)]
fn limit() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok())
}

#[cfg(not(unix))]
const fn limit() -> Option<usize> {
    None
}

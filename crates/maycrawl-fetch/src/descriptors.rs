//! How many files and connections this process may open.

/// How many descriptors are left to files, the terminal, name servers and the store.
const RESERVED: usize = 64;

/// More connections than this at once gain nothing.
const MOST: usize = 1024;

/// How many connections may be open by default.
pub(crate) fn most_connections() -> usize {
    let limit = limit().unwrap_or(MOST);
    limit.saturating_sub(RESERVED).max(limit / 2).clamp(1, MOST)
}

/// How many names may be looked up at once. Each takes up to four sockets: one for each
/// kind of address, from each of two name servers.
pub(crate) fn most_lookups() -> usize {
    (limit().unwrap_or(MOST) / 16).clamp(1, 128)
}

/// Raises the number of descriptors that this process may open as far as the system
/// allows. A program calls it when it starts; it changes the whole process.
///
/// Does nothing where there is no such limit or it cannot be raised.
pub fn raise_descriptor_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        if limit.current != limit.maximum {
            // Some systems name a maximum that they do not allow; then all stays as it is.
            let _ = setrlimit(
                Resource::Nofile,
                rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum },
            );
        }
    }
}

/// How many descriptors this process may open, where there is a limit.
#[cfg(unix)]
fn limit() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok())
}

#[cfg(not(unix))]
const fn limit() -> Option<usize> {
    None
}

//! `Setup`: what the arguments of a gatekeeper say.

use std::fmt::Display;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use maycrawl::Dialect;
use maycrawl::access::{AccessSettings, Timestamp};
use maycrawl_crawlers::Reading;
use maycrawl_fetch::{
    Clock as _, Gatekeeper, HttpErrorKind, HttpSettings, HttpTransport, IpNet, Nat64Prefix, Proxy,
    SqliteStore, StoreError, SystemClock,
};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::cache_file::CacheFile;
use crate::dialect::dialect_of;
use crate::engine::HttpKeeper;
use crate::input::{bytes_of, input_error, wrong_type};
use crate::time::{limit_of, pause_of};
use crate::values::{cannot_use, count_of, each, flag_of, optional, port_of, text_of};

/// What the arguments of a gatekeeper say.
pub(crate) struct Setup {
    http: HttpSettings,
    pub(crate) reading: Reading,
    access: AccessSettings,
    cache: Option<PathBuf>,
    deadline: Duration,
    /// For files in transit and files that are kept, in bytes.
    memory: usize,
}

/// How long an unused record of a site is kept in a cache file.
const MAX_AGE_MILLIS: i64 = 90 * 24 * 60 * 60 * 1000;

impl Setup {
    /// A `User-Agent` header, and keyword arguments for what differs from the defaults.
    pub(crate) fn new(
        user_agent: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let user_agent = header_of("user_agent", user_agent)?;
        let mut setup = Self {
            http: HttpSettings { user_agent, ..HttpSettings::default() },
            reading: Reading::Own,
            access: AccessSettings::default(),
            cache: None,
            deadline: Duration::from_secs(60),
            memory: 128 << 20,
        };
        for (name, value) in settings.into_iter().flatten() {
            setup.set(&name.cast::<PyString>()?.to_string_lossy(), &value)?;
        }
        let HttpSettings { connect_timeout, read_timeout, timeout, .. } = &mut setup.http;
        *connect_timeout = *timeout.min(connect_timeout);
        *read_timeout = *timeout.min(read_timeout);
        // The rest is for files that are kept.
        setup.http.max_in_flight = setup.memory / 3;
        Ok(setup)
    }

    fn set(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let Self { http, access, .. } = self;
        match name {
            "dialect" => self.reading = dialect_of(value)?,
            "cache" => self.cache = optional(name, value, path_of)?,
            "timeout" => http.timeout = limit_of(name, value)?,
            "deadline" => self.deadline = limit_of(name, value)?,
            "memory" => self.memory = count_of(name, value)?,
            "max_connections" => http.max_connections = optional(name, value, count_of)?,
            "max_per_address" => http.max_per_address = count_of(name, value)?,
            "address_pause" => http.address_pause = pause_of(name, value)?,
            "proxy" => http.proxy = optional(name, value, proxy_of)?.unwrap_or_default(),
            "resolve" => http.resolve = optional(name, value, hosts_of)?.unwrap_or_default(),
            "certificates" => http.certificates = each(name, value, "bytes", certificate_of)?,
            "allow_private" => http.guard.allow_private = flag_of(name, value)?,
            "allow_nets" => http.guard.allow = each(name, value, "str", net_of)?,
            "deny_nets" => http.guard.deny = each(name, value, "str", net_of)?,
            "nat64" => http.guard.nat64 = each(name, value, "str", nat64_of)?,
            "allow_ports" => http.guard.allowed_ports = each(name, value, "int", port_of)?,
            "stale_while_unreachable" => access.stale_while_unreachable = flag_of(name, value)?,
            "treat_5xx_as_404" => access.treat_5xx_as_404 = flag_of(name, value)?,
            _ => {
                let message = format!("there is no keyword argument '{name}'");
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(())
    }

    /// The transport. It opens no connection yet.
    pub(crate) fn transport(&self, py: Python<'_>) -> PyResult<HttpTransport> {
        HttpTransport::new(self.http.clone()).map_err(|error| {
            let wrong = |name: &str| input_error(py, &format!("{name}: {}", error.message()));
            match error.kind() {
                HttpErrorKind::UserAgent => wrong("user_agent"),
                HttpErrorKind::Proxy => wrong("proxy"),
                HttpErrorKind::Certificate(index) => wrong(&format!("certificates[{index}]")),
                _ => PyOSError::new_err(error.to_string()),
            }
        })
    }

    /// Claims the cache file, if there is one.
    pub(crate) fn cache_file(&self) -> PyResult<Option<CacheFile>> {
        let Some(path) = &self.cache else { return Ok(None) };
        CacheFile::claim(path).map(Some).map_err(|error| cannot_use_cache(path, error))
    }

    /// The cache, or a temporary one for what exceeds the memory, if the system has room for that.
    pub(crate) fn store(&self, py: Python<'_>) -> PyResult<Option<SqliteStore>> {
        let (header, route) = (&self.http.user_agent, self.http.route());
        let Some(path) = &self.cache else { return Ok(SqliteStore::temporary(header).ok()) };
        let opened = py.detach(|| {
            let store = SqliteStore::open(path, header)?;
            let now = SystemClock.now().0;
            store.forget_before(Timestamp(now.saturating_sub(MAX_AGE_MILLIS)))?;
            Ok(store.with_route(&route))
        });
        opened.map(Some).map_err(|error: StoreError| cannot_use_cache(path, error))
    }

    /// A gatekeeper that reads files in a dialect.
    pub(crate) fn keeper(
        &self,
        transport: HttpTransport,
        store: Option<SqliteStore>,
        dialect: Dialect,
    ) -> HttpKeeper {
        let kept = self.memory.saturating_sub(self.http.max_in_flight);
        Gatekeeper::new(transport)
            .with_dialect(dialect)
            .with_settings(self.access)
            .with_deadline(self.deadline)
            .with_memory(u64::try_from(kept).unwrap_or(u64::MAX))
            .with_store(store)
    }
}

fn cannot_use_cache(path: &Path, why: impl Display) -> PyErr {
    PyOSError::new_err(format!("cache: cannot use {}: {why}", path.display()))
}

/// A `User-Agent` header. Sites get it as it is, so it must be text that says something.
fn header_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let header = str::from_utf8(bytes_of(name, value)?).ok();
    match header.filter(|header| !header.trim().is_empty()) {
        Some(header) => Ok(header.to_owned()),
        None => Err(cannot_use(
            name,
            value,
            "write a User-Agent header, such as MyBot/1.0 (+https://example.com/bot)",
        )),
    }
}

fn path_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let path: PathBuf =
        value.extract().map_err(|_| wrong_type(name, "str or os.PathLike[str]", value))?;
    // SQLite takes it for a temporary file.
    if path.as_os_str().is_empty() {
        return Err(cannot_use(name, value, "write the path of a file"));
    }
    Ok(path)
}

fn certificate_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(bytes_of(name, value)?.to_vec())
}

fn proxy_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Proxy> {
    Ok(match text_of(name, value)? {
        text if text == "env" => Proxy::Environment,
        text => Proxy::Url(text),
    })
}

fn net_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<IpNet> {
    let text = text_of(name, value)?;
    let net = text.parse::<IpAddr>().map(IpNet::from).or_else(|_| text.parse());
    net.map_err(|_| {
        cannot_use(name, value, "write a network or an address, such as 10.0.0.0/8 or fd00::1")
    })
}

fn nat64_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Nat64Prefix> {
    let prefix = text_of(name, value)?.parse();
    prefix.map_err(|error: maycrawl_fetch::Nat64Error| cannot_use(name, value, &error.to_string()))
}

/// Hosts and their addresses, from a mapping. Port 0 stands for the scheme's own.
fn hosts_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<(String, SocketAddr)>> {
    let items = value.call_method0("items");
    let items = items.map_err(|_| wrong_type(name, "a mapping of str to str", value))?;
    each(name, &items, "pairs", |_, item| {
        let (host, address): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            item.extract().map_err(|_| wrong_type(name, "a mapping of str to str", value))?;
        let text = text_of(name, &address)?;
        let parsed = text.parse::<IpAddr>().map(|address| SocketAddr::new(address, 0));
        let parsed = parsed.or_else(|_| text.parse());
        let advice = "write an address, such as 127.0.0.1 or 127.0.0.1:8080";
        Ok((text_of(name, &host)?, parsed.map_err(|_| cannot_use(name, &address, advice))?))
    })
}

//! What one robots.txt binds: scheme, host and port.

use std::fmt;
use std::net::Ipv4Addr;
use std::str::FromStr;

use url::{Position, Url};

use crate::error::{Error, ErrorKind};

/// A scheme, a host and a port: what one robots.txt binds.
///
/// Two origins are equal exactly if the same robots.txt governs them.
///
/// ```
/// use maycrawl_url::Origin;
///
/// let origin: Origin = "https://EXAMPLE.com:443".parse()?;
/// assert_eq!(origin.to_string(), "https://example.com");
/// assert_eq!(origin.port(), 443);
/// # Ok::<(), maycrawl_url::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    scheme: Scheme,
    host: Box<str>,
    port: u16,
}

/// The schemes whose URLs a robots.txt governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Scheme {
    Http,
    Https,
    Ftp,
}

impl Origin {
    pub(crate) fn of(url: &Url) -> Result<Self, Error> {
        let (scheme, default_port) = match url.scheme() {
            "http" => (Scheme::Http, 80),
            "https" => (Scheme::Https, 443),
            "ftp" => (Scheme::Ftp, 21),
            _ => return Err(Error::new(ErrorKind::Ungoverned)),
        };
        let host = url.host_str().ok_or(Error::new(ErrorKind::Host))?;
        Ok(Self { scheme, host: host.into(), port: url.port().unwrap_or(default_port) })
    }

    /// The origin that the robots.txt of this URL governs.
    ///
    /// The path must be exactly `/robots.txt`, in this case and without a
    /// query: crawlers look nowhere else.
    ///
    /// ```
    /// use maycrawl_url::Origin;
    ///
    /// assert!(Origin::of_robots_txt("https://example.com/robots.txt").is_ok());
    /// assert!(Origin::of_robots_txt("https://example.com/shop/robots.txt").is_err());
    /// ```
    pub fn of_robots_txt(url: &str) -> Result<Self, Error> {
        let url = Url::parse(url)?;
        let origin = Self::of(&url)?;
        match &url[Position::BeforePath..Position::AfterQuery] {
            "/robots.txt" => Ok(origin),
            _ => Err(Error::new(ErrorKind::NotRobotsTxt)),
        }
    }

    /// `http`, `https` or `ftp`.
    pub const fn scheme(&self) -> &'static str {
        match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
            Scheme::Ftp => "ftp",
        }
    }

    /// The host: A-labels in lower case, or an IP address, in brackets if it
    /// is of version 6.
    pub const fn host(&self) -> &str {
        &self.host
    }

    /// The port, also where it is the scheme's own.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The origins that people take for this one: http and https, with `www.` and
    /// without, itself first. Only itself where it names a port or an address.
    ///
    /// ```
    /// use maycrawl_url::Origin;
    ///
    /// let origin: Origin = "https://www.example.com".parse()?;
    /// let variants: Vec<_> = origin.variants().iter().map(Origin::to_string).collect();
    /// assert_eq!(variants, [
    ///     "https://www.example.com",
    ///     "https://example.com",
    ///     "http://www.example.com",
    ///     "http://example.com",
    /// ]);
    /// # Ok::<(), maycrawl_url::Error>(())
    /// ```
    pub fn variants(&self) -> Vec<Self> {
        let is_usual =
            matches!((self.scheme, self.port), (Scheme::Http, 80) | (Scheme::Https, 443));
        let is_address = self.host.starts_with('[') || self.host.parse::<Ipv4Addr>().is_ok();
        if !is_usual || is_address {
            return vec![self.clone()];
        }
        let other = match self.host.strip_prefix("www.") {
            Some(apex) => apex.to_owned(),
            None => format!("www.{}", self.host),
        };
        let secure = [(Scheme::Https, 443), (Scheme::Http, 80)];
        let mut schemes = secure.to_vec();
        if self.scheme == Scheme::Http {
            schemes.reverse();
        }
        let hosts = [&*self.host, &*other];
        let of = |(scheme, port)| hosts.map(|host| Self { scheme, host: host.into(), port });
        schemes.into_iter().flat_map(of).collect()
    }

    /// The URL of the robots.txt that governs this origin.
    pub fn robots_url(&self) -> String {
        format!("{self}/robots.txt")
    }
}

impl FromStr for Origin {
    type Err = Error;

    /// Takes the origin of any absolute URL.
    fn from_str(url: &str) -> Result<Self, Error> {
        Self::of(&Url::parse(url)?)
    }
}

impl fmt::Display for Origin {
    /// As the start of a URL: `https://example.com:8443`, without the port
    /// where it is the scheme's own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme(), self.host)?;
        match (self.scheme, self.port) {
            (Scheme::Http, 80) | (Scheme::Https, 443) | (Scheme::Ftp, 21) => Ok(()),
            (_, port) => write!(f, ":{port}"),
        }
    }
}

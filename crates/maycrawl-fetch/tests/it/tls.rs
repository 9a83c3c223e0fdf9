//! TLS with a certificate authority of one's own, and HTTP/2 over it.

use std::sync::{Arc, LazyLock};

use maycrawl_fetch::{
    Guard, HttpErrorKind, HttpSettings, HttpTransport, MachineError, Problem, SendError,
};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::site::exchange;
use crate::sockets::request;
use crate::ways::{After, Page, Way, Web, read_head};

/// A certificate authority, and the certificate of `site.example` and hosts under it.
pub(crate) struct Authority {
    /// The certificate of the authority.
    pub(crate) pem: Vec<u8>,
    chain: Vec<CertificateDer<'static>>,
    key: Vec<u8>,
}

/// The authority that servers of tests use.
pub(crate) static AUTHORITY: LazyLock<Authority> = LazyLock::new(Authority::new);

impl Authority {
    fn new() -> Self {
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority =
            CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let hosts = ["site.example", "*.site.example"].map(str::to_owned).to_vec();
        let certificate =
            CertificateParams::new(hosts).unwrap().signed_by(&key, &authority).unwrap();
        Self {
            pem: authority.pem().into_bytes(),
            chain: vec![CertificateDer::from(certificate.der().to_vec())],
            key: key.serialize_der(),
        }
    }

    /// Accepts TLS connections for these protocols.
    pub(crate) fn acceptor(&self, protocols: &[&[u8]]) -> TlsAcceptor {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::try_from(self.key.clone()).unwrap();
        let mut config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(self.chain.clone(), key)
            .unwrap();
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        TlsAcceptor::from(Arc::new(config))
    }
}

/// What comes of a request to a server whose certificate is valid for some years.
async fn with_validity(years: std::ops::Range<i32>) -> Result<u16, SendError> {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let mut own = CertificateParams::new(vec!["site.example".to_owned()]).unwrap();
    own.not_before = rcgen::date_time_ymd(years.start, 1, 1);
    own.not_after = rcgen::date_time_ymd(years.end, 1, 1);
    let certificate = own.signed_by(&key, &authority).unwrap();
    let served = Authority {
        pem: authority.pem().into_bytes(),
        chain: vec![CertificateDer::from(certificate.der().to_vec())],
        key: key.serialize_der(),
    };
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let settings = HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), listener.local_addr().unwrap())],
        certificates: vec![served.pem.clone()],
        ..HttpSettings::default()
    };
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = served.acceptor(&[b"http/1.1"]).accept(stream).await?;
        read_head(&mut stream).await?;
        stream.write_all(&Page::new(404, "").http1()).await
    });
    let http = HttpTransport::new(settings).unwrap();
    let sent = exchange(&http, &request("https://site.example/robots.txt")).await;
    sent.map(|response| response.status)
}

/// A certificate of the future shows that the clock of this machine is slow.
#[tokio::test]
async fn a_slow_clock_is_told_from_a_bad_certificate() {
    assert_eq!(with_validity(2000..4000).await, Ok(404));
    assert_eq!(with_validity(2000..2001).await, Err(Problem::Tls.into()));
    assert_eq!(with_validity(3999..4000).await, Err(MachineError::Clock.into()));
}

/// Without certificates, https does not work, and http does. The test runs in a process of its
/// own, whose environment has none.
#[cfg(target_os = "linux")]
#[test]
fn plain_http_needs_no_certificates() {
    const CHILD: &str = "MAYCRAWL_TEST_WITHOUT_CERTIFICATES";
    if std::env::var_os(CHILD).is_none() {
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tls::plain_http_needs_no_certificates"])
            .env(CHILD, "1")
            .env("SSL_CERT_FILE", "/nonexistent")
            .env("SSL_CERT_DIR", "/nonexistent")
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let web = Web::start(Way::Http, After::Close, |_| Page::file("User-agent: *")).await;
        let http = web.transport();
        let came = exchange(&http, &request("http://site.example/robots.txt")).await;
        assert_eq!(came.map(|response| response.status), Ok(200));
        let came = exchange(&http, &request("https://site.example/robots.txt")).await;
        assert_eq!(came, Err(MachineError::Certificates.into()));
    });
}

/// Checks what comes of a request over TLS by a client that trusts an authority.
async fn check(way: Way, host: &str, trusted: &Authority, expected: Result<&str, Problem>) {
    let web = Web::start(way, After::Keep, |_| Page::file("User-agent: *")).await;
    let settings = HttpSettings { certificates: vec![trusted.pem.clone()], ..web.settings() };
    let url = format!("https://{host}/robots.txt");
    let sent = exchange(&HttpTransport::new(settings).unwrap(), &request(&url)).await;
    let body = sent.map(|response| String::from_utf8(response.body.bytes.to_vec()).unwrap());
    assert_eq!(body, expected.map(str::to_owned).map_err(SendError::Failed), "{way:?} {host}");
}

#[tokio::test]
async fn http_1_and_2_are_spoken_over_tls() {
    for way in [Way::Https, Way::H2] {
        check(way, "site.example", &AUTHORITY, Ok("User-agent: *")).await;
    }
}

#[test]
fn each_item_of_the_setting_contains_a_certificate() {
    let both = [&*AUTHORITY.pem, &*Authority::new().pem].concat();
    let junk: [&[u8]; 4] = [
        b"",
        b"no PEM",
        &AUTHORITY.pem[..40],
        b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ];
    for junk in junk {
        let certificates = vec![both.clone(), junk.to_vec()];
        let settings = HttpSettings { certificates, ..HttpSettings::default() };
        let error = HttpTransport::new(settings).unwrap_err();
        assert_eq!(error.kind(), HttpErrorKind::Certificate(1));
        assert!(error.message().starts_with("not a certificate in PEM"), "{error}");
    }
}

#[tokio::test]
async fn certificates_that_do_not_hold_are_no_answer() {
    // Vouched for by nobody who is trusted.
    check(Way::Https, "site.example", &Authority::new(), Err(Problem::Tls)).await;
    // Vouched for, but as another.
    check(Way::Https, "other.example", &AUTHORITY, Err(Problem::Tls)).await;
}

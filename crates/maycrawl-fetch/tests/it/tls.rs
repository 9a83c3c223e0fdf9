//! TLS with a certificate authority of one's own, and HTTP/2 over it.

use std::sync::{Arc, LazyLock};

use maycrawl_fetch::{HttpErrorKind, HttpSettings, HttpTransport, Problem, SendError};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::site::exchange;
use crate::sockets::request;
use crate::ways::{After, Page, Way, Web};

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

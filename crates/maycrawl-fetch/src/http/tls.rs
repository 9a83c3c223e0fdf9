//! TLS: trusted certificates, and the name that a certificate must have.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use super::settings::{HttpError, HttpErrorKind};
use crate::attempt::Problem;
use crate::transport::SendError;

/// The host name that a certificate must have.
pub(super) fn server_name(url: &Url) -> Result<ServerName<'static>, SendError> {
    let name = match url.host() {
        Some(Host::Domain(name)) => ServerName::try_from(name.to_owned()).ok(),
        Some(Host::Ipv4(address)) => Some(IpAddr::V4(address).into()),
        Some(Host::Ipv6(address)) => Some(IpAddr::V6(address).into()),
        None => None,
    };
    name.ok_or(Problem::Tls.into())
}

/// TLS that trusts these certificates, or those of the system if there are none.
pub(super) fn tls(certificates: &[Vec<u8>]) -> Result<TlsConnector, HttpError> {
    let failed = |error: &dyn fmt::Display| HttpError::new(HttpErrorKind::Tls, error.to_string());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?;
    let builder = if certificates.is_empty() {
        builder.with_platform_verifier().map_err(|error| failed(&error))?
    } else {
        builder.with_root_certificates(trusted(certificates)?)
    };
    let mut config = builder.with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

/// The certificates of texts in PEM, each of which must contain one at least: to trust none is to reach no site.
fn trusted(certificates: &[Vec<u8>]) -> Result<RootCertStore, HttpError> {
    let mut trusted = RootCertStore::empty();
    for (index, pem) in certificates.iter().enumerate() {
        let found = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>();
        let found = found.ok().filter(|found| !found.is_empty());
        let added = found.map(|found| found.into_iter().try_for_each(|found| trusted.add(found)));
        if !matches!(added, Some(Ok(()))) {
            let message = "not a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----";
            return Err(HttpError::new(HttpErrorKind::Certificate(index), message.into()));
        }
    }
    Ok(trusted)
}

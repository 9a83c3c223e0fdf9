//! TLS with a certificate authority of one's own, and HTTP/2 over it.

use std::net::SocketAddr;
use std::sync::Arc;

use maycrawl_fetch::{Guard, Http, HttpSettings, Problem, Request, SendError};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::site::exchange;

/// A server that speaks TLS and answers over HTTP/1.1 or HTTP/2, as is agreed; and
/// the certificate, in PEM, of who vouches for it.
async fn serve(protocols: &[&[u8]]) -> (SocketAddr, Vec<u8>) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let host = CertificateParams::new(vec!["site.example".to_owned()]).unwrap();
    let certificate = host.signed_by(&key, &authority).unwrap();
    let chain = vec![CertificateDer::from(certificate.der().to_vec())];
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                if stream.get_ref().1.alpn_protocol() == Some(b"h2") {
                    return serve_h2(stream).await;
                }
                let mut head = [0; 4096];
                let _ = stream.read(&mut head).await;
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none").await;
                let _ = stream.shutdown().await;
            });
        }
    });
    (address, authority.pem().into_bytes())
}

async fn serve_h2<S>(stream: S)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    let Ok(mut connection) = h2::server::handshake(stream).await else { return };
    while let Some(Ok((_, mut respond))) = connection.accept().await {
        let response = http::Response::builder().status(200).body(()).unwrap();
        if let Ok(mut body) = respond.send_response(response, false) {
            let _ = body.send_data("two".into(), true);
        }
    }
}

async fn send(
    url: &str,
    address: SocketAddr,
    certificates: Vec<Vec<u8>>,
) -> Result<Vec<u8>, SendError> {
    let http = Http::new(HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        certificates,
        ..HttpSettings::default()
    });
    let request = Request::new(url.parse().unwrap(), 10_000);
    exchange(&http.unwrap(), &request).await.map(|response| response.body.bytes.to_vec())
}

#[tokio::test]
async fn http_1_and_2_are_spoken_over_tls() {
    let url = "https://site.example/robots.txt";
    let (address, authority) = serve(&[b"http/1.1"]).await;
    assert_eq!(send(url, address, vec![authority]).await, Ok(b"one".to_vec()));
    let (address, authority) = serve(&[b"h2", b"http/1.1"]).await;
    assert_eq!(send(url, address, vec![authority]).await, Ok(b"two".to_vec()));
}

#[tokio::test]
async fn certificates_that_do_not_hold_are_no_answer() {
    let (address, authority) = serve(&[b"http/1.1"]).await;
    let (_, stranger) = serve(&[]).await;
    let refused = Err(SendError::Failed(Problem::Tls));
    // Vouched for by nobody who is trusted.
    assert_eq!(send("https://site.example/robots.txt", address, vec![stranger]).await, refused);
    // Vouched for, but as another.
    assert_eq!(send("https://other.example/robots.txt", address, vec![authority]).await, refused);
}

//! Content codings, over each protocol.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use maycrawl::dialect::Preset;
use maycrawl_fetch::{Entry, Problem, SendError};
use testkit::vectors;

use crate::outages::outcome;
use crate::site::{at, attempt, exchange, learn, status};
use crate::sockets::request;
use crate::ways::{After, Page, Way, Web};

const TEXT: &str = "User-agent: *\nDisallow: /private/\n";

pub(crate) fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

fn zlib(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn deflate(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// A short text by brotli, stored uncompressed (RFC 7932 section 9.2).
fn brotli(text: &str) -> Vec<u8> {
    let len = u8::try_from(text.len() - 1).unwrap();
    // WBITS 16, one metablock: not last, 4 nibbles of its length, uncompressed.
    let bits = (u32::from(len) << 4) | (1 << 20);
    let [a, b, c, _] = bits.to_le_bytes();
    [&[a, b, c], text.as_bytes(), &[3]].concat()
}

/// The codings that a server names, each in a header of its own, and the body that it
/// sends.
type Coded = (&'static [&'static str], Vec<u8>);

/// Asks for each coded body over each protocol, and checks what comes.
async fn check(all: &[Coded], expected: &Result<&str, Problem>) {
    let pages = all.to_vec();
    for way in Way::ALL {
        let pages = pages.clone();
        let web = Web::start(way, After::Close, move |place| {
            let number: usize = place.rsplit('/').next().unwrap().parse().unwrap();
            let (codings, body) = &pages[number];
            let page = Page::file(body.clone());
            codings.iter().fold(page, |page, coding| page.with("content-encoding", *coding))
        });
        let web = web.await;
        let transport = web.transport();
        for (number, (codings, _)) in all.iter().enumerate() {
            let url = way.url(&format!("site.example/{number}"));
            let came = exchange(&transport, &request(&url)).await;
            let came = came.map(|response| {
                assert!(!response.body.is_cut, "{way:?} {codings:?}");
                String::from_utf8_lossy(&response.body.bytes).into_owned()
            });
            let expected = expected.map(str::to_owned).map_err(SendError::Failed);
            assert_eq!(came, expected, "{way:?} {codings:?}");
        }
    }
}

#[tokio::test]
async fn codings_are_undone() {
    let (first, second) = TEXT.split_at(14);
    let all: &[Coded] = &[
        (&[], TEXT.into()),
        (&["identity"], TEXT.into()),
        (&["gzip"], gzip(TEXT)),
        (&["GZip"], gzip(TEXT)),
        (&["x-gzip"], gzip(TEXT)),
        (&["gzip,"], gzip(TEXT)),
        (&["identity, gzip"], gzip(TEXT)),
        (&["identity", "gzip"], gzip(TEXT)),
        (&["gzip, gzip"], gzip(gzip(TEXT))),
        (&["gzip", "gzip"], gzip(gzip(TEXT))),
        (&["gzip,gzip,gzip"], gzip(gzip(gzip(TEXT)))),
        (&["gzip"], [gzip(first), gzip(""), gzip(second)].concat()),
        (&["deflate"], zlib(TEXT)),
        (&["deflate"], deflate(TEXT)),
        (&["br"], brotli(TEXT)),
        (&["BR , gzip"], gzip(brotli(TEXT))),
        (&["zstd"], zstd::encode_all(TEXT.as_bytes(), 3).unwrap()),
    ];
    check(all, &Ok(TEXT)).await;
}

#[tokio::test]
async fn a_body_whose_coding_cannot_be_undone_is_no_answer() {
    let all: &[Coded] = &[
        (&["compress"], TEXT.into()),
        (&["x-compress"], TEXT.into()),
        (&["unheard-of"], TEXT.into()),
        (&["gzip, unheard-of"], gzip(TEXT)),
        (&["unheard-of", "gzip"], gzip(TEXT)),
        (&["gzip"], TEXT.into()),
        (&["gzip, gzip"], gzip(TEXT)),
        (&["gzip"], gzip(TEXT)[..20].to_vec()),
        (&["gzip"], [&gzip(TEXT)[..], b"and more"].concat()),
        (&["deflate"], TEXT.into()),
        (&["br"], TEXT.into()),
        (&["zstd"], TEXT.into()),
        (&["gzip, gzip, gzip, gzip"], gzip(gzip(gzip(gzip(TEXT))))),
    ];
    check(all, &Err(Problem::Coding)).await;
}

/// Text that only looks like one is never parsed: it would allow everything.
#[test]
fn it_counts_as_an_outage() {
    let table = vectors::table("http");
    let condition = "200, undecodable content coding";
    let row = table.rows.iter().find(|row| row.cell("condition") == Some(condition)).unwrap();
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], at(-30 * 24 * 3600));
    let failed = attempt(&entry, &[Err(Problem::Coding)], at(0));
    entry.learn(failed);
    for Preset { name, dialect, .. } in Preset::ALL {
        let Some(expected) = row.cell(name) else { continue };
        let expected = match expected.trim_start_matches("U:") {
            "L12" | "L96" => "FD",
            expected => expected,
        };
        assert_eq!(outcome(&entry, dialect), expected, "{name}");
    }
}

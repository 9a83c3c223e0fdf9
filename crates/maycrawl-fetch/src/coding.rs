//! Content codings of HTTP (RFC 9110 section 8.4), undone within bounds.

use std::io::{self, BufRead, Read};

use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};

use crate::attempt::{Body, Problem};
use crate::headers::Headers;

/// The codings that a request accepts.
pub(crate) const ACCEPTED: &str = "gzip, deflate, br, zstd";

/// A content coding other than `identity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

/// How many codings may be nested.
const MAX_CODINGS: usize = 3;

/// The largest window of zstd, as a power of two: 8 MiB (RFC 9659).
const ZSTD_WINDOW: u32 = 23;

/// How many bytes brotli reads at once.
const BROTLI_BUFFER: usize = 4096;

/// The codings of an answer, from all its `Content-Encoding` headers, in the order in
/// which they were applied. Names are case-insensitive.
pub(crate) fn codings(headers: &Headers) -> Result<Vec<Coding>, Problem> {
    let values = headers.iter().filter(|(name, _)| *name == "content-encoding");
    let names = values.flat_map(|(_, value)| value.split(|byte| *byte == b','));
    let mut codings = Vec::new();
    for name in names {
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"" | b"identity" => continue,
            b"gzip" | b"x-gzip" => codings.push(Coding::Gzip),
            b"deflate" => codings.push(Coding::Deflate),
            b"br" => codings.push(Coding::Brotli),
            b"zstd" => codings.push(Coding::Zstd),
            _ => return Err(Problem::Coding),
        }
        if codings.len() > MAX_CODINGS {
            return Err(Problem::Coding);
        }
    }
    Ok(codings)
}

/// Whether an answer comes in chunks, by its `Transfer-Encoding` headers. The only transfer coding that is undone
/// is `chunked`, applied once and named last (RFC 9112 section 7). What another one leaves is not
/// the file, nor are chunks that are not undone.
pub(crate) fn is_chunked<'a>(values: impl Iterator<Item = &'a [u8]>) -> Result<bool, Problem> {
    let mut is_chunked = false;
    for name in values.flat_map(|value| value.split(|byte| *byte == b',')) {
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"" | b"identity" if !is_chunked => {}
            b"chunked" if !is_chunked => is_chunked = true,
            _ => return Err(Problem::Coding),
        }
    }
    Ok(is_chunked)
}

/// Decodes a body, up to a maximum of bytes. For each coding, the cost is linear in the
/// input and in the maximum.
pub(crate) fn decode(input: &Body, codings: &[Coding], max: usize) -> Result<Body, Problem> {
    if input.bytes.is_empty() {
        return Ok(Body::default());
    }
    let mut reader: Box<dyn Read + '_> = Box::new(&*input.bytes);
    for coding in codings.iter().rev() {
        reader = decoder(*coding, reader).map_err(|_| Problem::Coding)?;
    }
    let mut bytes = Vec::new();
    // One byte more shows whether the body goes on.
    let limit = u64::try_from(max).unwrap_or(u64::MAX).saturating_add(1);
    match reader.take(limit).read_to_end(&mut bytes) {
        _ if bytes.len() > max => Ok(Body::cut(&bytes, max)),
        Ok(_) if !input.is_cut => Ok(Body::whole(bytes)),
        // The input was cut before it decoded to enough bytes.
        _ if input.is_cut => Err(Problem::TooLarge),
        _ => Err(Problem::Coding),
    }
}

fn decoder<'a>(coding: Coding, reader: Box<dyn Read + 'a>) -> io::Result<Box<dyn Read + 'a>> {
    let mut reader = io::BufReader::new(reader);
    Ok(match coding {
        Coding::Gzip => Box::new(Members(Some(GzDecoder::new(reader)))),
        Coding::Deflate => {
            // RFC 9110 means zlib, but many servers send raw deflate.
            let start = reader.fill_buf()?;
            if is_zlib(start) {
                Box::new(Alone(ZlibDecoder::new(reader)))
            } else {
                Box::new(Alone(DeflateDecoder::new(reader)))
            }
        }
        Coding::Brotli => Box::new(brotli_decompressor::Decompressor::new(reader, BROTLI_BUFFER)),
        Coding::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
            decoder.window_log_max(ZSTD_WINDOW)?;
            Box::new(decoder)
        }
    })
}

/// Reads a stream, and fails if another one follows it.
struct Alone<D>(D);

impl<R: BufRead> Read for Alone<ZlibDecoder<R>> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read(buffer)?;
        if len == 0 && !buffer.is_empty() {
            skip_padding(self.0.get_mut())?;
        }
        Ok(len)
    }
}

impl<R: BufRead> Read for Alone<DeflateDecoder<R>> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read(buffer)?;
        if len == 0 && !buffer.is_empty() {
            skip_padding(self.0.get_mut())?;
        }
        Ok(len)
    }
}

/// Skips zeros up to the end; fails if anything else follows.
fn skip_padding(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.iter().any(|byte| *byte != 0) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let len = bytes.len();
        if len == 0 {
            return Ok(());
        }
        reader.consume(len);
    }
}

/// Reads all members of a gzip (RFC 1952 section 2.2). Zeros after the last one are padding.
struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let len = member.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let rest = self.0.take().map(GzDecoder::into_inner);
            self.0 = rest.map(next_member).transpose()?.flatten();
        }
        Ok(0)
    }
}

/// The member that follows another one, if there is one.
fn next_member<R: BufRead>(mut reader: R) -> io::Result<Option<GzDecoder<R>>> {
    if matches!(reader.fill_buf()?, [first, ..] if *first != 0) {
        return Ok(Some(GzDecoder::new(reader)));
    }
    skip_padding(&mut reader).map(|()| None)
}

/// Whether a stream begins with a header of zlib (RFC 1950 section 2.2).
fn is_zlib(start: &[u8]) -> bool {
    matches!(start, [cmf, flg, ..]
        if cmf & 0x0F == 8 && cmf >> 4 <= 7 && u16::from_be_bytes([*cmf, *flg]) % 31 == 0)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    const TEXT: &[u8] = b"User-agent: *\nDisallow: /private/\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        assert!(encoder.write_all(text).is_ok());
        encoder.finish().unwrap_or_default()
    }

    fn zlib(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        assert!(encoder.write_all(text).is_ok());
        encoder.finish().unwrap_or_default()
    }

    fn raw(text: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        assert!(encoder.write_all(text).is_ok());
        encoder.finish().unwrap_or_default()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ::zstd::encode_all(text, 3).unwrap_or_default()
    }

    /// `TEXT` by brotli, stored uncompressed (RFC 7932 section 9.2).
    fn brotli(text: &[u8]) -> Vec<u8> {
        let len = u8::try_from(text.len() - 1).unwrap_or(0);
        // WBITS 16, one metablock: not last, 4 nibbles of its length, uncompressed.
        let bits = (u32::from(len) << 4) | (1 << 20);
        let [a, b, c, _] = bits.to_le_bytes();
        [&[a, b, c][..], text, &[3]].concat()
    }

    #[track_caller]
    fn check(values: &[&str], body: &[u8], expected: Result<&[u8], Problem>) {
        let headers = Headers::of(values.iter().map(|value| ("Content-Encoding", value)));
        let decoded = headers
            .and_then(|headers| codings(&headers))
            .and_then(|codings| decode(&Body::whole(body), &codings, 1000));
        assert_eq!(decoded, expected.map(Body::whole), "{values:?}");
    }

    #[test]
    fn codings_are_undone() {
        check(&["gzip"], &gzip(TEXT), Ok(TEXT));
        check(&["GZip"], &gzip(TEXT), Ok(TEXT));
        check(&["x-gzip"], &gzip(TEXT), Ok(TEXT));
        check(&["deflate"], &zlib(TEXT), Ok(TEXT));
        check(&["deflate"], &raw(TEXT), Ok(TEXT));
        check(&["br"], &brotli(TEXT), Ok(TEXT));
        check(&["zstd"], &zstd(TEXT), Ok(TEXT));
        check(&["identity"], TEXT, Ok(TEXT));
        check(&[""], TEXT, Ok(TEXT));
        // Servers that answer without a body leave the coding as it is.
        check(&["gzip"], b"", Ok(b""));
    }

    #[test]
    fn codings_lie_on_top_of_each_other() {
        let twice = gzip(&gzip(TEXT));
        check(&["gzip, gzip"], &twice, Ok(TEXT));
        check(&["gzip", "gzip"], &twice, Ok(TEXT));
        check(&["identity, gzip"], &gzip(TEXT), Ok(TEXT));
        check(&["gzip,"], &gzip(TEXT), Ok(TEXT));
        check(&["zstd , Deflate"], &zlib(&zstd(TEXT)), Ok(TEXT));
        check(&["gzip,gzip,gzip"], &gzip(&twice), Ok(TEXT));
        check(&["gzip,gzip,gzip,gzip"], &gzip(&gzip(&twice)), Err(Problem::Coding));
    }

    #[test]
    fn a_gzip_is_all_of_its_members() {
        let (first, second) = TEXT.split_at(14);
        let members = [gzip(first), gzip(b""), gzip(second)].concat();
        check(&["gzip"], &members, Ok(TEXT));
        for padding in [1, 7, 512, 100_000] {
            let padded = [&*members, &vec![0; padding]].concat();
            check(&["gzip"], &padded, Ok(TEXT));
            let more = [&*padded, &gzip(second)].concat();
            check(&["gzip"], &more, Err(Problem::Coding));
        }
        check(&["gzip"], &[&*members, b"more"].concat(), Err(Problem::Coding));
        check(&["gzip"], &[0; 100], Err(Problem::Coding));
    }

    #[test]
    fn nothing_follows_a_deflated_stream() {
        let (first, second) = TEXT.split_at(14);
        for coded in [zlib, raw] {
            check(&["deflate"], &[coded(TEXT), vec![0; 7]].concat(), Ok(TEXT));
            let streams = [coded(first), coded(second)].concat();
            check(&["deflate"], &streams, Err(Problem::Coding));
            check(&["deflate"], &[&*coded(TEXT), b"more"].concat(), Err(Problem::Coding));
        }
    }

    #[test]
    fn only_chunks_that_are_undone_are_a_file() {
        let check = |values: &[&str]| is_chunked(values.iter().map(|it| it.as_bytes()));
        for values in [&["chunked"][..], &["Chunked "], &["identity, chunked"]] {
            assert_eq!(check(values), Ok(true), "{values:?}");
        }
        for values in [&["identity"][..], &[""], &[]] {
            assert_eq!(check(values), Ok(false), "{values:?}");
        }
        for values in [
            &["gzip, chunked"][..],
            &["chunked, chunked"],
            &["chunked,"],
            &["chunked", ""],
            &["chunked, identity"],
        ] {
            assert_eq!(check(values), Err(Problem::Coding), "{values:?}");
        }
    }

    #[test]
    fn what_cannot_be_undone_is_no_text() {
        check(&["compress"], TEXT, Err(Problem::Coding));
        check(&["gzip, unheard-of"], TEXT, Err(Problem::Coding));
        check(&["gzip;q=1"], &gzip(TEXT), Err(Problem::Coding));
        for (coding, body) in [
            ("gzip", gzip(TEXT)),
            ("deflate", zlib(TEXT)),
            ("deflate", raw(TEXT)),
            ("br", brotli(TEXT)),
            ("zstd", zstd(TEXT)),
        ] {
            for len in 1..body.len() {
                // A checksum that is missing is missing, though the text is there.
                let cut = body.get(..len).unwrap_or_default();
                let headers = Headers::of([("Content-Encoding", coding)]);
                let decoded = headers
                    .and_then(|headers| codings(&headers))
                    .and_then(|codings| decode(&Body::whole(cut), &codings, 1000));
                assert_eq!(decoded, Err(Problem::Coding), "{coding} cut at {len}");
            }
            check(&[coding], b"User-agent: *\nDisallow: /", Err(Problem::Coding));
        }
    }

    #[test]
    fn a_body_is_cut_after_its_coding_is_undone() {
        let zeros = vec![b'#'; 100_000];
        for (coding, body) in [
            (Coding::Gzip, gzip(&zeros)),
            (Coding::Deflate, zlib(&zeros)),
            (Coding::Zstd, zstd(&zeros)),
        ] {
            let decoded = decode(&Body::whole(&body), &[coding], 1000);
            assert_eq!(decoded, Ok(Body { bytes: vec![b'#'; 1000].into(), is_cut: true }));
            // What came of it is enough.
            let part = Body { bytes: body.into(), is_cut: true };
            assert_eq!(decode(&part, &[coding], 1000).map(|body| body.bytes.len()), Ok(1000));
        }
        // Nothing but wrapping: cut before anything came out.
        let empty = Body { bytes: gzip(b"").repeat(1000).into(), is_cut: true };
        assert_eq!(decode(&empty, &[Coding::Gzip], 1000), Err(Problem::TooLarge));
    }
}

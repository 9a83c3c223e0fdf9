//! UTF-16 as UTF-8, as it is read.

use std::io::{self, Read};

/// Decodes what a reader returns.
pub(super) struct Utf16<R> {
    reader: R,
    /// Makes a code unit of two bytes.
    unit: fn([u8; 2]) -> u16,
    /// The first half of a character of two units.
    high: Option<u16>,
    /// The first byte of a unit.
    odd: Option<u8>,
    decoded: Vec<u8>,
    /// How many bytes of `decoded` were returned.
    given: usize,
}

impl<R: Read> Utf16<R> {
    pub(super) const fn new(reader: R, unit: fn([u8; 2]) -> u16) -> Self {
        Self { reader, unit, high: None, odd: None, decoded: Vec::new(), given: 0 }
    }

    /// Decodes the next bytes. Returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 4096];
        let len = self.reader.read(&mut buffer)?;
        let bytes = self.odd.take().into_iter().chain(buffer.iter().take(len).copied());
        let mut units = Vec::new();
        units.extend(self.high.take());
        for byte in bytes {
            match self.odd.take() {
                None => self.odd = Some(byte),
                Some(first) => units.push((self.unit)([first, byte])),
            }
        }
        let is_high = |unit: &&u16| (0xD800..0xDC00).contains(*unit);
        if len > 0 && units.last().as_ref().is_some_and(is_high) {
            self.high = units.pop();
        }
        self.decoded.clear();
        self.given = 0;
        for decoded in char::decode_utf16(units) {
            let char = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        }
        Ok(len > 0 || !self.decoded.is_empty())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.decoded.len() {
            if !self.decode()? {
                return Ok(0);
            }
        }
        let mut left = self.decoded.get(self.given..).unwrap_or_default();
        let len = left.read(out)?;
        self.given += len;
        Ok(len)
    }
}

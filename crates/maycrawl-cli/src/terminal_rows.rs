//! Rows as a terminal shows them.

use std::io::{self, Write};

use maycrawl_report::sanitize;

/// Passes rows on to a terminal, without what it would obey: control characters and marks of the
/// direction of text. Line feeds and TABs stay.
pub(crate) struct TerminalRows<W: Write> {
    out: W,
    /// A row that has not ended yet.
    row: Vec<u8>,
}

impl<W: Write> TerminalRows<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self { out, row: Vec::new() }
    }

    fn write_row(&mut self, row: &[u8]) -> io::Result<()> {
        for (index, cell) in row.split(|byte| *byte == b'\t').enumerate() {
            if index > 0 {
                self.out.write_all(b"\t")?;
            }
            self.out.write_all(sanitize(cell).as_bytes())?;
        }
        Ok(())
    }
}

impl<W: Write> Write for TerminalRows<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            let Some(end) = part.strip_suffix(b"\n") else {
                self.row.extend_from_slice(part);
                continue;
            };
            let mut row = std::mem::take(&mut self.row);
            row.extend_from_slice(end);
            self.write_row(&row)?;
            self.out.write_all(b"\n")?;
        }
        Ok(bytes.len())
    }

    /// A row that has not ended is kept back, since it may end within a character.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for TerminalRows<W> {
    fn drop(&mut self) {
        let row = std::mem::take(&mut self.row);
        // If it is closed there is nobody to tell.
        let _ = self.write_row(&row).and_then(|()| self.out.flush());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use super::*;

    #[test]
    fn a_terminal_obeys_no_row() {
        let mut out = Vec::new();
        let mut rows = TerminalRows::new(&mut out);
        // U+0085, U+009B as bytes and as a character, ESC, a carriage return, U+202E.
        let text = b"a\t\"/\xC2\x85\x9B\xC2\x9B[2J\x1B[2J\n\r\xE2\x80\xAEfdp\"\t\xC3\xA9\nlast\x07";
        // In parts, also of a character.
        for byte in text {
            rows.write_all(&[*byte]).unwrap();
            rows.flush().unwrap();
        }
        drop(rows);
        let expected = "a\t\"/\u{FFFD}\u{FFFD}\u{FFFD}[2J\u{241B}[2J\n\u{240D}\u{FFFD}fdp\"\t\u{E9}\nlast\u{2407}";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

//! Records of CSV, quoted and of bounded length.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// A reader of records with this separator; the first names the columns.
pub(crate) fn records(reader: Box<dyn Read>, separator: u8) -> csv::Reader<BoundedReader> {
    let bounded = BoundedReader { reader, left: Rc::new(Cell::new(0)) };
    bounded.start_record();
    csv::ReaderBuilder::new()
        .delimiter(separator)
        .quoting(separator != b'\t')
        .flexible(true)
        .from_reader(bounded)
}

/// A reader that stops in a record without end.
pub(crate) struct BoundedReader {
    reader: Box<dyn Read>,
    left: Rc<Cell<u64>>,
}

/// How many bytes a record has at most.
const MAX_RECORD: u64 = 16 << 20;

impl BoundedReader {
    /// Allows the next record its bytes.
    pub(crate) fn start_record(&self) {
        self.left.set(MAX_RECORD);
    }
}

impl Read for BoundedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.ok_or_else(|| io::Error::other("a record is longer than 16 MiB"))?);
        Ok(read)
    }
}

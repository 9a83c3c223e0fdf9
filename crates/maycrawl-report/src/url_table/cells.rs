//! The cells of a record of CSV or TSV.

/// The cells of one record. It is used again for the next.
pub(super) struct Cells {
    separator: u8,
    /// Whether cells may be quoted (RFC 4180).
    has_quotes: bool,
    bytes: Vec<u8>,
    /// Where each whole cell ends.
    ends: Vec<usize>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first byte of a cell.
    Start,
    /// In a cell without quotes, or after its closing quote.
    Plain,
    /// In quotes.
    Quoted,
    /// After a quote in quotes: the closing one, or the first of two.
    Closing,
}

impl Cells {
    pub(super) const fn new(separator: u8, has_quotes: bool) -> Self {
        Self { separator, has_quotes, bytes: Vec::new(), ends: Vec::new(), state: State::Start }
    }

    /// The cells of one line, for a look at it.
    pub(super) fn of_line(line: &[u8], separator: u8, has_quotes: bool) -> Self {
        let mut cells = Self::new(separator, has_quotes);
        if !cells.add(line) {
            cells.finish();
        }
        cells
    }

    /// Forgets the record.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.state = State::Start;
    }

    /// How many bytes the record has.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds a line with its line end. Returns whether the record is whole.
    pub(super) fn add(&mut self, line: &[u8]) -> bool {
        for byte in line {
            self.state = match (self.state, byte) {
                (State::Start, b'"') if self.has_quotes => State::Quoted,
                (State::Quoted, b'"') => State::Closing,
                (State::Closing, b'"') => {
                    self.bytes.push(b'"');
                    State::Quoted
                }
                (State::Quoted, byte) => {
                    self.bytes.push(*byte);
                    State::Quoted
                }
                (_, byte) if *byte == self.separator => {
                    self.ends.push(self.bytes.len());
                    State::Start
                }
                (state, b'\r' | b'\n') => state,
                (_, byte) => {
                    self.bytes.push(*byte);
                    State::Plain
                }
            };
        }
        let is_whole = self.state != State::Quoted;
        if is_whole {
            self.finish();
        }
        is_whole
    }

    /// Ends the last cell.
    pub(super) fn finish(&mut self) {
        self.ends.push(self.bytes.len());
        self.state = State::Start;
    }

    /// A cell; empty if there are not so many.
    pub(super) fn get(&self, index: usize) -> &[u8] {
        self.iter().nth(index).unwrap_or_default()
    }

    /// All cells in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.bytes.get(start..*end).unwrap_or_default())
    }
}

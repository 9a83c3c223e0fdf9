//! Answers as rows: TSV and CSV.
//!
//! TSV is raw: cells are octets as they came, nothing is quoted, a line feed
//! ends a row. CSV is quoted where it must be (RFC 4180).

use std::io;

use maycrawl::{RuleLine, Rules, Verdict};

/// The columns of [`cells`].
pub const COLUMNS: [&str; 6] = ["agent", "url", "verdict", "line", "reason", "rule"];

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Tab-separated, raw.
    Tab,
    /// Comma-separated, quoted where it must be.
    Comma,
}

/// The cells of a verdict.
pub fn cells(rules: &Rules, url: &[u8], verdict: Verdict) -> [Vec<u8>; 6] {
    let rule = rules.deciding_rule(verdict);
    [
        rules.agent().tokens().next().unwrap_or_default().to_vec(),
        url.to_vec(),
        if verdict.is_allowed() { b"allow".to_vec() } else { b"disallow".to_vec() },
        rule.as_ref().map_or(0, RuleLine::line).to_string().into_bytes(),
        verdict.reason().code().into(),
        rule.map(|rule| crate::display::rule_text(rule.kind(), rule.value()).into_bytes())
            .unwrap_or_default(),
    ]
}

/// The cells of a URL that the file does not govern.
pub fn out_of_scope(rules: &Rules, url: &[u8]) -> [Vec<u8>; 6] {
    let agent = rules.agent().tokens().next().unwrap_or_default();
    [agent, url, b"out-of-scope", b"0", b"out-of-scope", b""].map(<[u8]>::to_vec)
}

/// Writes one row.
pub fn write<Cell: AsRef<[u8]>>(
    out: &mut impl io::Write,
    separator: Separator,
    cells: impl IntoIterator<Item = Cell>,
) -> io::Result<()> {
    match separator {
        Separator::Tab => {
            for (index, cell) in cells.into_iter().enumerate() {
                if index > 0 {
                    out.write_all(b"\t")?;
                }
                out.write_all(cell.as_ref())?;
            }
            out.write_all(b"\n")
        }
        Separator::Comma => {
            let mut row = csv::Writer::from_writer(out);
            row.write_record(cells).map_err(io::Error::other)?;
            row.flush()
        }
    }
}

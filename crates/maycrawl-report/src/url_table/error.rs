//! Why a list of URLs cannot be read.

use std::fmt;
use std::io;

use crate::display::shortened;

/// Why a list of URLs cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The reader failed.
    Read(io::Error),
    /// It is not text.
    Binary,
    /// A line is longer than 16 MiB.
    LongLine,
    /// A record of a table is longer than 16 MiB.
    LongRecord,
    /// No column has the name that was asked for.
    NoColumn {
        /// The name.
        column: String,
        /// The names of the columns, of the first if there are many.
        columns: String,
    },
    /// A column was asked for by name, and the table has no header line.
    NoHeader {
        /// The name.
        column: String,
    },
    /// No column has a known name, or URLs in nine of the first ten rows.
    UnknownColumn {
        /// The names of the columns, of the first if there are many.
        columns: String,
    },
    /// A line is not JSON.
    Json {
        /// The line.
        line: u64,
        /// Where in it.
        column: usize,
    },
    /// An array is not JSON.
    Array {
        /// The line.
        line: usize,
        /// Where in it.
        column: usize,
        /// Whether it ends early.
        is_cut: bool,
    },
    /// A line of JSON contains no URL.
    NoMember {
        /// The line.
        line: u64,
        /// The member that was asked for.
        member: Option<String>,
    },
    /// A member of an array of JSON contains no URL.
    NoMemberInArray {
        /// The number of the member.
        number: u64,
        /// The member of objects that was asked for.
        member: Option<String>,
    },
}

impl Error {
    pub(super) fn array(error: &serde_json::Error) -> Self {
        Self::Array { line: error.line(), column: error.column(), is_cut: error.is_eof() }
    }

    pub(super) fn no_column(column: &str, header: &[Vec<u8>]) -> Self {
        Self::NoColumn { column: column.to_owned(), columns: names(header) }
    }

    pub(super) fn unknown_column(header: &[Vec<u8>]) -> Self {
        Self::UnknownColumn { columns: names(header) }
    }

    /// The line, if the error is about one.
    pub fn line(&self) -> Option<u64> {
        match self {
            Self::Json { line, .. } | Self::NoMember { line, .. } => Some(*line),
            Self::NoColumn { .. } | Self::NoHeader { .. } | Self::UnknownColumn { .. } => Some(1),
            _ => None,
        }
    }
}

/// The names of columns.
fn names(header: &[Vec<u8>]) -> String {
    const MAX_NAMES: usize = 12;
    let shown = header.iter().take(MAX_NAMES).map(|name| shortened(name));
    shown.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let without = |f: &mut fmt::Formatter<'_>, member: &Option<String>| match member {
            Some(name) => write!(f, "no member {name:?} that is a string"),
            None => f.write_str("no member that contains a URL, such as \"url\""),
        };
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Binary => f.write_str("binary data, not a list of URLs"),
            Self::LongLine => f.write_str("a line is longer than 16 MiB"),
            Self::LongRecord => f.write_str("a record is longer than 16 MiB"),
            Self::NoColumn { column, columns } => {
                write!(f, "no column is named {column}; the columns are {columns}")
            }
            Self::NoHeader { column } => {
                write!(f, "no column is named {column}: there is no header line")
            }
            Self::UnknownColumn { columns } if columns.is_empty() => {
                f.write_str("cannot tell which column contains the URLs")
            }
            Self::UnknownColumn { columns } => {
                write!(f, "cannot tell which of the columns {columns} contains the URLs")
            }
            Self::Json { column, .. } => write!(f, "not valid JSON (column {column})"),
            Self::Array { line, column, is_cut: true } => {
                write!(f, "the JSON array ends early, at line {line}, column {column}")
            }
            Self::Array { line, column, is_cut: false } => {
                write!(f, "not a valid JSON array (line {line}, column {column})")
            }
            Self::NoMember { member, .. } => without(f, member),
            Self::NoMemberInArray { number, member } => {
                write!(f, "member {number}: ")?;
                without(f, member)
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            _ => None,
        }
    }
}

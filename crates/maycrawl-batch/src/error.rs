//! Why columns cannot be checked.

use std::fmt;

use arrow_schema::DataType;

/// Why columns cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    column: Column,
    kind: ErrorKind,
}

/// A column of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The robots.txt files.
    Robots,
    /// The URLs.
    Url,
    /// Who asks.
    Agent,
}

/// What is wrong with a column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The column contains neither text nor bytes.
    Type(DataType),
    /// The column has another number of rows than a column before it.
    Length {
        /// How many rows it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
}

impl Column {
    /// The name of the column, such as `robots`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Robots => "robots",
            Self::Url => "url",
            Self::Agent => "agent",
        }
    }
}

impl Error {
    pub(crate) const fn new(column: Column, kind: ErrorKind) -> Self {
        Self { column, kind }
    }

    /// The column that is wrong.
    pub const fn column(&self) -> Column {
        self.column
    }

    /// What is wrong with it.
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.column.name())?;
        match &self.kind {
            ErrorKind::Type(found) => write!(f, "expected text or bytes, not {found}"),
            ErrorKind::Length { found, expected } => {
                write!(f, "a column of {found} rows, but another has {expected}")
            }
        }
    }
}

impl std::error::Error for Error {}

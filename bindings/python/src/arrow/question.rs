//! The arguments of a check: values for all rows, and columns that come in pieces.

use std::sync::{Mutex, PoisonError};

use arrow_array::{Array, ArrayRef, BinaryArray, Datum, Scalar};
use arrow_schema::DataType;
use maycrawl_batch::{Agents, Checker, ErrorKind, Verdicts, VerdictsBuilder};
use maycrawl_crawlers::Reading;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::agent::{Agent, asker_of};
use crate::arrow::c_data::{Problem, Rows, Schema, Stream, take};
use crate::arrow::steps::in_steps;
use crate::input::{bytes_of, input_error, is_text, wrong_type};

/// How many verdicts the first step gives: in each step, the kernel must find the rules of files anew.
const VERDICTS: usize = 1 << 16;

/// What is wrong with which argument.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) argument: &'static str,
    pub(crate) problem: Problem,
}

impl Wrong {
    pub(crate) fn text(&self) -> String {
        let (Problem::Type(what) | Problem::Broken(what)) = &self.problem;
        format!("{}: {what}", self.argument)
    }

    pub(crate) fn error(&self, py: Python<'_>) -> PyErr {
        match self.problem {
            Problem::Type(_) => PyTypeError::new_err(self.text()),
            Problem::Broken(_) => input_error(py, &self.text()),
        }
    }
}

impl From<maycrawl_batch::Error> for Wrong {
    fn from(error: maycrawl_batch::Error) -> Self {
        let argument = error.column().name();
        let problem = match error.kind() {
            ErrorKind::Type(found) => {
                Problem::Type(format!("expected a column of text or bytes, not {found}"))
            }
            _ => Problem::Broken(error.to_string()),
        };
        Self { argument, problem }
    }
}

/// One value for all rows, or a column.
pub(crate) enum Texts {
    One(Scalar<BinaryArray>),
    Column(Pieces),
}

/// Who asks: one agent, or a column of product tokens and headers.
pub(crate) enum Asker {
    One(maycrawl::Agent),
    Column(Pieces),
}

impl Texts {
    pub(crate) fn of(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if is_text(value) {
            return Ok(Self::One(one(bytes_of(name, value)?)));
        }
        let pieces = Pieces::of(name, value)?;
        let expected = "str, bytes or an Arrow column";
        pieces.map(Self::Column).ok_or_else(|| wrong_type(name, expected, value))
    }

    /// Reads all rows, piece by piece.
    pub(crate) fn for_each(
        mut self,
        py: Python<'_>,
        mut read: impl FnMut(&dyn Datum) -> Result<(), maycrawl_batch::Error> + Send,
    ) -> PyResult<()> {
        in_steps(py, 1, |most| {
            let at_hand = rows_at_hand(self.pieces().into_iter())?;
            let rows = at_hand.unwrap_or(1).min(most);
            if rows > 0 {
                read(&*self.next(rows))?;
            }
            Ok(if at_hand.is_some() { rows } else { 0 })
        })
    }

    fn pieces(&mut self) -> Option<&mut Pieces> {
        match self {
            Self::One(_) => None,
            Self::Column(pieces) => Some(pieces),
        }
    }

    fn next(&mut self, rows: usize) -> Box<dyn Datum> {
        match self {
            Self::One(value) => Box::new(value.clone()),
            Self::Column(pieces) => Box::new(pieces.next(rows)),
        }
    }
}

impl Asker {
    pub(crate) fn of(
        name: &'static str,
        value: &Bound<'_, PyAny>,
        reading: Reading,
    ) -> PyResult<Self> {
        if is_text(value) || value.is_instance_of::<Agent>() {
            return Ok(Self::One(asker_of(value, reading)?.agent));
        }
        let pieces = Pieces::of(name, value)?;
        let expected = "str, bytes, Agent or an Arrow column";
        pieces.map(Self::Column).ok_or_else(|| wrong_type(name, expected, value))
    }

    fn pieces(&mut self) -> Option<&mut Pieces> {
        match self {
            Self::One(_) => None,
            Self::Column(pieces) => Some(pieces),
        }
    }
}

/// A value for all rows.
pub(crate) fn one(bytes: &[u8]) -> Scalar<BinaryArray> {
    Scalar::new(BinaryArray::from_vec(vec![bytes]))
}

/// A column that comes in pieces, of which only the current one is in memory.
pub(crate) struct Pieces {
    argument: &'static str,
    data_type: DataType,
    /// The current piece, and how many of its rows were taken.
    piece: ArrayRef,
    start: usize,
    more: Option<Stream>,
    /// How many rows were taken of all pieces.
    taken: usize,
}

impl Pieces {
    /// The column that an object exports; `None` if it exports nothing.
    fn of(argument: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let Some(source) = Source::of(argument, value)? else { return Ok(None) };
        let wrong = |problem| Wrong { argument, problem }.error(value.py());
        let (data_type, piece, more) = value.py().detach(|| source.column()).map_err(wrong)?;
        Ok(Some(Self { argument, data_type, piece, start: 0, more, taken: 0 }))
    }

    /// Makes sure that there are rows unless the column is at its end, and says how many.
    fn fill(&mut self) -> Result<usize, Wrong> {
        let wrong = |problem| Wrong { argument: self.argument, problem };
        while self.start == self.piece.len() {
            let Some(stream) = &mut self.more else { break };
            match stream.next().map_err(wrong)? {
                Some(rows) => {
                    self.piece = rows.into_column(&self.data_type).map_err(wrong)?;
                    self.start = 0;
                }
                None => self.more = None,
            }
        }
        Ok(self.piece.len() - self.start)
    }

    /// So many rows of those that are there.
    fn next(&mut self, rows: usize) -> ArrayRef {
        let next = self.piece.slice(self.start, rows);
        self.start += rows;
        self.taken += rows;
        next
    }
}

/// What an object exports.
pub(crate) enum Source {
    Array(Schema, Rows),
    Stream(Stream),
}

impl Source {
    pub(crate) fn of(argument: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = value.py();
        let wrong = |problem| Wrong { argument, problem }.error(py);
        if let Some(export) = value.getattr_opt("__arrow_c_array__")? {
            let capsules = export.call0()?;
            let Ok((schema, rows)) = capsules.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            else {
                return Err(wrong_type(argument, "a tuple of two capsules", &capsules));
            };
            let schema = take(&schema).map_err(wrong)?;
            return Ok(Some(Self::Array(schema, take(&rows).map_err(wrong)?)));
        }
        if let Some(export) = value.getattr_opt("__arrow_c_stream__")? {
            return Ok(Some(Self::Stream(take(&export.call0()?).map_err(wrong)?)));
        }
        Ok(None)
    }

    /// As a column: its type, its first piece and the others.
    fn column(self) -> Result<(DataType, ArrayRef, Option<Stream>), Problem> {
        match self {
            Self::Array(schema, rows) => {
                let data_type = schema.text_type()?;
                let piece = rows.into_column(&data_type)?;
                Ok((data_type, piece, None))
            }
            Self::Stream(mut stream) => {
                let data_type = stream.schema()?.text_type()?;
                let none = arrow_array::new_empty_array(&data_type);
                Ok((data_type, none, Some(stream)))
            }
        }
    }
}

/// The verdicts on all rows of the columns, whose pieces may end at different rows.
pub(crate) fn check(
    py: Python<'_>,
    checker: &Mutex<Checker>,
    mut robots: Texts,
    mut url: Texts,
    mut agent: Asker,
) -> PyResult<Verdicts> {
    let mut verdicts = VerdictsBuilder::new();
    in_steps(py, VERDICTS, |most| {
        let pieces = [robots.pieces(), url.pieces(), agent.pieces()];
        let at_hand = rows_at_hand(pieces.into_iter().flatten())?;
        // There is one row of values that stand for all.
        let rows = at_hand.unwrap_or(1).min(most);
        if rows == 0 {
            return Ok(0);
        }
        let (robots, url) = (robots.next(rows), url.next(rows));
        let mut checker = checker.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut agent {
            Asker::One(agent) => {
                checker.append(&mut verdicts, &*robots, &*url, Agents::One(agent))?;
            }
            Asker::Column(pieces) => {
                let agent = pieces.next(rows);
                checker.append(&mut verdicts, &*robots, &*url, Agents::Column(&agent))?;
            }
        }
        Ok(if at_hand.is_some() { rows } else { 0 })
    })?;
    Ok(verdicts.finish())
}

/// How many rows all columns have at hand; none at the end of all, `None` if there are no columns.
fn rows_at_hand<'a>(columns: impl Iterator<Item = &'a mut Pieces>) -> Result<Option<usize>, Wrong> {
    let mut least: Option<(usize, &'static str)> = None;
    let mut most = 0;
    let mut taken = 0;
    for column in columns {
        let rows = column.fill()?;
        taken = column.taken;
        most = most.max(rows);
        if least.is_none_or(|(least, _)| rows < least) {
            least = Some((rows, column.argument));
        }
    }
    match least {
        Some((0, argument)) if most > 0 => {
            let problem = Problem::Broken(format!("fewer rows than another column: {taken}"));
            Err(Wrong { argument, problem })
        }
        least => Ok(least.map(|(rows, _)| rows)),
    }
}

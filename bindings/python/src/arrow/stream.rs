//! `VerdictStream`: a stream of batches in, a stream of verdicts out.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BinaryArray, Datum, RecordBatch, RecordBatchReader, Scalar, StructArray,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use maycrawl_batch::{Agents, Checker};
use maycrawl_crawlers::Reading;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyString};

use crate::agent::Agent;
use crate::arrow::answers::{Verdicts, schema_capsule, stream_capsule, table_field};
use crate::arrow::c_data::{Problem, Rows, Stream};
use crate::arrow::question::{Source, Wrong, one};
use crate::arrow::{CACHE_BYTES, cache_bytes_of};
use crate::dialect::dialect_of;
use crate::input::{bytes_of, input_error, wrong_type};
use crate::values::{each, text_of};

/// The verdicts on a stream of batches, which are read when they are asked for: at most one is in memory.
///
/// Iterate over it, or hand it to a library that takes Arrow streams: one of both, once.
/// Make it with check_stream.
#[pyclass(frozen, module = "maycrawl.arrow")]
pub(crate) struct VerdictStream {
    state: Mutex<State>,
    fields: Fields,
}

/// A stream is read in one way.
enum State {
    New(Reader),
    Iterated(Reader),
    HandedOver,
}

/// Where a value of each row comes from.
enum From {
    /// From the column of this number.
    Column(usize),
    Value(Scalar<BinaryArray>),
    Agent(maycrawl::Agent),
}

/// What is read, and by what.
struct Reader {
    source: Batches,
    /// The columns that are read: each by its place and type.
    columns: Vec<(usize, DataType)>,
    /// How many of these are handed on, the first, and the columns of the answers.
    kept: (usize, Fields),
    robots: From,
    url: From,
    agent: From,
    checker: Checker,
}

enum Batches {
    One(Option<Rows>),
    Stream(Stream),
}

#[pymethods]
impl VerdictStream {
    #[new]
    #[pyo3(
        signature = (
            batches, *, robots=None, url=None, agent=None, keep=Vec::new(), dialect=Reading::Own,
            cache_bytes=CACHE_BYTES
        ),
        text_signature = "(batches, *, robots='robots', url='url', agent='agent', keep=(), dialect='own', cache_bytes=268435456)"
    )]
    #[allow(clippy::too_many_arguments, reason = "each is an argument of Python")]
    fn new(
        py: Python<'_>,
        batches: &Bound<'_, PyAny>,
        robots: Option<&Bound<'_, PyAny>>,
        url: Option<&Bound<'_, PyAny>>,
        agent: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = keep_of)] keep: Vec<String>,
        #[pyo3(from_py_with = dialect_of)] dialect: Reading,
        #[pyo3(from_py_with = cache_bytes_of)] cache_bytes: usize,
    ) -> PyResult<Self> {
        let checker = Checker::with_cache(dialect, cache_bytes);
        let Some(source) = Source::of("batches", batches)? else {
            return Err(wrong_type("batches", "an Arrow table or stream", batches));
        };
        let (source, schema) = match source {
            Source::Array(schema, rows) => (Batches::One(Some(rows)), schema),
            Source::Stream(mut stream) => {
                let schema = py.detach(|| stream.schema());
                let schema = schema.map_err(|problem| wrong("batches", problem).error(py))?;
                (Batches::Stream(stream), schema)
            }
        };
        let mut columns = Vec::new();
        let mut fields: Vec<FieldRef> = Vec::new();
        for name in keep {
            let others = maycrawl_batch::Verdicts::fields();
            if fields.iter().chain(others.iter()).any(|field| *field.name() == name) {
                let problem = Problem::Broken(format!("the verdicts have another column {name:?}"));
                return Err(wrong("keep", problem).error(py));
            }
            let found = schema.kept_column(&name);
            let (place, data_type) = found.map_err(|problem| wrong("keep", problem).error(py))?;
            fields.push(Arc::new(Field::new(name, data_type.clone(), true)));
            columns.push((place, data_type));
        }
        let n_kept = columns.len();
        fields.extend(maycrawl_batch::Verdicts::fields().iter().cloned());
        let fields = Fields::from(fields);
        let mut column = |argument, name: &str| match schema.column(name) {
            Ok(found) => {
                columns.push(found);
                Ok(From::Column(columns.len() - 1))
            }
            Err(problem) => Err(wrong(argument, problem).error(py)),
        };
        let robots = match robots {
            None => column("robots", "robots")?,
            Some(value) if value.is_instance_of::<PyBytes>() => {
                From::Value(one(bytes_of("robots", value)?))
            }
            Some(value) => column("robots", &name_of("robots", "bytes", value)?)?,
        };
        let url = match url {
            None => column("url", "url")?,
            Some(value) => column("url", &name_of("url", "", value)?)?,
        };
        let agent = match agent {
            None => column("agent", "agent")?,
            Some(value) => match value.cast::<Agent>() {
                Ok(agent) => From::Agent(agent.get().0.clone()),
                Err(_) => column("agent", &name_of("agent", "Agent", value)?)?,
            },
        };
        let kept = (n_kept, fields.clone());
        let reader = Reader { source, columns, kept, robots, url, agent, checker };
        Ok(Self { state: Mutex::new(State::New(reader)), fields })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Verdicts>>> {
        // A loop such as that of list() runs no Python code, which would do it.
        py.check_signals()?;
        let next = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let mut reader = match mem::replace(&mut *state, State::HandedOver) {
                State::New(reader) | State::Iterated(reader) => reader,
                State::HandedOver => return None,
            };
            let next = reader.read();
            *state = State::Iterated(reader);
            Some(next)
        });
        let next = next.ok_or_else(|| read_before(py))?.map_err(|wrong| wrong.error(py))?;
        next.map(|verdicts| Verdicts::new(py, verdicts)).transpose()
    }

    /// The type of the batches, as a capsule of Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &table_field(self.fields.clone()))
    }

    /// The batches to come, as a capsule of Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let reader = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match mem::replace(&mut *state, State::HandedOver) {
                State::New(reader) => Some(reader),
                other => {
                    *state = other;
                    None
                }
            }
        });
        let reader = reader.ok_or_else(|| read_before(py))?;
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(reader)))
    }
}

/// The argument `keep`: names of columns.
fn keep_of(keep: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    each("keep", keep, "str", text_of)
}

fn read_before(py: Python<'_>) -> PyErr {
    input_error(py, "the stream is read already; make another one")
}

fn wrong(argument: &'static str, problem: Problem) -> Wrong {
    Wrong { argument, problem }
}

/// The name of a column, which an argument gives that could also be something else.
fn name_of(argument: &str, other: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if !value.is_instance_of::<PyString>() {
        let expected = match other {
            "" => "the name of a column".into(),
            other => format!("the name of a column or {other}"),
        };
        return Err(wrong_type(argument, &expected, value));
    }
    Ok(String::from_utf8_lossy(bytes_of(argument, value)?).into_owned())
}

impl Reader {
    /// The verdicts on the next batch; `None` at the end.
    fn read(&mut self) -> Result<Option<StructArray>, Wrong> {
        let batches = |problem| wrong("batches", problem);
        let rows = match &mut self.source {
            Batches::One(rows) => rows.take(),
            Batches::Stream(stream) => stream.next().map_err(batches)?,
        };
        let Some(rows) = rows else { return Ok(None) };
        let columns = rows.into_columns(&self.columns).map_err(batches)?;
        let (Some(robots), Some(url)) = (self.robots.values(&columns), self.url.values(&columns))
        else {
            return Ok(None);
        };
        let agent = match &self.agent {
            From::Agent(agent) => Agents::One(agent),
            other => match other.values(&columns) {
                Some(tokens) => Agents::Column(tokens),
                None => return Ok(None),
            },
        };
        let verdicts = self.checker.check(robots, url, agent)?;
        let (n_kept, fields) = &self.kept;
        let columns = columns.into_iter().take(*n_kept).chain(verdicts.columns()).collect();
        let rows = StructArray::try_new(fields.clone(), columns, None);
        rows.map(Some).map_err(|error| batches(Problem::Broken(error.to_string())))
    }
}

impl From {
    fn values<'a>(&'a self, columns: &'a [ArrayRef]) -> Option<&'a dyn Datum> {
        match self {
            Self::Column(index) => columns.get(*index).map(|column| column as &dyn Datum),
            Self::Value(value) => Some(value),
            Self::Agent(_) => None,
        }
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let verdicts = self.read().map(|verdicts| verdicts.map(RecordBatch::from));
        // The text goes through C, where NUL ends it.
        let error = |wrong: Wrong| ArrowError::ComputeError(wrong.text().replace('\0', "\u{FFFD}"));
        verdicts.map_err(error).transpose()
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::new(Schema::new(self.kept.1.clone()))
    }
}

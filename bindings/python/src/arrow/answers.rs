//! `Table`, `Verdicts` and `Column`: answers that are handed over by pointer.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{
    ArrowDictionaryKeyType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};

use crate::input::input_error;
use crate::values::text_of;

/// A table that libraries with the Arrow PyCapsule interface take. `table["line"]` is one column.
///
/// >>> from maycrawl.arrow import directives
/// >>> table = directives("User-agent: *\nDisallow: /private/")
/// >>> table
/// <Table of 2 rows>
/// >>> table["value"].to_list()
/// ['*', '/private/']
#[pyclass(frozen, subclass, module = "maycrawl.arrow")]
pub(crate) struct Table(StructArray);

impl From<RecordBatch> for Table {
    fn from(rows: RecordBatch) -> Self {
        Self(rows.into())
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    ///
    /// >>> from maycrawl.arrow import check
    /// >>> check("", "/", "MyBot").columns
    /// ('allowed', 'reason', 'line', 'rule')
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.column_names())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// An error: a table, unlike a verdict, is neither true nor false.
    fn __bool__(&self) -> PyResult<bool> {
        let first = self.0.column_names().first().copied().unwrap_or_default();
        Err(PyTypeError::new_err(format!(
            "a table is neither true nor false; ask for a column, such as table[\"{first}\"]"
        )))
    }

    fn __getitem__(&self, name: &Bound<'_, PyAny>) -> PyResult<Column> {
        let name = text_of("name", name)?;
        let columns = self.0.fields().iter().zip(self.0.columns());
        let mut found = columns.filter(|(field, _)| *field.name() == name);
        let (field, values) = found.next().ok_or_else(|| PyKeyError::new_err(name))?;
        Ok(Column { field: Field::clone(field), values: Arc::clone(values) })
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (name, rows) = (slf.get_type().name()?, slf.get().0.len());
        Ok(format!("<{name} of {rows} {}>", if rows == 1 { "row" } else { "rows" }))
    }

    /// The type of the table, as a capsule of Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &table_field(self.0.fields().clone()))
    }

    /// The table as one struct column, as two capsules of Arrow's C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        // A consumer that asked for another type casts what it gets.
        drop(requested_schema);
        array_capsules(py, &table_field(self.0.fields().clone()), &self.0)
    }

    /// The table as a stream of one batch, as a capsule of Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batch = RecordBatch::from(&self.0);
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(batches)))
    }
}

/// The verdicts on the rows of a question: a table.
///
/// Its columns are `allowed`, `reason` (a code of https://github.com/maycrawl/maycrawl/blob/main/docs/reasons.md),
/// `line` and `rule`, behind those that check_stream keeps. A row with a null in the question is null in all; where no
/// rule decided, line and rule are null. `verdicts["line"]` is one column.
///
/// >>> from maycrawl.arrow import check
/// >>> verdicts = check("User-agent: *\nDisallow: /private/", "/private/a", "MyBot")
/// >>> verdicts
/// <Verdicts of 1 row>
/// >>> verdicts["rule"].to_list()
/// ['Disallow: /private/']
#[pyclass(frozen, extends = Table, module = "maycrawl.arrow")]
pub(crate) struct Verdicts;

impl Verdicts {
    pub(crate) fn new(py: Python<'_>, verdicts: impl Into<StructArray>) -> PyResult<Py<Self>> {
        Py::new(py, (Self, Table(verdicts.into())))
    }
}

/// One column of a table.
///
/// >>> from maycrawl.arrow import check
/// >>> check("User-agent: *\nDisallow: /a", "/a", "MyBot")["line"].to_list()
/// [2]
#[pyclass(frozen, module = "maycrawl.arrow")]
pub(crate) struct Column {
    field: Field,
    values: ArrayRef,
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.values.len()
    }

    fn __repr__(&self) -> String {
        format!("<Column {} of {} values>", self.field.name(), self.values.len())
    }

    /// The values as objects of Python: for tests and a few rows. Libraries take the column itself.
    ///
    /// >>> from maycrawl.arrow import check
    /// >>> check("", "/", "MyBot")["reason"].to_list()
    /// ['no-group']
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values = &*self.values;
        match values.data_type() {
            DataType::Boolean => PyList::new(py, values.as_boolean()),
            DataType::Int8 => PyList::new(py, values.as_primitive::<Int8Type>()),
            DataType::Int16 => PyList::new(py, values.as_primitive::<Int16Type>()),
            DataType::Int32 => PyList::new(py, values.as_primitive::<Int32Type>()),
            DataType::Int64 => PyList::new(py, values.as_primitive::<Int64Type>()),
            DataType::UInt8 => PyList::new(py, values.as_primitive::<UInt8Type>()),
            DataType::UInt16 => PyList::new(py, values.as_primitive::<UInt16Type>()),
            DataType::UInt32 => PyList::new(py, values.as_primitive::<UInt32Type>()),
            DataType::UInt64 => PyList::new(py, values.as_primitive::<UInt64Type>()),
            DataType::Float32 => PyList::new(py, values.as_primitive::<Float32Type>()),
            DataType::Float64 => PyList::new(py, values.as_primitive::<Float64Type>()),
            DataType::Utf8 => PyList::new(py, values.as_string::<i32>()),
            DataType::LargeUtf8 => PyList::new(py, values.as_string::<i64>()),
            DataType::Utf8View => PyList::new(py, values.as_string_view()),
            DataType::Binary => PyList::new(py, values.as_binary::<i32>()),
            DataType::LargeBinary => PyList::new(py, values.as_binary::<i64>()),
            DataType::BinaryView => PyList::new(py, values.as_binary_view()),
            other => {
                if let Some(texts) = text_of_keys::<Int8Type>(values) {
                    return PyList::new(py, texts);
                }
                if let Some(texts) = text_of_keys::<Int32Type>(values) {
                    return PyList::new(py, texts);
                }
                let advice = "hand it to a library, such as Polars";
                Err(PyTypeError::new_err(format!("a column of {other}: {advice}")))
            }
        }
    }

    /// The type of the column, as a capsule of Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.field)
    }

    /// The column, as two capsules of Arrow's C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsules<'py>> {
        drop(requested_schema);
        array_capsules(py, &self.field, &self.values)
    }
}

/// The texts of a dictionary with such keys, in the order of the rows.
fn text_of_keys<K: ArrowDictionaryKeyType>(column: &dyn Array) -> Option<Vec<Option<&str>>> {
    let column = column.as_dictionary_opt::<K>()?;
    let (short, long) =
        (column.values().as_string_opt::<i32>(), column.values().as_string_opt::<i64>());
    let text = |key: usize| match (short, long) {
        (Some(texts), _) => Some(texts.value(key)),
        (_, Some(texts)) => Some(texts.value(key)),
        _ => None,
    };
    (short.is_some() || long.is_some())
        .then(|| (0..column.len()).map(|row| column.key(row).and_then(text)).collect())
}

/// The capsules of a type and of rows.
type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// The type of a whole table.
pub(crate) fn table_field(columns: Fields) -> Field {
    Field::new("", DataType::Struct(columns), false)
}

pub(crate) fn schema_capsule<'py>(
    py: Python<'py>,
    field: &Field,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(field);
    let schema = schema.map_err(|error| input_error(py, &error.to_string()))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

fn array_capsules<'py>(
    py: Python<'py>,
    field: &Field,
    values: &dyn Array,
) -> PyResult<Capsules<'py>> {
    let rows = FFI_ArrowArray::new(&values.to_data());
    Ok((schema_capsule(py, field)?, PyCapsule::new_with_value(py, rows, c"arrow_array")?))
}

/// Batches that come when they are asked for.
pub(crate) fn stream_capsule(
    py: Python<'_>,
    stream: FFI_ArrowArrayStream,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

//! `Verdicts` and `Column`: answers that are handed over by pointer.

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, RecordBatch, RecordBatchIterator, StructArray, UInt32Array,
};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyTuple};

use crate::input::input_error;

/// The verdicts on the rows of a question: a table that libraries with the Arrow PyCapsule interface take.
///
/// Its columns are `allowed`, `reason` (a code of docs/reasons.md), `line` and `rule`. A row with a null in the
/// question is null in all; where no rule decided, line and rule are null. `verdicts["line"]` is one column.
///
/// >>> from maycrawl.arrow import check
/// >>> verdicts = check("User-agent: *\nDisallow: /private/", "/private/a", "MyBot")
/// >>> verdicts
/// <Verdicts of 1 row>
/// >>> verdicts["rule"].to_list()
/// ['Disallow: /private/']
#[pyclass(frozen, module = "maycrawl.arrow")]
pub(crate) struct Verdicts {
    verdicts: maycrawl_batch::Verdicts,
    fields: Fields,
}

impl From<maycrawl_batch::Verdicts> for Verdicts {
    fn from(verdicts: maycrawl_batch::Verdicts) -> Self {
        Self { verdicts, fields: maycrawl_batch::Verdicts::fields() }
    }
}

#[pymethods]
impl Verdicts {
    /// The names of the columns.
    ///
    /// >>> from maycrawl.arrow import check
    /// >>> check("", "/", "MyBot").columns
    /// ('allowed', 'reason', 'line', 'rule')
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.fields.iter().map(|field| field.name()))
    }

    fn __len__(&self) -> usize {
        self.verdicts.len()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        let columns = self.fields.iter().zip(self.verdicts.columns());
        let mut found = columns.filter(|(field, _)| field.name() == name);
        let (field, values) = found.next().ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        Ok(Column { field: Field::clone(field), values })
    }

    fn __repr__(&self) -> String {
        let rows = self.verdicts.len();
        format!("<Verdicts of {rows} {}>", if rows == 1 { "row" } else { "rows" })
    }

    /// The type of the table, as a capsule of Arrow's C data interface.
    #[expect(clippy::unused_self, reason = "Python calls it as a method")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &table_field())
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
        array_capsules(py, &table_field(), &StructArray::from(self.verdicts.clone()))
    }

    /// The table as a stream of one batch, as a capsule of Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batch = RecordBatch::from(self.verdicts.clone());
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        stream_capsule(py, FFI_ArrowArrayStream::new(Box::new(batches)))
    }
}

/// One column of verdicts.
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
        let values = &self.values;
        if let Some(allowed) = values.as_boolean_opt() {
            return PyList::new(py, allowed.iter().collect::<Vec<_>>());
        }
        if let Some(lines) = values.as_any().downcast_ref::<UInt32Array>() {
            return PyList::new(py, lines.iter().collect::<Vec<_>>());
        }
        if let Some(reasons) = values.as_dictionary_opt::<Int8Type>() {
            return PyList::new(py, texts(reasons));
        }
        PyList::new(py, values.as_dictionary_opt::<Int32Type>().map(texts).unwrap_or_default())
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

/// The texts of a column in order.
fn texts<K: ArrowDictionaryKeyType>(column: &DictionaryArray<K>) -> Vec<Option<&str>> {
    let values = column.values();
    let text = |key| match values.as_string_opt::<i32>() {
        Some(values) => values.value(key),
        None => values.as_string_opt::<i64>().map_or("", |values| values.value(key)),
    };
    (0..column.len()).map(|row| column.key(row).map(text)).collect()
}

/// The capsules of a type and of rows.
type Capsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// The type of a whole table.
pub(crate) fn table_field() -> Field {
    Field::new("", DataType::Struct(maycrawl_batch::Verdicts::fields()), false)
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

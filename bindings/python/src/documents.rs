//! Answers as documents: JSON that `maycrawl/_documents.py` turns into classes.

use maycrawl_api::Limits;
use maycrawl_report::json_text;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use serde::Serialize;

use crate::input::problem_error;

/// Answers a question of `maycrawl-api`: JSON to JSON. Other threads run meanwhile.
#[pyfunction]
pub(crate) fn answer<'py>(
    py: Python<'py>,
    operation: &str,
    question: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let answer =
        py.detach(|| maycrawl_api::answer(operation, question, &Limits::default(), &|| true));
    answer.map(|answer| PyBytes::new(py, &answer)).map_err(|problem| problem_error(py, &problem))
}

/// A document as an object of this class.
pub(crate) fn read<'py>(
    py: Python<'py>,
    name: &str,
    document: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let mut json = Vec::new();
    // Writing to memory cannot fail.
    let _ = json_text::write_line(&mut json, document);
    let json = PyString::new(py, &String::from_utf8_lossy(&json));
    let documents = py.import("maycrawl._documents")?;
    documents.call_method1("read", (documents.getattr(name)?, json))
}

//! Why there is no answer, as exceptions of Python.

use maycrawl_fetch::{Error, ErrorKind, Refusal};
use maycrawl_report::fetched::hop_text;
use maycrawl_url::Origin;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A `FetchError`, or a `RefusedError` if the guard refuses the site.
pub(crate) fn no_answer(py: Python<'_>, origin: &Origin, error: &Error) -> PyErr {
    static REFUSED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static FETCH: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = match error.kind() {
        ErrorKind::Refused => REFUSED.import(py, "maycrawl._errors", "RefusedError"),
        _ => FETCH.import(py, "maycrawl._errors", "FetchError"),
    };
    match class {
        Ok(class) => PyErr::from_type(class.clone(), format!("{origin}: {}", why(error))),
        Err(error) => error,
    }
}

/// For a question that was dropped: its gatekeeper is gone, or the question hit a fault.
pub(crate) fn without_answer() -> PyErr {
    PyRuntimeError::new_err("the question ended without an answer")
}

/// Why there is no answer, and what to do about it.
fn why(error: &Error) -> String {
    let advice = error.refusal().and_then(advice).map(|advice| format!(" ({advice})"));
    let way = match error.hops() {
        [] | [_] => String::new(),
        hops => {
            let hops: Vec<_> = hops.iter().map(hop_text).collect();
            format!("; redirects: {}", hops.join(", "))
        }
    };
    format!("{error}{}{way}", advice.unwrap_or_default())
}

/// Which argument allows what the guard refuses, if one does.
fn advice(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Address(address) => {
            Some(format!("allow it with allow_nets=[\"{address}\"] or allow_private=True"))
        }
        Refusal::Port { port, .. } => Some(format!("allow it with allow_ports=[{port}]")),
        _ => None,
    }
}

//! Why there is no answer, as exceptions of Python.

use std::io;

use maycrawl_fetch::{Error, ErrorKind, Refusal};
use maycrawl_report::fetched::failure_text;
use maycrawl_url::Origin;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A `FetchError`, or a `RefusedError` if the guard refuses the site.
pub(crate) fn no_answer(py: Python<'_>, origin: &Origin, error: &Error) -> PyErr {
    let why = failure_text(error, error.refusal().and_then(advice), error.hops());
    let class = if error.kind() == ErrorKind::Refused { "RefusedError" } else { "FetchError" };
    os_error(py, class, format!("{origin}: {why}"))
}

/// A `FetchError`: this machine has no threads or files for a gatekeeper.
pub(crate) fn cannot_start(py: Python<'_>, error: &io::Error) -> PyErr {
    os_error(py, "FetchError", format!("this machine cannot start a gatekeeper: {error}"))
}

fn os_error(py: Python<'_>, class: &str, message: String) -> PyErr {
    let make = || py.import("maycrawl._errors")?.getattr(class)?.call1((message,));
    match make() {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// For a question that was dropped: its gatekeeper is gone, or the question hit a fault.
pub(crate) fn without_answer() -> PyErr {
    PyRuntimeError::new_err("the question ended without an answer")
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

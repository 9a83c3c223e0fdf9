//! What Python hands over: text or bytes, with errors that name the argument.

use maycrawl_api::Problem;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyIterator, PyString, PyType};

/// Work on more bytes than this lets other threads run.
pub(crate) const LONG: usize = 1 << 12;

/// The bytes of an argument, which is a `str` or `bytes`. Nothing is copied.
pub(crate) fn bytes_of<'a>(name: &str, value: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    if let Ok(text) = value.cast::<PyString>() {
        return match text.to_str() {
            Ok(text) => Ok(text.as_bytes()),
            Err(_) => Err(input_error(
                value.py(),
                &format!("{name}: a lone surrogate cannot be encoded as UTF-8; pass bytes"),
            )),
        };
    }
    match value.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes()),
        Err(_) => Err(wrong_type(name, "str or bytes", value)),
    }
}

/// Whether an argument is a `str` or `bytes`.
pub(crate) fn is_text(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>()
}

/// The items of an argument, which is any iterable but a `str` or `bytes`: their items would be characters.
pub(crate) fn items_of<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_text(value) {
        return Err(wrong_type(name, "an iterable of str or bytes", value));
    }
    iterator_of(name, "str or bytes", value)?.collect()
}

/// What iterates over an argument. Errors of its own code stay as they are.
pub(crate) fn iterator_of<'py>(
    name: &str,
    of: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    PyIterator::from_object(value).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            wrong_type(name, &format!("an iterable of {of}"), value)
        } else {
            error
        }
    })
}

/// The bytes of the items of an argument. Errors name the place in it.
pub(crate) fn all_bytes_of<'a>(
    name: &str,
    items: &'a [Bound<'_, PyAny>],
) -> PyResult<Vec<&'a [u8]>> {
    let bytes = |(place, item)| {
        bytes_of(name, item).or_else(|_| bytes_of(&format!("{name}[{place}]"), item))
    };
    items.iter().enumerate().map(bytes).collect()
}

/// A `TypeError` that names the argument.
pub(crate) fn wrong_type(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value.get_type().qualname().map_or_else(|_| "?".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, not {found}"))
}

/// A `maycrawl.InputError`, which is a `ValueError`.
pub(crate) fn input_error(py: Python<'_>, message: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match CLASS.import(py, "maycrawl._errors", "InputError") {
        Ok(class) => PyErr::from_type(class.clone(), message.to_owned()),
        Err(error) => error,
    }
}

/// The same for a problem of the door, with the place as Python writes it: `select[0]` for `/settings/select/0`.
pub(crate) fn problem_error(py: Python<'_>, problem: &Problem) -> PyErr {
    let pointer = problem.pointer().unwrap_or_default();
    let mut parts = pointer.split('/').filter(|part| !matches!(*part, "" | "settings" | "base64"));
    let Some(name) = parts.next() else { return input_error(py, problem.detail()) };
    let place = parts.fold(name.to_owned(), |place, part| place + "[" + part + "]");
    input_error(py, &format!("{place}: {}", problem.detail()))
}

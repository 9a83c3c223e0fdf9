//! Arguments that are numbers, texts, lists or URLs, with errors that name the argument.

use std::num::NonZeroUsize;

use maycrawl_report::shortened;
use maycrawl_url::Target;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::input::{bytes_of, input_error, is_text, iterator_of, wrong_type};

/// An argument that may be None.
pub(crate) fn optional<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    read: impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    if value.is_none() { Ok(None) } else { read(name, value).map(Some) }
}

/// The items of an argument, which is any iterable but text: its items would be characters.
pub(crate) fn each<'py, T>(
    name: &str,
    value: &Bound<'py, PyAny>,
    of: &str,
    read: impl Fn(&str, &Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if is_text(value) {
        return Err(wrong_type(name, &format!("an iterable of {of}"), value));
    }
    iterator_of(name, of, value)?.map(|item| read(name, &item?)).collect()
}

pub(crate) fn text_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if !value.is_instance_of::<PyString>() {
        return Err(wrong_type(name, "str", value));
    }
    Ok(String::from_utf8_lossy(bytes_of(name, value)?).into_owned())
}

pub(crate) fn flag_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| wrong_type(name, "bool", value))?;
    Ok(flag.is_true())
}

/// A number of things, at least one.
pub(crate) fn count_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let count: NonZeroUsize = whole_number_of(name, value, "write a whole number above 0")?;
    Ok(count.get())
}

pub(crate) fn port_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u16> {
    whole_number_of(name, value, "write a port, such as 8080")
}

/// A whole number that its type can hold.
pub(crate) fn whole_number_of<'py, N: FromPyObjectOwned<'py>>(
    name: &str,
    value: &Bound<'py, PyAny>,
    advice: &str,
) -> PyResult<N> {
    let number = value.cast::<PyInt>().map_err(|_| wrong_type(name, "int", value))?;
    number.extract().map_err(|_| cannot_use(name, value, advice))
}

/// The argument `url`: one that a robots.txt governs.
pub(crate) fn target_of(url: &Bound<'_, PyAny>) -> PyResult<Target> {
    let target = Target::from_bytes(bytes_of("url", url)?);
    target.map_err(|error| input_error(url.py(), &format!("url: {error}")))
}

/// An `InputError` that shows the value, and says what to write instead.
pub(crate) fn cannot_use(name: &str, value: &Bound<'_, PyAny>, advice: &str) -> PyErr {
    let shown = value
        .repr()
        .map_or_else(|_| "?".into(), |text| shortened(text.to_string_lossy().as_bytes()));
    input_error(value.py(), &format!("{name}: cannot use {shown}; {advice}"))
}

//! `Dialect`: how a robots.txt is read.

use maycrawl::dialect::Preset;
use maycrawl::knobs::Knob;
use maycrawl_api::{DialectName, Problem};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::input::{input_error, wrong_type};

/// How a robots.txt is read: the name of a preset, and values of knobs that differ from it.
///
/// Raises InputError (a ValueError) if there is no such preset, knob or value.
/// https://github.com/maycrawl/maycrawl/blob/main/docs/dialects.md lists all of them, with their sources.
///
/// >>> from maycrawl import Dialect
/// >>> dialect = Dialect("google+paths.tie=disallow")
/// >>> dialect.knobs()["paths.tie"]
/// 'disallow'
/// >>> dialect == Dialect("google")
/// False
#[pyclass(frozen, eq, hash, module = "maycrawl")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Dialect(pub(crate) maycrawl::Dialect);

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (name=None), text_signature = "(name='google')")]
    fn new(name: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        dialect_of("name", name).map(Self)
    }

    /// The names of all presets, the default first.
    ///
    /// >>> from maycrawl import Dialect
    /// >>> Dialect.presets()[0]
    /// 'google'
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        Preset::ALL.iter().map(|preset| preset.name).collect()
    }

    /// The value of every knob, by its name.
    ///
    /// >>> from maycrawl import Dialect
    /// >>> Dialect("draft-1996").knobs()["paths.wildcards"]
    /// 'off'
    fn knobs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let knobs = PyDict::new(py);
        for knob in Knob::all() {
            knobs.set_item(knob.name, &*knob.value(&self.0))?;
        }
        Ok(knobs)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Dialect('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// The dialect that an argument names; the default if there is none.
pub(crate) fn dialect_of(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<maycrawl::Dialect> {
    let Some(value) = value else { return Ok(maycrawl::Dialect::default()) };
    if let Ok(dialect) = value.cast::<Dialect>() {
        return Ok(dialect.get().0);
    }
    let Ok(text) = value.cast::<PyString>() else {
        return Err(wrong_type(name, "str or Dialect", value));
    };
    let text = text.to_string_lossy();
    text.parse().map_err(|_: maycrawl::Error| problem(name, value.py(), &text))
}

/// The door words the error: it knows what is meant.
fn problem(name: &str, py: Python<'_>, text: &str) -> PyErr {
    let problem = DialectName::from(text).reading().err();
    // The door also reads `own`, which is a choice by crawler and no dialect.
    let detail =
        problem.as_ref().map_or("`own` is no dialect of one file: name a preset", Problem::detail);
    input_error(py, &format!("{name}: {detail}"))
}

//! `Dialect`: how a robots.txt is read.

use std::hash::{DefaultHasher, Hash, Hasher};

use maycrawl::dialect::Preset;
use maycrawl::knobs::Knob;
use maycrawl_api::{DialectName, Problem};
use maycrawl_crawlers::Reading;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::input::{input_error, wrong_type};

/// How a robots.txt is read: `own`, or the name of a preset with values of knobs that differ from it.
///
/// In `own`, the default, each crawler reads as its operator documents, and as Google does where the operator
/// documents nothing; a name that is no product token, such as MJ12bot, is matched whole. Another dialect is the same
/// for all crawlers, and decides about names too.
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
#[pyclass(frozen, eq, module = "maycrawl")]
#[derive(PartialEq, Eq)]
pub(crate) struct Dialect(pub(crate) Reading);

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (name=Reading::Own), text_signature = "(name='own')")]
    fn new(#[pyo3(from_py_with = name_of)] name: Reading) -> Self {
        Self(name)
    }

    /// The names of all presets, Google's first.
    ///
    /// >>> from maycrawl import Dialect
    /// >>> Dialect.presets()[0]
    /// 'google'
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        Preset::ALL.iter().map(|preset| preset.name).collect()
    }

    /// The value of every knob, by its name. Raises InputError for `own`, in which each crawler has its own.
    ///
    /// >>> from maycrawl import Dialect
    /// >>> Dialect("draft-1996").knobs()["paths.wildcards"]
    /// 'off'
    fn knobs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Reading::In(dialect) = &self.0 else {
            return Err(input_error(
                py,
                "`own` has no knobs: each crawler reads in its own dialect",
            ));
        };
        let knobs = PyDict::new(py);
        for knob in Knob::all() {
            knobs.set_item(knob.name, &*knob.value(dialect))?;
        }
        Ok(knobs)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Dialect('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// The argument `name` of a dialect.
fn name_of(value: &Bound<'_, PyAny>) -> PyResult<Reading> {
    reading_of("name", value)
}

/// The argument `dialect`.
pub(crate) fn dialect_of(value: &Bound<'_, PyAny>) -> PyResult<Reading> {
    reading_of("dialect", value)
}

/// The reading that an argument names.
fn reading_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Reading> {
    if let Ok(dialect) = value.cast::<Dialect>() {
        return Ok(dialect.get().0);
    }
    let Ok(text) = value.cast::<PyString>() else {
        return Err(wrong_type(name, "str or Dialect", value));
    };
    let text = text.to_string_lossy();
    // The door words the error: it knows what is meant.
    let reading = DialectName::from(&*text).reading();
    reading.map_err(|problem: Problem| {
        input_error(value.py(), &format!("{name}: {}", problem.detail()))
    })
}

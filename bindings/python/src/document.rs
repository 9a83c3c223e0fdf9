//! `Document`: a robots.txt line by line, whatever its dialect.

use std::hash::{DefaultHasher, Hash, Hasher};

use maycrawl::lines::Line;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::input::bytes_of;

/// A robots.txt line by line, with every byte, as no dialect has read it yet.
///
/// >>> from maycrawl import Document
/// >>> document = Document.parse("User-agent: *\nDisallow: /a # why")
/// >>> line = document.lines[1]
/// >>> line.number, line.field, line.value, line.comment
/// (2, b'Disallow', b'/a', b'# why')
/// >>> b"".join(line.text + line.line_end for line in document.lines) == document.source
/// True
#[pyclass(frozen, module = "maycrawl")]
pub(crate) struct Document(maycrawl::Document);

#[pymethods]
impl Document {
    /// Reads a file. It cannot fail, whatever the bytes are; a str is encoded as UTF-8.
    ///
    /// >>> from maycrawl import Document
    /// >>> len(Document.parse(b"a\rb\r\nc"))
    /// 3
    #[staticmethod]
    fn parse(robots: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(maycrawl::Document::parse(bytes_of("robots", robots)?)))
    }

    /// The lines in order, each made anew. A line ends at LF, CR or CRLF.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.import("maycrawl._terms")?.getattr("Line")?;
        let lines: PyResult<Vec<_>> = self.0.lines().map(|line| read(&class, &line)).collect();
        PyTuple::new(py, lines?)
    }

    /// The file as it was given; UTF-8 if that was a str.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.source())
    }

    /// The byte order mark at the start, which belongs to no line; usually empty.
    #[getter]
    fn byte_order_mark<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bom = self.0.bom();
        PyBytes::new(py, self.0.source().get(..bom.end as usize).unwrap_or_default())
    }

    fn __len__(&self) -> usize {
        self.0.lines().len()
    }

    fn __repr__(&self) -> String {
        format!("<Document of {} lines, {} bytes>", self.0.lines().len(), self.0.source().len())
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 == other.get().0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.source().hash(&mut hasher);
        hasher.finish()
    }

    /// For pickling: how to make it, and what of.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().source(slf.py()),)))
    }
}

fn read<'py>(class: &Bound<'py, PyAny>, line: &Line<'_>) -> PyResult<Bound<'py, PyAny>> {
    let part = |span| PyBytes::new(class.py(), line.get(span));
    class.call1((
        line.number(),
        part(line.span()),
        part(line.field()),
        part(line.separator()),
        part(line.value()),
        part(line.comment()),
        part(line.line_end()),
    ))
}

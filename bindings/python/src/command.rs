//! The whole command, for `python -m maycrawl`.

use std::ffi::OsString;

use maycrawl_cli::{Streams, run};
use pyo3::prelude::*;

/// Runs the command with these arguments, of which the first is its name. Returns the exit status.
///
/// It reads and writes the streams of the process, not `sys.stdin` and its like.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| run(arguments, &Streams::standard()).code())
}

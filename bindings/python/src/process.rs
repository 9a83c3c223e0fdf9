//! The process: it may be forked, and its interpreter ends before threads of this package do.

use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use maycrawl_fetch::StillStores;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict as _;

thread_local! {
    /// The thread that forks goes on in both processes.
    static STILL: Cell<Option<StillStores>> = const { Cell::new(None) };
}

/// The process that these numbers are about. A fork copies them, but none of the threads.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// How many threads of this package run Python code, or wait for it.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// Whether the interpreter ends.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Lets the interpreter call this module before and after forks, and at its end.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    py.import("atexit")?.call_method1("register", (module.getattr("end")?,))?;
    let os = py.import("os")?;
    // Windows does not fork.
    if os.hasattr("register_at_fork")? {
        let (before, after) = (module.getattr("before_fork")?, module.getattr("after_fork")?);
        let hooks =
            [("before", before), ("after_in_parent", after.clone()), ("after_in_child", after)];
        os.call_method("register_at_fork", (), Some(&hooks.into_py_dict(py)?))?;
    }
    Ok(())
}

/// Must be called before this process starts a thread that calls `attached`.
pub(crate) fn enter() {
    let process = process::id();
    if PROCESS.swap(process, SeqCst) != process {
        AT_WORK.store(0, SeqCst);
        IS_ENDING.store(false, SeqCst);
    }
}

/// Whether threads of this package can no longer run Python code.
pub(crate) fn is_ending() -> bool {
    IS_ENDING.load(SeqCst) && PROCESS.load(SeqCst) == process::id()
}

/// Runs Python code on a thread of this package, unless the interpreter ends: to enter one that
/// does crashes the process.
pub(crate) fn attached(work: impl FnOnce(Python<'_>)) {
    AT_WORK.fetch_add(1, SeqCst);
    if !is_ending() {
        Python::try_attach(work);
    }
    AT_WORK.fetch_sub(1, SeqCst);
}

/// Keeps threads of this package out of Python from now on. The interpreter calls it at its end.
#[pyfunction]
pub(crate) fn end(py: Python<'_>) {
    if PROCESS.load(SeqCst) != process::id() {
        return;
    }
    IS_ENDING.store(true, SeqCst);
    py.detach(|| {
        while AT_WORK.load(SeqCst) > 0 {
            thread::sleep(Duration::from_millis(1));
        }
    });
}

/// The interpreter calls it before a fork: what a cache file holds must not be caught at work.
#[pyfunction]
pub(crate) fn before_fork() {
    STILL.set(Some(StillStores::wait()));
}

/// The interpreter calls it after a fork, in both processes.
#[pyfunction]
pub(crate) fn after_fork() {
    STILL.set(None);
}

//! `Engine`: a gatekeeper that runs, on threads of its own.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use std::{io, mem, process};

use maycrawl_fetch::{Gatekeeper, HttpTransport, SqliteStore, SystemClock};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::cache_file::CacheFile;
use crate::failure::without_answer;
use crate::messenger::{Content, Ending, Letter, Promise};
use crate::{messenger, process as this_process};

/// The gatekeeper of the Rust crate, over HTTP.
pub(crate) type HttpKeeper = Gatekeeper<HttpTransport, SystemClock, Option<SqliteStore>>;

/// A gatekeeper that runs, and the threads that it runs on. All questions share these.
pub(crate) struct Engine {
    /// The process that has the threads. One that was forked from it has none.
    process: u32,
    /// There until it is dropped.
    parts: Option<Parts>,
}

struct Parts {
    keeper: Arc<HttpKeeper>,
    runtime: Runtime,
    letters: Sender<Letter>,
    _file: Option<CacheFile>,
}

/// How long signals, such as Ctrl-C, may wait for a thread that waits for a site.
const SIGNALS: Duration = Duration::from_millis(100);

impl Engine {
    pub(crate) fn start(keeper: HttpKeeper, file: Option<CacheFile>) -> io::Result<Self> {
        this_process::enter();
        // On one thread, one slow file would delay all others.
        let threads = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let (runtime, letters) = (threads?, messenger::start()?);
        let parts = Parts { keeper: Arc::new(keeper), runtime, letters, _file: file };
        Ok(Self { process: process::id(), parts: Some(parts) })
    }

    /// Waits for an answer, while other threads run.
    pub(crate) fn ask<T, F>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(Arc<HttpKeeper>) -> F,
    ) -> PyResult<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let Parts { keeper, runtime, .. } = self.parts()?;
        let mut answer = Box::pin(question(Arc::clone(keeper)));
        if let Poll::Ready(answer) = known(runtime, answer.as_mut()) {
            return Ok(answer);
        }
        // Not on this thread, which waits for the interpreter now and then.
        let mut task = runtime.spawn(answer);
        loop {
            let wait = async { timeout(SIGNALS, &mut task).await };
            match py.detach(|| runtime.block_on(wait)) {
                Ok(answer) => return answer.map_err(|_| without_answer()),
                Err(_) => py.check_signals().inspect_err(|_| task.abort())?,
            }
        }
    }

    /// A future of the running event loop, which gets the answer.
    pub(crate) fn ask_soon<'py, F>(
        &self,
        py: Python<'py>,
        question: impl FnOnce(Arc<HttpKeeper>) -> F,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        F: Future<Output = Content> + Send + 'static,
    {
        let Parts { keeper, runtime, letters, .. } = self.parts()?;
        if this_process::is_ending() {
            return Err(PyRuntimeError::new_err("the interpreter is ending"));
        }
        let event_loop = py.import("asyncio")?.call_method0("get_running_loop")?;
        let future = event_loop.call_method0("create_future")?;
        let mut answer = Box::pin(question(Arc::clone(keeper)));
        if let Poll::Ready(content) = known(runtime, answer.as_mut()) {
            messenger::settle(&future, content)?;
            return Ok(future);
        }
        let promise = Promise::new(&event_loop, &future, letters.clone());
        let task = runtime.spawn(async move { promise.keep(answer.await) });
        future.call_method1("add_done_callback", (Ending(task.abort_handle()),))?;
        Ok(future)
    }

    /// The parts; an error in a process that was forked, which has a copy of them without threads.
    fn parts(&self) -> PyResult<&Parts> {
        let here = process::id();
        let parts = self.parts.as_ref().filter(|_| self.process == here);
        parts.ok_or_else(|| {
            let there = self.process;
            PyRuntimeError::new_err(format!(
                "process {here} was forked from process {there}, in which this gatekeeper had been \
                 asked; make a gatekeeper after the fork"
            ))
        })
    }
}

/// The answer, if it is known: no thread need wait for it, or be woken.
fn known<T>(runtime: &Runtime, answer: Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    let _context = runtime.enter();
    answer.poll(&mut Context::from_waker(Waker::noop()))
}

impl Drop for Engine {
    fn drop(&mut self) {
        let Some(parts) = self.parts.take() else { return };
        if self.process == process::id() {
            parts.runtime.shutdown_background();
        } else {
            // To wait for threads that are not there is to wait for ever.
            mem::forget(parts);
        }
    }
}

//! Brings answers to the event loops of asyncio.
//!
//! The threads that fetch never wait for the interpreter. One thread does, and takes with it all
//! answers that have come meanwhile.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::{io, mem, thread};

use pyo3::prelude::*;
use tokio::task::AbortHandle;

use crate::process;

/// An answer for a future of an event loop.
pub(crate) struct Letter {
    pub(crate) event_loop: Py<PyAny>,
    pub(crate) future: Py<PyAny>,
    pub(crate) content: Content,
}

/// What makes the answer, on the thread of the event loop.
pub(crate) type Content = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// Starts the thread, which ends when its senders are dropped.
pub(crate) fn start() -> io::Result<Sender<Letter>> {
    let (sender, letters) = channel();
    thread::Builder::new().name("maycrawl-asyncio".into()).spawn(move || work(&letters))?;
    Ok(sender)
}

fn work(letters: &Receiver<Letter>) {
    while let Ok(first) = letters.recv() {
        process::attached(|py| {
            let mut batch = vec![first];
            batch.extend(letters.try_iter());
            send(py, batch);
        });
    }
}

/// Sends letters to their event loops, one call for each loop.
fn send(py: Python<'_>, letters: Vec<Letter>) {
    let mut by_loop: Vec<(Py<PyAny>, Vec<Letter>)> = Vec::new();
    for letter in letters {
        match by_loop.iter_mut().find(|(event_loop, _)| event_loop.is(&letter.event_loop)) {
            Some((_, batch)) => batch.push(letter),
            None => by_loop.push((letter.event_loop.clone_ref(py), vec![letter])),
        }
    }
    for (event_loop, batch) in by_loop {
        let event_loop = event_loop.into_bound(py);
        let delivery = Delivery(Mutex::new(batch));
        if let Err(error) = event_loop.call_method1("call_soon_threadsafe", (delivery,)) {
            // Nobody waits in a loop that is closed.
            let is_closed =
                event_loop.call_method0("is_closed").and_then(|closed| closed.is_truthy());
            if !is_closed.unwrap_or(false) {
                error.write_unraisable(py, Some(&event_loop));
            }
        }
    }
}

/// Letters at their event loop, which calls this.
#[pyclass(frozen)]
struct Delivery(Mutex<Vec<Letter>>);

#[pymethods]
impl Delivery {
    fn __call__(&self, py: Python<'_>) -> PyResult<()> {
        let letters = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        for Letter { future, content, .. } in letters {
            let future = future.bind(py);
            // A task that was cancelled has cancelled its future.
            if future.call_method0("done")?.is_truthy()? {
                continue;
            }
            match content(py) {
                Ok(answer) => future.call_method1("set_result", (answer,))?,
                Err(error) => future.call_method1("set_exception", (error,))?,
            };
        }
        Ok(())
    }
}

/// Ends a question when its future is done, which it may be because it was cancelled.
#[pyclass(frozen)]
pub(crate) struct Ending(pub(crate) AbortHandle);

#[pymethods]
impl Ending {
    fn __call__(&self, _future: &Bound<'_, PyAny>) {
        self.0.abort();
    }
}

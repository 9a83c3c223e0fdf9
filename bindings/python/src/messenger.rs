//! Brings answers to the event loops of asyncio.
//!
//! The threads that fetch never wait for the interpreter. One thread does, and takes with it all
//! answers that have come meanwhile.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::{io, mem, thread};

use pyo3::prelude::*;
use tokio::task::AbortHandle;

use crate::failure::without_answer;
use crate::process;

/// An answer for a future of an event loop.
pub(crate) struct Letter {
    to: Address,
    content: Content,
}

struct Address {
    event_loop: Py<PyAny>,
    future: Py<PyAny>,
}

/// What makes the answer, on the thread of the event loop.
pub(crate) type Content = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// The promise of an answer. If it is dropped before, the answer is an error, so that nobody waits
/// for ever.
pub(crate) struct Promise {
    /// There until it is kept.
    to: Option<Address>,
    letters: Sender<Letter>,
}

impl Promise {
    pub(crate) fn new(
        event_loop: &Bound<'_, PyAny>,
        future: &Bound<'_, PyAny>,
        letters: Sender<Letter>,
    ) -> Self {
        let (event_loop, future) = (event_loop.clone().unbind(), future.clone().unbind());
        Self { to: Some(Address { event_loop, future }), letters }
    }

    pub(crate) fn keep(mut self, content: Content) {
        self.send(content);
    }

    fn send(&mut self, content: Content) {
        if let Some(to) = self.to.take() {
            // The thread ends after the last of its senders.
            let _ = self.letters.send(Letter { to, content });
        }
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        self.send(Box::new(|_| Err(without_answer())));
    }
}

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
            deliver(py, batch);
        });
    }
}

/// Brings letters to their event loops, with one call for each loop.
fn deliver(py: Python<'_>, letters: Vec<Letter>) {
    let mut by_loop: Vec<(Py<PyAny>, Vec<Letter>)> = Vec::new();
    for letter in letters {
        match by_loop.iter_mut().find(|(event_loop, _)| event_loop.is(&letter.to.event_loop)) {
            Some((_, batch)) => batch.push(letter),
            None => by_loop.push((letter.to.event_loop.clone_ref(py), vec![letter])),
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
        for Letter { to, content } in letters {
            let future = to.future.bind(py);
            // A task that was cancelled has cancelled its future.
            if !future.call_method0("done")?.is_truthy()? {
                settle(future, content)?;
            }
        }
        Ok(())
    }
}

/// Gives a future its answer, on the thread of its event loop.
pub(crate) fn settle(future: &Bound<'_, PyAny>, content: Content) -> PyResult<()> {
    let settled = match content(future.py()) {
        Ok(answer) => future.call_method1("set_result", (answer,)),
        Err(error) => future.call_method1("set_exception", (error,)),
    };
    settled.map(drop)
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

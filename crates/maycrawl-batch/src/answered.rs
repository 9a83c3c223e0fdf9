//! Answers that take long, each worked out once for all rows with the same file.

use std::collections::HashMap;

use ahash::RandomState;

/// A file larger than this gets no answer, so that no row takes without bound: crawlers read at least 500 KiB
/// (RFC 9309 section 2.5), and most read no more.
const MOST_FILE_BYTES: usize = 1 << 20;

/// What is kept of files: beyond it, all are forgotten.
const MOST_BYTES: usize = 256 << 20;

/// The answers about files, by their bytes.
#[derive(Debug)]
pub(crate) struct Answered<T> {
    answers: HashMap<Box<[u8]>, T, RandomState>,
    bytes: usize,
}

impl<T> Default for Answered<T> {
    fn default() -> Self {
        Self { answers: HashMap::default(), bytes: 0 }
    }
}

impl<T: Clone> Answered<T> {
    /// The answer about a file; `None` if there is no file, or one that is too large.
    pub(crate) fn get(
        &mut self,
        file: Option<&[u8]>,
        work_out: impl FnOnce(&[u8]) -> T,
    ) -> Option<T> {
        let file = file.filter(|file| file.len() <= MOST_FILE_BYTES)?;
        if let Some(answer) = self.answers.get(file) {
            return Some(answer.clone());
        }
        let answer = work_out(file);
        self.bytes += file.len();
        if self.bytes > MOST_BYTES {
            self.answers.clear();
            self.bytes = file.len();
        }
        self.answers.insert(file.into(), answer.clone());
        Some(answer)
    }
}

//! maycrawl as WebAssembly: a question as JSON to an answer as JSON.
//!
//! With the feature `door`, which is on by default, it has all operations of `maycrawl-api`;
//! without it, those of `maycrawl-engine-core`, in a much smaller file. `engine.mjs` calls it. Who
//! writes other glue does the same, in this order:
//!
//! 1. `input(name_len, question_len)` returns where to write the name of the operation and, right
//!    behind it, the question, both UTF-8. 0 means that the question is refused: the output is the
//!    problem.
//! 2. `answer()` returns 0 if the output is an answer, and 1 if it is a problem.
//! 3. `output()` and `output_len()` say where the output is, until the next call.
//! 4. `clear()` frees it.
//!
//! `about()` writes the version and the operations to the output, as JSON. `limit(len, value)` sets
//! the limit that is named by the first bytes of an input, and returns 0 if there is no limit of this
//! name.
//!
//! A call can end in a trap. Use a new instance for the next question.

mod boundary;
mod engine;
#[cfg(feature = "faults")]
mod faults;
mod operations;

//! What JavaScript calls. No code here is unsafe; only the names are, which must be unique in the
//! whole module.
#![expect(unsafe_code, reason = "`no_mangle` counts as unsafe, and JavaScript needs the names")]

use crate::engine;

/// Where to write a name and a question of so many bytes; null if the output says why not.
// SAFETY: nothing else in the module exports this name. So it is with each name below.
#[unsafe(no_mangle)]
extern "C" fn input(name_len: usize, question_len: usize) -> *mut u8 {
    engine::input(name_len, question_len)
}

/// Answers the question in the input: 0 for an answer, 1 for a problem.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn answer() -> u32 {
    u32::from(!engine::answer())
}

/// Where the output is.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    engine::output().0
}

/// How many bytes the output has.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn output_len() -> usize {
    engine::output().1
}

/// Frees input and output.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn clear() {
    engine::clear();
}

/// Writes the version and the operations to the output.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn about() {
    engine::about();
}

/// Sets the limit that the input names: 1 if there is one of this name.
// SAFETY: as above.
#[unsafe(no_mangle)]
extern "C" fn limit(value: usize) -> u32 {
    u32::from(engine::limit(value))
}

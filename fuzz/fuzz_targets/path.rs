//! The target `path`: any text is a path.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::path::run(bytes));

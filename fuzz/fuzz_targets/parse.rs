//! The target `parse`: a document is its source.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::parse::run(bytes));

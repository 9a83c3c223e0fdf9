//! The target `steps`: a check is linear work.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::steps::run(bytes));

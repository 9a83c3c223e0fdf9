//! The target `fix`: safe fixes change nothing that a file says.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::fix::run(bytes));

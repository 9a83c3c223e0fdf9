//! The target `lint`: lint takes any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::lint::run(bytes));

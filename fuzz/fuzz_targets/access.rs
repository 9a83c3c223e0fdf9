//! The target `access`: from any history of fetches to what is in force.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::access::run(bytes));

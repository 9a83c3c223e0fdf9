//! The target `fmt`: the formatter changes nothing that a file says.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::fmt::run(bytes));

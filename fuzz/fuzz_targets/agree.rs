//! The target `agree`: three ways to a verdict say the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| maycrawl_fuzz::agree::run(bytes));

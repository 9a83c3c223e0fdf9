//! The target `lint`: lint takes any octets.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| maycrawl_fuzz::lint::run(octets));

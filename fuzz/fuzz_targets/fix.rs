//! The target `fix`: safe fixes change nothing that a file says.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| maycrawl_fuzz::fix::run(octets));

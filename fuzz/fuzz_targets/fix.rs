//! Safe fixes change nothing that a file says.
#![no_main]

use maycrawl_lint::{Applicability, repair};

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    let repaired = repair(octets, Applicability::Safe, maycrawl_fuzz::findings);
    maycrawl_fuzz::assert_same(octets, &repaired.source);
});

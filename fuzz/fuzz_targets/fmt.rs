//! The formatter changes nothing that a file says, and is idempotent.
#![no_main]

use maycrawl_lint::format;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    for sort in [false, true] {
        let formatted = format(octets, sort);
        maycrawl_fuzz::assert_same(octets, &formatted.source);
        assert_eq!(format(&formatted.source, sort).source, formatted.source);
    }
});

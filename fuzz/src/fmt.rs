//! The formatter changes nothing that a file says, and is idempotent.

use maycrawl_lint::format;

use crate::same::assert_same;

pub fn run(octets: &[u8]) {
    for sort in [false, true] {
        let formatted = format(octets, sort);
        assert_same(octets, &formatted.source);
        assert_eq!(format(&formatted.source, sort).source, formatted.source);
    }
}

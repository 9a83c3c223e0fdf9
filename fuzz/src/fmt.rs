//! The formatter changes nothing that a file says, and is idempotent.

use maycrawl_lint::{LineOrder, format};

use crate::same::assert_same;

pub fn run(octets: &[u8]) {
    for order in [LineOrder::Source, LineOrder::Alphabetical] {
        let formatted = format(octets, order);
        assert_same(octets, &formatted.source);
        assert_eq!(format(&formatted.source, order).source, formatted.source);
    }
}

//! The formatter changes nothing that a file says, and is idempotent.

use maycrawl_lint::{LineOrder, format};

use crate::same::assert_same;

pub fn run(bytes: &[u8]) {
    for order in [LineOrder::Source, LineOrder::Alphabetical] {
        let formatted = format(bytes, order);
        assert_same(bytes, &formatted.source);
        assert_eq!(format(&formatted.source, order).source, formatted.source);
    }
}

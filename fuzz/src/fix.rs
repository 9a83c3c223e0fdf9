//! Safe fixes change nothing that a file says.

use maycrawl_lint::{Applicability, repair};

use crate::lint::findings;
use crate::same::assert_same;

pub fn run(bytes: &[u8]) {
    let repaired = repair(bytes, Applicability::Safe, findings);
    assert_same(bytes, &repaired.source);
}

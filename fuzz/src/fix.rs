//! Safe fixes change nothing that a file says.

use maycrawl_lint::{Applicability, repair};

use crate::lint::findings;
use crate::same::assert_same;

pub fn run(octets: &[u8]) {
    let repaired = repair(octets, Applicability::Safe, findings);
    assert_same(octets, &repaired.source);
}

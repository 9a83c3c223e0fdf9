//! What unsafe fixes promise, of made files. `cargo xtask lint DIR` asks the same of real files, and
//! of many more made ones.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test names itself and may fail")]

mod promises;

use std::collections::BTreeMap;

use testkit::generate;

/// The made files here; the chore makes twenty thousand.
const MADE: usize = 500;

#[test]
fn unsafe_fixes_keep_their_promises() {
    // A file for each kind of broken promise, the shortest.
    let mut broken: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for file in generate::made(&generate::with_slips(), MADE) {
        for promise in promises::broken_promises(&file) {
            let held = broken.entry(promise).or_insert_with(|| file.clone());
            if file.len() < held.len() {
                held.clone_from(&file);
            }
        }
    }
    let broken =
        broken.iter().map(|(promise, file)| format!("{promise}:\n{}\n", file.escape_ascii()));
    let broken: Vec<_> = broken.collect();
    assert!(broken.is_empty(), "{} promises broken\n{}", broken.len(), broken.join("\n"));
}

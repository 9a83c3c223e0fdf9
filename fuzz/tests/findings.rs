//! The targets without a fuzzer: what they have once found, and a few inputs more.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use maycrawl_fuzz::case::Case;
use maycrawl_fuzz::choices::Choices;
use maycrawl_fuzz::{TARGETS, grammar, questions};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_finding_comes_back() {
    for (target, run) in TARGETS {
        let files = files(&folder("findings").join(target));
        assert!(!files.is_empty(), "{target}");
        for file in files {
            println!("{}", file.display());
            run(&fs::read(file).unwrap());
        }
    }
}

/// What bytes choose may change with the grammar; what is written out stays.
#[test]
fn findings_that_are_cases_are_written_out() {
    for file in ["findings/agree", "findings/steps"].iter().flat_map(|name| files(&folder(name))) {
        let case = Case::written(&fs::read(&file).unwrap());
        let case = case.unwrap_or_else(|| panic!("{} is no case", file.display()));
        assert!(case.dialect.is_empty() || case.dialect().is_some(), "{}", file.display());
        assert!(!case.askers.is_empty() && !case.urls.is_empty(), "{}", file.display());
    }
}

#[test]
fn every_target_holds_on_a_few_inputs() {
    for (target, run) in TARGETS {
        for seed in 1..=100 {
            for input in inputs(seed) {
                println!("{target} {}", input.escape_ascii());
                run(&input);
            }
        }
    }
}

/// Bytes of all sorts; a file and a URL of the grammar.
fn inputs(seed: u64) -> [Vec<u8>; 3] {
    let bytes = random(seed);
    let file = grammar::file(&mut Choices::new(&bytes));
    let url = questions::url(&file.rules, &mut Choices::new(&random(!seed)));
    [bytes, file.bytes, url]
}

/// Up to so many bytes, the same for a seed on every machine (xorshift64).
fn random(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    };
    let len = usize::from(next());
    (0..len).map(|_| next()).collect()
}

#[test]
fn a_case_written_out_is_the_same_case() {
    for seed in 1..=1000 {
        let case = Case::read(&random(seed));
        assert_eq!(Case::read(case.to_string().as_bytes()), case);
    }
}

#[test]
fn programs_and_targets_are_the_same() {
    let programs = files(&folder("fuzz_targets"));
    let names: BTreeSet<_> = programs.iter().map(|file| file.file_stem().unwrap()).collect();
    assert_eq!(names, TARGETS.iter().map(|(name, _)| name.as_ref()).collect());
}

//! Lint never panics, and its spans lie in the file.
#![no_main]

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    for finding in maycrawl_fuzz::findings(&maycrawl::Document::parse(octets)) {
        let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let related = finding.related.iter().map(|(span, _)| *span);
        for span in edits.chain(related).chain([finding.span]) {
            assert!(span.start <= span.end && span.end as usize <= octets.len());
        }
    }
});

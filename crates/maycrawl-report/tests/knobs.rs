//! The pages of knobs, and the proof that every knob matters.

use maycrawl::{dialect::Preset, knobs::Knob};
use maycrawl_report::knob_pages::KnobPage;

#[test]
fn every_knob_has_its_page() {
    let pages: Vec<_> = KnobPage::all().map(|(_, page)| page.name).collect();
    let knobs: Vec<_> = Knob::all().iter().map(|knob| knob.name).collect();
    assert_eq!(pages, knobs);
}

/// Flips every knob of every preset to each of its other values and sees a
/// case of the registry answered otherwise, unless another knob makes it moot.
#[test]
fn every_knob_of_every_preset_changes_a_case() {
    let mut without_effect = Vec::new();
    for Preset { name, dialect: preset, .. } in Preset::ALL {
        for (knob, page) in KnobPage::all() {
            for value in knob.values.iter().filter(|value| **value != knob.value(preset)) {
                let mut flipped = *preset;
                knob.set(&mut flipped, value).unwrap();
                let is_moot = page.moot_in(preset).is_some();
                let changed =
                    page.cases.iter().any(|case| case.answer(preset) != case.answer(&flipped));
                if changed == is_moot {
                    without_effect
                        .push(format!("{name}: {} = {value}, moot: {is_moot}", knob.name));
                }
            }
        }
    }
    assert!(without_effect.is_empty(), "{}", without_effect.join("\n"));
}

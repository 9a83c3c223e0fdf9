//! The registry of knobs, and the proof that every knob matters.

use maycrawl::{Knob, Preset};

/// Flips every knob of every preset to each of its other values and sees a
/// case of the registry answered otherwise, unless another knob makes it moot.
#[test]
fn every_knob_of_every_preset_changes_a_case() {
    let mut without_effect = Vec::new();
    for Preset { name, dialect: preset, .. } in Preset::ALL {
        for knob in Knob::all() {
            for value in knob.values.iter().filter(|value| **value != knob.value(preset)) {
                let flipped = knob.set(preset, value).unwrap();
                let is_moot = knob.moot_in(preset).is_some();
                let changed =
                    knob.cases.iter().any(|case| case.answer(preset) != case.answer(&flipped));
                if changed == is_moot {
                    without_effect
                        .push(format!("{name}: {} = {value}, moot: {is_moot}", knob.name));
                }
            }
        }
    }
    assert!(without_effect.is_empty(), "{}", without_effect.join("\n"));
}

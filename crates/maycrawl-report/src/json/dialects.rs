//! Dialects and knobs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maycrawl::dialect::Preset;
use maycrawl::knobs::Knob;
use serde::{Deserialize, Serialize};

use super::VERSION;
use crate::explain::own_dialect_text;
use crate::knob_pages::KnobPage;

wire! {
    /// The presets, and the knobs on which they differ.
    pub struct DialectsDocument {
        /// The version of this form: 1.
        pub version: u32,
        /// What `own` stands for.
        pub own: String,
        /// The presets, the default first.
        pub dialects: Vec<WireDialect>,
        /// The knobs, in the order in which a file is read.
        pub knobs: Vec<WireKnob>,
    }

    /// A preset.
    pub struct WireDialect {
        /// Its name.
        pub name: Cow<'static, str>,
        /// What it describes.
        pub title: Cow<'static, str>,
        /// How sure it is that crawlers behave so.
        pub certainty: Cow<'static, str>,
        /// The values of its knobs.
        pub knobs: BTreeMap<Cow<'static, str>, Cow<'static, str>>,
    }

    /// A point on which dialects differ.
    pub struct WireKnob {
        /// Its name.
        pub name: Cow<'static, str>,
        /// What it decides.
        pub what: Cow<'static, str>,
        /// Its values. Where they are numbers, others are possible.
        pub values: Vec<Cow<'static, str>>,
        /// Where its values come from.
        pub source: Cow<'static, str>,
    }
}

impl DialectsDocument {
    /// These presets, and all knobs.
    pub fn new(dialects: Vec<WireDialect>) -> Self {
        let knobs = KnobPage::all().map(|(knob, page)| WireKnob {
            name: knob.name.into(),
            what: page.what.into(),
            values: knob.values.iter().map(|value| (*value).into()).collect(),
            source: page.source.into(),
        });
        Self { version: VERSION, own: own_dialect_text(), dialects, knobs: knobs.collect() }
    }
}

impl WireDialect {
    /// A preset.
    pub fn new(preset: &Preset) -> Self {
        let knobs = Knob::all().iter();
        Self {
            name: preset.name.into(),
            title: preset.title.into(),
            certainty: preset.certainty.into(),
            knobs: knobs.map(|knob| (knob.name.into(), knob.value(&preset.dialect))).collect(),
        }
    }
}

//! The generator's presets, for people.

use maycrawl_generate::{PRESETS, Preset};

use crate::display::fill;

/// Every preset in one line: how it is asked for, and what it does.
pub fn list() -> String {
    let width = PRESETS.iter().map(|preset| preset.usage().chars().count()).max().unwrap_or(0);
    let line = |preset: &&Preset| format!("{:width$}  {}\n", preset.usage(), preset.title);
    PRESETS.iter().map(line).collect::<Vec<_>>().concat()
}

/// The page of a preset: what to know before it is used, what it rests on, and
/// the file that it gives. `request` says how it is asked for.
pub fn page(preset: &Preset, request: &str, file: &str, width: usize) -> String {
    let sources = preset.sources.join("\n  ");
    format!(
        "{}: {}\n\n{}\n\nSources:\n  {sources}\n\n{request} gives:\n\n{file}",
        preset.usage(),
        preset.title,
        fill(preset.about, width),
    )
}

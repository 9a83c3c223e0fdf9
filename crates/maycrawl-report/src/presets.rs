//! The generator's presets, for people.

use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Comments, Error, PRESETS, Plan, Preset};

use crate::display::fill;

/// Every preset in one line: how it is asked for, and what it does.
pub fn list() -> String {
    let width = PRESETS.iter().map(|preset| preset.usage().chars().count()).max().unwrap_or(0);
    let line = |preset: &&Preset| format!("{:width$}  {}\n", preset.usage(), preset.title);
    PRESETS.iter().map(line).collect::<Vec<_>>().concat()
}

/// A preset as it is asked for, such as `only=Googlebot`, or all of them; each with the file that
/// it gives. One that needs a value and has none gets its example.
pub fn shown(
    asked: Option<&str>,
    catalogue: &Catalogue,
    comments: Comments,
) -> Result<Vec<(&'static Preset, String, String)>, Error> {
    let presets = match asked {
        Some(asked) => {
            let name = asked.split('=').next().unwrap_or(asked);
            let preset = Preset::named(name)?;
            vec![(preset, if name == asked { preset.example() } else { asked.to_owned() })]
        }
        None => PRESETS.iter().map(|preset| (*preset, preset.example())).collect(),
    };
    let with_file = |(preset, asked): (&'static Preset, String)| {
        let choices = Preset::choices(&asked, catalogue)?;
        let file = Plan::new(&choices, catalogue)?.write(comments);
        Ok((preset, asked, file))
    };
    presets.into_iter().map(with_file).collect()
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

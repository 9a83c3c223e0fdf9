//! Packages of npm, in the exact versions that a lockfile names.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Outcome;
use crate::builds::run;
use crate::programs::output;

/// Asks for npm.
pub(crate) fn need() -> Outcome {
    output(Command::new("npm").arg("--version")).map(drop).map_err(|_| {
        "npm is missing; it comes with Node from nodejs.org, and with `apt-get install npm`".into()
    })
}

/// Installs into a folder what its own lockfile names. No script of a package runs.
pub(crate) fn install(folder: &Path) -> Outcome {
    let args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run(Command::new("npm").args(args).current_dir(folder))
}

/// Installs into a folder what the lockfile of the sources names, unless it is there.
pub(crate) fn install_of(sources: &Path, folder: &Path) -> Outcome {
    let is_same = |name: &str| {
        let wanted = fs::read(sources.join(name));
        wanted.is_ok_and(|wanted| fs::read(folder.join(name)).is_ok_and(|own| own == wanted))
    };
    let names = ["package.json", "package-lock.json"];
    // npm writes this at the end of an installation.
    let is_whole = folder.join("node_modules/.package-lock.json").exists();
    if is_whole && names.into_iter().all(is_same) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in names {
        let from = sources.join(name);
        let copied = fs::copy(&from, folder.join(name));
        copied.map_err(|error| format!("cannot copy {}: {error}", from.display()))?;
    }
    install(folder)
}

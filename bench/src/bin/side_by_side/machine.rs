//! Where and with what a report was made.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The versions of all that this program was built from.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// The folder of this workspace.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The version of a crate in this program.
pub(crate) fn version(name: &str) -> Option<&'static str> {
    let wanted = format!("name = \"{name}\"");
    let mut lines = LOCK.lines().skip_while(|line| *line != wanted);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// The first line that a program prints; `?` if there is none.
pub(crate) fn says(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.ok().as_deref().and_then(|text| text.lines().next()).unwrap_or("?").to_owned()
}

/// Today, as 2026-11-21.
pub(crate) fn date() -> String {
    says("date", &["+%F"])
}

/// The processor, and how many there are.
pub(crate) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {count} cores", model.map_or("unknown processor", |(_, name)| name))
}

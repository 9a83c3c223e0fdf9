//! `maycrawl fix`: repairs files.

use std::io::Write as _;
use std::path::Path;

use maycrawl::{Document, dialect::Preset};
use maycrawl_lint::{Applicability, Change, RepairOutcome, changes, repair};
use maycrawl_report::sanitize;

use crate::args::lint::FixArgs;
use crate::commands::Answered;
use crate::commands::linting::Linter;
use crate::failure::Failure;
use crate::input::{self, files};
use crate::output;
use crate::replace::replace;

/// How many changed answers are shown.
const MOST_CHANGES: usize = 10;

pub(crate) fn run(args: &FixArgs) -> Result<Answered, Failure> {
    let linter = Linter::new(&args.rules, &args.net)?;
    let allowed = if args.with_unsafe { Applicability::Unsafe } else { Applicability::Safe };
    let mut answered = Answered::Yes;
    for path in files::expand(&args.files)? {
        let source = input::read(&path)?;
        let repaired = repair(&source, allowed, |document| linter.lint(document, None));
        let has_changed = repaired.source != source;
        let left = linter.lint(&Document::parse(&repaired.source), None);
        let fails = linter.fail_on(args.fail_on);
        let is_bad = fails.is_some_and(|least| left.iter().any(|one| one.severity >= least));
        if is_bad || (args.check && has_changed) {
            answered = Answered::No;
        }
        if input::is_stdin(&path) && !args.diff && !args.check {
            let mut out = output::raw();
            let printed = out.write_all(&repaired.source).and_then(|()| out.flush());
            output::finish(printed, answered)?;
        } else if has_changed && args.diff {
            output::finish(output::diff(&path, &source, &repaired.source), answered)?;
        } else if has_changed && !args.check {
            replace(&path, &source, &repaired.source)?;
        }
        report(&path, &source, &repaired, args);
    }
    Ok(answered)
}

/// Tells on standard error what was done, and which answers it changes.
fn report(path: &Path, source: &[u8], repaired: &RepairOutcome, args: &FixArgs) {
    let name = input::shown_name(path);
    let count = repaired.applied.len();
    let verb = if args.check || args.diff { "would be applied" } else { "applied" };
    let fixes = if count == 1 { "fix" } else { "fixes" };
    output::say(&format!("{name}: {count} {fixes} {verb}"));
    let left_out = repaired.left_out;
    if left_out > 0 {
        let (fixes, they_change) = match left_out {
            1 => ("safe fix is", "it changes"),
            _ => ("safe fixes are", "they change"),
        };
        output::say(&format!(
            "{name}: {left_out} {fixes} left out: it could not be proved that {they_change} no answer in this file"
        ));
    }
    if args.with_unsafe {
        for change in changes(source, &repaired.source, MOST_CHANGES) {
            output::say(&format!("{name}: {}", told(&change)));
        }
    }
}

fn told(change: &Change) -> String {
    let verb = |allowed: bool| if allowed { "may fetch" } else { "may not fetch" };
    let agent = match change.agent.as_slice() {
        b"*" => "a crawler without a group of its own".into(),
        agent => sanitize(agent),
    };
    let dialects = match change.dialects.len() {
        all if all == Preset::ALL.len() => String::new(),
        _ => format!(" (in {})", change.dialects.join(", ")),
    };
    format!("{agent} {} {} now{dialects}", verb(!change.was_allowed), sanitize(&change.path))
}

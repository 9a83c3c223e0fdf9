//! `maycrawl fmt`: brings files into one form.

use std::io::Write as _;

use maycrawl_lint::{LineOrder, format};

use crate::args::lint::FmtArgs;
use crate::commands::Answered;
use crate::failure::Failure;
use crate::input::{self, files};
use crate::output;
use crate::replace::replace;

pub(crate) fn run(args: &FmtArgs) -> Result<Answered, Failure> {
    let order = if args.sort { LineOrder::Alphabetical } else { LineOrder::Source };
    let mut answered = Answered::Yes;
    for path in files::expand(&args.files)? {
        let source = input::read(&path)?;
        let formatted = format(&source, order);
        let name = input::shown_name(&path);
        let has_changed = formatted.source != source;
        if let Some(refusal) = formatted.refusal {
            output::say(&format!("{name} is left as it is: {}", refusal.reason()));
        }
        if args.check && has_changed {
            output::say(&format!("{name} would be formatted"));
            answered = Answered::No;
        }
        if args.diff {
            output::finish(output::diff(&path, &source, &formatted.source), answered)?;
        } else if input::is_stdin(&path) && !args.check {
            let mut out = output::raw();
            let printed = out.write_all(&formatted.source).and_then(|()| out.flush());
            output::finish(printed, answered)?;
        } else if has_changed && !args.check {
            replace(&path, &source, &formatted.source)?;
        }
    }
    Ok(answered)
}

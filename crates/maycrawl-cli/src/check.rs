//! `maycrawl check`: who may crawl what, by which line and why.

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;

mod against;
mod agents;
mod answers;
mod args;
mod dialects;
mod session;
mod sites;
mod unexplained;

pub(crate) use args::CheckArgs;
use args::Only;
use session::CheckSession;

pub(crate) fn run(context: &Context, args: &CheckArgs) -> Result<ExitStatus, Failure> {
    if args.only == Some(Only::Changed) && args.against.is_none() {
        return Err(Failure::input(
            "--only changed compares two versions: name the older one with --against OLD",
        ));
    }
    let needs_one_file = args.against.is_some() || args.all_dialects || args.origin.is_some();
    if args.robots.is_none() && !needs_one_file {
        return sites::run(context, args);
    }
    let for_sites = [
        ("--resume", args.resume.is_some()),
        ("--retry-later", args.retry_later.is_some()),
        ("--unordered", args.unordered),
    ];
    if let Some((name, _)) = for_sites.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::input(format!(
            "{name} works only if each URL's own site is asked: leave out --robots, --against, --all-dialects and --origin",
        )));
    }
    let session = CheckSession::new(context, args)?;
    session.hint();
    match () {
        () if args.against.is_some() => against::run(&session),
        () if args.all_dialects => dialects::run(&session),
        () => session.print(),
    }
}

//! `maycrawl policy`: who may crawl everything, a part, or nothing.

use std::io::Write as _;

use maycrawl::Robots;
use maycrawl_report::json::PolicyDocument;
use maycrawl_report::policy::{Policy, text};
use maycrawl_report::sanitize;

use crate::args::{PolicyArgs, PolicyFormat};
use crate::commands::Answered;
use crate::commands::check::print_document;
use crate::failure::Failure;
use crate::input::catalogue;
use crate::input::network::{self, Network};
use crate::output;

pub(crate) fn run(args: &PolicyArgs) -> Result<Answered, Failure> {
    let catalogue = catalogue::load(&args.known)?;
    let source = network::read(&args.file, &Network::new(&args.net, &args.dialect))?;
    let policy = Policy::new(&Robots::parse(&source.octets, &args.dialect), &catalogue);
    let name = sanitize(source.name.as_bytes());
    let printed = match args.format {
        PolicyFormat::Json => print_document(&PolicyDocument::new(&policy, &name)),
        PolicyFormat::Text => {
            let mut out = output::text();
            write!(out, "{}", text::text(&policy, &name)).and_then(|()| out.flush())
        }
        PolicyFormat::Md => {
            let mut out = output::text();
            write!(out, "{}", text::markdown(&policy, &name)).and_then(|()| out.flush())
        }
    };
    output::finish(printed, Answered::Yes)
}

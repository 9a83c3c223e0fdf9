//! `maycrawl check` without a file: each URL is asked of its own site.
//!
//! Many sites are asked at once. A URL that waits holds its own text and no file of a
//! site: its site is asked first, and the file is looked up again in what the keeper
//! remembers when it is the URL's turn. What goes wrong at one site is the answer to its
//! URLs, and stops no other.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures_util::future::{Either, select};
use maycrawl_fetch::SystemClock;
use maycrawl_report::rows::SITE_COLUMNS;

use super::agents::{askers, hint_at_unnameable};
use super::answers::Answers;
use super::args::CheckArgs;
use crate::askers::dialects;
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::network::Network;
use crate::output;

mod anonymous;
mod reader;
mod resume;
mod retry;
mod session;
mod site_row;
#[cfg(test)]
mod tests;

use reader::Reader;
use resume::Resume;
use session::SiteSession;
use site_row::SiteRow;

pub(crate) fn run(context: &Context, args: &CheckArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    if args.resume.is_some() && streams.is_quiet() {
        return Err(Failure::input(
            "--resume writes the answers, and --quiet suppresses them: leave out one of these options",
        ));
    }
    let mut askers = askers(context, args)?;
    hint_at_unnameable(streams, &askers);
    let dialects = dialects(&askers);
    let mut given = Vec::new();
    for url in &args.given {
        let url = url.as_encoded_bytes();
        let row = SiteRow::read(url.to_vec());
        if let Err(error) = &row.site {
            return Err(Failure::input(format!(
                "{:?}: {error}; give a URL such as https://example.com/a, or name a robots.txt with --robots FILE",
                input::shortened(url),
            )));
        }
        given.push(row.given());
    }
    let network = Network::new(streams, &args.net, &dialects);
    let (keeper, runtime) = network.opened()?;
    let resume = args.resume.as_ref().map(|file| Resume::open(streams, file, args, &askers));
    let resume = resume.transpose()?;
    let mut answers = match &resume {
        Some(resume) => resume.answers(args)?,
        None => Answers::new(streams, args, askers.len(), SITE_COLUMNS)?,
    };
    for asker in &mut askers {
        asker.dialect = args.net.with_redirects(asker.dialect);
    }
    let listed = args.listed(&dialects);
    let is_incomplete = Arc::clone(&listed.is_incomplete);
    let reader = Reader::start(streams, given, listed, resume, runtime.handle().clone());
    let session = SiteSession {
        streams,
        keeper: Arc::clone(keeper),
        clock: SystemClock,
        askers: &askers,
        dialects: &dialects,
        is_ordered: !args.unordered,
        retry_later: args.retry_later,
        is_anonymous: args.net.user_agent.is_none(),
    };
    let asked = runtime.block_on(async {
        let all = pin!(session.answer_all(reader, &mut answers));
        match select(all, pin!(streams.interrupted())).await {
            Either::Left((asked, _)) => asked.map(Some),
            Either::Right(_) => Ok(None),
        }
    });
    let (tally, is_empty) = (answers.tally(), answers.is_empty());
    let Some(asked) = asked.transpose() else {
        output::finish(answers.end(None, &[]), ExitStatus::Interrupted)?;
        let next = match &args.resume {
            Some(_) => "run the same command again to go on",
            None => "with --resume FILE --format jsonl, the next run could go on from here",
        };
        return Err(Failure::Interrupted(format!("interrupted after {tally}; {next}")));
    };
    if let (Ok(()), Some(file)) = (&asked, &args.resume) {
        let hint = if is_empty {
            "; no URL was left to ask (--retry-later asks again about those that are `later`)"
        } else {
            ""
        };
        streams.note(&format!("added to {}: {tally}{hint}", file.path().display()));
    }
    let status = match answers.status() {
        _ if is_incomplete.load(Ordering::Relaxed) => ExitStatus::Error,
        status => status,
    };
    output::finish(asked.and_then(|()| answers.end(None, &[])), status)
}

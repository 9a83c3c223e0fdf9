//! `maycrawl check` without a file: each URL is asked of its own site.
//!
//! Many sites are asked at once, and answers come in the order of the URLs. What goes
//! wrong at one site is its URLs' answer, and stops no other.

use std::pin::pin;
use std::sync::Arc;
use std::thread;

use futures_util::{FutureExt as _, StreamExt as _, stream};
use maycrawl::Agent;
use maycrawl_fetch::{Clock as _, Known, SystemClock};
use maycrawl_report::fetched::Story;
use maycrawl_report::{Answer, File, Outcome};
use maycrawl_url::Target;
use tokio::sync::mpsc::{self, Receiver};

use crate::args::Check;
use crate::commands::Answered;
use crate::commands::answers::{Answers, Told};
use crate::commands::check::{agents, hint_at_unnameable};
use crate::commands::earlier::Earlier;
use crate::failure::Failure;
use crate::input;
use crate::input::network::{Keeper, Network};
use crate::input::urls::{Listed, Urls, target};
use crate::output;

/// How many URLs wait for their sites at the same time.
const MOST_WAITING: usize = 8192;

/// How many URLs are read ahead.
const MOST_READ: usize = 1024;

pub(crate) fn run(args: &Check) -> Result<Answered, Failure> {
    let agents = agents(args)?;
    if !args.quiet {
        hint_at_unnameable(agents.iter(), &args.dialect);
    }
    let given: Vec<_> = args.given.iter().map(|url| input::octets(url).to_vec()).collect();
    for url in &given {
        target(url).map_err(|error| {
            Failure::input(format!(
                "{:?}: {error}; give a URL such as https://example.com/a, or the robots.txt to ask with --robots FILE",
                input::shortened(url),
            ))
        })?;
    }
    let network = Network::new(&args.net, &args.dialect);
    let (keeper, runtime) = network.opened()?;
    let earlier = args.resume.as_deref().map(|path| Earlier::open(path, args, &agents));
    let earlier = earlier.transpose()?;
    let mut answers = match &earlier {
        Some(earlier) => earlier.answers(args)?,
        None => Answers::new(args, agents.len())?,
    };
    let n_given = given.len();
    let urls = read(given, Listed::from(args), earlier);
    let asked = runtime.block_on(ask_all(keeper, urls, &agents, n_given, &mut answers));
    let answered = answers.answered();
    output::finish(asked.and_then(|()| answers.end(None)), answered)
}

/// Reads URLs in a thread of its own, so that who waits for the next one holds up no
/// answer. Those that were answered earlier are left out.
fn read(
    given: Vec<Vec<u8>>,
    listed: Listed,
    mut earlier: Option<Earlier>,
) -> Receiver<Result<Vec<u8>, Failure>> {
    let (send, receive) = mpsc::channel(MOST_READ);
    thread::spawn(move || {
        let mut is_any = !given.is_empty();
        // Whether somebody still wants the next.
        let mut each = |mut url: Vec<u8>| -> Result<bool, Failure> {
            // As a parser of URLs does, so that each is a line.
            url.retain(|octet| !matches!(octet, b'\t' | b'\r' | b'\n'));
            let is_answered = earlier.as_mut().map(|earlier| earlier.has(&url)).transpose()?;
            Ok(is_answered == Some(true) || send.blocking_send(Ok(url)).is_ok())
        };
        let all = || -> Result<(), Failure> {
            for url in given {
                if !each(url)? {
                    return Ok(());
                }
            }
            if let Some(mut urls) = Urls::of(&listed)? {
                while let Some((url, _)) = urls.next_url()? {
                    is_any = true;
                    if !each(url)? {
                        return Ok(());
                    }
                }
                if !is_any {
                    return Err(Failure::input(format!("{} holds no URL", urls.name())));
                }
            }
            Ok(())
        };
        let done = all();
        let done = done.and_then(|()| earlier.as_ref().map_or(Ok(()), Earlier::end));
        if let Err(failure) = done {
            // Who reads no more needs no reason.
            let _ = send.blocking_send(Err(failure));
        }
    });
    receive
}

/// A URL, and what is known of its site or why nothing is.
struct Came {
    url: Vec<u8>,
    known: Result<(Target, Arc<Known>), String>,
}

async fn ask(keeper: &Keeper, url: Vec<u8>) -> Came {
    let known = match target(&url) {
        Ok(target) => match keeper.known(target.origin()).await {
            Ok(known) => Ok((target, known)),
            Err(error) => Err(error.to_string()),
        },
        Err(error) => Err(error.to_string()),
    };
    Came { url, known }
}

async fn ask_all(
    keeper: &Keeper,
    urls: Receiver<Result<Vec<u8>, Failure>>,
    agents: &[Agent],
    n_given: usize,
    answers: &mut Answers<'_>,
) -> Result<(), Failure> {
    let urls = stream::unfold(urls, async |mut urls| Some((urls.recv().await?, urls)));
    let asked = urls.map(async |url| Ok(ask(keeper, url?).await));
    let mut asked = pin!(asked.buffered(MOST_WAITING));
    let progress = output::progress();
    for number in 0.. {
        let ready: Option<Option<Result<Came, Failure>>> = asked.next().now_or_never();
        let next = if let Some(next) = ready {
            next
        } else {
            // Nobody should wait for answers that are there.
            answers.flush()?;
            asked.next().await
        };
        let Some(came) = next.transpose()? else { break };
        if let (true, Err(why)) = (number < n_given, &came.known) {
            return Err(Failure::input(format!("{}: {why}", input::shortened(&came.url))));
        }
        add(keeper, &came, agents, answers)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Adds the answers for all agents.
fn add(
    keeper: &Keeper,
    came: &Came,
    agents: &[Agent],
    answers: &mut Answers<'_>,
) -> Result<(), Failure> {
    let (url, dialect) = (came.url.as_slice(), keeper.dialect());
    let without_rules = |agent, outcome| Answer::new(agent, url, dialect, outcome);
    let (target, known) = match &came.known {
        Ok((target, known)) => (target, known),
        Err(why) => {
            for agent in agents {
                let answer = without_rules(agent, Outcome::Unasked { why: why.clone() });
                answers.add(Told::Other(answer), None)?;
            }
            return Ok(());
        }
    };
    let origin = target.origin();
    let copy = known.entry().copy().filter(|_| answers.are_explained());
    let file = copy.map(|copy| File::new(origin.robots_url(), &copy.body.bytes));
    for agent in agents {
        let answer = keeper.answer(known, target, agent);
        let told = if let Some((rules, verdict)) = &answer.verdict {
            Told::Decided { rules, url, verdict: *verdict, origin: Some(origin) }
        } else {
            let story = Story::new(origin, known.entry(), SystemClock.now());
            let outcome =
                Outcome::NoRules { access: answer.access, why: story.outcome(&answer.access) };
            let answer = without_rules(agent, outcome);
            Told::Other(answer.with_robots_url(origin.robots_url()))
        };
        answers.add(told, file.as_ref())?;
    }
    Ok(())
}

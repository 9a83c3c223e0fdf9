//! `maycrawl check` without a file: each URL is asked of its own site.
//!
//! Many sites are asked at once. A URL that waits holds its own text and no file of a
//! site: whether its site was asked is known first, and the file is looked up again in
//! what the keeper remembers when the URL is at its turn. What goes wrong at one site is
//! its URLs' answer, and stops no other.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use futures_util::stream::{self, LocalBoxStream};
use futures_util::{FutureExt as _, Stream, StreamExt as _};
use maycrawl::{
    Agent,
    access::{InForce, Timestamp},
};
use maycrawl_fetch::{Decision, Error, ErrorKind, OriginRecord, SystemClock};
use maycrawl_report::fetched::Story;
use maycrawl_report::times::rfc3339;
use maycrawl_report::{Answer, File, Outcome};
use maycrawl_url::{Origin, Target};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::args::Check;
use crate::commands::Answered;
use crate::commands::answers::{Answers, Told};
use crate::commands::check::{agents, hint_at_unnameable};
use crate::commands::resume::Resume;
use crate::commands::retry::{LaterUrl, RetryList, Wait};
use crate::failure::Failure;
use crate::input;
use crate::input::network::{self, Keeper, Network};
use crate::input::urls::{Listed, Urls, target};
use crate::output;

/// How many bytes the URLs may take that wait for their sites at the same time.
const WINDOW: u32 = 16 << 20;

/// What a URL takes of the window beside its own bytes.
const ROW_COST: u32 = 2 << 10;

/// For how many URLs a site's file is held, so that looking it up holds up no other.
const MAX_READY: usize = 8;

/// How many URLs are asked again at the same time.
const MAX_RETRIED: usize = 4096;

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
    let resume = args.resume.as_deref().map(|path| Resume::open(path, args, &agents));
    let resume = resume.transpose()?;
    let mut answers = match &resume {
        Some(resume) => resume.answers(args)?,
        None => Answers::of_sites(args, agents.len())?,
    };
    let reader = Reader::start(given, Listed::from(args), resume, runtime.handle().clone());
    let asking = Asking {
        keeper: Arc::clone(keeper),
        clock: SystemClock,
        agents: &agents,
        is_ordered: !args.unordered,
        retry_later: args.retry_later,
        is_quiet: args.quiet,
        is_anonymous: args.net.user_agent.is_none() && !args.quiet,
    };
    let asked = runtime.block_on(asking.answer_all(reader, &mut answers));
    let answered = answers.answered();
    let all_refused = matches!(asked, Ok(GivenUrls { n_refused: 1.., n_answered: 0 }));
    let answered = output::finish(asked.and_then(|_| answers.end(None)), answered)?;
    if all_refused { Err(Failure::Told) } else { Ok(answered) }
}

/// A URL that waits for its answers.
struct Row {
    url: Vec<u8>,
    /// Whether it is an argument, not of a list.
    is_given: bool,
    /// Its part of the window, given back with the row.
    _share: Option<OwnedSemaphorePermit>,
    /// The place of the first answer that its own replace, if it is asked again.
    replaces: Option<usize>,
}

/// Reads URLs in a thread of its own, so that who waits for the next one holds up no
/// answer. Those that were answered earlier are left out. No more are read than the
/// window has room for.
struct Reader {
    rows: UnboundedReceiver<Row>,
    /// In the end, what of an earlier run is to be asked again.
    thread: JoinHandle<Result<Option<RetryList>, Failure>>,
}

impl Reader {
    fn start(
        given: Vec<Vec<u8>>,
        listed: Listed,
        mut resume: Option<Resume>,
        runtime: Handle,
    ) -> Self {
        let (send, rows) = mpsc::unbounded_channel();
        let window = Arc::new(Semaphore::new(WINDOW as usize));
        let thread = thread::spawn(move || {
            let mut is_any = !given.is_empty();
            // Whether somebody still wants the next.
            let mut each = |mut url: Vec<u8>, is_given: bool| -> Result<bool, Failure> {
                // As a parser of URLs does, so that each is a line.
                url.retain(|byte| !matches!(byte, b'\t' | b'\r' | b'\n'));
                let is_answered = resume.as_mut().map(|resume| resume.has(&url)).transpose()?;
                if is_answered == Some(true) {
                    return Ok(true);
                }
                let share = Arc::clone(&window).acquire_many_owned(share_of_window(&url));
                let share = runtime.block_on(share).ok();
                Ok(send.send(Row { url, is_given, _share: share, replaces: None }).is_ok())
            };
            for url in given {
                if !each(url, true)? {
                    return Ok(None);
                }
            }
            if let Some(mut urls) = Urls::of(&listed)? {
                while let Some((url, _)) = urls.next_url()? {
                    is_any = true;
                    if !each(url, false)? {
                        return Ok(None);
                    }
                }
                if !is_any {
                    return Err(Failure::input(format!("{} holds no URL", urls.name())));
                }
            }
            resume.map_or(Ok(None), Resume::end)
        });
        Self { rows, thread }
    }
}

/// How many bytes of the window a URL takes; all of them, if it is longer.
fn share_of_window(url: &[u8]) -> u32 {
    u32::try_from(url.len()).unwrap_or(WINDOW).saturating_add(ROW_COST).min(WINDOW)
}

/// A row whose site was asked, or why it was not.
struct AskedRow {
    row: Row,
    target: Result<Target, NoAnswer>,
}

/// A row at its turn: with what is known of its site.
struct ReadyRow {
    row: Row,
    known: Result<(Target, Arc<OriginRecord>), NoAnswer>,
}

/// Why nothing is known of a site.
struct NoAnswer {
    why: String,
    /// When to ask again, if only this machine could not ask.
    retry_at: Option<Timestamp>,
}

impl NoAnswer {
    fn new(error: &Error, now: Timestamp) -> Self {
        let is_ours = error.kind() == ErrorKind::Machine;
        Self { why: network::why(error), retry_at: is_ours.then(|| now.after(MACHINE_RETRY)) }
    }

    const fn for_good(why: String) -> Self {
        Self { why, retry_at: None }
    }
}

/// What came of the URLs that are arguments.
struct GivenUrls {
    n_refused: usize,
    n_answered: usize,
}

/// All that asking needs.
struct Asking<'a, C> {
    keeper: Arc<Keeper<C>>,
    clock: C,
    agents: &'a [Agent],
    is_ordered: bool,
    retry_later: Option<Duration>,
    is_quiet: bool,
    /// Whether sites get the name of this tool, and a person may read notes.
    is_anonymous: bool,
}

impl<C: Wait + 'static> Asking<'_, C> {
    async fn answer_all(
        &self,
        reader: Reader,
        answers: &mut Answers<'_>,
    ) -> Result<GivenUrls, Failure> {
        let mut given = GivenUrls { n_refused: 0, n_answered: 0 };
        let mut retry = self.retry_later.map(RetryList::new);
        let mut anonymous = self.is_anonymous.then(|| AnonymousSites::new(HashSet::new()));
        let rows = stream::unfold(reader.rows, async |mut rows| Some((rows.recv().await?, rows)));
        let mut ready = pin!(self.ready_rows(rows));
        let progress = output::progress();
        while let Some(row) = next(&mut ready, answers).await? {
            if row.row.is_given {
                match &row.known {
                    Ok(_) => given.n_answered += 1,
                    Err(NoAnswer { why, .. }) => {
                        given.n_refused += 1;
                        output::say(&format!("{}: {why}", input::shortened(&row.row.url)));
                    }
                }
            }
            if let (Some(sites), Ok((target, _))) = (&mut anonymous, &row.known) {
                sites.count(target.origin());
            }
            self.answer(&row, retry.as_mut(), answers)?;
            progress.inc(1);
        }
        // All URLs have come, so the thread has ended or is about to.
        let earlier = reader.thread.join().unwrap_or_else(|_| {
            Err(Failure::input("reading the URLs failed; please report this as a bug"))
        })?;
        if let Some(mut retry) = retry {
            if let Some(earlier) = earlier {
                retry.append(earlier);
            }
            self.ask_again(retry, answers).await?;
        }
        progress.finish_and_clear();
        Ok(given)
    }

    /// The second pass: asks again for the URLs that are `later`, each when it is due.
    async fn ask_again(
        &self,
        mut retry: RetryList,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        loop {
            let due = retry.take_due(self.clock.now());
            if due.is_empty() {
                break;
            }
            let rows = stream::iter(due).map(async |later| {
                self.clock.wait_until(later.due).await;
                let LaterUrl { url, place, .. } = later;
                let row = Row { url, is_given: false, _share: None, replaces: Some(place) };
                self.look_up(ask(Arc::clone(&self.keeper), &self.clock, row).await).await
            });
            let mut ready = pin!(rows.buffer_unordered(MAX_RETRIED));
            while let Some(row) = next(&mut ready, answers).await? {
                self.answer(&row, Some(&mut retry), answers)?;
            }
        }
        if let (Some((n_left, due)), false) = (retry.left(), self.is_quiet) {
            let urls = if n_left == 1 { "1 URL".into() } else { format!("{n_left} URLs") };
            output::say(&format!(
                "{urls} got no answer yet; the earliest retry is at {}; to retry in a later run, use --resume FILE with --retry-later",
                rfc3339(due),
            ));
        }
        Ok(())
    }

    /// Asks the sites of the rows, and gives each row at its turn.
    fn ready_rows<'s>(
        &'s self,
        rows: impl Stream<Item = Row> + 's,
    ) -> LocalBoxStream<'s, ReadyRow> {
        let asked = rows.map(|row| ask(Arc::clone(&self.keeper), &self.clock, row));
        let look_up = |row| self.look_up(row);
        // How many wait is what the window has room for.
        if self.is_ordered {
            asked.buffered(usize::MAX).map(look_up).buffered(MAX_READY).boxed_local()
        } else {
            let asked = asked.buffer_unordered(usize::MAX);
            asked.map(look_up).buffer_unordered(MAX_READY).boxed_local()
        }
    }

    /// Looks up what is known of the site of a row, which memory or the store has by now.
    async fn look_up(&self, asked: AskedRow) -> ReadyRow {
        let known = match asked.target {
            Ok(target) => match self.keeper.cached_record(target.origin()).await {
                Some(known) => Ok((target, known)),
                None => match self.keeper.record(target.origin()).await {
                    Ok(known) => Ok((target, known)),
                    Err(error) => Err(NoAnswer::new(&error, self.clock.now())),
                },
            },
            Err(no_answer) => Err(no_answer),
        };
        ReadyRow { row: asked.row, known }
    }

    /// Writes the answers for all agents. Those that are `later` go on the list.
    fn answer(
        &self,
        ready: &ReadyRow,
        mut retry: Option<&mut RetryList>,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        let ReadyRow { row, known } = ready;
        let site_answers: Vec<Decision> = match known {
            Ok((target, known)) => {
                self.agents.iter().map(|agent| self.keeper.decide(known, target, agent)).collect()
            }
            Err(_) => Vec::new(),
        };
        let ours = known.as_ref().err().and_then(|no_answer| no_answer.retry_at);
        let due = site_answers.iter().filter_map(due).max().or(ours);
        let later = |due, place| LaterUrl { url: row.url.clone(), place, due };
        if let (Some(due), Some(place), Some(retry)) = (due, row.replaces, retry.as_deref_mut()) {
            // The earlier answer stands.
            retry.push_again(later(due, place), self.clock.now());
            return Ok(());
        }
        let is_provisional = match (due, retry) {
            (Some(due), Some(retry)) => retry.push(later(due, answers.next_place())),
            _ => false,
        };
        let copy = known.as_ref().ok().and_then(|(target, known)| {
            let copy = known.entry().file().filter(|_| answers.are_explained())?;
            Some(File::new(target.origin().robots_url(), &copy.body.bytes))
        });
        for (index, agent) in self.agents.iter().enumerate() {
            let told = self.told(ready, agent, site_answers.get(index));
            match row.replaces {
                Some(place) => answers.replace(place + index, told, copy.as_ref())?,
                None if is_provisional => answers.add_provisional(told, copy.as_ref())?,
                None => answers.add(told, copy.as_ref())?,
            }
        }
        Ok(())
    }

    /// The answer for an agent.
    fn told<'r>(
        &self,
        ready: &'r ReadyRow,
        agent: &Agent,
        site_answer: Option<&'r Decision>,
    ) -> Told<'r> {
        let (url, dialect) = (ready.row.url.as_slice(), self.keeper.dialect());
        let without_rules = |outcome| Answer::new(agent, url, dialect, outcome);
        match (&ready.known, site_answer) {
            (Ok((target, _)), Some(Decision { verdict: Some((rules, verdict)), .. })) => {
                Told::Decided { rules, url, verdict: *verdict, origin: Some(target.origin()) }
            }
            (Ok((target, known)), Some(Decision { access, .. })) => {
                let origin = target.origin();
                let why = Story::new(origin, known.entry(), self.clock.now()).outcome(access);
                let answer = without_rules(Outcome::NoRules { access: *access, why });
                Told::Other(answer.with_robots_url(origin.robots_url()))
            }
            (Err(NoAnswer { why, retry_at: Some(retry_at) }), _) => {
                let (why, retry_at) = (why.clone(), *retry_at);
                Told::Other(without_rules(Outcome::CouldNotAsk { why, retry_at }))
            }
            (known, _) => {
                let why = known.as_ref().err().map_or_else(String::new, |error| error.why.clone());
                Told::Other(without_rules(Outcome::Unasked { why }))
            }
        }
    }
}

/// When to ask the site again, if the answer is `later`.
fn due(answer: &Decision) -> Option<Timestamp> {
    let is_later = answer.verdict.is_none() && answer.access.in_force == InForce::DenyAll;
    is_later.then_some(answer.access.next_try)
}

/// The pauses after which a site is asked again that this machine could not ask.
const MACHINE_PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];

/// When it is asked once more, in the second pass or another run.
const MACHINE_RETRY: Duration = Duration::from_secs(60);

/// Asks the site of a row, in a task of its own. The answer stays with the keeper.
async fn ask<C: Wait + 'static>(keeper: Arc<Keeper<C>>, clock: &C, row: Row) -> AskedRow {
    let target = match target(&row.url) {
        Ok(target) => target,
        Err(error) => {
            return AskedRow { row, target: Err(NoAnswer::for_good(error.to_string())) };
        }
    };
    let mut pauses = MACHINE_PAUSES.iter();
    loop {
        let (keeper, origin) = (Arc::clone(&keeper), target.origin().clone());
        let task = tokio::spawn(async move { keeper.record(&origin).await.map(drop) });
        let target = match (task.await, pauses.next()) {
            (Ok(Err(error)), Some(pause)) if error.kind() == ErrorKind::Machine => {
                clock.wait_until(clock.now().after(*pause)).await;
                continue;
            }
            (Ok(Ok(())), _) => Ok(target),
            (Ok(Err(error)), _) => Err(NoAnswer::new(&error, clock.now())),
            (Err(error), _) => Err(NoAnswer::for_good(format!("asking failed: {error}"))),
        };
        return AskedRow { row, target };
    }
}

/// Counts the sites that are asked under the name of this tool.
struct AnonymousSites {
    seen: HashSet<Origin>,
    is_over: bool,
}

/// Beyond so many sites, a crawler should say who it is.
const MANY_SITES: usize = 1000;

impl AnonymousSites {
    const fn new(seen: HashSet<Origin>) -> Self {
        Self { seen, is_over: false }
    }

    /// Counts a site. Says once, when there are many, what to do.
    fn count(&mut self, origin: &Origin) {
        if self.is_over || self.seen.contains(origin) {
            return;
        }
        self.seen.insert(origin.clone());
        if self.seen.len() > MANY_SITES {
            self.is_over = true;
            self.seen = HashSet::new();
            output::say(
                "more than 1,000 sites are asked under the name of maycrawl; give your own with --user-agent 'YourBot/1.0 (+https://your.site/bot)'",
            );
        }
    }
}

/// The next row. Nobody should wait for answers that are there, so they are written out
/// before it is waited for.
async fn next<T>(
    rows: &mut (impl Stream<Item = T> + Unpin),
    answers: &mut Answers<'_>,
) -> Result<Option<T>, Failure> {
    if let Some(next) = rows.next().now_or_never() {
        return Ok(next);
    }
    answers.flush()?;
    Ok(rows.next().await)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use std::io::{Read as _, Write as _};
    use std::net::{SocketAddr, TcpListener};
    use std::sync::atomic::{AtomicI64, Ordering};

    use clap::Parser as _;
    use maycrawl_fetch::{Clock, Needs};

    use super::*;
    use crate::args::{Cli, Command};
    use crate::commands::answers::Begun;
    use crate::input::network;

    const FILE: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nUser-agent: *\nDisallow: /a";
    const DOWN: &str = "HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    /// A clock that is set to whatever time is waited for.
    #[derive(Clone)]
    struct TestClock(Arc<AtomicI64>);

    impl Clock for TestClock {
        fn now(&self) -> Timestamp {
            Timestamp(self.0.load(Ordering::SeqCst))
        }
    }

    impl Wait for TestClock {
        async fn wait_until(&self, time: Timestamp) {
            self.0.fetch_max(time.0, Ordering::SeqCst);
        }
    }

    /// A server that fails so many times, and then has a file.
    fn failing(n_times: usize) -> SocketAddr {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for (index, mut stream) in listener.incoming().flatten().enumerate() {
                let _ = stream.read(&mut [0; 4096]);
                let reply = if index < n_times { DOWN } else { FILE };
                let _ = stream.write_all(reply.as_bytes());
            }
        });
        address
    }

    /// What `check` prints for a site that fails so many times, and what it answers.
    fn asked(n_failures: usize, args: &[&str]) -> (String, Answered) {
        let resolve = format!("*:{}", failing(n_failures));
        run(&["--allow-private", "--resolve", &resolve], args)
    }

    /// What `check` prints with these options, and what it answers.
    fn run(network: &[&str], args: &[&str]) -> (String, Answered) {
        let common = ["maycrawl", "check", "http://a.example/c"];
        let cli = Cli::try_parse_from(common.iter().chain(network).chain(args)).unwrap();
        let Command::Check(args) = cli.command else { unreachable!("it is check") };
        let runtime = network::runtime().unwrap();
        let clock = TestClock(Arc::new(AtomicI64::new(1_800_000_000_000)));
        let keeper =
            network::keeper(&args.net, &args.dialect, Needs::of(&args.dialect), clock.clone())
                .unwrap();
        let asking = Asking {
            keeper: Arc::new(keeper),
            clock,
            agents: &[Agent::token("MyBot")],
            is_ordered: !args.unordered,
            retry_later: args.retry_later,
            is_quiet: args.quiet,
            is_anonymous: false,
        };
        let given = args.given.iter().map(|url| input::octets(url).to_vec()).collect();
        let reader = Reader::start(given, Listed::from(&*args), None, runtime.handle().clone());
        let mut out = Vec::new();
        let mut answers =
            Answers::going_on(Box::new(&mut out), &args, 1, Begun::default()).unwrap();
        runtime.block_on(asking.answer_all(reader, &mut answers)).unwrap();
        let answered = answers.answered();
        answers.end(None).unwrap();
        (String::from_utf8(out).unwrap(), answered)
    }

    /// The verdicts that `check` prints for a site that fails so many times.
    #[track_caller]
    fn check(n_failures: usize, args: &[&str], verdicts: &[&str], answered: Answered) {
        let (printed, really) = asked(n_failures, args);
        let words = printed.split(|c: char| !c.is_ascii_lowercase());
        let found: Vec<_> = words.filter(|word| matches!(*word, "later" | "allow")).collect();
        assert_eq!((found.as_slice(), really), (verdicts, answered), "{printed}");
    }

    #[test]
    fn a_site_that_is_up_again_is_answered() {
        let rows = ["--format", "tsv", "--retry-later"];
        check(0, &rows, &["allow"], Answered::Yes);
        check(1, &rows[..2], &["later"], Answered::No);
        check(1, &rows, &["later", "allow"], Answered::Yes);
        check(3, &rows, &["later", "allow"], Answered::Yes);
        check(99, &rows, &["later"], Answered::No);
        check(1, &["--format", "jsonl", "--retry-later"], &["later", "allow"], Answered::Yes);
        check(
            1,
            &["--format", "csv", "--retry-later", "--unordered"],
            &["later", "allow"],
            Answered::Yes,
        );
    }

    #[test]
    fn where_answers_are_held_the_last_one_stands() {
        check(1, &["--format", "json", "--retry-later"], &["allow"], Answered::Yes);
        check(1, &["--quiet", "--retry-later"], &[], Answered::Yes);
        check(99, &["--quiet", "--retry-later"], &[], Answered::No);
    }

    /// A site that this machine cannot ask has no answer yet.
    #[test]
    fn what_this_machine_cannot_ask_is_asked_again() {
        let no_proxy = ["--proxy", "http://127.0.0.1:1"];
        let first = run(&no_proxy, &["--format", "jsonl"]);
        let (printed, answered) = &first;
        assert_eq!(*answered, Answered::No);
        assert!(printed.contains(r#""reason":"could-not-ask""#), "{printed}");
        assert!(printed.contains(r#""retry_at_utc":"2027-01-15T08:01:10Z""#), "{printed}");
        // It still cannot when the time is over; the first answer stands.
        assert_eq!(run(&no_proxy, &["--format", "jsonl", "--retry-later"]), first);
    }

    #[test]
    fn a_url_takes_its_bytes_of_the_window() {
        assert_eq!(share_of_window(b"http://a.example/"), 2065);
        assert_eq!(share_of_window(&vec![b'a'; 64 << 20]), WINDOW);
    }
}

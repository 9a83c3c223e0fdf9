//! Asks many sites at once, and writes the answers.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, LocalBoxStream};
use futures_util::{FutureExt as _, Stream, StreamExt as _};
use maycrawl::{
    Dialect, UrlPath,
    access::{InForce, Timestamp},
};
use maycrawl_fetch::Decision;
use maycrawl_report::fetched::Story;
use maycrawl_report::times::rfc3339;
use maycrawl_report::{Answer, File, Outcome};
use maycrawl_url::UrlPaths;

use super::anonymous::AnonymousSites;
use super::reader::Reader;
use super::retry::{LaterUrl, RetryList, Wait};
use super::site_row::{AskedRow, NoAnswer, ReadRow, ReadyRow, SiteRow, ask};
use crate::askers::Asker;
use crate::check::answers::Answers;
use crate::check::unexplained::UnexplainedAnswer;
use crate::failure::Failure;
use crate::input;
use crate::network::Keeper;
use crate::streams::Streams;

/// How many URLs are looked up ahead, each with the file of its site in memory.
const MAX_READY: usize = 8;

/// How many URLs are asked again at the same time.
const MAX_RETRIED: usize = 4096;

/// Everything that asking sites needs.
pub(super) struct SiteSession<'a, C> {
    pub(super) streams: &'a Streams,
    pub(super) keeper: Arc<Keeper<C>>,
    pub(super) clock: C,
    pub(super) askers: &'a [Asker],
    /// The dialects in which they ask.
    pub(super) dialects: &'a [Dialect],
    pub(super) is_ordered: bool,
    pub(super) retry_later: Option<Duration>,
    /// Whether to note that many sites are asked under the name of this tool.
    pub(super) is_anonymous: bool,
}

impl<C: Wait + 'static> SiteSession<'_, C> {
    /// Answers all URLs, those asked again included.
    pub(super) async fn answer_all(
        &self,
        reader: Reader,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        let mut retry = self.retry_later.map(RetryList::new);
        let mut anonymous = self.is_anonymous.then(|| AnonymousSites::new(self.streams));
        let rows = stream::unfold(reader.rows, async |mut rows| Some((rows.recv().await?, rows)));
        let mut ready = pin!(self.ready_rows(rows));
        let progress = self.streams.progress("URLs", None);
        while let Some(row) = next(&mut ready, answers).await? {
            if let (true, Err(NoAnswer { why, .. })) = (row.row.is_given, &row.site) {
                self.streams.say(&format!("{}: {why}", input::shortened(&row.row.url)));
            }
            if let (Some(sites), Ok((target, _))) = (&mut anonymous, &row.site) {
                sites.count(target.origin());
            }
            self.answer(&row, retry.as_mut(), answers)?;
            progress.inc(1);
        }
        // There are no more URLs, so the thread has ended or is about to.
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
        Ok(())
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
                let row = SiteRow::again(later);
                self.look_up(ask(Arc::clone(&self.keeper), &self.clock, row).await).await
            });
            let mut ready = pin!(rows.buffer_unordered(MAX_RETRIED));
            while let Some(row) = next(&mut ready, answers).await? {
                self.answer(&row, Some(&mut retry), answers)?;
            }
        }
        if let Some((n_left, due)) = retry.left() {
            let urls = if n_left == 1 { "1 URL".into() } else { format!("{n_left} URLs") };
            self.streams.note(&format!(
                "{urls} got no answer yet; the earliest retry is at {}; to retry in a later run, use --resume FILE with --retry-later",
                rfc3339(due),
            ));
        }
        Ok(())
    }

    /// Asks the sites of the rows. The order is that of the rows, unless `--unordered`.
    fn ready_rows<'s>(
        &'s self,
        rows: impl Stream<Item = ReadRow> + 's,
    ) -> LocalBoxStream<'s, ReadyRow> {
        let asked = rows.map(|row| ask(Arc::clone(&self.keeper), &self.clock, row));
        let look_up = |row| self.look_up(row);
        // The window bounds how many rows wait.
        if self.is_ordered {
            asked.buffered(usize::MAX).map(look_up).buffered(MAX_READY).boxed_local()
        } else {
            let asked = asked.buffer_unordered(usize::MAX);
            asked.map(look_up).buffer_unordered(MAX_READY).boxed_local()
        }
    }

    /// Looks up the record of a site that was asked, in memory or in the store.
    async fn look_up(&self, asked: AskedRow) -> ReadyRow {
        let site = match asked.site {
            Ok(target) => match self.keeper.cached_record(target.origin()).await {
                Some(known) => Ok((target, known)),
                None => match self.keeper.record(target.origin()).await {
                    Ok(known) => Ok((target, known)),
                    Err(error) => Err(NoAnswer::new(&error, self.clock.now())),
                },
            },
            Err(no_answer) => Err(no_answer),
        };
        SiteRow { row: asked.row, site }
    }

    /// Writes the answers for all agents. URLs that are `later` go on the list.
    fn answer(
        &self,
        ready: &ReadyRow,
        mut retry: Option<&mut RetryList>,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        let SiteRow { row, site: known } = ready;
        let paths = UrlPaths::parse(&row.url, self.dialects);
        let site_answers: Vec<Decision> = match known {
            Ok((_, known)) => {
                let decide = |Asker { agent, dialect }: &Asker| {
                    self.keeper.decide_in(dialect, known, paths.of(dialect), agent)
                };
                self.askers.iter().map(decide).collect()
            }
            Err(_) => Vec::new(),
        };
        let ours = known.as_ref().err().and_then(|no_answer| no_answer.retry_at);
        let due = site_answers.iter().filter_map(due).max().or(ours);
        let later = |due, place| LaterUrl { url: row.url.clone(), place, due };
        if let (Some(due), Some(place), Some(retry)) = (due, row.replaces, retry.as_deref_mut()) {
            // The earlier answer still holds.
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
        for (index, asker) in self.askers.iter().enumerate() {
            let path = paths.of(&asker.dialect);
            let answer = self.agent_answer(ready, path, asker, site_answers.get(index));
            match row.replaces {
                Some(place) => answers.replace(place + index, answer, copy.as_ref())?,
                None if is_provisional => answers.add_provisional(answer, copy.as_ref())?,
                None => answers.add(answer, copy.as_ref())?,
            }
        }
        Ok(())
    }

    /// The answer for an agent.
    fn agent_answer<'r>(
        &self,
        ready: &'r ReadyRow,
        path: &'r UrlPath<'r>,
        Asker { agent, dialect }: &Asker,
        site_answer: Option<&'r Decision>,
    ) -> UnexplainedAnswer<'r> {
        let without_rules = |outcome| Answer::new(agent, path.text(), dialect, outcome);
        match (&ready.site, site_answer) {
            (Ok((target, _)), Some(Decision { verdict: Some((rules, verdict)), .. })) => {
                let (verdict, origin) = (*verdict, Some(target.origin()));
                UnexplainedAnswer::Decided { rules, path, verdict, origin }
            }
            (Ok((target, known)), Some(Decision { access, .. })) => {
                let origin = target.origin();
                let why =
                    Story::new(origin, known.entry(), self.clock.now()).outcome(access, dialect);
                let answer = without_rules(Outcome::NoRules { access: *access, why });
                UnexplainedAnswer::Other(answer.with_robots_url(origin.robots_url()))
            }
            (Err(NoAnswer { why, retry_at: Some(retry_at) }), _) => {
                let (why, retry_at) = (why.clone(), *retry_at);
                UnexplainedAnswer::Other(without_rules(Outcome::CouldNotAsk { why, retry_at }))
            }
            (known, _) => {
                let why = known.as_ref().err().map_or_else(String::new, |error| error.why.clone());
                UnexplainedAnswer::Other(without_rules(Outcome::Unasked { why }))
            }
        }
    }
}

/// When to ask the site again, if the answer is `later`.
fn due(answer: &Decision) -> Option<Timestamp> {
    let is_later = answer.verdict.is_none() && answer.access.in_force == InForce::DenyAll;
    is_later.then_some(answer.access.next_try)
}

/// The next row. Before it waits, it writes out the answers that are ready.
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

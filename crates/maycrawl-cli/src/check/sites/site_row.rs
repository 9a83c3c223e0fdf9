//! A URL on its way to its answers.

use std::sync::Arc;
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_fetch::{Error, ErrorKind, OriginRecord};
use maycrawl_url::{Target, with_https};
use tokio::sync::OwnedSemaphorePermit;

use super::retry::{LaterUrl, Wait};
use crate::network::{self, Keeper};

/// A URL that waits for its answers.
pub(super) struct Row {
    pub(super) url: Vec<u8>,
    /// Whether it is an argument, not from a list.
    pub(super) is_given: bool,
    /// Its share of the window, returned when the row is dropped.
    pub(super) share: Option<OwnedSemaphorePermit>,
    /// The place of its first answer, if it is asked again.
    pub(super) replaces: Option<usize>,
}

/// A row, and what is known of its site at this stage.
pub(super) struct SiteRow<S> {
    pub(super) row: Row,
    pub(super) site: S,
}

/// A row whose URL was read.
pub(super) type ReadRow = SiteRow<Result<Target, maycrawl_url::Error>>;

/// A row whose site was asked.
pub(super) type AskedRow = SiteRow<Result<Target, NoAnswer>>;

/// A row whose answers can be written.
pub(super) type ReadyRow = SiteRow<Result<(Target, Arc<OriginRecord>), NoAnswer>>;

impl ReadRow {
    /// Reads a URL.
    pub(super) fn read(mut url: Vec<u8>) -> Self {
        // As parsers of URLs do; so each URL fits in a line.
        url.retain(|byte| !matches!(byte, b'\t' | b'\r' | b'\n'));
        let url = with_https(&url).into_owned();
        let site = Target::from_bytes(&url);
        Self { row: Row { url, is_given: false, share: None, replaces: None }, site }
    }

    /// The same for a URL that is an argument.
    pub(super) fn given(mut self) -> Self {
        self.row.is_given = true;
        self
    }

    /// Reads a URL that is asked again. Only its text was kept while it waited.
    pub(super) fn again(later: LaterUrl) -> Self {
        let mut read = Self::read(later.url);
        read.row.replaces = Some(later.place);
        read
    }
}

/// Why there is no record of a site.
pub(super) struct NoAnswer {
    pub(super) why: String,
    /// When to ask again, if only this machine could not ask.
    pub(super) retry_at: Option<Timestamp>,
}

impl NoAnswer {
    pub(super) fn new(error: &Error, now: Timestamp) -> Self {
        let is_ours = error.kind() == ErrorKind::Machine;
        Self { why: network::why(error), retry_at: is_ours.then(|| now.after(MACHINE_RETRY)) }
    }

    const fn for_good(why: String) -> Self {
        Self { why, retry_at: None }
    }
}

/// The pauses before retries, if this machine could not ask a site.
const MACHINE_PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];

/// The pause before the second pass or another run asks such a site.
const MACHINE_RETRY: Duration = Duration::from_secs(60);

/// Asks the site of a row, in a task of its own. The keeper keeps the record.
pub(super) async fn ask<C: Wait + 'static>(
    keeper: Arc<Keeper<C>>,
    clock: &C,
    read: ReadRow,
) -> AskedRow {
    let SiteRow { row, site } = read;
    let target = match site {
        Ok(target) => target,
        Err(error) => {
            return SiteRow { row, site: Err(NoAnswer::for_good(error.to_string())) };
        }
    };
    let mut pauses = MACHINE_PAUSES.iter();
    loop {
        let (keeper, origin) = (Arc::clone(&keeper), target.origin().clone());
        let task = tokio::spawn(async move { keeper.record(&origin).await.map(drop) });
        let site = match (task.await, pauses.next()) {
            (Ok(Err(error)), Some(pause)) if error.kind() == ErrorKind::Machine => {
                clock.wait_until(clock.now().after(*pause)).await;
                continue;
            }
            (Ok(Ok(())), _) => Ok(target),
            (Ok(Err(error)), _) => Err(NoAnswer::new(&error, clock.now())),
            (Err(error), _) => Err(NoAnswer::for_good(format!("asking failed: {error}"))),
        };
        return SiteRow { row, site };
    }
}

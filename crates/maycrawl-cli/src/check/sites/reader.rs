//! Reading URLs while others wait for their sites.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::resume::Resume;
use super::retry::RetryList;
use super::site_row::{ReadRow, SiteRow};
use crate::failure::Failure;
use crate::streams::Streams;
use crate::urls::{UrlSources, Urls};

/// How many bytes the URLs that wait for their sites may take together.
pub(super) const WINDOW: u32 = 16 << 20;

/// How many bytes of the window a URL takes beside its own.
const ROW_COST: u32 = 2 << 10;

/// Reads URLs in a thread of its own, so that a slow list delays no answer.
///
/// Leaves out URLs that an earlier run answered. Reads ahead as far as the window allows.
pub(super) struct Reader {
    pub(super) rows: UnboundedReceiver<ReadRow>,
    /// Returns the URLs of an earlier run that are to be asked again.
    pub(super) thread: JoinHandle<Result<Option<RetryList>, Failure>>,
}

impl Reader {
    pub(super) fn start(
        streams: &Streams,
        given: Vec<ReadRow>,
        listed: UrlSources,
        mut resume: Option<Resume>,
        runtime: Handle,
    ) -> Self {
        let streams = streams.clone();
        let (send, rows) = mpsc::unbounded_channel();
        let window = Arc::new(Semaphore::new(WINDOW as usize));
        let thread = thread::spawn(move || {
            let mut is_any = !given.is_empty();
            // Returns whether the next one is still wanted.
            let mut each = |mut read: ReadRow| -> Result<bool, Failure> {
                let url = &read.row.url;
                let is_answered = resume.as_mut().map(|resume| resume.has(url)).transpose()?;
                if is_answered == Some(true) {
                    return Ok(true);
                }
                let share = Arc::clone(&window).acquire_many_owned(share_of_window(url));
                read.row.share = runtime.block_on(share).ok();
                Ok(send.send(read).is_ok())
            };
            for read in given {
                if !each(read)? {
                    return Ok(None);
                }
            }
            if let Some(mut urls) = Urls::of(&streams, &listed)? {
                while let Some((url, _)) = urls.next_url()? {
                    is_any = true;
                    if !each(SiteRow::read(url))? {
                        return Ok(None);
                    }
                }
                if !is_any {
                    return Err(Failure::input(format!("{} contains no URL", urls.name())));
                }
            }
            resume.map_or(Ok(None), Resume::end)
        });
        Self { rows, thread }
    }
}

/// How many bytes of the window a URL takes: at most all of them.
pub(super) fn share_of_window(url: &[u8]) -> u32 {
    u32::try_from(url.len()).unwrap_or(WINDOW).saturating_add(ROW_COST).min(WINDOW)
}

//! How many sites are asked under the name of this tool.

use std::collections::HashSet;

use maycrawl_url::Origin;

use crate::streams::Streams;

/// Counts the sites that are asked under the name of this tool.
pub(super) struct AnonymousSites {
    streams: Streams,
    seen: HashSet<Origin>,
    is_over: bool,
}

/// From this many sites on, a crawler should say who it is.
const MANY_SITES: usize = 1000;

impl AnonymousSites {
    pub(super) fn new(streams: &Streams) -> Self {
        Self { streams: streams.clone(), seen: HashSet::new(), is_over: false }
    }

    /// Counts a site. When there are many, it once asks for a name.
    pub(super) fn count(&mut self, origin: &Origin) {
        if self.is_over || self.seen.contains(origin) {
            return;
        }
        self.seen.insert(origin.clone());
        if self.seen.len() > MANY_SITES {
            self.is_over = true;
            self.seen = HashSet::new();
            self.streams.note(
                "more than 1,000 sites get requests with maycrawl's User-Agent header; give your own with --user-agent 'YourBot/1.0 (+https://your.site/bot)'",
            );
        }
    }
}

//! The crawlers that ask whether they may fetch.

use std::sync::{Arc, Mutex, PoisonError};

use maycrawl_api::{AgentName, DialectName};
use maycrawl_crawlers::{Asker, Askers, Catalogue};

use crate::reply::Refused;

/// A crawler, with a note unless the catalogue knows that very name.
pub(crate) type NotedAsker = Arc<(Asker, Option<String>)>;

/// The crawlers that asked last. To look for a name that the catalogue does not know takes longer
/// than an answer, and a crawler asks millions of times.
#[derive(Default)]
pub(crate) struct AskedBy(Mutex<Vec<(AgentName, DialectName, NotedAsker)>>);

/// How many are kept. Few crawlers share a service.
const MAX_KEPT: usize = 32;

impl AskedBy {
    /// The crawler of a name, and the dialect in which it reads.
    pub(crate) fn find(
        &self,
        agent: AgentName,
        dialect: DialectName,
        catalogue: &Catalogue,
    ) -> Result<NotedAsker, Refused> {
        // A panic elsewhere leaves the list intact.
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |one: &&(AgentName, DialectName, _)| one.0 == agent && one.1 == dialect;
        if let Some((.., found)) = kept().iter().find(is_it) {
            return Ok(Arc::clone(found));
        }
        let reading = dialect.reading()?;
        let found = Arc::new(agent.asker(&Askers::new(catalogue, reading), reading));
        let mut kept = kept();
        if kept.len() >= MAX_KEPT {
            kept.remove(0);
        }
        kept.push((agent, dialect, Arc::clone(&found)));
        Ok(found)
    }
}

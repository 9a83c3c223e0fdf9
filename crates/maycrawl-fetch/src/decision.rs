//! What a gatekeeper decides about a URL.

use std::sync::Arc;
use std::time::Duration;

use maycrawl::{
    Rules, Verdict,
    access::{Access, AccessReason, Timestamp},
};

use crate::origin_record::OriginRecord;

/// What a gatekeeper decides about a URL, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// Whether the crawler may fetch the URL.
    pub permission: Permission,
    /// What is in force for the origin, why, and until when.
    pub access: Access,
    /// The rules of the agent and their verdict on the URL, if rules are in force.
    pub verdict: Option<(Arc<Rules>, Verdict)>,
    /// The record of the origin.
    pub record: Arc<OriginRecord>,
    /// The pause between requests that the file asks of the agent.
    pub pause: Option<Duration>,
}

/// Whether a crawler may fetch a URL.
///
/// Exhaustive: a crawler must act on each of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// It may.
    Allowed,
    /// The rules disallow it.
    Disallowed(Verdict),
    /// Not now, since the file cannot be fetched. Keep the URL and ask again.
    Later {
        /// When asking again may give another answer.
        until: Timestamp,
        /// Why the file does not decide.
        reason: AccessReason,
    },
}

//! What every command has beside its arguments.

use crate::settings::Settings;
use crate::streams::Streams;

/// What every command has beside its arguments.
pub(crate) struct Context {
    pub(crate) streams: Streams,
    /// Those of `maycrawl.toml`; the usual ones for commands that take none.
    pub(crate) settings: Settings,
}

//! What every command has beside its arguments.

use crate::settings::Settings;
use crate::streams::Streams;

/// What every command has beside its arguments.
pub(crate) struct Context {
    pub(crate) streams: Streams,
    /// The settings of `maycrawl.toml`, or the defaults if there is none.
    pub(crate) settings: Settings,
}

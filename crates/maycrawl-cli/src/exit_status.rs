//! How a run ends.

use std::process::ExitCode;

/// The exit status of a run: what the command answered.
///
/// Exhaustive: there will be no other status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// 0: allowed, clean, done.
    Yes = 0,
    /// 1: a URL is blocked or has no answer, there are findings, something would change.
    No = 1,
    /// 2: a usage or input error.
    Error = 2,
    /// 130: the user pressed Ctrl-C; what was answered until then is printed.
    Interrupted = 130,
}

impl ExitStatus {
    /// The number that a process ends with.
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<bool> for ExitStatus {
    /// Yes or no.
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

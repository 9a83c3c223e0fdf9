//! Why a command could not answer.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a command could not answer: one line that says what, where, and what
/// to do.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The output is closed. This is no error.
    ClosedPipe,
    /// An error that the user can correct. Exit status 2.
    Input(String),
    /// There is no answer yet: a site does not return its robots.txt. Exit status 1.
    Undecided(String),
    /// The user pressed Ctrl-C. Exit status 130.
    Interrupted(String),
}

impl Failure {
    /// An input error.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// A file that could not be read.
    pub(crate) fn reading(path: &Path, error: &io::Error) -> Self {
        let what = path.display();
        Self::Input(match error.kind() {
            io::ErrorKind::NotFound if looks_like_host(path) => {
                format!(
                    "cannot read {what}: there is no such file; for a site, write https://{what}"
                )
            }
            io::ErrorKind::NotFound => {
                format!("cannot read {what}: there is no such file; check the path")
            }
            io::ErrorKind::IsADirectory => {
                format!(
                    "cannot read {what}: it is a directory; name a file in it, such as {}",
                    path.join("robots.txt").display()
                )
            }
            _ => format!("cannot read {what}: {}", plain(error)),
        })
    }

    /// A file that could not be replaced.
    pub(crate) fn replacing(path: &Path, error: &io::Error) -> Self {
        let (what, why) = (path.display(), kind(error));
        Self::Input(format!("cannot write {what}: {why}; nothing was changed"))
    }

    /// Output that could not be written.
    pub(crate) fn writing(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Input(format!("cannot write the output: {}", plain(error))),
        }
    }
}

/// Whether a path can be meant as the name of a site.
fn looks_like_host(path: &Path) -> bool {
    const FILES: [&str; 9] = ["txt", "tsv", "csv", "json", "jsonl", "toml", "xml", "gz", "html"];
    let text = path.to_str().unwrap_or_default();
    let last = text.rsplit('.').next().unwrap_or_default();
    text.contains('.')
        && last.len() >= 2
        && last.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !FILES.contains(&last)
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
}

/// The kind of error in words. The message of the system may name another path.
fn kind(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".into(),
        io::ErrorKind::PermissionDenied => "permission denied for the file or its folder".into(),
        kind => kind.to_string(),
    }
}

/// The error in words, without the number that the system gives it.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}

impl From<io::Error> for Failure {
    /// For errors of writing; [`Failure::reading`] is for those of reading.
    fn from(error: io::Error) -> Self {
        Self::writing(&error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosedPipe => f.write_str("nobody reads the output"),
            Self::Input(message) | Self::Undecided(message) | Self::Interrupted(message) => {
                f.write_str(message)
            }
        }
    }
}

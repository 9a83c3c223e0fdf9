//! The files that the arguments name: no command writes over a file that it reads.

use std::path::PathBuf;

use clap::ArgMatches;

use crate::failure::Failure;
use crate::streams::Streams;
use crate::write::{Destination, Force};

/// The files that the arguments name, by the types of the options.
pub(super) struct NamedFiles {
    /// Those that the command reads.
    pub(super) read: Vec<PathBuf>,
    /// Those that it writes.
    written: Vec<Destination>,
    /// Whether the command has an option `--force`, and whether it is given.
    force: Force,
    /// Whether the command decides itself what it may write over: `generate` writes over the
    /// file of `--merge`.
    is_checked_later: bool,
}

impl NamedFiles {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let Some((name, matches)) = matches.subcommand() else {
            return Self {
                read: Vec::new(),
                written: Vec::new(),
                force: Force::Unavailable,
                is_checked_later: false,
            };
        };
        let ids: Vec<_> = matches.ids().map(clap::Id::as_str).collect();
        Self {
            read: values(matches, &ids),
            written: values(matches, &ids),
            force: match matches.try_get_one("force") {
                Ok(Some(is_given)) => Force::new(*is_given),
                _ => Force::Unavailable,
            },
            is_checked_later: name == "generate",
        }
    }

    /// Refuses to write over what is read, before any work is done.
    pub(super) fn check(&self, streams: &Streams) -> Result<(), Failure> {
        if self.is_checked_later {
            return Ok(());
        }
        for (index, written) in self.written.iter().enumerate() {
            if self.written.iter().skip(index + 1).any(|other| other == written) {
                let name = written.path().display();
                return Err(Failure::input(format!(
                    "two options write {name}: name another file for one of them"
                )));
            }
            written.check(streams, self.force)?;
        }
        Ok(())
    }
}

/// The values of all options of this type.
fn values<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, ids: &[&str]) -> Vec<T> {
    let values = ids.iter().filter_map(|id| matches.try_get_many::<T>(id).ok().flatten());
    values.flatten().cloned().collect()
}

#[cfg(test)]
mod tests;

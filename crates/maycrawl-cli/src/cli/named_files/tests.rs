//! Every option that writes a file, tried on files that must not be lost.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]

use std::any::TypeId;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::{Arg, CommandFactory as _};

use super::Destination;
use crate::cli::Cli;
use crate::{ExitStatus, Streams};

const ROBOTS: &str = "User-agent: *\nDisallow: /a\n";

/// A site that is refused before anybody connects to it.
const SITE: &str = "http://127.0.0.1/";

/// What a writing option needs beside its value; `FILE` is a robots.txt, `TABLE` a table.
fn rest(command: &str, option: &str) -> Vec<&'static str> {
    match (command, option) {
        ("check", "resume") => vec!["--format", "jsonl", SITE],
        ("check" | "policy" | "fetch", "cache") | ("fetch", "save") => vec![SITE],
        ("test", "cache") => vec!["--robots", SITE, "TABLE"],
        ("lint" | "fix", "cache") | ("lint", "output_file" | "write_baseline") => vec!["FILE"],
        ("generate", "output") => vec!["--block", "GPTBot"],
        #[cfg(feature = "serve")]
        ("serve", "cache") => vec![],
        _ => panic!("{command} has a new option {option} that writes: say what it needs"),
    }
}

/// The options of all commands whose values are of a type, with the names of the commands.
fn options<T: 'static>() -> Vec<(String, Arg)> {
    let definition = Cli::command();
    let commands = definition.get_subcommands();
    let all = commands.flat_map(|command| {
        let args = command.get_arguments();
        let args = args.filter(|arg| arg.get_value_parser().type_id() == TypeId::of::<T>());
        args.map(|arg| (command.get_name().to_owned(), arg.clone())).collect::<Vec<_>>()
    });
    all.collect()
}

/// What comes before the value of an option; nothing if it has no name.
fn name(arg: &Arg) -> Option<String> {
    arg.get_long().map(|name| format!("--{name}"))
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder with files that must not be lost.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        let files = Self(tempfile::tempdir().unwrap());
        fs::write(files.path("input.txt"), ROBOTS).unwrap();
        fs::write(files.path("robots.txt"), ROBOTS).unwrap();
        fs::write(files.path("table.csv"), "agent,url\nA,/\n").unwrap();
        fs::write(files.path("empty.txt"), "").unwrap();
        fs::write(files.path("known.json"), "{\"version\":1,\"files\":{}}").unwrap();
        fs::create_dir(files.path("folder")).unwrap();
        fs::hard_link(files.path("input.txt"), files.path("hard.txt")).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(files.path("input.txt"), files.path("link.txt")).unwrap();
            symlink(files.path("nowhere.txt"), files.path("dangling.txt")).unwrap();
            // As little of a file as a device is, and nothing is lost if it is replaced.
            std::os::unix::net::UnixListener::bind(files.path("socket")).unwrap();
        }
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Everything in the folder: names, kinds and contents.
    fn contents(&self) -> Vec<String> {
        let describe = |path: &Path| {
            let kind = fs::symlink_metadata(path).unwrap().file_type();
            let bytes = fs::read(path).unwrap_or_default();
            format!("{path:?} {kind:?} {}", String::from_utf8_lossy(&bytes))
        };
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut all: Vec<_> = entries.map(|entry| describe(&entry.unwrap().path())).collect();
        all.sort();
        all
    }

    /// Runs a command, and returns how it ended and what it complained about.
    fn run(words: &[String]) -> (ExitStatus, String) {
        let errors = Written::default();
        let streams = Streams::new(io::empty(), io::sink(), errors.clone());
        let status = crate::run(
            std::iter::once("maycrawl".to_owned()).chain(words.iter().cloned()),
            &streams,
        );
        let errors = String::from_utf8(errors.0.lock().unwrap().clone()).unwrap();
        (status, errors)
    }

    /// The words that write to a file, and read `input` if that is given.
    fn words(
        &self,
        command: &str,
        arg: &Arg,
        target: &str,
        input: Option<(&Arg, &str)>,
    ) -> Vec<String> {
        let shown = |name: &str| self.path(name).to_str().unwrap().to_owned();
        let mut words =
            vec![command.to_owned(), "--no-config".into(), name(arg).unwrap(), shown(target)];
        let rest = rest(command, arg.get_id().as_str());
        let mut rest = rest.into_iter().map(str::to_owned).collect::<Vec<_>>();
        if let Some((input, file)) = input {
            if name(input).is_none() {
                // It is the last word, or instead of it.
                rest.pop();
            }
            words.extend(name(input));
            words.push(shown(file));
        }
        words.extend(rest);
        for word in &mut words {
            match word.as_str() {
                "FILE" => *word = shown("robots.txt"),
                "TABLE" => *word = shown("table.csv"),
                _ => {}
            }
        }
        words
    }

    #[track_caller]
    fn expect_refused(&self, words: &[String], why: &[&str]) {
        let before = self.contents();
        let (status, errors) = Self::run(words);
        assert_eq!(self.contents(), before, "{words:?}");
        assert_eq!(status, ExitStatus::Error, "{words:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{words:?}: {errors}");
        assert!(why.iter().any(|why| errors.contains(why)), "{words:?}: {errors}");
    }
}

#[test]
fn no_option_writes_over_what_the_command_reads() {
    let inputs = options::<PathBuf>();
    for (command, arg) in options::<Destination>() {
        let mut tried = 0;
        for (_, input) in inputs.iter().filter(|(reader, _)| *reader == command) {
            // What --merge reads is what is to be changed, by any of its names but hard links.
            let is_in_place = input.get_id() == "merge";
            for target in ["input.txt", "link.txt", "hard.txt"] {
                if (is_in_place && target != "hard.txt")
                    || (cfg!(not(unix)) && target == "link.txt")
                {
                    continue;
                }
                let files = Files::new();
                let words = files.words(&command, &arg, target, Some((input, "input.txt")));
                files.expect_refused(
                    &words,
                    &["the command also reads it", "cannot be used", "input.txt:1"],
                );
                tried += 1;
            }
        }
        assert!(tried > 2, "{command} {}", arg.get_id());
    }
}

#[test]
fn no_option_writes_over_a_file_of_another_kind() {
    for (command, arg) in options::<Destination>() {
        let targets = ["robots.txt", "folder", "-"].iter().chain(if cfg!(unix) {
            &["dangling.txt", "socket"][..]
        } else {
            &[]
        });
        for target in targets {
            let files = Files::new();
            let mut words = files.words(&command, &arg, target, None);
            if *target == "-" {
                words[3] = "-".into();
            }
            // The file that is linted is another one.
            for word in &mut words[4..] {
                *word = word.replace("robots.txt", "input.txt");
            }
            files.expect_refused(&words, &["name a", "already exists", "not a public"]);
        }
    }
}

#[test]
fn two_options_do_not_write_the_same_file() {
    let files = Files::new();
    let file = files.path("new").to_str().unwrap().to_owned();
    let words = ["check", "--cache", &file, "--resume", &file, "--format", "jsonl", SITE];
    files.expect_refused(&words.map(str::to_owned), &["two options write"]);
}

#[test]
fn a_report_replaces_a_report_and_force_replaces_any_file() {
    let files = Files::new();
    let path = |name: &str| files.path(name).to_str().unwrap().to_owned();
    let formats = ["text", "concise", "json", "github", "gitlab", "junit", "checkstyle"];
    for old in formats {
        for new in formats {
            fs::write(files.path("r.txt"), "Disalow: /\nDisallow: a\n").unwrap();
            for format in [old, new] {
                let words = ["lint", &path("r.txt"), "-o", &path("report"), "--format", format];
                let (status, errors) = Files::run(&words.map(str::to_owned));
                assert_ne!(status, ExitStatus::Error, "{old} {new}: {errors}");
            }
        }
    }
    // A baseline is not a report, nor the other way round.
    let lint = |option: &str, target: &str, more: &[&str]| {
        let (file, target) = (path("robots.txt"), path(target));
        let words = [&["lint", &file, option, &target], more].concat();
        words.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    files.expect_refused(&lint("-o", "known.json", &[]), &["not a report of maycrawl lint"]);
    files.expect_refused(&lint("--write-baseline", "report", &[]), &["is not a baseline"]);
    for target in ["known.json", "input.txt", "robots.txt"] {
        let (status, errors) = Files::run(&lint("-o", target, &["--force"]));
        assert_ne!(status, ExitStatus::Error, "{errors}");
        assert_ne!(fs::read(files.path(target)).unwrap(), ROBOTS.as_bytes());
    }
    files.expect_refused(&lint("-o", "folder", &["--force"]), &["it is a directory"]);
}

#[test]
fn merging_in_place_works_by_any_name() {
    let files = Files::new();
    let path = |name: &str| files.path(name).to_str().unwrap().to_owned();
    for target in if cfg!(unix) { &["input.txt", "link.txt"][..] } else { &["input.txt"] } {
        fs::write(files.path("input.txt"), ROBOTS).unwrap();
        let words =
            ["generate", "--block", "GPTBot", "--merge", &path("input.txt"), "-o", &path(target)];
        let (status, errors) = Files::run(&words.map(str::to_owned));
        assert_eq!(status, ExitStatus::Yes, "{errors}");
        assert!(fs::read_to_string(files.path("input.txt")).unwrap().contains("GPTBot"));
        assert_eq!(
            fs::symlink_metadata(files.path(target)).unwrap().is_symlink(),
            *target == "link.txt"
        );
    }
}

//! Hostile cases: each in a process of its own, which can be ended when it hangs.

use std::fs::File as Output;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use maycrawl_bench::corpus::File;
use maycrawl_bench::hostile::{Case, cases};

use crate::matchers;
use crate::subject::Hostile;

/// Measures one case in this process, and prints each figure when it is known.
pub(crate) fn measure(subject: &str, case: &str) -> Result<(), String> {
    let cases = cases();
    let case = cases.iter().find(|one| one.name == case).ok_or("there is no such case")?;
    let all = matchers::all();
    let subject = all.iter().find(|one| one.name() == subject).ok_or("there is no such subject")?;
    subject.hostile(&file_of(case), &mut |name, figure| println!("{name} {figure}"));
    Ok(())
}

/// The file of a case.
pub(crate) fn file_of(case: &Case) -> File {
    File {
        bytes: case.file.clone().into_bytes(),
        text: case.file.clone(),
        urls: vec![case.url.clone()],
    }
}

/// Has another process of this program measure a case.
pub(crate) fn hostile(subject: &str, case: &Case, timeout: f64) -> Result<Hostile, String> {
    let program = std::env::current_exe().map_err(|error| format!("who am I? {error}"))?;
    let mut command = Command::new(program);
    command.args(["--hostile", subject, case.name]);
    let printed = printed(&mut command, timeout)?;
    Ok(figures(&printed.text))
}

/// What a process printed, and how it ended.
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) ended: Ended,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By itself, with success.
    Well,
    /// By itself, with this status; -1 for a signal.
    With(i32),
    /// It took too long.
    Killed,
}

/// Runs a process for so many seconds at most. What it prints goes through a file, so
/// that it is kept when the process has to be ended.
pub(crate) fn printed(command: &mut Command, timeout: f64) -> Result<Printed, String> {
    let path = std::env::temp_dir().join(format!("maycrawl-bench-{}", std::process::id()));
    let mut run = || -> std::io::Result<Printed> {
        let output = Output::create(&path)?;
        let mut child = command.stdout(output).stderr(Stdio::null()).spawn()?;
        let started = Instant::now();
        let mut status = None;
        while status.is_none() && started.elapsed().as_secs_f64() < timeout {
            std::thread::sleep(Duration::from_millis(2));
            status = child.try_wait()?;
        }
        let ended = match status {
            None => {
                child.kill()?;
                child.wait()?;
                Ended::Killed
            }
            Some(status) if status.success() => Ended::Well,
            Some(status) => Ended::With(status.code().unwrap_or(-1)),
        };
        Ok(Printed { text: std::fs::read_to_string(&path)?, ended })
    };
    let printed = run().map_err(|error| format!("cannot run a process: {error}"));
    // It may never have been made.
    let _ = std::fs::remove_file(&path);
    printed
}

/// Reads lines of a name and a figure.
pub(crate) fn figures(text: &str) -> Hostile {
    let mut hostile = Hostile::default();
    for (name, figure) in text.lines().filter_map(|line| line.split_once(' ')) {
        let figure: Option<f64> = figure.parse().ok();
        match name {
            "compile" => hostile.compile = figure,
            "ready" => hostile.ready = figure,
            "text" => hostile.text = figure,
            "allowed" => hostile.allowed = figure.map(|figure| figure > 0.5),
            _ => {}
        }
    }
    hostile
}

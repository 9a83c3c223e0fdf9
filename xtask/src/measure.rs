//! Runs the command under load, and measures it from outside.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{Outcome, sites};

/// A command that takes more is killed, so that a fault does not take the machine.
const MOST_MEBIBYTES: u64 = 3 << 10;
const MOST_TIME: Duration = Duration::from_secs(300);

/// What a scenario runs: the command, and a folder for its files.
pub(crate) struct Bench {
    program: PathBuf,
    folder: TempDir,
}

impl Bench {
    /// With a new folder.
    pub(crate) fn new(program: PathBuf) -> Result<Self, String> {
        Ok(Self { program, folder: tempfile::tempdir().map_err(|error| error.to_string())? })
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    /// Writes a list of URLs to a file in the folder.
    pub(crate) fn list(&self, urls: impl IntoIterator<Item = String>) -> Result<String, String> {
        let path = self.path("urls.txt");
        let lines: String = urls.into_iter().map(|url| url + "\n").collect();
        fs::write(&path, lines).map_err(|error| error.to_string())?;
        Ok(path)
    }

    /// Asks `maycrawl check` for a list of URLs and waits for its end.
    pub(crate) fn check(&self, list: &str, args: &[&str]) -> Result<Run, String> {
        self.start(list, args)?.wait()
    }

    /// The same, where the command may open only so many files.
    pub(crate) fn check_with_descriptors(
        &self,
        descriptors: u32,
        list: &str,
        args: &[&str],
    ) -> Result<Run, String> {
        self.start_with(&format!("ulimit -n {descriptors}; exec \"$@\""), list, args)?.wait()
    }

    /// Asks `maycrawl check` for a list of URLs.
    pub(crate) fn start(&self, list: &str, args: &[&str]) -> Result<Process, String> {
        self.start_with("exec \"$@\"", list, args)
    }

    fn start_with(&self, script: &str, list: &str, args: &[&str]) -> Result<Process, String> {
        let format: &[_] = if args.contains(&"--format") { &[] } else { &["--format", "tsv"] };
        let begun = Instant::now();
        let child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(&self.program)
            .args(["check", "--no-config", "--agent", "GPTBot", "--allow-private"])
            .args(["--urls", list])
            .args(format)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.map_err(|error| error.to_string())?;
        Ok(Process::new(child, begun))
    }
}

/// The command while it runs.
pub(crate) struct Process {
    child: Child,
    begun: Instant,
    rows: Option<JoinHandle<Vec<Row>>>,
    message: Option<JoinHandle<String>>,
}

impl Process {
    /// Reads what the command prints as it comes.
    fn new(mut child: Child, begun: Instant) -> Self {
        let rows = child.stdout.take().map(|printed| {
            thread::spawn(move || {
                let lines = BufReader::new(printed).lines().map_while(Result::ok);
                lines.filter_map(|line| Row::parse(&line, begun.elapsed())).collect()
            })
        });
        let message = child.stderr.take().map(|mut printed| {
            thread::spawn(move || {
                let mut text = String::new();
                // What came is all that there is to show.
                let _ = printed.read_to_string(&mut text);
                text
            })
        });
        Self { child, begun, rows, message }
    }

    /// Ends the command as a power cut does, once `is_time`.
    pub(crate) fn kill_when(mut self, is_time: impl Fn() -> bool) -> Outcome {
        while !is_time() && self.is_running()? {
            thread::sleep(Duration::from_millis(1));
        }
        self.child.kill().map_err(|error| error.to_string())?;
        self.child.wait().map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Waits for the end of the command. It says no for blocked URLs, but may not fail.
    pub(crate) fn wait(mut self) -> Result<Run, String> {
        let process = self.child.id().to_string();
        let mut run = Run::default();
        let mut killed = None;
        while self.is_running()? {
            run.mebibytes = run.mebibytes.max(peak_mebibytes(&process));
            run.cpu_seconds = run.cpu_seconds.max(cpu_seconds(&process));
            if run.mebibytes > MOST_MEBIBYTES {
                killed = Some(format!("took more than {MOST_MEBIBYTES} MiB"));
            } else if self.begun.elapsed() > MOST_TIME {
                killed = Some(format!("took more than {} s", MOST_TIME.as_secs()));
            }
            if killed.is_some() {
                self.child.kill().map_err(|error| error.to_string())?;
            }
            thread::sleep(Duration::from_millis(5));
        }
        run.seconds = self.begun.elapsed().as_secs_f64();
        let status = self.child.wait().map_err(|error| error.to_string())?;
        run.rows = self.rows.and_then(|rows| rows.join().ok()).unwrap_or_default();
        let message = self.message.and_then(|text| text.join().ok()).unwrap_or_default();
        match killed {
            Some(reason) => {
                Err(format!("the command {reason}; {} rows came until then", run.rows.len()))
            }
            None if matches!(status.code(), Some(0 | 1)) => Ok(run),
            None => Err(format!("the command failed ({status}): {}", message.trim())),
        }
    }

    fn is_running(&mut self) -> Result<bool, String> {
        self.child.try_wait().map(|ended| ended.is_none()).map_err(|error| error.to_string())
    }
}

/// What a run of the command came to.
#[derive(Default)]
pub(crate) struct Run {
    /// The answers, in the order in which they came.
    pub(crate) rows: Vec<Row>,
    pub(crate) seconds: f64,
    /// Of memory, at the most.
    pub(crate) mebibytes: u64,
    pub(crate) cpu_seconds: f64,
}

impl Run {
    /// How many URLs of these sites are answered by the rule that each file has.
    pub(crate) fn answered(&self, is_meant: impl Fn(usize) -> bool) -> usize {
        self.count(is_meant, |verdict| verdict == "disallow")
    }

    /// How many URLs of these sites have no answer yet.
    pub(crate) fn later(&self, is_meant: impl Fn(usize) -> bool) -> usize {
        self.count(is_meant, |verdict| verdict == "later")
    }

    fn count(&self, is_meant: impl Fn(usize) -> bool, is_it: impl Fn(&str) -> bool) -> usize {
        let rows = self.rows.iter().filter(|row| is_it(&row.verdict));
        let urls = rows.filter(|row| sites::number(&row.url).is_some_and(&is_meant));
        urls.map(|row| &row.url).collect::<HashSet<_>>().len()
    }

    /// After how many seconds the last row of these sites came.
    pub(crate) fn last(&self, is_meant: impl Fn(usize) -> bool) -> f64 {
        let rows = self.rows.iter().rev();
        let mut rows = rows.filter(|row| sites::number(&row.url).is_some_and(&is_meant));
        rows.next().map_or(0.0, |row| row.came_after.as_secs_f64())
    }
}

/// An answer of the command.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) came_after: Duration,
    pub(crate) url: String,
    pub(crate) verdict: String,
    /// The line, the reason and the rule, as they were printed.
    pub(crate) grounds: String,
}

impl Row {
    /// Reads a line of TSV or JSON Lines; a header is none.
    fn parse(line: &str, came_after: Duration) -> Option<Self> {
        if line.starts_with('{') {
            let json: serde_json::Value = serde_json::from_str(line).ok()?;
            return Some(Self {
                came_after,
                url: json.get("url")?.as_str()?.to_owned(),
                verdict: json.get("verdict")?.as_str()?.to_owned(),
                grounds: format!("{:?} {:?}", json.get("reason"), json.get("rule")),
            });
        }
        let mut cells = line.split('\t').skip(1);
        let (url, verdict) = (cells.next()?.to_owned(), cells.next()?.to_owned());
        let grounds = cells.take(3).collect::<Vec<_>>().join(" ");
        (url != "url").then_some(Self { came_after, url, verdict, grounds })
    }

    /// The rows of an answer file.
    pub(crate) fn read(path: &str) -> Result<Vec<Self>, String> {
        let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
        let lines = BufReader::new(file).lines().map_while(Result::ok);
        Ok(lines.filter_map(|line| Self::parse(&line, Duration::ZERO)).collect())
    }

    /// Whether two rows give the same answer. When each came makes no difference.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let parts = |row: &Self| (row.url.clone(), row.verdict.clone(), row.grounds.clone());
        parts(self) == parts(other)
    }
}

/// The most memory that a process has held so far; 0 once it has ended.
pub(crate) fn peak_mebibytes(process: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or_default() / 1024
}

/// The CPU time that a process has taken so far, in its own code and in the kernel.
fn cpu_seconds(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The second field may hold spaces and ends with the last bracket; the times are
    // fields 14 and 15, in hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ').skip(12).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_both_formats_are_read() {
        let check = |line: &str, expected: Option<(&str, &str, &str)>| {
            let row = Row::parse(line, Duration::ZERO);
            let parts = row.as_ref().map(|row| (&*row.url, &*row.verdict, &*row.grounds));
            assert_eq!(parts, expected, "{line}");
        };
        check("agent\turl\tverdict\tline\treason\trule", None);
        check(
            "GPTBot\thttp://a/\tdisallow\t2\tlongest\tDisallow: /\t",
            Some(("http://a/", "disallow", "2 longest Disallow: /")),
        );
        check(r#"{"version":1,"run":{}}"#, None);
        check(
            r#"{"url":"http://a/","verdict":"later","reason":"unreachable","retry_at":1}"#,
            Some(("http://a/", "later", r#"Some(String("unreachable")) None"#)),
        );
    }
}

//! A process that is killed while it writes loses nothing that it was told is kept.
//!
//! The test starts itself as the writer, kills it after some writes, and looks at what
//! is left; and goes on with that, 50 times.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may fail, and the writer tells the test what it has done"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use maycrawl::access::Timestamp;
use maycrawl_fetch::{
    Body, Entry, Flow, Headers, Needs, Problem, Response, SqliteStore, Step, Store as _,
};
use maycrawl_url::Origin;

const ROUNDS: u64 = 50;
const ORIGINS: u64 = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, path, first] = arguments.as_slice()
        && command == "write"
    {
        return write(Path::new(path), first.parse().unwrap());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let (mut written, mut expected) = (0, vec![Entry::default(); 5]);
    for round in 0..ROUNDS {
        // Some tens of writes, never the same number.
        let wanted = ((round * 2_654_435_761) >> 7) % 40;
        let acknowledged = kill_after(&path, written, wanted);
        assert!(acknowledged >= written + wanted);
        while written < acknowledged {
            step(&mut expected, written);
            written += 1;
        }
        // The last write may have been done, although it could not say so.
        let kept = kept(&path);
        if kept != expected {
            step(&mut expected, written);
            written += 1;
            assert!(kept == expected, "round {round}, after {written} writes");
        }
    }
    println!("killed {ROUNDS} times in {written} writes: all is kept that was acknowledged");
}

/// Starts a writer, kills it once it has acknowledged so many writes, and tells how
/// many it has acknowledged since the first of all.
fn kill_after(path: &Path, first: u64, wanted: u64) -> u64 {
    let mut writer = Command::new(std::env::current_exe().unwrap());
    writer.arg("write").arg(path).arg(first.to_string()).stdout(Stdio::piped());
    let mut writer = writer.spawn().unwrap();
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let mut acknowledged = first;
    while acknowledged < first + wanted {
        acknowledged = lines.next().unwrap().unwrap().parse().unwrap();
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
    // What it said before it died. A last line may be cut.
    let rest = lines.map_while(Result::ok).filter_map(|line| line.parse().ok());
    rest.last().unwrap_or(acknowledged).max(acknowledged)
}

/// Writes for ever, and says after each write how many there were.
fn write(path: &Path, first: u64) {
    let disk = SqliteStore::open(path, "OurBot/1.0").unwrap();
    let mut out = std::io::stdout().lock();
    for number in first.. {
        block_on(async {
            let mut entry = disk.load(&origin(number)).await.unwrap().unwrap_or_default();
            learn(&mut entry, number);
            disk.save(&origin(number), &entry).await.unwrap();
        });
        if writeln!(out, "{}", number + 1).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// What is kept of all origins.
fn kept(path: &Path) -> Vec<Entry> {
    let disk = SqliteStore::open(path, "OurBot/1.0").unwrap();
    let load = |number| block_on(disk.load(&origin(number))).unwrap().unwrap_or_default();
    (0..ORIGINS).map(load).collect()
}

/// What a write changes.
fn step(entries: &mut [Entry], number: u64) {
    let index = usize::try_from(number % ORIGINS).unwrap();
    if let Some(entry) = entries.get_mut(index) {
        learn(entry, number);
    }
}

fn origin(number: u64) -> Origin {
    format!("https://{}.example", number % ORIGINS).parse().unwrap()
}

/// Now and then a file comes; else the site is down.
fn learn(entry: &mut Entry, number: u64) {
    let now = Timestamp(i64::try_from(number * 1000).unwrap());
    let mut flow = Flow::new(&origin(number), entry, Needs::of_all_presets(), now);
    let answer = match number % 3 {
        0 => {
            let file = format!("User-agent: *\nDisallow: /{number}\n").repeat(200);
            Ok(Response::new(200, Headers::default(), Body::whole(file)))
        }
        _ => Err(Problem::Connection),
    };
    let Step::Done(attempt) = flow.receive(answer, now) else { panic!() };
    entry.learn(attempt);
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

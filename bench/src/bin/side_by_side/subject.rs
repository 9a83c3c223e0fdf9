//! What is measured of an implementation, and how.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use maycrawl_bench::corpus::{Corpus, File};

/// A robots.txt matcher, used as its own documents say.
pub(crate) trait Matcher {
    /// What can be measured of it.
    const CELLS: &'static [Cell] = &Cell::ALL;
    /// Whether it keeps a parsed form.
    const KEEPS: bool = true;
    /// What is asked.
    type Compiled<'f>;
    /// A URL, made ready to be asked about many times.
    type Prepared<'u>;

    /// Its name in tables.
    fn name(&self) -> String;
    /// Parses a file, and drops what that gives.
    fn parse(&self, file: &File);
    fn compile<'f>(&self, file: &'f File) -> Self::Compiled<'f>;
    fn prepare<'u>(&self, url: &'u str) -> Self::Prepared<'u>;
    /// Whether the crawler may fetch a URL that is ready.
    fn check(&self, compiled: &Self::Compiled<'_>, url: &Self::Prepared<'_>) -> bool;
    /// Whether the crawler may fetch the URL of this text.
    fn check_text(&self, compiled: &Self::Compiled<'_>, url: &str) -> bool;
}

/// A column of the main table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Parse,
    Cold,
    Warm,
    WarmText,
    Heavy,
    HeavyText,
    /// All that a file costs which is asked so many times.
    Life(usize),
}

impl Cell {
    /// The columns of the main table.
    pub(crate) const MAIN: [Self; 6] =
        [Self::Parse, Self::Cold, Self::Warm, Self::WarmText, Self::Heavy, Self::HeavyText];
    /// Those of the table of lives.
    pub(crate) const LIVES: [Self; 6] = [
        Self::Life(1),
        Self::Life(2),
        Self::Life(4),
        Self::Life(16),
        Self::Life(64),
        Self::Life(256),
    ];
    pub(crate) const ALL: [Self; 12] = {
        let [a, b, c, d, e, f] = Self::MAIN;
        let [g, h, i, j, k, l] = Self::LIVES;
        [a, b, c, d, e, f, g, h, i, j, k, l]
    };
    /// For those that take the text of a URL and nothing else.
    pub(crate) const OF_TEXT: [Self; 4] =
        [Self::Parse, Self::Cold, Self::WarmText, Self::HeavyText];

    /// The column's title, the name by which scripts print it, and how many of its unit
    /// a second has.
    pub(crate) const fn about(self) -> (&'static str, &'static str, f64) {
        match self {
            Self::Parse => ("parse, ms", "parse", 1e3),
            Self::Cold => ("cold, ms", "cold", 1e3),
            Self::Warm => ("warm, path ready, ns", "warm", 1e9),
            Self::WarmText => ("warm, from text, ns", "warm-text", 1e9),
            Self::Heavy => ("heavy, path ready, µs", "heavy", 1e6),
            Self::HeavyText => ("heavy, from text, µs", "heavy-text", 1e6),
            Self::Life(1) => ("N = 1", "life-1", 1e9),
            Self::Life(2) => ("N = 2", "life-2", 1e9),
            Self::Life(4) => ("N = 4", "life-4", 1e9),
            Self::Life(16) => ("N = 16", "life-16", 1e9),
            Self::Life(64) => ("N = 64", "life-64", 1e9),
            Self::Life(_) => ("N = 256", "life-256", 1e9),
        }
    }
}

/// The files, and which of them are the heavy ones.
pub(crate) struct Load {
    pub(crate) corpus: Corpus,
    pub(crate) heavy: Vec<usize>,
}

impl Load {
    pub(crate) fn heavy(&self) -> Vec<&File> {
        self.heavy.iter().filter_map(|at| self.corpus.files.get(*at)).collect()
    }
}

/// What a hostile case costs, in seconds. What is missing was not waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hostile {
    pub(crate) compile: Option<f64>,
    pub(crate) ready: Option<f64>,
    pub(crate) text: Option<f64>,
    pub(crate) allowed: Option<bool>,
}

/// A [`Matcher`] of any kind.
pub(crate) trait Subject {
    fn name(&self) -> String;
    fn cells(&self) -> &'static [Cell];
    /// Seconds of a cell: of all files where it is parse or cold, else of one verdict or its
    /// share of a life.
    fn time(&self, cell: Cell, load: &Load) -> f64;
    /// The verdict of each URL of each file.
    fn verdicts(&self, load: &Load) -> Vec<bool>;
    /// Measures a hostile case, and tells each figure as soon as it is known.
    fn hostile(&self, file: &File, tell: &mut dyn FnMut(&str, f64));
}

impl<M: Matcher> Subject for M {
    fn name(&self) -> String {
        Matcher::name(self)
    }

    fn cells(&self) -> &'static [Cell] {
        M::CELLS
    }

    fn time(&self, cell: Cell, load: &Load) -> f64 {
        let all = || load.corpus.files.iter().collect::<Vec<_>>();
        match cell {
            Cell::Parse => of_each(&load.corpus.files, File::with_one_url, |file| self.parse(file)),
            Cell::Cold => of_each(&load.corpus.files, File::with_one_url, |file| {
                let compiled = self.compile(file);
                for url in &file.urls {
                    black_box(self.check_text(&compiled, black_box(url)));
                }
            }),
            Cell::Warm => warm(self, &all()),
            Cell::WarmText => warm_text(self, &all()),
            Cell::Heavy => warm(self, &load.heavy()),
            Cell::HeavyText => warm_text(self, &load.heavy()),
            Cell::Life(asked) => {
                let files = &load.corpus.files;
                let all = of_each(files, File::clone, |file| {
                    let compiled = self.compile(file);
                    for url in file.urls.iter().cycle().take(asked) {
                        black_box(self.check_text(&compiled, black_box(url)));
                    }
                });
                all / count(files.len() * asked)
            }
        }
    }

    fn verdicts(&self, load: &Load) -> Vec<bool> {
        let of_file = |file| {
            let compiled = self.compile(file);
            file.urls.iter().map(|url| self.check_text(&compiled, url)).collect::<Vec<_>>()
        };
        load.corpus.files.iter().flat_map(of_file).collect()
    }

    fn hostile(&self, file: &File, tell: &mut dyn FnMut(&str, f64)) {
        let Some(url) = file.urls.first() else { return };
        if M::KEEPS {
            tell("compile", once(&mut || drop(black_box(self.compile(black_box(file))))));
        }
        let compiled = self.compile(file);
        if M::CELLS.contains(&Cell::Warm) {
            let ready = self.prepare(url);
            tell("ready", once(&mut || _ = black_box(self.check(&compiled, black_box(&ready)))));
        }
        tell("text", once(&mut || _ = black_box(self.check_text(&compiled, black_box(url)))));
        tell("allowed", f64::from(u8::from(self.check_text(&compiled, url))));
    }
}

/// How many files are held ready at a time: few enough for the caches, as in a crawl of
/// a few sites, and enough that reading the clock costs nothing.
const AT_A_TIME: usize = 16;

/// Seconds of all files. They lie in the caches, as what a crawler has just received does.
fn of_each(files: &[File], receive: impl Fn(&File) -> File, call: impl Fn(&File)) -> f64 {
    const RECEIVED: usize = 64;
    let mut spent = Duration::ZERO;
    for files in files.chunks(RECEIVED) {
        let received: Vec<_> = files.iter().map(&receive).collect();
        let started = ThreadTime::now();
        for file in &received {
            call(black_box(file));
        }
        spent += started.elapsed();
    }
    spent.as_secs_f64()
}

/// Seconds of one verdict on a path that is ready.
fn warm<M: Matcher>(matcher: &M, files: &[&File]) -> f64 {
    of_many(
        files,
        |file| {
            let urls: Vec<_> = file.urls.iter().map(|url| matcher.prepare(url)).collect();
            (matcher.compile(file), urls)
        },
        |(compiled, urls)| urls.iter().filter(|url| matcher.check(compiled, url)).count(),
    )
}

/// Seconds of one verdict on the text of a URL.
fn warm_text<M: Matcher>(matcher: &M, files: &[&File]) -> f64 {
    of_many(
        files,
        |file| (matcher.compile(file), &file.urls),
        |(compiled, urls)| urls.iter().filter(|url| matcher.check_text(compiled, url)).count(),
    )
}

/// Seconds of one verdict, where files are asked about all their URLs: once before, for what
/// is made when it is first needed, and once measured.
fn of_many<'f, R>(
    files: &[&'f File],
    ready: impl Fn(&'f File) -> R,
    count_allowed: impl Fn(&R) -> usize,
) -> f64 {
    let mut spent = Duration::ZERO;
    for files in files.chunks(AT_A_TIME) {
        let ready: Vec<_> = files.iter().map(|file| ready(file)).collect();
        for file in &ready {
            black_box(count_allowed(file));
        }
        let started = ThreadTime::now();
        for file in &ready {
            black_box(count_allowed(black_box(file)));
        }
        spent += started.elapsed();
    }
    let asked: usize = files.iter().map(|file| file.urls.len()).sum();
    spent.as_secs_f64() / count(asked)
}

/// A count to divide by.
fn count(count: usize) -> f64 {
    f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX))
}

/// Seconds of one call: the median of several rounds, each long enough for the clock.
fn once(call: &mut dyn FnMut()) -> f64 {
    const ROUND: f64 = 0.01;
    const ROUNDS: usize = 7;
    let mut calls = 1_u32;
    loop {
        let spent = rounds_of(calls, call);
        if spent > 10.0 * ROUND {
            return spent / f64::from(calls);
        }
        if spent > ROUND || calls > 1 << 24 {
            break;
        }
        calls *= 2;
    }
    let mut times: Vec<_> =
        (0..ROUNDS).map(|_| rounds_of(calls, call) / f64::from(calls)).collect();
    median(&mut times).unwrap_or_default()
}

fn rounds_of(calls: u32, call: &mut dyn FnMut()) -> f64 {
    let started = ThreadTime::now();
    for _ in 0..calls {
        call();
    }
    started.elapsed().as_secs_f64()
}

/// The middle one of several times.
pub(crate) fn median(times: &mut [f64]) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

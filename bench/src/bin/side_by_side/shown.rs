//! What was measured, as Markdown.

use maycrawl_bench::AGENT;
use maycrawl_bench::hostile::Case;

use crate::machine;
use crate::matchers::BASE;
use crate::report::Row;
use crate::subject::{Cell, Hostile};
use crate::table::{Table, figure, optional};

/// The rows with whose verdicts those of others are compared.
const ORACLES: [(&str, &str); 2] =
    [("google-parser", "maycrawl `google-parser`"), ("google", "maycrawl `google`")];

/// The crates that are linked into this program.
const CRATES: [&str; 5] = ["maycrawl", "robotxt", "robotstxt", "texting_robots", "robotparser"];

/// What was measured.
pub(crate) struct About {
    pub(crate) files: String,
    pub(crate) bytes: usize,
    pub(crate) hits: (usize, usize),
    pub(crate) heavy_hits: (usize, usize),
    pub(crate) passes: usize,
    pub(crate) timeout: f64,
}

/// The whole report.
pub(crate) fn report(about: &About, cases: &[Case], rows: &[Row]) -> String {
    let case_tables = [
        (
            "A verdict on hostile input, path ready, µs",
            hostile(about, cases, rows, |case| case.ready, 1e6),
        ),
        (
            "A verdict on hostile input, from text, µs",
            hostile(about, cases, rows, |case| case.text, 1e6),
        ),
        (
            "Parse and rules of hostile input, ms",
            hostile(about, cases, rows, |case| case.compile, 1e3),
        ),
        ("Verdicts on hostile input", allowed(cases, rows)),
    ];
    let mut parts = vec![
        format!("# Side by side, {}", machine::date()),
        heading(about),
        times(rows).markdown(),
        format!("## Times as fast as `{BASE}`"),
        ratios(&rows.iter().collect::<Vec<_>>(), &Cell::MAIN).markdown(),
        "## The whole life of a file that is asked N times, ns a question".to_owned(),
        lives(rows).markdown(),
        format!("## The same, times as fast as `{BASE}`"),
        ratios(&of_lives(rows), &Cell::LIVES).markdown(),
    ];
    for (title, table) in case_tables {
        parts.push(format!("## {title}"));
        parts.push(table.markdown());
    }
    parts.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n"
}

fn heading(about: &About) -> String {
    let versions = CRATES.map(|name| format!("{name} {}", machine::version(name).unwrap_or("?")));
    let share = |(hits, asked): (usize, usize)| {
        format!("{}.{} %", hits * 100 / asked.max(1), hits * 1000 / asked.max(1) % 10)
    };
    [
        format!("- machine: {}; {}", machine::processor(), machine::says("rustc", &["--version"])),
        format!(
            "- versions: {}, at commit {}",
            versions.join(", "),
            machine::says("git", &["describe", "--always", "--dirty"])
        ),
        format!("- command: `side_by_side {}`", command()),
        format!(
            "- files: {}; {} bytes; the crawler is `{AGENT}`, which gets the group of `*`",
            about.files, about.bytes
        ),
        format!(
            "- URLs: {}; a rule decides {} of them, and {} of those of the heavy files",
            about.hits.1,
            share(about.hits),
            share(about.heavy_hits)
        ),
        format!(
            "- times: CPU time of the thread, medians of {} passes; what is slow has fewer",
            about.passes
        ),
    ]
    .join("\n")
}

/// The main table.
fn times(rows: &[Row]) -> Table {
    let titles = Cell::MAIN.map(|cell| cell.about().0.to_owned());
    let mut columns = vec!["implementation".to_owned()];
    columns.extend(titles);
    columns.extend(ORACLES.map(|(name, _)| format!("agrees with `{name}`")));
    let mut table = Table { columns, rows: Vec::new() };
    for row in rows {
        let mut cells: Vec<_> = Cell::MAIN.map(|cell| optional(row.median(cell))).into();
        cells.extend(ORACLES.map(|(_, oracle)| agreement(row, rows, oracle)));
        if let (Some(why), Some(first)) = (&row.missing, cells.first_mut()) {
            first.clone_from(why);
        }
        table.rows.push((row.name.clone(), cells));
    }
    table
}

/// How many verdicts are those of another row, in percent.
fn agreement(row: &Row, rows: &[Row], oracle: &str) -> String {
    let Some(oracle) = rows.iter().find(|row| row.name == oracle) else { return "–".into() };
    if row.verdicts.len() != oracle.verdicts.len() {
        return "–".into();
    }
    let all = row.verdicts.len().max(1);
    let same = row.verdicts.iter().zip(&oracle.verdicts).filter(|(one, other)| one == other);
    let parts = same.count() * 100_000 / all;
    format!("{}.{:03} %", parts / 1000, parts % 1000)
}

fn ratios(rows: &[&Row], cells: &[Cell]) -> Table {
    let mut columns = vec!["implementation".to_owned()];
    columns.extend(cells.iter().map(|cell| ratio_title(*cell)));
    let base = rows.iter().find(|row| row.name == BASE);
    let of = |row: &Row, cell| Some(base?.median(cell)? / row.median(cell)?);
    let rows = rows
        .iter()
        .map(|row| (row.name.clone(), cells.iter().map(|cell| optional(of(row, *cell))).collect()));
    Table { rows: rows.collect(), columns }
}

/// The rows that were asked over the whole life of files.
fn of_lives(rows: &[Row]) -> Vec<&Row> {
    rows.iter().filter(|row| row.median(Cell::Life(1)).is_some()).collect()
}

/// Parse, rules and all questions, shared among the questions.
fn lives(rows: &[Row]) -> Table {
    let mut columns = vec!["implementation".to_owned()];
    columns.extend(Cell::LIVES.map(|cell| cell.about().0.to_owned()));
    let row =
        |row: &&Row| (row.name.clone(), Cell::LIVES.map(|cell| optional(row.median(cell))).into());
    Table { rows: of_lives(rows).iter().map(row).collect(), columns }
}

/// A table of the hostile cases: one figure of each implementation.
fn hostile(
    about: &About,
    cases: &[Case],
    rows: &[Row],
    which: fn(&Hostile) -> Option<f64>,
    units: f64,
) -> Table {
    let has_any = |row: &&Row| row.hostile.iter().any(|case| which(case).is_some());
    let shown: Vec<_> = rows.iter().filter(has_any).collect();
    let base = rows.iter().find(|row| row.name == BASE);
    let mut columns = vec!["case".to_owned()];
    columns.extend(shown.iter().map(|row| row.name.clone()));
    let cell = |row: &Row, at: usize| {
        let time = row.hostile.get(at).and_then(which);
        let base = base.and_then(|base| base.hostile.get(at)).and_then(which);
        match (time, base) {
            (None, _) if row.hostile.get(at).is_some_and(|case| case.allowed.is_some()) => {
                "–".into()
            }
            (None, _) => format!("> {} s", about.timeout),
            (Some(time), Some(base)) if row.name != BASE => {
                format!("{} ({}×)", figure(time * units), figure(base / time))
            }
            (Some(time), _) => figure(time * units),
        }
    };
    let row = |(at, case): (usize, &Case)| {
        (case.name.to_owned(), shown.iter().map(|row| cell(row, at)).collect())
    };
    Table { rows: cases.iter().enumerate().map(row).collect(), columns }
}

fn allowed(cases: &[Case], rows: &[Row]) -> Table {
    let shown: Vec<_> = rows.iter().filter(|row| !row.hostile.is_empty()).collect();
    let mut columns = vec!["case".to_owned()];
    columns.extend(shown.iter().map(|row| row.name.clone()));
    let cell = |row: &Row, at: usize| match row.hostile.get(at).and_then(|case| case.allowed) {
        None => "–".to_owned(),
        Some(true) => "allow".to_owned(),
        Some(false) => "disallow".to_owned(),
    };
    let row = |(at, case): (usize, &Case)| {
        (case.name.to_owned(), shown.iter().map(|row| cell(row, at)).collect())
    };
    Table { rows: cases.iter().enumerate().map(row).collect(), columns }
}

/// The title of a cell without its unit.
fn ratio_title(cell: Cell) -> String {
    let (title, _, _) = cell.about();
    title.rsplit_once(", ").map_or(title, |(title, _)| title).to_owned()
}

/// The command without the folders of this machine.
fn command() -> String {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    for at in 1..words.len() {
        let stands_for = match words.get(at - 1).map(String::as_str) {
            Some("--corpus") => "DIR",
            Some("--python" | "--node") => "FILE",
            _ => continue,
        };
        if let Some(word) = words.get_mut(at) {
            stands_for.clone_into(word);
        }
    }
    words.join(" ")
}

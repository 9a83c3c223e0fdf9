//! A table over a folder of robots.txt files, as TSV: how much each file says, whom it blocks.
//!
//! ```sh
//! cargo run --package maycrawl-report --example folder -- FOLDER > table.tsv
//! ```
//!
//! "Everyone" is a crawler that no group names. Each crawler of the catalogue is asked in the
//! dialect that its operator documents; retired crawlers are left out.

use std::error::Error;
use std::{env, fs, io};

use maycrawl::{Agent, Dialect, Robots, Rules};
use maycrawl_crawlers::{Catalogue, Crawler, OwnRobots, Purpose};
use maycrawl_report::rows::Writer;

const COLUMNS: [&str; 6] = ["file", "groups", "rules", "all_blocked", "ai_blocked", "sitemaps"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).ok_or("usage: folder FOLDER")?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();

    let crawlers = Catalogue::built_in().active();
    let trainers: Vec<_> = crawlers.filter(|one| one.is_for(Purpose::AiTraining)).collect();

    let mut table = Writer::tsv(io::stdout().lock());
    table.write(COLUMNS)?;
    for path in paths {
        let body = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut cells = vec![name.into_owned()];
        cells.extend(row(&body, &trainers));
        table.write(cells)?;
    }
    table.flush()?;
    Ok(())
}

/// The numbers of one file.
fn row(body: &[u8], trainers: &[&Crawler]) -> [String; 5] {
    let robots = Robots::parse(body, &Dialect::GOOGLE);
    let rules: usize = robots.groups().map(|group| group.rules().len()).sum();
    let mut file = OwnRobots::new(body);
    let blocked = trainers.iter().filter(|crawler| is_blocked(&file.rules_for(crawler)));
    let blocked = blocked.count();
    [
        robots.groups().len().to_string(),
        rules.to_string(),
        is_blocked(&robots.rules(&Agent::unnamed())).to_string(),
        blocked.to_string(),
        robots.sitemaps().value.map_or(0, |urls| urls.len()).to_string(),
    ]
}

fn is_blocked(rules: &Rules) -> bool {
    !rules.check_url("/").is_allowed()
}

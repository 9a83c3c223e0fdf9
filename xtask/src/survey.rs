//! `cargo xtask survey DIR`: what real files carry beside Allow and Disallow.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use maycrawl::{Agent, Dialect, Robots, agent::GroupChoice, lines::Field, terms::InvalidValue};
use maycrawl_crawlers::{Catalogue, Purpose};
use maycrawl_lint::{Standing, standing};

use crate::Outcome;

/// The fields that are surveyed.
const FIELDS: [(Field, &str); 10] = [
    (Field::Sitemap, "Sitemap"),
    (Field::CrawlDelay, "Crawl-delay"),
    (Field::RequestRate, "Request-rate"),
    (Field::VisitTime, "Visit-time"),
    (Field::CleanParam, "Clean-param"),
    (Field::Host, "Host"),
    (Field::ContentSignal, "Content-Signal"),
    (Field::ContentUsage, "Content-Usage"),
    (Field::License, "License"),
    (Field::Obsolete, "Noindex and other dead ones"),
];

/// How many crawlers of a purpose are shown.
const MOST_BLOCKED: usize = 5;

#[derive(Default)]
struct Survey {
    files: usize,
    /// By name of the field: files that hold it, lines of it.
    held: BTreeMap<&'static str, (usize, usize)>,
    malformed: BTreeMap<(&'static str, &'static str), usize>,
    unknown_fields: usize,
    /// Files that name a crawler and let it go nowhere.
    blocked: BTreeMap<String, usize>,
}

pub(crate) fn run(folder: &Path) -> Outcome {
    let folder = folder.join("real");
    let entries = fs::read_dir(&folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{} holds no files", folder.display()));
    }
    let mut survey = Survey::default();
    for path in paths {
        let source =
            fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        survey.add(&Robots::parse(source, &Dialect::GOOGLE));
    }
    survey.print();
    Ok(())
}

impl Survey {
    fn add(&mut self, robots: &Robots) {
        self.files += 1;
        let mut seen = BTreeSet::new();
        for line in robots.directives() {
            let Some((_, name)) = FIELDS.iter().find(|(field, _)| *field == line.field()) else {
                self.unknown_fields += usize::from(seen.insert("?"));
                continue;
            };
            let held = self.held.entry(name).or_default();
            held.0 += usize::from(seen.insert(name));
            held.1 += 1;
            if let Err(flaw) = line.typed() {
                *self.malformed.entry((name, flaw.code())).or_default() += 1;
            }
        }
        for crawler in Catalogue::built_in().crawlers() {
            let rules = robots.rules(&Agent::token(crawler.token()));
            let is_named = matches!(rules.choice(), GroupChoice::ByName { .. });
            if is_named && standing(&rules) == Standing::Nowhere {
                *self.blocked.entry(crawler.token().into()).or_default() += 1;
            }
        }
    }

    /// Prints the figures as Markdown.
    fn print(&self) {
        let share = |count: usize| {
            let tenths = (1000 * count + self.files / 2) / self.files.max(1);
            format!("{}.{} %", tenths / 10, tenths % 10)
        };
        println!("| directive | files | share | lines | malformed |\n|---|---|---|---|---|");
        for (_, name) in FIELDS {
            let (files, lines) = self.held.get(name).copied().unwrap_or_default();
            let flaws = InvalidValue::ALL.iter().filter_map(|flaw| {
                let count = self.malformed.get(&(name, flaw.code()))?;
                Some(format!("{} {count}", flaw.code()))
            });
            let flaws: Vec<_> = flaws.collect();
            println!("| {name} | {files} | {} | {lines} | {} |", share(files), flaws.join(", "));
        }
        println!(
            "| any unknown field | {} | {} | | |",
            self.unknown_fields,
            share(self.unknown_fields)
        );
        println!("\n| purpose | blocked by name in so many files |\n|---|---|");
        for purpose in Purpose::ALL {
            let of_purpose =
                Catalogue::built_in().crawlers().iter().filter(|one| one.is_for(*purpose));
            let mut blocked: Vec<_> = of_purpose
                .filter_map(|crawler| Some((crawler.token(), *self.blocked.get(crawler.token())?)))
                .collect();
            blocked.sort_by_key(|(token, count)| (std::cmp::Reverse(*count), *token));
            let shown =
                blocked.iter().take(MOST_BLOCKED).map(|(token, count)| format!("{token} {count}"));
            println!("| {} | {} |", purpose.name(), shown.collect::<Vec<_>>().join(", "));
        }
    }
}

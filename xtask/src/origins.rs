//! `cargo xtask origins`: many sites at once through `maycrawl check`.
//!
//! The server and the command share the machine; limits are those of two cores.

use std::fs;

use crate::Outcome;
use crate::measure::{Bench, Row};
use crate::scenario::{self, Report, Scenario};
use crate::sites::{Site, Sites};

const SCENARIOS: &[Scenario] = &[
    Scenario { letter: "a", name: "killed and resumed", run: killed_and_resumed },
    Scenario { letter: "b", name: "256 descriptors", run: few_descriptors },
    Scenario { letter: "c", name: "virtual hosts", run: virtual_hosts },
    Scenario { letter: "d", name: "silent sites", run: silent_sites },
    Scenario { letter: "e", name: "interleaved rounds", run: interleaved_rounds },
    Scenario { letter: "f", name: "shared cache", run: shared_cache },
];

const SITES: usize = 10_000;

pub(crate) fn run(args: &[&str]) -> Outcome {
    scenario::run(SCENARIOS, args)
}

/// A run that is killed in the middle and resumed gives the answers of one that is not.
fn killed_and_resumed(bench: &Bench, report: &mut Report) -> Outcome {
    const PAGES: usize = 10;
    let sites = Sites::serve(mixed_site)?;
    // The URLs of a site lie far apart.
    let pages = (0..PAGES).flat_map(|page| (0..SITES).map(move |site| (site, page)));
    let urls = pages.map(|(site, page)| sites.url(site, &format!("/{}/{page}", page % 3)));
    let urls = bench.list(urls)?;
    for format in ["tsv", "jsonl"] {
        let (whole, resumed) =
            (bench.path(&format!("whole.{format}")), bench.path(&format!("resumed.{format}")));
        let run = bench.check(&urls, &["--format", format, "--resume", &whole])?;
        report.note(format!("{format}: {:.1} s, {} MiB", run.seconds, run.mebibytes));
        let len = |path: &str| fs::metadata(path).map_or(0, |file| file.len());
        let half = len(&whole) / 2;
        let args = ["--format", format, "--resume", &resumed];
        bench.start(&urls, &args)?.kill_when(|| len(&resumed) >= half)?;
        report.note(format!(
            "killed after {} of {} MB",
            len(&resumed) / 1_000_000,
            len(&whole) / 1_000_000
        ));
        bench.check(&urls, &args)?;
        let (whole, resumed) = (Row::read(&whole)?, Row::read(&resumed)?);
        let same = whole.iter().zip(&resumed).filter(|(one, other)| one.is_same(other)).count();
        report.exactly("rows", resumed.len(), SITES * PAGES);
        report.exactly("the same", same, SITES * PAGES);
    }
    Ok(())
}

/// Most sites have a file; some have none, some are down, some have moved.
fn mixed_site(site: usize) -> Site {
    let rules = (0..site % 97).map(|rule| format!("Disallow: /x{rule}/\n"));
    let file = || {
        let rules: String = rules.collect();
        format!("User-agent: *\n{rules}Disallow: /{}/\n", site % 3).into()
    };
    match site % 20 {
        0 => Site::Status("404 Not Found"),
        1 => Site::Status("503 Unavailable"),
        2 => Site::Moved(file()),
        _ => Site::File(file()),
    }
}

/// Connections that servers keep open do not use up the descriptors.
fn few_descriptors(bench: &Bench, report: &mut Report) -> Outcome {
    let sites = healthy_sites(1000)?;
    let urls = bench.list((0..SITES).map(|site| sites.url(site, "/private/")))?;
    let run = bench.check_with_descriptors(256, &urls, &[])?;
    report.exactly("answered", run.answered(|_| true), SITES);
    report.at_most("later", run.later(|_| true), 0);
    report.note(format!("{} connections at once", sites.most_open()));
    report.costs(&run);
    Ok(())
}

/// Sites that share an address are asked a few at a time.
fn virtual_hosts(bench: &Bench, report: &mut Report) -> Outcome {
    let sites = healthy_sites(1000)?;
    let urls = bench.list((0..SITES).map(|site| sites.virtual_url(site, "/private/")))?;
    let args = ["--resolve", &sites.resolve(), "--connections-per-address", "4"];
    let run = bench.check(&urls, &args)?;
    report.exactly("answered", run.answered(|_| true), SITES);
    report.at_most("connections at once", sites.most_open(), 4);
    report.costs(&run);
    Ok(())
}

/// Sites that say nothing hold up no other.
fn silent_sites(bench: &Bench, report: &mut Report) -> Outcome {
    let is_silent = |site: usize| site % 20 == 7;
    let file = Site::file(1000);
    let sites = Sites::serve(move |site| match site {
        site if is_silent(site) => Site::Silent,
        _ => Site::File(file.clone()),
    })?;
    let urls = bench.list((0..SITES).map(|site| sites.url(site, "/private/")))?;
    let args = ["--timeout", "5", "--unordered", "--format", "jsonl"];
    let run = bench.check(&urls, &args)?;
    report.exactly("rows", run.rows.len(), SITES);
    report.exactly("healthy answered", run.answered(|site| !is_silent(site)), SITES / 20 * 19);
    report.within("last healthy row after", run.last(|site| !is_silent(site)), 5);
    report.within("last row after", run.last(|_| true), 15);
    report.costs(&run);
    Ok(())
}

/// A site is asked once, however far apart its URLs are.
fn interleaved_rounds(bench: &Bench, report: &mut Report) -> Outcome {
    const SITES: usize = 6000;
    const ROUNDS: usize = 20;
    let sites = healthy_sites(5000)?;
    let rounds = (0..ROUNDS).flat_map(|round| (0..SITES).map(move |site| (round, site)));
    let urls = rounds.map(|(round, site)| sites.url(site, &format!("/private/{round}")));
    let urls = bench.list(urls)?;
    let run = bench.check(&urls, &[])?;
    report.exactly("answered", run.answered(|_| true), SITES * ROUNDS);
    report.exactly("requests", sites.requests(), SITES);
    report.costs(&run);
    Ok(())
}

/// Two processes with one cache ask a site once.
fn shared_cache(bench: &Bench, report: &mut Report) -> Outcome {
    const SITES: usize = 1000;
    let sites = healthy_sites(1000)?;
    let urls = bench.list((0..SITES).map(|site| sites.url(site, "/private/")))?;
    let cache = bench.path("cache");
    let start = || bench.start(&urls, &["--cache", &cache]);
    let (one, other) = (start()?, start()?);
    // Both end, whatever comes of the first.
    let (one, other) = (one.wait(), other.wait());
    let (one, other) = (one?, other?);
    report.exactly("answered", one.answered(|_| true), SITES);
    report.exactly("answered", other.answered(|_| true), SITES);
    report.exactly("requests", sites.requests(), SITES);
    report.costs(&one);
    Ok(())
}

/// Sites that all have a file of so many bytes.
fn healthy_sites(bytes: usize) -> Result<Sites, String> {
    let file = Site::file(bytes);
    Sites::serve(move |_| Site::File(file.clone()))
}

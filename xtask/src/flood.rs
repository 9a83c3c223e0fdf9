//! `cargo xtask flood`: sites that mean harm, or are only slow, through `maycrawl check`.
//!
//! The server and the command share the machine; limits are those of two cores.

use std::ops::Range;

use crate::Outcome;
use crate::measure::Bench;
use crate::scenario::{self, Report, Scenario};
use crate::sites::{Site, Sites};

const SCENARIOS: &[Scenario] = &[
    Scenario { letter: "a", name: "endless files", run: endless_files },
    Scenario { letter: "b", name: "slow first row", run: slow_first_row },
    Scenario { letter: "c", name: "floods among others", run: floods_among_others },
    Scenario { letter: "d", name: "redirect tarpit", run: redirect_tarpit },
];

pub(crate) fn run(args: &[&str]) -> Outcome {
    scenario::run(SCENARIOS, args)
}

/// A file that never ends is cut, and what came of it counts.
fn endless_files(bench: &Bench, report: &mut Report) -> Outcome {
    const SITES: usize = 1000;
    let sites = Sites::serve(|_| Site::EndlessBody)?;
    let urls = bench.list((0..SITES).map(|site| sites.url(site, "/private/")))?;
    let run = bench.check(&urls, &[])?;
    report.exactly("answered", run.answered(|_| true), SITES);
    report.memory(&run, 300);
    report.costs(&run);
    Ok(())
}

/// A slow site at the head of the list holds back the rows of others, but not their files.
fn slow_first_row(bench: &Bench, report: &mut Report) -> Outcome {
    const HEALTHY: usize = 2000;
    let file = Site::file(500_000);
    let sites = Sites::serve(move |site| match site {
        0 => Site::Silent,
        _ => Site::File(file.clone()),
    })?;
    let urls = bench.list((0..=HEALTHY).map(|site| sites.url(site, "/private/")))?;
    let run = bench.check(&urls, &["--timeout", "10"])?;
    report.exactly("answered", run.answered(|site| site > 0), HEALTHY);
    // 400 MB.
    report.memory(&run, 381);
    report.costs(&run);
    Ok(())
}

/// Sites that send without end take no time from others.
fn floods_among_others(bench: &Bench, report: &mut Report) -> Outcome {
    const FLOODS: usize = 20;
    const HEALTHY: Range<usize> = FLOODS..100;
    const DRIPS: Range<usize> = 100..105;
    let file = Site::file(100_000);
    let sites = Sites::serve(move |site| match site {
        site if HEALTHY.contains(&site) => Site::File(file.clone()),
        site if DRIPS.contains(&site) => Site::Drip,
        site => match site % 4 {
            0 => Site::EndlessInterim,
            1 => Site::EndlessGzip,
            2 => Site::EndlessHeaders,
            _ => Site::EndlessBody,
        },
    })?;
    let urls = bench.list((0..DRIPS.end).map(|site| sites.url(site, "/private/")))?;
    let run = bench.check(&urls, &["--timeout", "5"])?;
    let is_healthy = |site| HEALTHY.contains(&site);
    report.exactly("healthy answered", run.answered(is_healthy), HEALTHY.len());
    report.at_most("healthy later", run.later(is_healthy), 0);
    report.note(format!("{} others answered", run.answered(|site| !is_healthy(site))));
    report.costs(&run);
    Ok(())
}

/// Sites that redirect for ever, slowly, end by the deadline.
fn redirect_tarpit(bench: &Bench, report: &mut Report) -> Outcome {
    const TARPITS: usize = 50;
    const HEALTHY: usize = 200;
    let file = Site::file(5000);
    let sites = Sites::serve(move |site| match site {
        ..TARPITS => Site::Tarpit,
        _ => Site::File(file.clone()),
    })?;
    let urls = bench.list((0..TARPITS + HEALTHY).map(|site| sites.url(site, "/private/")))?;
    let run = bench.check(&urls, &["--deadline", "20"])?;
    report.exactly("healthy answered", run.answered(|site| site >= TARPITS), HEALTHY);
    // A second for all that is not the network.
    report.within("ended after", run.seconds, 21);
    report.costs(&run);
    Ok(())
}

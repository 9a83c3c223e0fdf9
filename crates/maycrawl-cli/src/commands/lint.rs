//! `maycrawl lint`: what is wrong with files, why, and what to do.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use maycrawl::{Dialect, Document, access::Evidence};
use maycrawl_lint::{Finding, score};
use maycrawl_report::findings::{self, Linted, ci, sarif, text};
use maycrawl_report::json::LintDocument;

use crate::args::lint::{LintArgs, LintFormat};
use crate::commands::check::write_document;
use crate::commands::linting::Linter;
use crate::commands::{Answered, baseline};
use crate::failure::Failure;
use crate::input::network::{self, Network};
use crate::input::{self, files};
use crate::output;

pub(crate) fn run(args: &LintArgs) -> Result<Answered, Failure> {
    let is_text = args.format == LintFormat::Text;
    if !is_text && (args.statistics || args.explain_score) {
        return Err(Failure::input(
            "--statistics and --explain-score print text only; leave --format out",
        ));
    }
    let linter = Linter::new(&args.rules, &args.net)?;
    let mut read = Vec::new();
    let mut is_incomplete = false;
    let network = Network::new(&args.net, &Dialect::GOOGLE);
    for path in files::expand(&args.files)? {
        // One file that cannot be read hides nothing of the others.
        match network::read(&path, &network) {
            Ok(source) => read.push((path, Document::parse(source.octets), source.evidence)),
            Err(failure) => {
                output::say(&failure.to_string());
                is_incomplete = true;
            }
        }
    }
    let found = lint_all(&linter, &read);
    let named = read.into_iter().zip(found).map(|((path, document, _), findings)| {
        let name = match &args.stdin_filename {
            Some(name) if input::is_stdin(&path) => name.clone(),
            _ => input::shown_name(&path),
        };
        (path, Linted::new(name, document, findings))
    });
    let linted: Vec<_> = named.collect();
    if let Some(path) = &args.write_baseline {
        return baseline::write(path, &linted);
    }
    let known = args.baseline.as_ref().or(linter.own.baseline.as_ref());
    let linted = match known {
        Some(path) => baseline::without_known(path, linted)?,
        None => linted.into_iter().map(|(_, linted)| linted).collect(),
    };
    let fails = linter.fail_on(args.fail_on);
    let has_failed = fails.is_some_and(|severity| linted.iter().any(|one| one.has(severity)));
    let printed = if args.quiet { Ok(()) } else { print(args, &linted) };
    let answered = output::finish(printed, Answered::from(!has_failed))?;
    if is_incomplete { Err(Failure::Told) } else { Ok(answered) }
}

/// The findings of each file, found side by side on all processors.
fn lint_all(linter: &Linter, read: &[(PathBuf, Document, Option<Evidence>)]) -> Vec<Vec<Finding>> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some((_, document, evidence)) = read.get(index)
        {
            found.push((index, linter.lint(document, evidence.as_ref())));
        }
        found
    };
    let mut found: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(read.len())).map(|_| scope.spawn(work)).collect();
        let own = work();
        own.into_iter().chain(others.into_iter().flat_map(joined)).collect()
    });
    found.sort_unstable_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, findings)| findings).collect()
}

/// What a thread found. If it panicked, so does this one.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn print(args: &LintArgs, linted: &[Linted]) -> io::Result<()> {
    if args.statistics {
        return print_statistics(linted);
    }
    if args.explain_score {
        let mut out = output::text();
        for one in linted {
            write!(out, "{}", text::score(&score(one.findings()), one))?;
        }
        return out.flush();
    }
    let mut raw = output::raw();
    match args.format {
        LintFormat::Text => {
            drop(raw);
            return print_text(linted);
        }
        LintFormat::Json => return write_document(&mut raw, &LintDocument::new(linted)),
        LintFormat::Sarif => sarif::log(linted, &mut raw)?,
        LintFormat::Github => ci::github(linted, &mut raw)?,
        LintFormat::Gitlab => ci::gitlab(linted, &mut raw)?,
        LintFormat::Junit => ci::junit(linted, &mut raw)?,
        LintFormat::Checkstyle => ci::checkstyle(linted, &mut raw)?,
    }
    raw.flush()
}

fn print_text(linted: &[Linted]) -> io::Result<()> {
    let mut out = output::text();
    for one in linted {
        write!(out, "{}", text::findings(one, output::width()))?;
    }
    let all = linted.iter().flat_map(Linted::findings);
    let files = match linted {
        [one] => one.name().to_owned(),
        several => format!("{} files", several.len()),
    };
    write!(out, "{files}: {}", findings::tally(all))?;
    if let [one] = linted {
        write!(out, "; score {} of 100", score(one.findings()).points)?;
    }
    writeln!(out)?;
    out.flush()
}

fn print_statistics(linted: &[Linted]) -> io::Result<()> {
    let mut out = output::text();
    for (name, severity, count) in findings::statistics(linted) {
        writeln!(out, "{count:>7}  {:8} {name}", severity.as_str())?;
    }
    out.flush()
}

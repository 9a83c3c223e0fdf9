//! `maycrawl lint`: what is wrong with files, why, and what to do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use maycrawl::Document;
use maycrawl_lint::{Finding, score};
use maycrawl_report::findings::{self, Linted, ci, sarif, text};
use maycrawl_report::json::LintDocument;

use crate::args::{LintArgs, LintFormat};
use crate::commands::Answered;
use crate::commands::check::write_document;
use crate::commands::linting::Linter;
use crate::failure::Failure;
use crate::input::{self, files};
use crate::output;

pub(crate) fn run(args: &LintArgs) -> Result<Answered, Failure> {
    let linter = Linter::new(&args.rules)?;
    let mut linted = Vec::new();
    for path in files::expand(&args.files)? {
        let document = Document::parse(input::read(&path)?);
        let findings = linter.lint(&document);
        linted.push(Linted::new(input::shown_name(&path), document, findings));
    }
    if let Some(path) = &args.write_baseline {
        return write_baseline(path, &linted);
    }
    if let Some(path) = args.baseline.as_ref().or(linter.own.baseline.as_ref()) {
        linted = without_known(linted, read_baseline(path)?);
    }
    let fails = linter.fail_on(args.fail_on);
    let has_failed = fails.is_some_and(|severity| linted.iter().any(|one| one.has(severity)));
    let printed = if args.quiet { Ok(()) } else { print(args, &linted) };
    output::finish(printed, Answered::from(!has_failed))
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
        writeln!(out, "{count:>7}  {:8} {name}", severity.name())?;
    }
    out.flush()
}

/// A baseline: for each file, how many findings of each kind are known.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Baseline {
    version: u32,
    files: BTreeMap<String, BTreeMap<String, u32>>,
}

fn write_baseline(path: &Path, linted: &[Linted]) -> Result<Answered, Failure> {
    let mut baseline = Baseline { version: 1, ..Baseline::default() };
    for one in linted.iter().filter(|one| !one.findings().is_empty()) {
        let known = baseline.files.entry(one.name().to_owned()).or_default();
        for finding in one.findings() {
            *known.entry(one.fingerprint(finding)).or_default() += 1;
        }
    }
    let mut text = serde_json::to_string_pretty(&baseline).unwrap_or_default();
    text.push('\n');
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let written =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        });
    written.map_err(|error| {
        Failure::input(format!("cannot write {}: {error}; check the path", path.display()))
    })?;
    let count = linted.iter().map(|one| one.findings().len()).sum::<usize>();
    output::say(&format!("{} holds {count} findings now", path.display()));
    Ok(Answered::Yes)
}

fn read_baseline(path: &Path) -> Result<Baseline, Failure> {
    if !path.exists() && fs::metadata(path).is_err() {
        let name = path.display();
        return Err(Failure::input(format!(
            "there is no baseline {name}; maycrawl lint --write-baseline {name} writes it"
        )));
    }
    serde_json::from_str(&input::read_text(path)?).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::input(format!("{}:{line}:{column}: this is no baseline: {error}", path.display()))
    })
}

/// The findings that a baseline does not hold: of several alike, those beyond
/// its number.
fn without_known(linted: Vec<Linted>, mut baseline: Baseline) -> Vec<Linted> {
    let new = linted.into_iter().map(|one| {
        let mut known = baseline.files.remove(one.name()).unwrap_or_default();
        let is_new = |finding: &&Finding| match known.get_mut(&one.fingerprint(finding)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        };
        let findings = one.findings().iter().filter(is_new).cloned().collect();
        Linted::new(one.name(), one.document().clone(), findings)
    });
    new.collect()
}

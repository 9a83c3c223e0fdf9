//! `maycrawl lint`: what is wrong with files, why, and what to do.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anstream::StripStream;
use clap::{Args, ValueEnum, ValueHint};
use maycrawl::{Document, access::Evidence};
use maycrawl_lint::{Finding, Severity};
#[cfg(feature = "sarif")]
use maycrawl_report::findings::sarif;
use maycrawl_report::findings::{self, Linted, ci, text};
use maycrawl_report::json::LintDocument;

use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::input::files::{self, FolderArgs};
use crate::linter::{Linter, RuleArgs};
use crate::network::{self, NetArgs, Network};
use crate::output;
use crate::settings::FailOn;
use crate::streams::Streams;
use crate::write::{Destination, Existing, Force};

mod baseline;
mod report;

/// `maycrawl lint`
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown, reason = "these comments are the help, not Markdown")]
#[command(after_help = "\
Exit status: 0 clean, 1 findings at or above --fail-on, 2 a usage or input error.

Examples:
  maycrawl lint robots.txt
  maycrawl lint --fail-on warning --format github .
  curl -s https://example.com/robots.txt | maycrawl lint -
  maycrawl lint --format sarif . > maycrawl.sarif
  maycrawl lint --write-baseline baseline.json old.txt")]
pub(crate) struct LintArgs {
    /// Files, URLs of sites, or folders in which every robots.txt is linted (hidden
    /// and git-ignored folders are skipped); - is standard input
    #[arg(value_name = "FILE", default_value = ".")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) folders: FolderArgs,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,

    /// Exit with status 1 if there is a finding of this severity or worse [default: error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    /// A baseline file, written by --write-baseline; its findings are not reported again
    #[arg(long, value_name = "FILE.json")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write the findings to a baseline file, and do not report them
    #[arg(
        long,
        value_name = "FILE.json",
        value_hint = ValueHint::FilePath,
        conflicts_with = "baseline"
    )]
    pub(crate) write_baseline: Option<Destination>,

    /// The name of standard input in reports
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<String>,

    /// Write the findings to a file, in place of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output_file: Option<Destination>,

    /// With --output-file or --write-baseline, replace an existing file of any kind, even one
    /// that is linted
    #[arg(long)]
    pub(crate) force: bool,

    /// Print only the number of findings of each rule
    #[arg(long)]
    pub(crate) statistics: bool,

    /// Print only the score, and how much each rule takes off it
    #[arg(long, conflicts_with = "statistics")]
    pub(crate) explain_score: bool,

    /// How findings are printed
    #[arg(long, short, value_enum, default_value_t)]
    pub(crate) format: LintFormat,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For people
    #[default]
    Text,
    /// A line for each finding: path:line:column: severity rule message
    Concise,
    /// One JSON document
    Json,
    /// SARIF 2.1.0
    #[cfg(feature = "sarif")]
    Sarif,
    /// Annotations for GitHub Actions
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// An XML test report
    Junit,
    /// Checkstyle's XML
    Checkstyle,
}

/// How many bytes of a file are linted: more than crawlers read.
const MOST_LINTED: usize = 1 << 20;

pub(crate) fn run(context: &Context, args: &LintArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let is_text = args.format == LintFormat::Text;
    if !is_text && (args.statistics || args.explain_score) {
        return Err(Failure::input(
            "--statistics and --explain-score print text only; leave --format out",
        ));
    }
    let linter = Linter::new(context, &args.rules, &args.net)?;
    let mut read = Vec::new();
    let mut is_incomplete = false;
    let network = Network::new(streams, &args.net, &[]);
    for path in files::expand(&args.files, &args.folders)? {
        // One file that cannot be read hides nothing of the others.
        match network::read_with_evidence(&path, &network) {
            Ok((source, outcome)) => {
                if let Some(outcome) = outcome {
                    streams.note(&outcome);
                }
                let mut bytes = source.bytes;
                if bytes.len() > MOST_LINTED {
                    bytes.truncate(MOST_LINTED);
                    // A rule that is cut would mean something else.
                    let end = memchr::memrchr(b'\n', &bytes).map_or(bytes.len(), |end| end + 1);
                    bytes.truncate(end);
                    streams.say(&format!(
                        "{}: only the first MiB is linted; crawlers read 512,000 bytes",
                        source.name
                    ));
                }
                // A site's file has one address, whatever URL of the site was named.
                let path = if network::is_url(&path) { source.name.into() } else { path };
                read.push((path, Document::parse(bytes), source.evidence));
            }
            Err(failure) => {
                streams.say(&failure.to_string());
                is_incomplete = true;
            }
        }
    }
    if read.is_empty() {
        return Ok(ExitStatus::Error);
    }
    let found = lint_all(streams, &linter, &read);
    let named = read.into_iter().zip(found).map(|((path, document, _), findings)| {
        let name = match &args.stdin_filename {
            Some(name) if input::is_stdin(&path) => name.clone(),
            _ => input::shown_name(&path),
        };
        (path, Linted::new(name, document, findings))
    });
    let linted: Vec<_> = named.collect();
    if let Some(file) = &args.write_baseline {
        return baseline::write(streams, file, Force::new(args.force), &linted);
    }
    let known = args.baseline.as_ref().or(linter.own.baseline.as_ref());
    let linted = match known {
        Some(path) => baseline::without_known(streams, path, linted)?,
        None => linted.into_iter().map(|(_, linted)| linted).collect(),
    };
    let fails = linter.fail_on(args.fail_on);
    let has_failed = fails.is_some_and(|severity| linted.iter().any(|one| one.has(severity)));
    let printed = if streams.is_quiet() && args.output_file.is_none() {
        Ok(())
    } else {
        print(streams, args, &linted, fails)
    };
    let status = output::finish(printed, ExitStatus::from(!has_failed))?;
    Ok(if is_incomplete { ExitStatus::Error } else { status })
}

/// The findings of each file, found side by side on all processors.
fn lint_all(
    streams: &Streams,
    linter: &Linter<'_>,
    read: &[(PathBuf, Document, Option<Evidence>)],
) -> Vec<Vec<Finding>> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let progress = streams.progress("files", Some(read.len()));
    let work = || {
        let mut found = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some((_, document, evidence)) = read.get(index)
        {
            found.push((index, linter.lint(document, evidence.as_ref())));
            progress.inc(1);
        }
        found
    };
    let mut found: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(read.len())).map(|_| scope.spawn(work)).collect();
        let own = work();
        own.into_iter().chain(others.into_iter().flat_map(joined)).collect()
    });
    progress.finish_and_clear();
    found.sort_unstable_by_key(|(index, _)| *index);
    found.into_iter().map(|(_, findings)| findings).collect()
}

/// What a thread found. If it panicked, so does this one.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Prints findings, or writes them to the file that is asked for.
fn print(
    streams: &Streams,
    args: &LintArgs,
    linted: &[Linted],
    fails: Option<Severity>,
) -> Result<(), Failure> {
    let Some(file) = &args.output_file else {
        let is_text = args.format == LintFormat::Text;
        let mut out: Box<dyn Write> =
            if is_text { Box::new(streams.text()) } else { Box::new(streams.raw()) };
        return Ok(
            write(&mut *out, args, linted, fails, streams.width()).and_then(|()| out.flush())?
        );
    };
    let mut written = Vec::new();
    write(&mut StripStream::new(&mut written), args, linted, fails, streams.width())?;
    let existing =
        Existing::IsReplaced { kind: "a report of maycrawl lint", is_kind: report::is_report };
    file.write(streams, &written, existing, Force::new(args.force))?;
    let found = match linted.iter().map(|one| one.findings().len()).sum() {
        0 => "no finding".into(),
        1 => "1 finding".into(),
        count => format!("{count} findings"),
    };
    streams.note(&format!("{found} in {}", file.path().display()));
    Ok(())
}

fn write(
    out: &mut dyn Write,
    args: &LintArgs,
    linted: &[Linted],
    fails: Option<Severity>,
    width: usize,
) -> io::Result<()> {
    if args.statistics {
        for (name, severity, count) in findings::statistics(linted) {
            writeln!(out, "{count:>7}  {:8} {name}", severity.as_str())?;
        }
        return Ok(());
    }
    if args.explain_score {
        return linted.iter().try_for_each(|one| write!(out, "{}", text::score(one)));
    }
    match args.format {
        // The score of a few rules would be that of another file.
        LintFormat::Text => write_text(out, linted, !args.rules.select.is_empty(), width),
        LintFormat::Concise => ci::concise(linted, out),
        LintFormat::Json => output::write_document(&mut &mut *out, &LintDocument::new(linted)),
        #[cfg(feature = "sarif")]
        LintFormat::Sarif => sarif::log(linted, out),
        LintFormat::Github => ci::github(linted, out),
        LintFormat::Gitlab => ci::gitlab(linted, out),
        LintFormat::Junit => ci::junit(linted, fails, out),
        LintFormat::Checkstyle => ci::checkstyle(linted, out),
    }
}

fn write_text(
    out: &mut dyn Write,
    linted: &[Linted],
    is_selection: bool,
    width: usize,
) -> io::Result<()> {
    for one in linted {
        write!(out, "{}", text::findings(one, width))?;
    }
    let all = linted.iter().flat_map(Linted::findings);
    let files = match linted {
        [one] => one.name().to_owned(),
        several => format!("{} files", several.len()),
    };
    write!(out, "{files}: {}", findings::tally(all))?;
    // No file, or an empty one, is neither healthy nor broken.
    let is_nothing = |one: &Linted| one.document().source().is_empty() && one.findings().is_empty();
    if let [one] = linted
        && !is_selection
        && !is_nothing(one)
    {
        let score = one.score();
        write!(out, "; score {} of 100, {}", score.points, score.grade().as_str())?;
    }
    writeln!(out)
}

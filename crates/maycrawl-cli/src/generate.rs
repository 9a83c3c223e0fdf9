//! `maycrawl generate`: writes a robots.txt from choices.

use std::path::Path;

use maycrawl::Document;
use maycrawl_crawlers::Catalogue;
use maycrawl_generate::{Comments, MergeErrorKind, MergedFile, Note, Plan, Preset};
use maycrawl_lint::{Finding, LintContext, Settings, Severity, lint};
use maycrawl_report::json::{GenerateDocument, PresetsDocument};
use maycrawl_report::presets;

use crate::catalogue;
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, TextOrJson};
use crate::streams::Streams;
use crate::write::{Destination, Existing, Force, replace};

mod args;
mod choices;

pub(crate) use args::GenerateArgs;

pub(crate) fn run(context: &Context, args: &GenerateArgs) -> Result<ExitStatus, Failure> {
    let streams = &context.streams;
    let catalogue = catalogue::load(context, &args.known)?;
    if args.list || args.explain.is_some() {
        return show(streams, args, &catalogue);
    }
    if [&args.from, &args.merge].iter().all(|path| path.as_deref().is_some_and(input::is_stdin)) {
        return Err(Failure::input(
            "--from and --merge both read standard input; name a file for one",
        ));
    }
    let mut choices = match &args.from {
        Some(path) => choices::of_file(streams, path, &catalogue, args.force)?,
        None => Vec::new(),
    };
    choices.extend(choices::of_options(&args.choices, &catalogue, args.force)?);
    if choices.is_empty() {
        return Err(Failure::input(
            "nothing to generate; choose a --preset (--list shows them), or say what to --block or --disallow",
        ));
    }
    let make = if args.force { Plan::with_any_token } else { Plan::new };
    let mut plan =
        make(&choices, &catalogue).map_err(|error| Failure::input(choices::advice(&error)))?;
    if args.star_only {
        plan = plan.star_only();
    }
    for note in plan.notes() {
        streams.note(&sentence(note));
    }
    if let Some(path) = &args.merge {
        return merge(streams, args, &plan, path, &catalogue);
    }
    let file = plan.write(comments(args));
    warn(streams, &file, &catalogue, &plan);
    give(streams, args, &plan, file.as_bytes(), None)
}

/// Adds the plan to a file.
fn merge(
    streams: &Streams,
    args: &GenerateArgs,
    plan: &Plan,
    path: &Path,
    catalogue: &Catalogue,
) -> Result<ExitStatus, Failure> {
    let name = input::shown_name(path);
    let source = input::read(streams, path)?;
    let merged = match plan.merge(&source, catalogue, comments(args)) {
        Ok(merged) => merged,
        Err(error) if *error.kind() == MergeErrorKind::NotRobotsTxt => {
            return Err(Failure::input(format!("{name}: {error}; nothing was written")));
        }
        Err(error) => {
            streams.say(&format!("{name}: {error}; nothing was written"));
            return Ok(ExitStatus::No);
        }
    };
    for group in &merged.sufficient {
        let (agent, line) = (&group.agent, group.line);
        streams.note(&format!(
            "{name}: line {line} already names {agent}, and its group needs no additions"
        ));
    }
    for note in &merged.notes {
        streams.note(&format!("{name}: {note}"));
    }
    if merged.added.is_empty() {
        streams.note(&format!("{name}: there is nothing to add"));
    }
    if args.diff {
        return output::finish(
            output::print_diff(streams, path, &source, &merged.bytes),
            ExitStatus::Yes,
        );
    }
    give(streams, args, plan, &merged.bytes, Some((&merged, path, &source)))
}

fn comments(args: &GenerateArgs) -> Comments {
    if args.no_comments { Comments::Omit } else { Comments::Include }
}

/// A note of the generator, with the option that helps.
fn sentence(note: &Note) -> String {
    match note {
        Note::BlocksSearchEngines { source, tokens } => format!(
            "{source} also blocks crawlers of search engines: {}; --allow TOKEN exempts one",
            tokens.join(", ")
        ),
        _ => note.to_string(),
    }
}

/// Prints the result, or writes it to a file.
fn give(
    streams: &Streams,
    args: &GenerateArgs,
    plan: &Plan,
    result: &[u8],
    merged: Option<(&MergedFile, &Path, &[u8])>,
) -> Result<ExitStatus, Failure> {
    let printed = match (args.format, &args.output) {
        (TextOrJson::Json, output) => {
            if let Some(file) = output {
                put(streams, args, file, result, merged)?;
            }
            let merged = merged.map(|(merged, ..)| merged);
            let mut document = GenerateDocument::new(plan, result, merged);
            document.notes = plan.notes().iter().map(sentence).collect();
            output::print_document(streams, &document)
        }
        (TextOrJson::Text, Some(file)) => {
            put(streams, args, file, result, merged)?;
            let name = file.path().display();
            match merged {
                // That there was nothing to add is said before.
                Some((_, from, source)) if file.is_at(from) && source == result => {}
                Some((_, from, _)) if file.is_at(from) => streams.note(&format!("added to {name}")),
                _ => streams.note(&format!("wrote {name}")),
            }
            Ok(())
        }
        (TextOrJson::Text, None) => output::print_bytes(streams, result),
    };
    output::finish(printed, ExitStatus::Yes)
}

/// Writes a file. Without `--force` it replaces only the file of `--merge`.
fn put(
    streams: &Streams,
    args: &GenerateArgs,
    file: &Destination,
    result: &[u8],
    merged: Option<(&MergedFile, &Path, &[u8])>,
) -> Result<(), Failure> {
    match merged.filter(|(_, from, _)| file.is_at(from)) {
        Some((_, _, source)) if source == result => Ok(()),
        Some((_, from, source)) => replace(from, source, result),
        None => {
            let existing = Existing::Stays("add to it with --merge, or replace it with --force");
            file.write(streams, result, existing, Force::new(args.force))
        }
    }
}

/// Reports what the linter would find in the new file.
fn warn(streams: &Streams, file: &str, catalogue: &Catalogue, plan: &Plan) {
    let agents: Vec<_> = plan.crawlers().iter().map(|one| one.agent.clone()).collect();
    let known = LintContext { catalogue, agents: &agents, ..LintContext::default() };
    let findings = lint(&Document::parse(file), &known, &Settings::default());
    // What was asked for in so many words is no news.
    let is_wished = |finding: &&Finding| {
        ["group-blocks-everything", "agent-search-engine-blocked"].contains(&finding.rule.name)
    };
    let warnings = findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    for finding in warnings.filter(|finding| !is_wished(finding)) {
        let line = file
            .get(..finding.span.start as usize)
            .map_or(1, |before| before.matches('\n').count() + 1);
        let text = file.lines().nth(line - 1).unwrap_or_default();
        streams.note(&format!(
            "line {line}, {text}: {}; {} (maycrawl explain {})",
            finding.message, finding.help, finding.rule.name
        ));
    }
}

/// Shows presets.
fn show(
    streams: &Streams,
    args: &GenerateArgs,
    catalogue: &Catalogue,
) -> Result<ExitStatus, Failure> {
    let failed = |error: maycrawl_generate::Error| Failure::input(choices::advice(&error));
    let shown =
        || presets::shown(args.explain.as_deref(), catalogue, comments(args)).map_err(failed);
    let printed = match (args.format, &args.explain) {
        (TextOrJson::Json, _) => output::print_document(streams, &PresetsDocument::new(&shown()?)),
        (TextOrJson::Text, Some(_)) => {
            let page = |(preset, asked, file): &(&Preset, String, String)| {
                presets::page(preset, &format!("--preset {asked}"), file, streams.width())
            };
            output::print_text(streams, shown()?.iter().map(page).collect::<String>())
        }
        (TextOrJson::Text, None) => output::print_text(streams, presets::list()),
    };
    output::finish(printed, ExitStatus::Yes)
}

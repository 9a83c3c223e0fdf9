//! `cargo xtask lint DIR`: what the linter finds in real files, and whether its
//! fixes and the formatter keep every promise.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use maycrawl::{Agent, Dialect, Document, Robots, dialect::Preset};
use maycrawl_lint::{
    Applicability, Finding, LineOrder, LintContext, RULES, Settings, Severity, apply, changes,
    format, lint, locked_out, repair,
};
use testkit::answers::difference;
use testkit::generate;

use crate::Outcome;
use crate::promises::broken_promises;

/// An agent and a URL.
type Question = (Vec<u8>, Vec<u8>);

/// More rounds than fixes of a real file may take.
const MOST_ROUNDS: u32 = 10;

/// The fixes of one file that are tried alone.
const MOST_FIXES_ALONE: usize = 40;

/// The files of each half whose unsafe fixes are tried one by one.
const MOST_PROMISES: u64 = 1_000;

/// What was found.
#[derive(Default)]
struct Counts {
    files: u64,
    /// Findings and files by rule.
    rules: BTreeMap<&'static str, (u64, u64)>,
    /// Warnings and errors of each usual file.
    warnings: Vec<usize>,
    usual: u64,
    time: Duration,
    fixed_safely: u64,
    formatted: u64,
    left_alone: u64,
    unsafe_rounds: BTreeMap<u32, u64>,
    questions: usize,
    /// Files in which unsafe fixes keep somebody from the home page; must be none.
    locked: Vec<String>,
    broken: Vec<String>,
}

pub(crate) fn run(folder: &Path) -> Outcome {
    let verdicts = fs::read(folder.join("verdicts.tsv")).unwrap_or_default();
    let mut asked: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    for row in verdicts.split(|byte| *byte == b'\n').skip(1) {
        let mut cells = row.split(|byte| *byte == b'\t');
        if let (Some(file), Some(agent), Some(url)) = (cells.next(), cells.next(), cells.next()) {
            let name = String::from_utf8_lossy(file).into_owned();
            asked.entry(name).or_default().push((agent.to_vec(), url.to_vec()));
        }
    }
    let real = folder.join("real");
    let entries =
        fs::read_dir(&real).map_err(|error| format!("cannot read {}: {error}", real.display()))?;
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    let look = |names: &[std::ffi::OsString]| -> Result<Counts, String> {
        let mut counts = Counts::default();
        for name in names {
            let path = real.join(name);
            let source = fs::read(&path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let name = name.to_string_lossy().into_owned();
            let questions = asked.get(&name).map(Vec::as_slice).unwrap_or_default();
            counts.look_at(&name, &source, questions);
        }
        Ok(counts)
    };
    let (one, other) = names.split_at(names.len() / 2);
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| look(one));
        // First its own half: joining waits.
        let other = look(other);
        (one.join(), other)
    });
    let mut counts = one.map_err(|_| "a file made the linter panic")??;
    counts.add(other?);
    counts.print();
    counts.broken.extend(made_files());
    counts.broken.append(&mut counts.locked);
    if counts.broken.is_empty() { Ok(()) } else { Err(counts.broken.join("\n")) }
}

/// The made files whose fixes are tried.
const MADE: usize = 20_000;

/// What unsafe fixes of made files do that they should not: the same files each time.
fn made_files() -> Vec<String> {
    let mut broken = BTreeSet::new();
    for (index, file) in generate::made(&generate::with_slips(), MADE).iter().enumerate() {
        let kept = broken_promises(file).into_iter();
        broken.extend(
            kept.map(|promise| format!("made file {index}: {promise}: {}", file.escape_ascii())),
        );
    }
    println!("\nmade files: {MADE}, promises of unsafe fixes broken: {}", broken.len());
    broken.into_iter().collect()
}

fn findings(document: &Document) -> Vec<Finding> {
    lint(document, &LintContext::default(), &Settings::default())
}

impl Counts {
    fn look_at(&mut self, name: &str, source: &[u8], questions: &[Question]) {
        self.files += 1;
        let begun = Instant::now();
        let document = Document::parse(source);
        let found = findings(&document);
        self.time += begun.elapsed();

        let mut in_file: BTreeMap<&'static str, u64> = BTreeMap::new();
        for finding in &found {
            *in_file.entry(finding.rule.name).or_default() += 1;
            let spans = finding.related.iter().map(|(span, _)| *span).chain([finding.span]);
            let edits = finding.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            for span in spans.chain(edits) {
                if span.start > span.end || span.end as usize > source.len() {
                    self.broken
                        .push(format!("{name}: {}: {span:?} is out of bounds", finding.rule.name));
                }
            }
        }
        for (rule, count) in in_file {
            let (findings, files) = self.rules.entry(rule).or_default();
            *findings += count;
            *files += 1;
        }
        let is_usual = Robots::parse(source, &Dialect::GOOGLE).groups().len() > 0;
        if is_usual {
            self.usual += 1;
            let loud = |finding: &&Finding| finding.severity >= Severity::Warning;
            self.warnings.push(found.iter().filter(loud).count());
        }

        let safe = repair(source, Applicability::Safe, findings);
        let all = repair(source, Applicability::Unsafe, findings);
        if all.rounds > MOST_ROUNDS {
            self.broken.push(format!("{name}: fixes take {} rounds", all.rounds));
        }
        self.look_at_home(name, source, &all.source);
        let formatted = format(source, LineOrder::Source);
        self.fixed_safely += u64::from(!safe.applied.is_empty());
        self.formatted += u64::from(formatted.source != source);
        self.left_alone += u64::from(formatted.refusal.is_some());
        *self.unsafe_rounds.entry(all.rounds).or_default() += 1;
        if format(&formatted.source, LineOrder::Source).source != formatted.source {
            self.broken.push(format!("{name}: fmt is not idempotent"));
        }
        if self.files <= MOST_PROMISES {
            let broken = broken_promises(source).into_iter();
            self.broken.extend(broken.map(|promise| format!("{name}: {promise}")));
        }
        self.compare(name, "fix", (source, &safe.source), questions);
        self.compare(name, "fmt", (source, &formatted.source), questions);
    }

    /// Looks whether all unsafe fixes together, or one alone, block `/` for anyone in any
    /// preset.
    fn look_at_home(&mut self, name: &str, source: &[u8], fixed: &[u8]) {
        for change in locked_out(source, fixed) {
            let agent = change.agent.escape_ascii();
            self.locked.push(format!("{name}: {agent} in {:?}", change.dialects));
        }
        // What an editor applies one by one; a file with many needs a sample only.
        let document = Document::parse(source);
        let found = findings(&document);
        let all = found.iter().flat_map(|one| one.fixes.iter().map(|fix| (one.rule.name, fix)));
        let of_doubt = all.filter(|(_, fix)| fix.applicability == Applicability::Unsafe);
        for (rule, fix) in of_doubt.take(MOST_FIXES_ALONE) {
            if let Some(change) = locked_out(source, &apply(source, &fix.edits)).first() {
                let agent = change.agent.escape_ascii();
                let (id, dialects) = (&fix.id, &change.dialects);
                self.locked.push(format!("{name}: {rule} alone ({id}): {agent} in {dialects:?}"));
            }
        }
    }

    /// Asks both versions the same in every preset: each agent of the questions
    /// about each of their URLs and what it is told beside rules, and a path of
    /// every rule for every agent that the file names.
    fn compare(
        &mut self,
        name: &str,
        what: &str,
        (before, after): (&[u8], &[u8]),
        questions: &[Question],
    ) {
        if before == after {
            return;
        }
        if let Some(change) = changes(before, after, 1).found.first() {
            let path = change.path.escape_ascii();
            self.broken.push(format!("{name}: {what} changes {path} in {:?}", change.dialects));
        }
        let mut agents: BTreeSet<&[u8]> = BTreeSet::from([&b"*"[..]]);
        let mut urls: BTreeSet<&[u8]> = BTreeSet::new();
        for (agent, url) in questions {
            agents.insert(agent);
            urls.insert(url);
        }
        let agents: Vec<Agent> = agents.into_iter().map(Agent::token).collect();
        let urls: Vec<&[u8]> = urls.into_iter().collect();
        self.questions += Preset::ALL.len() * agents.len() * urls.len();
        if let Some(difference) = difference(before, after, &agents, &urls) {
            self.broken.push(format!("{name}: after {what}, {difference}"));
        }
    }

    fn add(&mut self, other: Self) {
        self.files += other.files;
        for (rule, (findings, files)) in other.rules {
            let held = self.rules.entry(rule).or_default();
            *held = (held.0 + findings, held.1 + files);
        }
        self.warnings.extend(other.warnings);
        self.usual += other.usual;
        self.time += other.time;
        self.fixed_safely += other.fixed_safely;
        self.formatted += other.formatted;
        self.left_alone += other.left_alone;
        for (rounds, files) in other.unsafe_rounds {
            *self.unsafe_rounds.entry(rounds).or_default() += files;
        }
        self.questions += other.questions;
        self.locked.extend(other.locked);
        self.broken.extend(other.broken);
    }

    /// Prints the figures as Markdown.
    fn print(&mut self) {
        self.warnings.sort_unstable();
        let at =
            |part: usize| self.warnings.get(self.warnings.len().saturating_sub(1) * part / 100);
        println!("files {}, usual {}", self.files, self.usual);
        println!("lint of all: {:.2} s", self.time.as_secs_f64());
        println!("warnings and errors: median {:?}, 90th percentile {:?}", at(50), at(90));
        println!(
            "safe fixes touch {} files; fmt changes {}, leaves {} alone",
            self.fixed_safely, self.formatted, self.left_alone
        );
        println!("rounds with unsafe fixes: {:?}", self.unsafe_rounds);
        println!("files in which unsafe fixes block / for anyone: {}", self.locked.len());
        for locked in &self.locked {
            println!("- {locked}");
        }
        println!("questions asked of both versions: {}", self.questions);
        println!("\n| rule | severity | findings | files | share |\n|---|---|---|---|---|");
        let mut rules: Vec<_> = self.rules.iter().collect();
        rules.sort_by_key(|(_, (_, files))| std::cmp::Reverse(*files));
        for (name, (findings, files)) in rules {
            let severity =
                RULES.iter().find(|rule| rule.name == *name).map(|rule| rule.severity.as_str());
            let share = files * 1000 / self.files;
            println!(
                "| `{name}` | {} | {findings} | {files} | {}.{} % |",
                severity.unwrap_or(""),
                share / 10,
                share % 10
            );
        }
    }
}

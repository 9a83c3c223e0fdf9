//! `maycrawl check`: who may crawl what, by which line and why.

use std::io::Write;

use maycrawl::{Agent, Dialect, Robots, Rules};
use maycrawl_report::json::{
    CheckDocument, ComparisonDocument, RobotsFile, WireAnswer, WireComparison,
};
use maycrawl_report::rows::{self, Separator};
use maycrawl_report::{Answer, Comparison, File, agent_name, tables, text};
use maycrawl_url::Origin;

use crate::args::{Check, Format};
use crate::commands::Answered;
use crate::failure::Failure;
use crate::input::{self, urls};
use crate::output;

/// Everything that a question needs but its URL.
struct Asking<'a> {
    file: File,
    robots: Robots,
    /// One for every agent.
    rules: Vec<Rules>,
    origin: Option<Origin>,
    args: &'a Check,
}

pub(crate) fn run(args: &Check) -> Result<Answered, Failure> {
    let asking = Asking::new(args)?;
    asking.hint();
    if args.all_dialects {
        return asking.compare();
    }
    match args.format {
        _ if args.quiet => asking.stream(|_, _| Ok(())),
        Format::Text => asking.print_text(),
        Format::Json => asking.print_json(),
        Format::Jsonl => {
            let mut out = output::raw();
            let answered = asking.stream(|rules, url| {
                let answer = asking.answer(rules, url);
                serde_json::to_writer(&mut out, &WireAnswer::from(&answer))
                    .map_err(std::io::Error::from)?;
                Ok(out.write_all(b"\n")?)
            })?;
            out.flush()?;
            Ok(answered)
        }
        Format::Tsv => asking.print_rows(Separator::Tab),
        Format::Csv => asking.print_rows(Separator::Comma),
    }
}

impl<'a> Asking<'a> {
    fn new(args: &'a Check) -> Result<Self, Failure> {
        let Some(path) = &args.robots else {
            return Err(Failure::input("no robots.txt to ask: give one with --robots FILE"));
        };
        if input::is_stdin(path) && args.urls.as_deref().is_some_and(input::is_stdin) {
            return Err(Failure::input(
                "standard input cannot be both the robots.txt and the list of URLs: name a file for one of them",
            ));
        }
        let origin = args.origin.as_deref().map(str::parse).transpose().map_err(|error| {
            let given = args.origin.as_deref().unwrap_or_default();
            Failure::input(format!("--origin {given}: {error}; write it like https://example.com"))
        })?;
        let file = File::new(input::shown_name(path), input::read(path)?);
        let robots = Robots::parse(file.source(), &args.dialect);
        let rules = agents(args).iter().map(|agent| robots.rules(agent)).collect();
        Ok(Self { file, robots, rules, origin, args })
    }

    /// Says on standard error what the user may not expect.
    fn hint(&self) {
        if self.args.quiet {
            return;
        }
        let dialect = &self.args.dialect;
        for rules in &self.rules {
            let agent = rules.agent();
            let is_anonymous = agent.tokens().all(|token| token == b"*");
            if !is_anonymous && !agent.can_be_named(dialect) && !self.args.all_dialects {
                output::say(&format!(
                    "no User-agent line can name {} in the dialect {dialect}; give the product token alone, such as Googlebot",
                    agent_name(agent),
                ));
            }
        }
        if self.robots.is_refused() {
            output::say(&format!(
                "{} is too large for the dialect {dialect}, which then allows everything",
                self.file.name(),
            ));
        } else if self.robots.unread() > 0 {
            output::say(&format!(
                "the last {} octets of {} are not read in the dialect {dialect}: it is too large",
                self.robots.unread(),
                self.file.name(),
            ));
        }
    }

    /// Calls `each` with the rules of every agent, for every URL. Out of scope
    /// counts as no.
    fn stream(
        &self,
        mut each: impl FnMut(&Rules, &[u8]) -> Result<(), Failure>,
    ) -> Result<Answered, Failure> {
        let mut all_allowed = true;
        self.for_each_url(|url| {
            for rules in &self.rules {
                each(rules, url)?;
                all_allowed &= self.is_in_scope(url) && rules.check_url(url).is_allowed();
            }
            Ok(())
        })?;
        Ok(all_allowed.into())
    }

    /// Calls `each` with every URL: those given, then those listed.
    fn for_each_url(
        &self,
        mut each: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut checked = |url: &[u8], place: &str| {
            urls::is_askable(url, &self.args.dialect)
                .map_err(|error| not_askable(url, place, &error))?;
            each(url)
        };
        for url in &self.args.given {
            checked(input::octets(url), "")?;
        }
        if let Some(path) = &self.args.urls {
            let mut list = urls::UrlList::open(path)?;
            while let Some((url, place)) = list.next_url()? {
                checked(&url, &place)?;
            }
        }
        Ok(())
    }

    /// A path is always in scope; a URL is if its origin is the file's.
    fn is_in_scope(&self, url: &[u8]) -> bool {
        self.origin.as_ref().is_none_or(|origin| {
            url.starts_with(b"/") || urls::target(url).is_ok_and(|target| target.origin() == origin)
        })
    }

    fn answer(&self, rules: &Rules, url: &[u8]) -> Answer {
        match &self.origin {
            Some(origin) if !self.is_in_scope(url) => {
                Answer::out_of_scope(rules, url, origin.to_string())
            }
            _ => Answer::ask(rules, url),
        }
    }

    /// Explains each answer, or shows a table where that would be too long.
    fn print_text(&self) -> Result<Answered, Failure> {
        let mut out = output::text();
        let is_matrix = self.rules.len() > 1 && self.args.given.len() > 1;
        let answered = if is_matrix || self.args.urls.is_some() {
            // Held back so that columns line up, but never for long.
            const ROWS: usize = 1000;
            let mut held = Vec::new();
            let n_agents = self.rules.len();
            let answered = self.stream(|rules, url| {
                held.push(self.answer(rules, url));
                if held.len() >= ROWS * n_agents {
                    writeln!(out, "{}", tables::matrix(&held, n_agents))?;
                    held.clear();
                }
                Ok(())
            })?;
            if !held.is_empty() {
                writeln!(out, "{}", tables::matrix(&held, n_agents))?;
            }
            answered
        } else {
            let width = output::width();
            let mut is_first = true;
            self.stream(|rules, url| {
                if !is_first {
                    writeln!(out)?;
                }
                is_first = false;
                Ok(writeln!(out, "{}", text::answer(&self.answer(rules, url), &self.file, width))?)
            })?
        };
        out.flush()?;
        Ok(answered)
    }

    fn print_json(&self) -> Result<Answered, Failure> {
        let mut answers = Vec::new();
        let answered = self.stream(|rules, url| {
            answers.push(WireAnswer::from(&self.answer(rules, url)));
            Ok(())
        })?;
        print_document(&CheckDocument {
            version: 1,
            robots: RobotsFile::new(&self.file, self.robots.unread()),
            dialect: self.args.dialect.to_string(),
            answers,
        })?;
        Ok(answered)
    }

    fn print_rows(&self, separator: Separator) -> Result<Answered, Failure> {
        let mut out = output::raw();
        let mut write_row = |cells: &[Vec<u8>]| rows::write(&mut out, separator, cells);
        write_row(&rows::COLUMNS.map(Into::into))?;
        let answered = self.stream(|rules, url| {
            let cells = if self.is_in_scope(url) {
                rows::cells(rules, url, rules.check_url(url))
            } else {
                rows::out_of_scope(rules, url)
            };
            Ok(write_row(&cells)?)
        })?;
        out.flush()?;
        Ok(answered)
    }

    /// Asks every dialect.
    fn compare(&self) -> Result<Answered, Failure> {
        let parsed: Vec<_> = Dialect::PRESETS
            .iter()
            .map(|(_, dialect)| Robots::parse(self.file.source(), dialect))
            .collect();
        let mut all_allowed = true;
        let mut comparisons = Vec::new();
        self.for_each_url(|url| {
            for rules in &self.rules {
                let base = &self.args.dialect;
                let comparison =
                    Comparison::ask(self.file.source(), &parsed, rules.agent(), url, base);
                all_allowed &= comparison.is_allowed_by_all();
                comparisons.push(comparison);
            }
            Ok(())
        })?;
        match self.args.format {
            Format::Json => print_document(&ComparisonDocument {
                version: 1,
                robots: RobotsFile::new(&self.file, self.robots.unread()),
                dialect: self.args.dialect.to_string(),
                comparisons: comparisons.iter().map(WireComparison::from).collect(),
            })?,
            Format::Text => {
                let mut out = output::text();
                for (index, comparison) in comparisons.iter().enumerate() {
                    let gap = if index > 0 { "\n" } else { "" };
                    writeln!(out, "{gap}{}", tables::dialects(comparison))?;
                }
                out.flush()?;
            }
            _ => {
                return Err(Failure::input(
                    "--all-dialects prints --format text or json, no other",
                ));
            }
        }
        Ok(all_allowed.into())
    }
}

/// The agents that ask: those given, or one that no group names.
fn agents(args: &Check) -> Vec<Agent> {
    let given: Vec<_> =
        args.agents.iter().map(|token| Agent::token(input::octets(token))).collect();
    if given.is_empty() { vec![Agent::token("*")] } else { given }
}

fn not_askable(url: &[u8], place: &str, error: &maycrawl_url::Error) -> Failure {
    let shown = String::from_utf8_lossy(url);
    Failure::input(format!(
        "{place}{shown:?}: {error}; give a URL such as https://example.com/a, or a path that begins with /"
    ))
}

/// Prints one whole JSON document.
fn print_document(document: &impl serde::Serialize) -> Result<(), Failure> {
    let mut out = output::raw();
    serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

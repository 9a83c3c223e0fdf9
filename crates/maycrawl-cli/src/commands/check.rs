//! `maycrawl check`: who may crawl what, by which line and why.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;

use maycrawl::{Agent, Dialect, Robots, Rules, UrlPath};
use maycrawl_crawlers::{Catalogue, Crawler};
use maycrawl_report::json::RobotsFile;
use maycrawl_report::{Answer, File, agent_name, json_text};
use maycrawl_url::Origin;

use crate::args::Check;
use crate::commands::answers::{Answers, Told};
use crate::commands::{Answered, against, dialects, sites};
use crate::failure::Failure;
use crate::input::network::Network;
use crate::input::urls::{self, Listed, Urls};
use crate::input::{self, catalogue, network};
use crate::output;

/// Everything that a question needs but its URL.
pub(crate) struct Asking<'a> {
    pub(crate) file: File,
    pub(crate) robots: Robots,
    /// One for every agent.
    pub(crate) rules: Vec<Rules>,
    pub(crate) origin: Option<Origin>,
    pub(crate) args: &'a Check,
}

pub(crate) fn run(args: &Check) -> Result<Answered, Failure> {
    let needs_one_file = args.against.is_some() || args.all_dialects || args.origin.is_some();
    if args.robots.is_none() && !needs_one_file {
        return sites::run(args);
    }
    let for_sites = [
        ("--resume", args.resume.is_some()),
        ("--retry-later", args.retry_later.is_some()),
        ("--unordered", args.unordered),
    ];
    if let Some((name, _)) = for_sites.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::input(format!(
            "{name} is for URLs of many sites, each asked for its own file: leave out --robots and the like",
        )));
    }
    let asking = Asking::new(args)?;
    asking.hint();
    match () {
        () if args.against.is_some() => against::run(&asking),
        () if args.all_dialects => dialects::run(&asking),
        () => asking.print(),
    }
}

/// The robots.txt that is asked: the one given, or that of the origin or of the first
/// URL's site.
fn robots_of(args: &Check) -> Result<PathBuf, Failure> {
    let first = args.given.first().map(PathBuf::from).filter(|url| network::is_url(url));
    let origin = args.origin.as_ref().map(PathBuf::from);
    args.robots.clone().or(origin).or(first).ok_or_else(|| {
        Failure::input(
            "no robots.txt to ask: give one with --robots FILE, or a whole URL such as https://example.com/page, whose robots.txt is fetched",
        )
    })
}

impl<'a> Asking<'a> {
    fn new(args: &'a Check) -> Result<Self, Failure> {
        let path = &robots_of(args)?;
        let others = [&args.urls, &args.sitemap, &args.against];
        let from_stdin = others.into_iter().flatten().filter(|other| input::is_stdin(other));
        if from_stdin.count() + usize::from(input::is_stdin(path)) > 1 {
            return Err(Failure::input(
                "standard input cannot be two things, such as the robots.txt and the list of URLs: name a file for one of them",
            ));
        }
        let origin = args.origin.as_deref().map(str::parse).transpose().map_err(|error| {
            let given = args.origin.as_deref().unwrap_or_default();
            Failure::input(format!("--origin {given}: {error}; write it like https://example.com"))
        })?;
        // A site's file governs that site.
        let site = || path.to_str().filter(|_| network::is_url(path))?.parse().ok();
        let origin = origin.or_else(site);
        let source = network::read(path, &Network::new(&args.net, &args.dialect))?;
        let file = File::new(source.name, source.octets);
        let robots = Robots::parse(file.source(), &args.dialect);
        let rules = agents(args)?.iter().map(|agent| robots.rules(agent)).collect();
        Ok(Self { file, robots, rules, origin, args })
    }

    /// Says on standard error what the user may not expect.
    fn hint(&self) {
        if self.args.quiet {
            return;
        }
        let dialect = &self.args.dialect;
        if !self.args.all_dialects {
            hint_at_unnameable(self.rules.iter().map(Rules::agent), dialect);
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

    /// Prints the verdict of every agent on every URL. A URL that is out of scope has
    /// none, which counts as no. Where nobody reads the output any more, the answer
    /// is that so far.
    fn print(&self) -> Result<Answered, Failure> {
        let mut answers = Answers::new(self.args, self.rules.len())?;
        let streamed = self.for_each_url(|url| {
            let is_in_scope = self.is_in_scope(url);
            let path = UrlPath::parse(url, &self.args.dialect);
            for rules in &self.rules {
                let told = match &self.origin {
                    Some(origin) if !is_in_scope => {
                        Told::Other(Answer::out_of_scope(rules, url, origin.to_string()))
                    }
                    _ => {
                        let verdict = rules.check(&path);
                        Told::Decided { rules, url, verdict, origin: None }
                    }
                };
                answers.add(told, Some(&self.file))?;
            }
            Ok(())
        });
        let answered = answers.answered();
        let robots = RobotsFile::new(&self.file, self.robots.unread());
        output::finish(streamed.and_then(|()| answers.end(Some(robots))), answered)
    }

    /// Calls `each` with every URL: those given, then those listed. What can be
    /// wrong with the former is told before the first.
    pub(crate) fn for_each_url(
        &self,
        mut each: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut list = Urls::of(&Listed::from(self.args))?;
        let given = self.args.given.iter().map(|url| self.with_scheme(input::octets(url)));
        let given: Vec<_> = given.collect();
        for url in &given {
            self.expect_askable(url, "")?;
        }
        for url in &given {
            each(url)?;
        }
        let mut is_any = !given.is_empty();
        let progress = output::progress();
        while let Some(list) = &mut list {
            let Some((url, place)) = list.next_url()? else {
                if is_any {
                    break;
                }
                return Err(Failure::input(format!("{} holds no URL", list.name())));
            };
            let url = self.with_scheme(&url);
            self.expect_askable(&url, &place)?;
            each(&url)?;
            is_any = true;
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(())
    }

    /// Where the origin is known, `//host/path` is a URL of its scheme.
    fn with_scheme<'u>(&self, url: &'u [u8]) -> Cow<'u, [u8]> {
        match &self.origin {
            Some(origin) if url.starts_with(b"//") => {
                Cow::Owned([origin.scheme().as_bytes(), b":", url].concat())
            }
            _ => Cow::Borrowed(url),
        }
    }

    fn expect_askable(&self, url: &[u8], place: &str) -> Result<(), Failure> {
        urls::is_askable(url, &self.args.dialect).map_err(|error| {
            Failure::input(format!(
                "{place}{:?}: {error}; give a URL such as https://example.com/a, or a path that begins with /",
                input::shortened(url),
            ))
        })
    }

    /// A path is always in scope; a URL is if its origin is the file's.
    pub(crate) fn is_in_scope(&self, url: &[u8]) -> bool {
        self.origin.as_ref().is_none_or(|origin| {
            url.starts_with(b"/") || urls::target(url).is_ok_and(|target| target.origin() == origin)
        })
    }
}

/// Says of which agents no line of any file could speak.
pub(crate) fn hint_at_unnameable<'a>(agents: impl Iterator<Item = &'a Agent>, dialect: &Dialect) {
    let cannot_be_named: Vec<_> = agents
        .filter(|agent| !agent.tokens().all(|token| matches!(token, b"" | b"*")))
        .filter(|agent| !agent.can_be_named(dialect))
        .collect();
    match &*cannot_be_named {
        [] => {}
        [agent] => output::say(&format!(
            "no User-agent line can name {} in the dialect {dialect}; give the product token alone, such as Googlebot",
            agent_name(agent),
        )),
        several => output::say(&format!(
            "no User-agent line can name {} of these crawlers in the dialect {dialect}, because of digits, dots or spaces in their tokens; they get the group for *",
            several.len(),
        )),
    }
}

/// The agents that ask: those given and those of the catalogue that are asked
/// for, each once; or one that no group names.
pub(crate) fn agents(args: &Check) -> Result<Vec<Agent>, Failure> {
    if args.plain {
        let given = args.agents.iter().map(|token| Agent::token(input::octets(token)));
        return Ok(or_nobody(given.collect()));
    }
    let catalogue = catalogue::load(&args.known)?;
    let mut agents = Vec::new();
    for token in &args.agents {
        let token = input::octets(token);
        hint_at_unknown(args, &catalogue, token);
        agents.push(catalogue::agent(Some(&catalogue), token));
    }
    let is_asked_for = |crawler: &&Crawler| {
        args.all_agents || args.purpose.iter().any(|purpose| crawler.is_for(*purpose))
    };
    agents.extend(catalogue.crawlers().iter().filter(is_asked_for).map(Crawler::agent));
    for operator in &args.operator {
        agents
            .extend(catalogue::of_operator(&catalogue, operator)?.into_iter().map(Crawler::agent));
    }
    let mut seen = HashSet::new();
    agents.retain(|agent| seen.insert(agent.clone()));
    Ok(or_nobody(agents))
}

fn or_nobody(agents: Vec<Agent>) -> Vec<Agent> {
    if agents.is_empty() { vec![Agent::token("*")] } else { agents }
}

/// Says that nothing is known of a crawler, and which it may be.
fn hint_at_unknown(args: &Check, catalogue: &Catalogue, token: &[u8]) {
    let Ok(name) = std::str::from_utf8(token) else { return };
    if args.quiet || matches!(name, "" | "*") || catalogue.find(name).is_some() {
        return;
    }
    let nearest = match (catalogue.nearest(name), catalogue.of_header(name)) {
        (Some(nearest), _) => format!("; did you mean {}?", nearest.token()),
        (_, Some(of_header)) => format!("; this looks like a header of {}", of_header.token()),
        _ => String::new(),
    };
    output::say(&format!(
        "the catalogue does not know {name}, so it is asked as a plain token{nearest}"
    ));
}

/// Prints one whole JSON document.
pub(crate) fn print_document(document: &impl serde::Serialize) -> io::Result<()> {
    write_document(&mut output::raw(), document)
}

/// Writes one whole JSON document.
pub(crate) fn write_document(
    out: &mut impl Write,
    document: &impl serde::Serialize,
) -> io::Result<()> {
    json_text::write_pretty(out, document)?;
    out.flush()
}

/// Prints a JSON document in a line.
pub(crate) fn print_line(
    out: &mut impl Write,
    document: &impl serde::Serialize,
) -> Result<(), Failure> {
    Ok(json_text::write_line(out, document)?)
}

//! One robots.txt, the agents that ask it, and the URLs that they ask about.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use maycrawl::{Dialect, Robots, Rules};
use maycrawl_crawlers::OwnRobots;
use maycrawl_report::json::RobotsFile;
use maycrawl_report::{Answer, File, Outcome, file_notes, rows, stated_notes};
use maycrawl_url::{AskedUrl, Origin, Target, with_scheme};

use super::CheckArgs;
use super::agents::{askers, hint_at_unnameable};
use super::answers::Answers;
use super::unexplained::UnexplainedAnswer;
use crate::askers::{Asker, dialects};
use crate::context::Context;
use crate::exit_status::ExitStatus;
use crate::failure::Failure;
use crate::input;
use crate::network::{self, Network, Source};
use crate::output;
use crate::streams::Streams;
use crate::urls::Urls;

/// One robots.txt and the agents that ask it: everything that a question needs but its URL.
pub(crate) struct CheckSession<'a> {
    pub(crate) file: File,
    /// What is unusual about the file, in sentences.
    notes: Vec<String>,
    /// What it states beside its rules, in sentences.
    stated: Vec<String>,
    /// How many bytes at its end the dialects do not read, at most.
    unread: u32,
    askers: Vec<Asker>,
    /// One for every agent.
    pub(crate) rules: Vec<Rules>,
    dialects: Vec<Dialect>,
    /// The site that the file governs, if that is known.
    pub(crate) origin: Option<Origin>,
    pub(crate) args: &'a CheckArgs,
    pub(crate) streams: &'a Streams,
    /// Whether a part of the sitemap could not be read.
    is_incomplete: Arc<AtomicBool>,
    network: Network,
}

/// The robots.txt that is asked: the one given, or that of `--origin` or of the first URL.
fn robots_of(args: &CheckArgs) -> Result<PathBuf, Failure> {
    let first = args.given.first().map(PathBuf::from).filter(|url| network::is_url(url));
    let origin = args.origin.as_ref().map(PathBuf::from);
    args.robots.clone().or(origin).or(first).ok_or_else(|| {
        Failure::input(
            "there is no robots.txt to check: name one with --robots FILE, or give a full URL such as https://example.com/page to fetch its robots.txt",
        )
    })
}

impl<'a> CheckSession<'a> {
    pub(crate) fn new(context: &'a Context, args: &'a CheckArgs) -> Result<Self, Failure> {
        let path = &robots_of(args)?;
        let others = [&args.urls, &args.sitemap, &args.against];
        let from_stdin = others.into_iter().flatten().filter(|other| input::is_stdin(other));
        if from_stdin.count() + usize::from(input::is_stdin(path)) > 1 {
            return Err(Failure::input(
                "standard input can be used only once: name a file for the robots.txt or for the list of URLs",
            ));
        }
        let origin: Option<Origin> =
            args.origin.as_deref().map(str::parse).transpose().map_err(|error| {
                let given = args.origin.as_deref().unwrap_or_default();
                Failure::input(format!(
                    "--origin {given}: {error}; write it like https://example.com"
                ))
            })?;
        let streams = &context.streams;
        if let (Some(given), Some(origin)) = (&args.origin, &origin)
            && Target::parse(given).is_ok_and(|target| !matches!(target.path(), "" | "/"))
        {
            streams.note(&format!("--origin uses only {origin} of {given}"));
        }
        let askers = askers(context, args)?;
        let dialects = dialects(&askers);
        let network = Network::new(streams, &args.net, &dialects);
        let source = network::read(path, &network)?;
        // A site's file governs that site.
        let origin = origin.or(source.origin);
        let is_there = source.is_there;
        let file = File::new(source.name, source.bytes);
        let mut own = OwnRobots::new(file.source());
        let rules =
            askers.iter().map(|Asker { agent, dialect }| own.rules(agent, dialect)).collect();
        // What is empty because the site has no file was explained before.
        let notes = if is_there { file_notes(&file, own.readings()) } else { Vec::new() };
        let reading =
            |asker: &Asker| own.readings().iter().find(|robots| *robots.dialect() == asker.dialect);
        let readings = askers.iter().filter_map(|asker| Some((reading(asker)?, &asker.agent)));
        let stated = stated_notes(readings);
        let unread = own.readings().iter().map(Robots::unread).max().unwrap_or_default();
        Ok(Self {
            file,
            notes,
            stated,
            unread,
            askers,
            rules,
            dialects,
            origin,
            args,
            streams,
            is_incomplete: Arc::default(),
            network,
        })
    }

    /// Reports on standard error what the user may not expect.
    pub(crate) fn hint(&self) {
        if !self.args.all_dialects {
            hint_at_unnameable(self.streams, &self.askers);
        }
        for note in &self.notes {
            self.streams.note(note);
        }
    }

    /// The file, for JSON.
    pub(crate) fn robots_file(&self) -> RobotsFile {
        RobotsFile::new(&self.file, self.unread)
    }

    /// Prints the verdict of every agent on every URL.
    ///
    /// A URL that is out of scope counts as no. If the output is closed, the exit status is
    /// that of the answers so far.
    pub(crate) fn print(&self) -> Result<ExitStatus, Failure> {
        let mut answers = Answers::new(self.streams, self.args, self.rules.len(), rows::COLUMNS)?;
        let is_streamed = self.args.urls.as_deref().is_some_and(input::is_stdin);
        let streamed = self.for_each_url(|url| {
            for rules in &self.rules {
                let answer = match (&url, &self.origin) {
                    (Err(invalid), _) => UnexplainedAnswer::Other(invalid.answer(rules)),
                    (Ok(question), Some(origin)) if !question.is_in_scope() => {
                        UnexplainedAnswer::Other(Answer::out_of_scope(
                            rules,
                            question.url(),
                            origin.to_string(),
                        ))
                    }
                    (Ok(question), _) => {
                        let path = question.path(rules.dialect());
                        let verdict = rules.check(path);
                        UnexplainedAnswer::Decided { rules, path, verdict, origin: None }
                    }
                };
                answers.add(answer, Some(&self.file))?;
            }
            // The program that writes the lines may wait for the answers.
            if is_streamed { answers.flush() } else { Ok(()) }
        });
        let status = if self.is_incomplete.load(Ordering::Relaxed) {
            ExitStatus::Error
        } else {
            answers.status()
        };
        output::finish(
            streamed.and_then(|()| answers.end(Some(self.robots_file()), &self.stated)),
            status,
        )
    }

    /// Calls `each` with every URL; reports lines of a list that are not URLs.
    pub(crate) fn for_each_question(
        &self,
        mut each: impl FnMut(&AskedUrl<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.for_each_url(|url| match url {
            Ok(question) => each(question),
            Err(invalid) => {
                self.streams.say(&format!("not asked: {}", invalid.failure()));
                Ok(())
            }
        })
    }

    /// Calls `each` with every URL: those given, then those listed.
    ///
    /// Given URLs are all read before the first call, and each must be valid. Lists are long and
    /// come from anywhere, so a line that is not a URL stops nothing, unless no line is one.
    fn for_each_url(
        &self,
        mut each: impl FnMut(Result<&AskedUrl<'_>, &InvalidUrl<'_>>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut listed = self.args.listed(&self.dialects);
        listed.is_incomplete = Arc::clone(&self.is_incomplete);
        let mut list = Urls::of(self.streams, &listed)?;
        let given: Vec<_> = self
            .args
            .given
            .iter()
            .map(|url| with_scheme(url.as_encoded_bytes(), self.origin.as_ref(), &self.dialects))
            .collect();
        let questions = given.iter().map(|url| self.question(url, ""));
        let questions = questions.collect::<Result<Vec<_>, _>>();
        for question in questions.map_err(|invalid| invalid.failure())? {
            each(Ok(&question))?;
        }
        let mut is_any = !given.is_empty();
        let mut hosts = Hosts::default();
        for url in &given {
            hosts.add(url);
        }
        let mut first_invalid = None;
        let mut n_invalid = 0_u64;
        let progress = self.streams.progress("URLs", None);
        while let Some(list) = &mut list {
            let Some((url, place)) = list.next_url()? else {
                if is_any {
                    break;
                }
                let name = list.name();
                return Err(match first_invalid {
                    None => Failure::input(format!("{name} contains no URL")),
                    Some(first) if n_invalid == 1 => first,
                    Some(first) => Failure::input(format!(
                        "none of the {n_invalid} lines of {name} is a URL; the first is {first}"
                    )),
                });
            };
            let url = with_scheme(&url, self.origin.as_ref(), &self.dialects);
            match self.question(&url, &place) {
                Ok(question) => {
                    hosts.add(&url);
                    each(Ok(&question))?;
                    is_any = true;
                }
                Err(invalid) => {
                    n_invalid += 1;
                    first_invalid.get_or_insert_with(|| invalid.failure());
                    each(Err(&invalid))?;
                }
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        if let (None, Some(note)) = (&self.origin, hosts.note(self.file.name())) {
            self.streams.note(&note);
        }
        Ok(())
    }

    /// Reads an older version of the file.
    pub(crate) fn read_older(&self, path: &Path) -> Result<Source, Failure> {
        network::read(path, &self.network)
    }

    fn question<'u>(&self, url: &'u [u8], place: &str) -> Result<AskedUrl<'u>, InvalidUrl<'u>> {
        AskedUrl::parse(url, &self.dialects, self.origin.as_ref()).map_err(|error| InvalidUrl {
            url,
            place: place.to_owned(),
            error,
        })
    }
}

/// The hosts of URLs, as far as they differ: a robots.txt governs one.
#[derive(Default)]
struct Hosts {
    first: Option<Origin>,
    other: Option<Origin>,
}

impl Hosts {
    fn add(&mut self, url: &[u8]) {
        if self.other.is_some() {
            return;
        }
        let Ok(target) = Target::from_bytes(url) else { return };
        match &self.first {
            None => self.first = Some(target.origin().clone()),
            Some(first) if first.host() != target.origin().host() => {
                self.other = Some(target.origin().clone());
            }
            Some(_) => {}
        }
    }

    fn note(&self, file: &str) -> Option<String> {
        let (first, other) = (self.first.as_ref()?, self.other.as_ref()?);
        Some(format!(
            "the URLs are of several hosts, such as {} and {}; a robots.txt applies to one host only: name that of {file} with --origin {first}",
            first.host(),
            other.host(),
        ))
    }
}

/// What should be a URL or a path, and is not.
struct InvalidUrl<'u> {
    url: &'u [u8],
    /// Where it stands, if it does not stand on the command line.
    place: String,
    error: maycrawl_url::Error,
}

impl InvalidUrl<'_> {
    fn failure(&self) -> Failure {
        let Self { place, error, .. } = self;
        let url = input::shortened(self.url);
        Failure::input(format!("{place}{url:?}: {error}; {ADVICE}"))
    }

    fn answer(&self, rules: &Rules) -> Answer {
        let Self { place, error, .. } = self;
        let outcome = Outcome::Unasked { why: format!("{place}{error}; {ADVICE}") };
        Answer::new(rules.agent(), self.url, rules.dialect(), outcome)
    }
}

/// What is a URL.
const ADVICE: &str = "give a URL such as https://example.com/a, or a path that begins with /";

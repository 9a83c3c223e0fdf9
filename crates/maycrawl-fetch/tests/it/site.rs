//! A site that answers by a script.

use std::sync::Mutex;
use std::time::Duration;

use maycrawl::access::Timestamp;
use maycrawl_fetch::{
    Allowance, Attempt, Body, Entry, Flow, Headers, Needs, Problem, Request, Response, SendError,
    Step, Transport,
};
use maycrawl_url::Origin;

/// What a site answers: a status with headers and a body, or nothing.
pub(crate) type Answer = Result<Response, Problem>;

pub(crate) fn origin() -> Origin {
    "https://site.example".parse().unwrap()
}

/// The same site, over FTP.
pub(crate) fn ftp() -> Origin {
    "ftp://site.example".parse().unwrap()
}

pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp(seconds * 1000)
}

pub(crate) fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Answer {
    let headers = Headers::of(headers.iter().copied())?;
    Ok(Response::new(status, headers, Body::whole(body)))
}

pub(crate) fn status(status: u16) -> Answer {
    answer(status, &[], "User-agent: *\nDisallow: /private/")
}

pub(crate) fn redirect(to: &str) -> Answer {
    answer(301, &[("Location", to)], "")
}

/// One attempt at a time: each request gets the next answer, the last one again and
/// again.
pub(crate) fn attempt(entry: &Entry, answers: &[Answer], now: Timestamp) -> Attempt {
    attempt_at(&origin(), entry, answers, now)
}

pub(crate) fn attempt_at(
    origin: &Origin,
    entry: &Entry,
    answers: &[Answer],
    now: Timestamp,
) -> Attempt {
    let mut flow = Flow::new(origin, entry, Needs::of_all_presets(), now);
    let mut step = flow.next_step();
    let mut answers = answers.iter();
    let mut last = Err(Problem::Connection);
    loop {
        match step {
            Step::Done(attempt) => return attempt,
            Step::Ask(_) => {
                last = answers.next().cloned().unwrap_or(last);
                step = flow.receive(last.clone(), now);
            }
        }
    }
}

/// The same, remembered.
pub(crate) fn learn(entry: &mut Entry, answers: &[Answer], now: Timestamp) {
    let attempt = attempt(entry, answers, now);
    entry.learn(attempt);
}

/// Sites whose answers follow a script: each request gets the next, and then nobody
/// answers.
#[derive(Default)]
pub(crate) struct Scripted {
    answers: Mutex<Vec<Answer>>,
    asked: Mutex<Vec<String>>,
}

impl Scripted {
    pub(crate) fn new(answers: &[Answer]) -> Self {
        let mut answers = answers.to_vec();
        answers.reverse();
        Self { answers: Mutex::new(answers), asked: Mutex::default() }
    }

    /// The URLs that were asked for.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Transport for Scripted {
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        // Others get their turn, as they would while the network is waited for.
        tokio::task::yield_now().await;
        self.asked.lock().unwrap().push(request.url.to_string());
        let answer = self.answers.lock().unwrap().pop();
        Ok(answer.unwrap_or(Err(Problem::Connection))?)
    }
}

/// Sites that a function answers for.
pub(crate) struct Sites<F> {
    answer: F,
    asked: Mutex<Vec<Request>>,
}

impl<F: Fn(&Request) -> Result<Response, SendError>> Sites<F> {
    pub(crate) const fn new(answer: F) -> Self {
        Self { answer, asked: Mutex::new(Vec::new()) }
    }

    /// The requests that came.
    pub(crate) fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }

    /// How many requests came for a URL.
    pub(crate) fn n_asked(&self, url: &str) -> usize {
        self.asked().iter().filter(|request| request.url.as_str() == url).count()
    }
}

impl<F> Transport for Sites<F>
where
    F: Fn(&Request) -> Result<Response, SendError> + Send + Sync,
{
    async fn send(&self, request: &Request, _: &mut Allowance) -> Result<Response, SendError> {
        // Others get their turn, as they would while the network is waited for.
        tokio::task::yield_now().await;
        self.asked.lock().unwrap().push(request.clone());
        (self.answer)(request)
    }
}

/// The answer to one request, whose fetch may cost as much as one in the dialect that
/// needs most.
pub(crate) async fn exchange(
    transport: &impl Transport,
    request: &Request,
) -> Result<Response, SendError> {
    let needs = Needs::of_all_presets();
    transport.send(request, &mut Allowance::new(Duration::from_secs(60), &needs)).await
}

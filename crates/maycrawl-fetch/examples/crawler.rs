//! A polite crawler in one page: it asks before each request, keeps the pause that a
//! site asks for, and drops nothing during an outage.
//!
//! `cargo run -p maycrawl-fetch --example crawler -- https://example.com/`

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use maycrawl::{Agent, access::Timestamp};
use maycrawl_fetch::{
    Allowance, Clock, Error, Gatekeeper, HttpSettings, HttpTransport, Pacer, Permission, Request,
    SystemClock, Transport, Turn,
};
use url::Url;

const TOKEN: &str = "ExampleCrawler";

pub(crate) struct Crawler<T, C> {
    transport: T,
    keeper: Gatekeeper<T, C>,
    pacer: Pacer,
    clock: C,
    queue: VecDeque<Url>,
    seen: HashSet<Url>,
}

impl<T: Transport, C: Clock> Crawler<T, C> {
    pub(crate) fn new(transport: T, keeper: Gatekeeper<T, C>, clock: C, start: Vec<Url>) -> Self {
        let (pacer, seen) = (Pacer::new(Duration::from_secs(1)), start.iter().cloned().collect());
        Self { transport, keeper, pacer, clock, queue: start.into(), seen }
    }

    /// Fetches all that may be fetched now. Returns when to continue, or `None` at the end.
    pub(crate) async fn go(&mut self) -> Result<Option<Timestamp>, Error> {
        let mut put_off = Vec::new();
        while let Some(url) = self.queue.pop_front() {
            let decision = self.keeper.may_fetch(url.as_str(), &Agent::token(TOKEN)).await?;
            let origin = url.as_str().parse()?;
            let turn = |pause| self.pacer.turn(&origin, TOKEN, pause, self.clock.now());
            match decision.permission {
                Permission::Disallowed(_) => {}
                Permission::Later { until, .. } => put_off.push((until, url)),
                Permission::Allowed => match turn(decision.pause) {
                    Turn::At(until) => put_off.push((until, url)),
                    Turn::Now => self.fetch(&url).await,
                },
            }
        }
        let next = put_off.iter().map(|(until, _)| *until).min();
        self.queue.extend(put_off.into_iter().map(|(_, url)| url));
        Ok(next)
    }

    async fn fetch(&mut self, url: &Url) {
        let request = Request::new(url.clone(), 1 << 20);
        let mut allowance = Allowance { time: Duration::from_secs(30), bytes: 2 << 20 };
        let Ok(page) = self.transport.send(&request, &mut allowance).await else { return };
        let html = String::from_utf8_lossy(&page.body.bytes).into_owned();
        let hrefs = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let links = hrefs.filter_map(|href| url.join(href).ok());
        self.queue.extend(links.filter(|link| self.seen.insert(link.clone())));
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = std::env::args().skip(1).map(|url| Url::parse(&url)).collect::<Result<_, _>>()?;
    let user_agent = format!("{TOKEN}/1.0 (+https://example.com/crawler)");
    let http = HttpTransport::new(HttpSettings { user_agent, ..HttpSettings::default() })?;
    let mut crawler = Crawler::new(http.clone(), Gatekeeper::new(http), SystemClock, start);
    while let Some(next) = crawler.go().await? {
        tokio::time::sleep(next.since(SystemClock.now())).await;
    }
    Ok(())
}

//! The example's crawler, on three hosts and under a clock that is set by hand.

use std::sync::{Arc, Mutex};

use maycrawl::access::Timestamp;
use maycrawl_fetch::{
    Allowance, Clock as _, Gatekeeper, Guard, HttpSettings, HttpTransport, Request, Response,
    SendError, Transport,
};

use crate::server::{Reply, Server, ok, with};
use crate::sockets::Hand;

#[allow(dead_code, reason = "its main is the example's")]
#[path = "../../examples/crawler.rs"]
mod example;

/// Notes when what was asked for.
struct Noted {
    http: HttpTransport,
    clock: Hand,
    log: Arc<Mutex<Vec<(i64, String)>>>,
}

impl Transport for Noted {
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        let seconds = self.clock.now().0 / 1000;
        let url = request.url.as_str().trim_start_matches("http://").to_owned();
        self.log.lock().unwrap().push((seconds, url));
        self.http.send(request, allowance).await
    }
}

#[tokio::test]
async fn it_is_polite() {
    let page = |links: &[&str]| {
        let links: Vec<_> = links.iter().map(|link| format!("<a href=\"{link}\">")).collect();
        ok(&links.concat())
    };
    let down = with(503, "Retry-After: 60\r\n", b"");
    let server = Server::start(&[
        ("slow.example/robots.txt", ok("User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n")),
        ("slow.example/", page(&["/a", "/private/b", "/c", "http://down.example/"])),
        ("slow.example/a", page(&["/", "/c"])),
        ("slow.example/c", ok("")),
        (
            "down.example/robots.txt",
            Reply::InTurn(vec![down.clone(), down, ok("User-agent: *\nDisallow: /x\n")]),
        ),
        ("down.example/", page(&["/x", "/y"])),
        ("down.example/y", ok("")),
        ("free.example/", ok("")),
    ])
    .await;
    let settings = HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), server.address)],
        ..HttpSettings::default()
    };
    let clock = Hand::default();
    let log = Arc::new(Mutex::new(Vec::new()));
    let noted = Noted {
        http: HttpTransport::new(settings).unwrap(),
        clock: clock.clone(),
        log: Arc::clone(&log),
    };
    let keeper = Gatekeeper::new(&noted).with_clock(clock.clone());
    let start = ["http://slow.example/", "http://free.example/"].map(|url| url.parse().unwrap());
    let mut crawler = example::Crawler::new(&noted, keeper, clock.clone(), start.to_vec());
    let mut turns = 0;
    while let Some(Timestamp(next)) = crawler.go().await.unwrap() {
        clock.set(next.div_euclid(1000) + i64::from(next % 1000 > 0));
        turns += 1;
        assert!(turns < 100);
    }
    let log = log.lock().unwrap().clone();
    let seen = |host: &str| -> Vec<(i64, String)> {
        let is_page = |url: &String| url.starts_with(host) && !url.ends_with("/robots.txt");
        log.iter().filter(|(_, url)| is_page(url)).cloned().collect()
    };
    // The pause is kept, and what is disallowed is not asked for.
    let slow = seen("slow.example");
    assert_eq!(
        slow.iter().map(|(_, url)| url.as_str()).collect::<Vec<_>>(),
        ["slow.example/", "slow.example/a", "slow.example/c"]
    );
    assert!(slow.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 5), "{slow:?}");
    assert_eq!(seen("free.example"), [(0, "free.example/".into())]);
    // During the outage nothing is fetched there; after it, nothing was dropped.
    let down = seen("down.example");
    assert_eq!(
        down.iter().map(|(_, url)| url.as_str()).collect::<Vec<_>>(),
        ["down.example/", "down.example/y"]
    );
    assert!(down[0].0 >= 120, "{down:?}");
    // Each robots.txt was asked for no more often than it had to be.
    let asked =
        |host: &str| log.iter().filter(|(_, url)| *url == format!("{host}/robots.txt")).count();
    assert_eq!([asked("slow.example"), asked("free.example"), asked("down.example")], [1, 1, 3]);
}

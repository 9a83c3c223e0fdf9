//! No site can make another look broken: what a fetch used up before it came to a host says
//! nothing about that host.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use maycrawl::{
    Agent, Dialect,
    access::{FetchOutcome, Timestamp},
};
use maycrawl_fetch::{
    Allowance, Gatekeeper, HttpSettings, HttpTransport, Needs, OriginRecord, Permission, Problem,
    Request, Response, SendError, Transport,
};

use crate::server::{Reply, Server, ok, raw, with};
use crate::site::{Answer, answer, at, redirect, status};
use crate::sockets::{Hand, settings};

const FILE: &str = "User-agent: *\nDisallow: /private/";
const VICTIM: &str = "http://victim.example/private/a";

async fn ask<T: Transport>(
    keeper: &Gatekeeper<T, impl maycrawl_fetch::Clock>,
    url: &str,
) -> Permission {
    keeper.may_fetch(url, &Agent::token("OurBot")).await.unwrap().permission
}

/// What came last of asking.
fn last(known: &OriginRecord) -> FetchOutcome {
    known.entry().history().last().unwrap().answer
}

/// Interim responses that leave so many bytes of a fetch, then a redirect.
fn spender(left: u64, to: &str) -> Reply {
    let needs = Needs::of(&Dialect::GOOGLE);
    let all = Allowance::new(Duration::ZERO, &needs).bytes;
    let end = format!("HTTP/1.1 302 -\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
    let interim = |len: usize| {
        let head = "HTTP/1.1 103 -\r\nX: ";
        format!("{head}{}\r\n\r\n", "x".repeat(len - head.len() - 4))
    };
    let spent = usize::try_from(all - left).unwrap() - end.len();
    let last = 1000 + spent % 1000;
    raw(&[interim(1000).repeat((spent - last) / 1000), interim(last), end].concat())
}

#[tokio::test]
async fn a_host_that_uses_up_the_bytes_of_a_fetch_harms_nobody_else() {
    let to = "http://victim.example/robots.txt";
    for left in [0, 1, 40, 60] {
        let server = Server::start(&[
            ("evil.example/robots.txt", spender(left, to)),
            ("friend.example/robots.txt", with(301, &format!("Location: {to}\r\n"), b"")),
            ("victim.example/robots.txt", ok(FILE)),
        ])
        .await;
        let keeper = Gatekeeper::new(HttpTransport::new(settings(&server)).unwrap());
        // The fetch failed, and that is remembered of the origin that it was for.
        let evil = ask(&keeper, "http://evil.example/").await;
        assert!(matches!(evil, Permission::Later { .. }), "{left}: {evil:?}");
        let victim = "http://victim.example".parse().unwrap();
        assert!(keeper.cached_record(&victim).await.is_none());
        // Others that redirect to the host get its answer, and so does who asks it.
        let friend = ask(&keeper, "http://friend.example/private/a").await;
        assert!(matches!(friend, Permission::Disallowed(_)), "{left}: {friend:?}");
        let asked = ask(&keeper, VICTIM).await;
        assert!(matches!(asked, Permission::Disallowed(_)), "{left}: {asked:?}");
        let known = keeper.cached_record(&victim).await.unwrap();
        assert_eq!(last(&known), FetchOutcome::Http { status: 200, redirects: 0 });
        assert_eq!(known.entry().history().len(), 1);
    }
}

#[tokio::test]
async fn a_host_that_uses_up_the_time_of_a_fetch_harms_nobody_else() {
    let to = "HTTP/1.1 302 -\r\nLocation: http://victim.example/robots.txt\r\n\r\n";
    let file = format!("HTTP/1.1 200 -\r\nContent-Length: {}\r\n\r\n{FILE}", FILE.len());
    let late = |millis, text: &str| Reply::Late(Duration::from_millis(millis), text.into());
    let server = Server::start(&[
        ("evil.example/robots.txt", late(300, to)),
        ("victim.example/robots.txt", late(200, &file)),
    ])
    .await;
    let settings = HttpSettings { read_timeout: Duration::from_secs(60), ..settings(&server) };
    let keeper = Gatekeeper::new(HttpTransport::new(settings).unwrap())
        .with_deadline(Duration::from_millis(400));
    let evil = ask(&keeper, "http://evil.example/").await;
    assert!(matches!(evil, Permission::Later { .. }), "{evil:?}");
    let asked = ask(&keeper, VICTIM).await;
    assert!(matches!(asked, Permission::Disallowed(_)), "{asked:?}");
}

/// Sites that also decide what a request costs.
struct Costly<F> {
    answer: F,
    asked: Mutex<Vec<String>>,
}

impl<F: Fn(&Request, &mut Allowance) -> Result<Response, SendError>> Costly<F> {
    const fn new(answer: F) -> Self {
        Self { answer, asked: Mutex::new(Vec::new()) }
    }

    fn n_asked(&self, url: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == url).count()
    }
}

impl<F> Transport for Costly<F>
where
    F: Fn(&Request, &mut Allowance) -> Result<Response, SendError> + Send + Sync,
{
    async fn send(
        &self,
        request: &Request,
        allowance: &mut Allowance,
    ) -> Result<Response, SendError> {
        tokio::task::yield_now().await;
        self.asked.lock().unwrap().push(request.url.to_string());
        (self.answer)(request, allowance)
    }
}

fn host(request: &Request) -> &str {
    request.url.host_str().unwrap_or_default()
}

/// Whatever a transport calls it: with nothing left of the fetch, it is not what the site did.
#[tokio::test]
async fn no_failure_counts_that_comes_when_a_fetch_is_used_up() {
    const TARGETS: [&str; 2] =
        ["http://victim.example/robots.txt", "https://victim.example/robots.txt"];
    for target in TARGETS {
        for problem in Problem::ALL {
            for is_time in [false, true] {
                let sites = Costly::new(|request: &Request, left: &mut Allowance| {
                    match host(request) {
                        "evil.example" if is_time => left.time = Duration::from_millis(1),
                        "evil.example" => left.bytes = 40,
                        _ if left.bytes <= 40 => {
                            left.bytes = 0;
                            return Err(SendError::Failed(*problem));
                        }
                        _ if left.time <= Duration::from_millis(1) => {
                            left.time = Duration::ZERO;
                            return Err(SendError::Failed(*problem));
                        }
                        _ => return Ok(answer(200, &[], FILE)?),
                    }
                    Ok(redirect(target)?)
                });
                let keeper = Gatekeeper::new(&sites);
                let name = format!("{target} {problem:?}, time: {is_time}");
                let evil = ask(&keeper, "https://evil.example/").await;
                assert!(matches!(evil, Permission::Later { .. }), "{name}: {evil:?}");
                let victim = target.replace("robots.txt", "private/a");
                let asked = ask(&keeper, &victim).await;
                assert!(matches!(asked, Permission::Disallowed(_)), "{name}: {asked:?}");
                assert_eq!(sites.n_asked(target), 2, "{name}");
            }
        }
    }
}

/// A failure that is the target's own tells nobody who asks the target itself.
#[tokio::test]
async fn a_host_is_asked_itself_whatever_a_redirect_to_it_met() {
    for first in [Err(Problem::Connection), Err(Problem::Tls), status(503), status(429)] {
        let answers: Mutex<Vec<Answer>> = Mutex::new(vec![first.clone()]);
        let sites = Costly::new(|request: &Request, _: &mut Allowance| match host(request) {
            "victim.example" => {
                let answer = answers.lock().unwrap().pop();
                Ok(answer.unwrap_or_else(answer_file)?)
            }
            _ => Ok(redirect("http://victim.example/robots.txt")?),
        });
        let keeper = Gatekeeper::new(&sites);
        ask(&keeper, "http://evil.example/").await;
        let asked = ask(&keeper, VICTIM).await;
        assert!(matches!(asked, Permission::Disallowed(_)), "{first:?}: {asked:?}");
        let known = keeper.cached_record(&"http://victim.example".parse().unwrap()).await;
        assert_eq!(known.unwrap().entry().history().len(), 1, "{first:?}");
    }
}

fn answer_file() -> Answer {
    answer(200, &[], FILE)
}

/// A chain that is too long, or ends in the middle, is the first origin's.
#[tokio::test]
async fn the_hops_of_a_chain_are_those_of_its_first_origin() {
    let sites = Costly::new(|request: &Request, _: &mut Allowance| {
        let hop = host(request).trim_start_matches("evil").trim_end_matches(".example");
        match (host(request), request.url.path(), hop.parse::<u32>()) {
            ("victim.example", "/robots.txt", _) => Ok(redirect("http://victim.example/real")?),
            ("victim.example", ..) => Ok(answer_file()?),
            ("broken.example", ..) => Ok(redirect("http://gone.example/")?),
            ("gone.example", ..) => Err(Problem::NoAddress.into()),
            (.., Ok(5)) => Ok(redirect("http://victim.example/robots.txt")?),
            (.., Ok(hop)) => Ok(redirect(&format!("http://evil{}.example/robots.txt", hop + 1))?),
            _ => Ok(redirect("http://broken.example/robots.txt")?),
        }
    });
    let keeper = Gatekeeper::new(&sites);
    // Six redirects, and five with the victim's own as the sixth.
    for first in ["http://evil0.example/", "http://evil1.example/"] {
        assert_eq!(ask(&keeper, first).await, Permission::Allowed, "{first}");
    }
    let asked = ask(&keeper, VICTIM).await;
    assert!(matches!(asked, Permission::Disallowed(_)), "{asked:?}");
    let later = ask(&keeper, "http://other.example/").await;
    assert!(matches!(later, Permission::Later { .. }), "{later:?}");
    for host in ["broken", "gone"] {
        let origin = format!("http://{host}.example").parse().unwrap();
        assert!(keeper.cached_record(&origin).await.is_none(), "{host}");
    }
}

/// An answer that a redirect led to serves who asks for that URL itself, from when it came.
#[tokio::test]
async fn an_answer_that_is_shared_is_as_old_as_it_is() {
    for (first, max_age) in [(200, "max-age=3600"), (404, "max-age=3600")] {
        let sites = Costly::new(|request: &Request, _: &mut Allowance| match host(request) {
            "site.example" => Ok(redirect("http://victim.example/robots.txt")?),
            _ => Ok(answer(first, &[("Cache-Control", max_age)], FILE)?),
        });
        let hand = Hand::default();
        let keeper = Gatekeeper::new(&sites).with_clock(hand.clone());
        let victim = "http://victim.example".parse().unwrap();
        hand.set(1000);
        ask(&keeper, "http://site.example/").await;
        hand.set(4590);
        let known = keeper.record(&victim).await.unwrap();
        let hop = &known.entry().hops()[0];
        assert_eq!((hop.asked, hop.answered), (at(1000), at(1000)), "{first}");
        assert_eq!(hop.headers.get("age"), None);
        let times: Vec<Timestamp> = known.entry().history().iter().map(|one| one.at).collect();
        assert_eq!(times, [at(1000)]);
        assert_eq!(sites.n_asked("http://victim.example/robots.txt"), 1);
        hand.set(4600);
        keeper.record(&victim).await.unwrap();
        assert_eq!(sites.n_asked("http://victim.example/robots.txt"), 2);
    }
}

/// An answer that a redirect led to is over when the host itself has given a newer one.
#[tokio::test]
async fn a_newer_answer_replaces_a_shared_one() {
    let n_asked = AtomicUsize::new(0);
    let sites = Costly::new(|request: &Request, _: &mut Allowance| match host(request) {
        "victim.example" => {
            let (holds, file) = match n_asked.fetch_add(1, Ordering::SeqCst) {
                0 => ("no-store", FILE),
                1 => ("max-age=86400", FILE),
                _ => ("no-store", "User-agent: *"),
            };
            Ok(answer(200, &[("Cache-Control", holds), ("ETag", "\"a\"")], file)?)
        }
        _ => Ok(redirect("http://victim.example/robots.txt")?),
    });
    let hand = Hand::default();
    let keeper = Gatekeeper::new(&sites).with_clock(hand.clone());
    assert!(matches!(ask(&keeper, VICTIM).await, Permission::Disallowed(_)));
    // The next request is for another origin; the one after it is the host's own, and conditional.
    hand.set(100);
    let other = ask(&keeper, "http://one.example/private/a").await;
    assert!(matches!(other, Permission::Disallowed(_)), "{other:?}");
    hand.set(200);
    assert_eq!(ask(&keeper, VICTIM).await, Permission::Allowed);
    hand.set(300);
    assert_eq!(ask(&keeper, "http://two.example/private/a").await, Permission::Allowed);
}

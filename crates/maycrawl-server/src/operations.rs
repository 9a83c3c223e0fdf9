//! `POST /v1/<operation>`: the operations of the door.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::Request;
use axum::response::Response;
use maycrawl_api::kinds::{CANCELLED, INTERNAL};
use maycrawl_api::{Operation, Work};
use tokio::time::{Instant, timeout_at};

use crate::body;
use crate::kinds;
use crate::reply::{self, Refused};
use crate::service::{Parts, Service};

/// Answers a question to an operation.
pub(crate) async fn answer(
    operation: &'static Operation,
    service: Service,
    request: Request,
) -> Result<Response, Refused> {
    let parts = service.parts();
    let settings = parts.settings;
    let _place = parts.questions.try_acquire().map_err(|_| {
        let detail = format!("{} questions are being answered", settings.questions);
        Refused::new(&kinds::BUSY, detail)
    })?;
    let question = body::read(request, settings.limits.question_bytes, settings.body_time).await?;
    let work = move |keep_going: &dyn Fn() -> bool| {
        operation.answer(&question, &Work::new(settings.limits, keep_going))
    };
    let answer = work_while_wanted(parts, work).await??;
    reply::answer(parts, answer)
}

/// Works on a thread of its own, in one of the places for that. Work should end when its argument
/// returns false: when the time is over, or nobody waits for this future any more.
async fn work_while_wanted<A: Send + 'static>(
    parts: &Parts,
    work: impl FnOnce(&dyn Fn() -> bool) -> A + Send + 'static,
) -> Result<A, Refused> {
    let time = parts.settings.work_time;
    let end = Instant::now() + time;
    let place = Arc::clone(&parts.working).acquire_owned();
    let place = timeout_at(end, place).await.map_err(|_| {
        let detail = format!("others worked for all of {} seconds", time.as_secs_f32());
        Refused::new(&kinds::BUSY, detail)
    })?;
    let wanted = Wanted::default();
    let is_wanted = Arc::clone(&wanted.0);
    let task = move || {
        let _place = place;
        work(&|| is_wanted.load(Ordering::Relaxed) && Instant::now() < end)
    };
    match timeout_at(end, tokio::task::spawn_blocking(task)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(_)) => Err(Refused::new(&INTERNAL, "the operation stopped halfway")),
        Err(_) => {
            let detail =
                format!("waiting and working took more than {} seconds", time.as_secs_f32());
            Err(Refused::new(&CANCELLED, detail))
        }
    }
}

/// Whether anybody waits for an answer: until it is dropped.
struct Wanted(Arc<AtomicBool>);

impl Default for Wanted {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

    use std::thread;

    use maycrawl_fetch::{Allowance, Gatekeeper, Problem, Request, Response, SendError, Transport};
    use tokio::sync::oneshot;

    use super::*;

    /// A network in which every host refuses connections.
    struct Nobody;

    impl Transport for Nobody {
        async fn send(&self, _: &Request, _: &mut Allowance) -> Result<Response, SendError> {
            Err(Problem::Connection.into())
        }
    }

    pub(crate) fn service() -> Service {
        let keeper = Arc::new(Gatekeeper::new(Nobody));
        Service::new(keeper, ([127, 0, 0, 1], 8080).into())
    }

    /// The code of a problem, and its detail.
    pub(crate) fn problem<A>(result: Result<A, Refused>) -> (&'static str, String) {
        let Err(refused) = result else { panic!("it was answered") };
        (refused.problem().kind().code, refused.problem().detail().to_owned())
    }

    /// What others prevent is no fault of the question.
    #[tokio::test(start_paused = true)]
    async fn work_that_never_begins_is_no_work_that_takes_long() {
        let service = service();
        let parts = service.parts();
        let all = parts.working.available_permits().try_into().unwrap();
        let _others = parts.working.acquire_many(all).await.unwrap();
        let result = work_while_wanted(parts, |_| panic!("it began")).await;
        let detail = "others worked for all of 30 seconds";
        assert_eq!(problem::<()>(result), ("busy", detail.to_owned()));
    }

    /// The client goes away while an operation works: it stops, and its place is free.
    #[tokio::test]
    async fn a_client_that_leaves_stops_the_work() {
        let service = service();
        let parts = service.parts();
        let n_places = parts.working.available_permits();
        let (begin, mut has_begun) = oneshot::channel();
        let (end, has_ended) = oneshot::channel();
        {
            let work = work_while_wanted(parts, |keep_going| {
                begin.send(keep_going()).unwrap();
                while keep_going() {
                    thread::yield_now();
                }
                end.send(()).unwrap();
            });
            tokio::pin!(work);
            tokio::select! {
                ended = &mut work => panic!("{ended:?}"),
                is_wanted = &mut has_begun => assert!(is_wanted.unwrap()),
            }
            assert_eq!(parts.working.available_permits(), n_places - 1);
        }
        has_ended.await.unwrap();
        let all = u32::try_from(n_places).unwrap();
        // It becomes free when the thread has left the work.
        let _places = parts.working.acquire_many(all).await.unwrap();
    }
}

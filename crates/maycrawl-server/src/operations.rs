//! `POST /v1/<operation>`: the operations of the door.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use axum::extract::Request;
use axum::response::Response;
use maycrawl_api::kinds::{CANCELLED, INTERNAL};
use maycrawl_api::{Operation, Work};
use tokio::time::timeout_at;

use crate::body;
use crate::kinds;
use crate::reply::{self, Refused};
use crate::service::Service;

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
    let end = Instant::now() + settings.work_time;
    let wanted = Wanted::default();
    let work = async {
        // The semaphore is never closed.
        let place = Arc::clone(&parts.working).acquire_owned().await.ok();
        let is_wanted = Arc::clone(&wanted.0);
        let task = move || {
            let _place = place;
            let keep_going = || is_wanted.load(Ordering::Relaxed) && Instant::now() < end;
            operation.answer(&question, &Work::new(settings.limits, &keep_going))
        };
        tokio::task::spawn_blocking(task).await
    };
    match timeout_at(end.into(), work).await {
        Ok(Ok(answer)) => Ok(reply::json(answer?)),
        Ok(Err(_)) => Err(Refused::new(&INTERNAL, "the operation stopped halfway")),
        Err(_) => {
            let seconds = settings.work_time.as_secs_f32();
            let detail = format!("the operation took more than {seconds} seconds");
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

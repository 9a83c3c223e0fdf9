//! What it costs to keep 10,000 files of 5 KB: on disk, and in a temporary store.
//!
//! ```text
//! cargo run --release -p maycrawl-fetch --features disk --example store_speed
//! ```
#![allow(clippy::print_stdout, reason = "it tells what it measures")]

use std::error::Error;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use maycrawl::Timestamp;
use maycrawl_fetch::{Body, Disk, Entry, Flow, Headers, Response, Step, Store as _, StoreError};
use maycrawl_url::Origin;

const ENTRIES: u32 = 10_000;
const AT_ONCE: usize = 64;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let origins = (0..ENTRIES).map(|number| format!("https://{number}.example").parse());
    let origins = origins.collect::<Result<Vec<Origin>, _>>()?;
    let entry = entry()?;
    let disk = Disk::open(&folder.path().join("cache"), "OurBot/1.0")?;
    measure("on disk", &disk, &origins, &entry).await?;
    measure("again", &disk, &origins, &entry).await?;
    measure("temporary", &Disk::temporary("OurBot/1.0")?, &origins, &entry).await?;
    Ok(())
}

async fn measure(
    name: &str,
    disk: &Disk,
    origins: &[Origin],
    entry: &Entry,
) -> Result<(), StoreError> {
    let saved = timed(origins, async |origin| disk.save(origin, entry).await).await?;
    let loaded = timed(origins, async |origin| disk.load(origin).await.map(drop)).await?;
    let leased = timed(origins, async |origin| {
        drop(disk.lease(origin).await);
        Ok(())
    });
    let leased = leased.await?;
    println!("{name}: {} a save, {} a load, {} a lease", each(saved), each(loaded), each(leased));
    Ok(())
}

/// As a crawler does it: many at a time.
async fn timed<'a, F: Future<Output = Result<(), StoreError>>>(
    origins: &'a [Origin],
    work: impl Fn(&'a Origin) -> F,
) -> Result<Duration, StoreError> {
    let start = Instant::now();
    stream::iter(origins).map(work).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    Ok(start.elapsed())
}

fn each(time: Duration) -> String {
    format!("{:.1} µs", (time / ENTRIES).as_secs_f64() * 1e6)
}

/// An origin that gave a file of 5 KB.
fn entry() -> Result<Entry, Box<dyn Error>> {
    let mut entry = Entry::default();
    let mut flow = Flow::new(&"https://site.example".parse()?, &entry, Timestamp(0));
    let body = Body::whole("Disallow: /a/folder\n".repeat(250));
    let headers = Headers::of([("ETag", "\"1\""), ("Cache-Control", "max-age=3600")]);
    let Step::Done(attempt) =
        flow.answered(Ok(Response { status: 200, headers, body }), Timestamp(0))
    else {
        return Err("the file is the answer".into());
    };
    entry.learn(attempt);
    Ok(entry)
}

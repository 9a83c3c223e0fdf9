//! `cargo xtask flood`: a thousand sites at once whose robots.txt never ends. Tells
//! how long that takes and how much memory it needs, server included.

use std::time::Instant;

use maycrawl::Agent;
use maycrawl_fetch::{Gatekeeper, Guard, Http, HttpSettings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::Outcome;

const SITES: usize = 1000;

/// The most memory that it may take.
const MOST_MEBIBYTES: u64 = 300;

pub(crate) fn run() -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let cut = runtime.block_on(flood())?;
    let peak = peak_mebibytes()?;
    println!(
        "{SITES} endless files: {cut} cut, {:.1} s, {peak} MiB at the most",
        begun.elapsed().as_secs_f64()
    );
    match (cut == SITES, peak < MOST_MEBIBYTES) {
        (true, true) => Ok(()),
        (false, _) => Err("some files were not read".into()),
        (_, false) => Err(format!("that is more than {MOST_MEBIBYTES} MiB")),
    }
}

/// How many of the files came, cut.
async fn flood() -> Result<usize, String> {
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| failed(&error))?;
    let address = listener.local_addr().map_err(|error| failed(&error))?;
    let server = tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = [0; 2048];
                let line =
                    b"Disallow: /this/never/ends/and/takes/all/memory/that/it/gets\n".repeat(200);
                let mut sent = stream.read(&mut head).await.map(|_| ());
                if sent.is_ok() {
                    sent = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\n").await;
                }
                while sent.is_ok() {
                    sent = stream.write_all(&line).await;
                }
            });
        }
    });
    let settings = HttpSettings {
        guard: Guard { allow_private: true, ..Guard::default() },
        resolve: vec![("*".into(), address)],
        ..HttpSettings::default()
    };
    let http = Http::new(settings).map_err(|error| failed(&error))?;
    // What is learnt is kept, as far as a small memory goes.
    let keeper = std::sync::Arc::new(Gatekeeper::new(http).with_memory(16 << 20));
    let mut asking = JoinSet::new();
    for site in 0..SITES {
        let keeper = std::sync::Arc::clone(&keeper);
        asking.spawn(async move {
            let url = format!("http://{site}.example/");
            let answer = keeper.may_fetch(&url, &Agent::token("MyBot")).await.ok()?;
            Some(answer.known.entry().copy()?.body.is_cut)
        });
    }
    let mut cut = 0;
    while let Some(asked) = asking.join_next().await {
        cut += usize::from(matches!(asked, Ok(Some(true))));
    }
    server.abort();
    Ok(cut)
}

/// The most memory that this process has held.
fn peak_mebibytes() -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes
        .map(|kibibytes| kibibytes / 1024)
        .ok_or_else(|| "no VmHWM in /proc/self/status".into())
}

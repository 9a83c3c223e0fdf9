//! `cargo xtask origins`: ten thousand sites with ten URLs each, through `maycrawl
//! check`, once in one go, and once killed in the middle and gone on with. Tells how
//! long that takes, how much memory it needs, and whether the answers are the same.

use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::{Outcome, root};

const SITES: usize = 10_000;
const URLS: usize = 10;

pub(crate) fn run() -> Outcome {
    build()?;
    let server = serve()?;
    let folder = std::env::temp_dir().join(format!("maycrawl-origins-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let outcome = compare(server, &folder);
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    outcome
}

fn compare(server: SocketAddr, folder: &Path) -> Outcome {
    let failed = |error: std::io::Error| error.to_string();
    let urls = folder.join("urls.txt");
    fs::write(&urls, list()).map_err(failed)?;
    let (whole, resumed) = (folder.join("whole.tsv"), folder.join("resumed.tsv"));

    let begun = Instant::now();
    let mut peak = 0;
    let mut child = check(server, &urls, &whole)?;
    while child.try_wait().map_err(failed)?.is_none() {
        peak = peak.max(peak_kibibytes(child.id()));
        thread::sleep(Duration::from_millis(10));
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{SITES} sites, {} URLs: {seconds:.1} s, {} MiB at the most",
        SITES * URLS,
        peak / 1024
    );

    let half = fs::metadata(&whole).map_err(failed)?.len() / 2;
    let mut child = check(server, &urls, &resumed)?;
    while fs::metadata(&resumed).map_or(0, |file| file.len()) < half {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().map_err(failed)?;
    child.wait().map_err(failed)?;
    let killed_at = fs::metadata(&resumed).map_err(failed)?.len();
    check(server, &urls, &resumed)?.wait().map_err(failed)?;
    let (whole, resumed) = (fs::read(whole).map_err(failed)?, fs::read(resumed).map_err(failed)?);
    let rows = whole.split(|octet| *octet == b'\n').count().saturating_sub(2);
    println!("killed after {killed_at} of {} octets, then gone on with", whole.len());
    if rows != SITES * URLS {
        return Err(format!("{rows} answers"));
    }
    if whole != resumed {
        return Err("the answers are not the same".into());
    }
    println!("the answers are the same: {rows}");
    Ok(())
}

fn build() -> Outcome {
    let build = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "-p", "maycrawl-cli"])
        .current_dir(root())
        .status();
    build.is_ok_and(|status| status.success()).then_some(()).ok_or("cannot build".into())
}

fn check(server: SocketAddr, urls: &Path, answers: &Path) -> Result<Child, String> {
    let started = Command::new(root().join("target/release/maycrawl"))
        .args(["check", "--agent", "GPTBot", "--allow-private", "--format", "tsv"])
        .args(["--resolve", &format!("*:{server}")])
        .arg("--urls")
        .arg(urls)
        .arg("--resume")
        .arg(answers)
        .spawn();
    started.map_err(|error| error.to_string())
}

/// The URLs: those of a site lie far apart.
fn list() -> String {
    let mut list = String::new();
    for page in 0..URLS {
        for site in 0..SITES {
            // It is a text, which takes all.
            let _ = writeln!(list, "http://{site}.example/{}/{page}", page % 3);
        }
    }
    list
}

/// A server that is all sites, until the process ends.
fn serve() -> Result<SocketAddr, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let listener =
        runtime.block_on(TcpListener::bind(("127.0.0.1", 0))).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    thread::spawn(move || {
        runtime.block_on(async {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream));
            }
        });
    });
    Ok(address)
}

/// Most sites have a file; some have none, some are down, some have moved.
async fn answer(mut stream: TcpStream) {
    let mut head = [0; 2048];
    let Ok(len) = stream.read(&mut head).await else { return };
    let head = String::from_utf8_lossy(head.get(..len).unwrap_or_default()).into_owned();
    let host = head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let site = host.split('.').next().and_then(|site| site.parse::<usize>().ok()).unwrap_or(0);
    let (status, header, body) = match site % 20 {
        0 => ("404 Not Found", String::new(), String::new()),
        1 => ("503 Unavailable", String::new(), String::new()),
        2 if !head.starts_with("GET /moved") => {
            ("301 Moved", "Location: /moved\r\n".into(), String::new())
        }
        _ => {
            let mut body = "User-agent: *\n".to_owned();
            for rule in 0..site % 97 {
                let _ = writeln!(body, "Disallow: /x{rule}/");
            }
            let _ = writeln!(body, "Disallow: /{}/", site % 3);
            ("200 OK", "Content-Type: text/plain\r\n".into(), body)
        }
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n{header}\r\n{body}",
        body.len()
    );
    // Who asked may be gone.
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// The most memory that a process has held so far.
fn peak_kibibytes(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

//! Leases of a file that processes share: who asks, and who waits.
//!
//! Each handle has a connection and a thread of its own, as each process does.

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use maycrawl::Agent;
use maycrawl_fetch::{Gatekeeper, Permission, SqliteStore, Store as _};
use maycrawl_url::Origin;
use tempfile::TempDir;

use crate::site::{Scripted, origin, status};

const HEADER: &str = "OurBot/1.0";

fn new_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    (folder, path)
}

fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path, HEADER).unwrap()
}

fn site(number: u32) -> Origin {
    format!("https://{number}.example").parse().unwrap()
}

/// Whether a handle has to wait for a lease.
async fn waits(disk: &SqliteStore, origin: &Origin) -> bool {
    let mut lease = Box::pin(disk.lease(origin));
    let mut is_given = lease.as_mut().now_or_never().is_some();
    // Jobs are done in their order: after this, the first look is over.
    disk.load(origin).await.unwrap();
    is_given = is_given || lease.now_or_never().is_some();
    !is_given
}

/// Rows of leases in a file.
fn rows(path: &Path) -> u32 {
    let database = rusqlite::Connection::open(path).unwrap();
    database.query_row("SELECT count(*) FROM lease", [], |row| row.get(0)).unwrap()
}

fn change(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[tokio::test]
async fn one_holds_the_lease_and_others_wait() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let lease = ours.lease(&origin()).await;
    assert!(waits(&theirs, &origin()).await);
    assert!(waits(&ours, &origin()).await);
    // Another origin, header or route is another lease.
    assert!(!waits(&theirs, &site(1)).await);
    assert!(!waits(&SqliteStore::open(&path, "TheirBot/1.0").unwrap(), &origin()).await);
    assert!(!waits(&open(&path).with_route("proxy"), &origin()).await);
    let origin = origin();
    let ((), lease) = tokio::join!(async { drop(lease) }, theirs.lease(&origin));
    assert!(waits(&ours, &origin).await);
    drop(lease);
    drop(ours.lease(&origin).await);
    drop((ours, theirs));
    assert_eq!(rows(&path), 0);
}

#[tokio::test]
async fn a_future_that_is_dropped_leaves_nothing() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let lease = ours.lease(&origin()).await;
    assert!(theirs.lease(&origin()).now_or_never().is_none());
    drop(lease);
    drop(ours);
    // Given up while it waits, before the first look, after it, or in the middle.
    for number in 0..100 {
        let site = site(number);
        let _ = theirs.lease(&site).now_or_never();
        let mut given = Box::pin(theirs.lease(&site));
        let _ = given.as_mut().now_or_never();
        theirs.load(&origin()).await.unwrap();
    }
    drop(theirs);
    assert_eq!(rows(&path), 0);
}

#[tokio::test]
async fn a_lease_that_ran_out_is_given_to_the_next_and_stays_theirs() {
    let (_folder, path) = new_file();
    let [ours, theirs, third] =
        [open(&path).with_lease_time(Duration::ZERO), open(&path), open(&path)];
    let late = ours.lease(&origin()).await;
    let lease = theirs.lease(&origin()).await;
    // The first comes back, and must not let go of what is no longer its own.
    drop(late);
    ours.load(&origin()).await.unwrap();
    assert!(waits(&third, &origin()).await);
    drop(lease);
}

/// Its deadline would be long in coming.
#[tokio::test]
async fn a_lease_by_a_clock_that_is_ahead_does_not_count() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let lease = ours.lease(&origin()).await;
    assert!(waits(&theirs, &origin()).await);
    change(&path, "UPDATE lease SET until = until + 24 * 60 * 60 * 1000");
    assert!(!waits(&theirs, &origin()).await);
    drop(lease);
}

#[tokio::test]
async fn a_file_that_cannot_be_written_gives_leases_at_once() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let origin = origin();
    let _held = ours.lease(&origin).await;
    change(&path, "DROP TABLE lease");
    let _both = tokio::join!(ours.lease(&origin), theirs.lease(&origin));
}

#[tokio::test]
async fn a_handle_that_is_dropped_releases_its_leases() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let leases = join_all([1, 2, 3].map(site).iter().map(|site| ours.lease(site))).await;
    let taken = theirs.lease(&site(4)).await;
    assert!(waits(&theirs, &site(1)).await);
    drop(ours);
    for number in 1..=3 {
        assert!(!waits(&theirs, &site(number)).await);
    }
    // It released its own leases and no others. (A load comes after the releases before it.)
    theirs.load(&origin()).await.unwrap();
    assert_eq!(rows(&path), 1);
    drop(leases);
    drop(taken);
    drop(theirs);
    assert_eq!(rows(&path), 0);
}

#[tokio::test]
async fn a_lease_is_held_for_longer_than_its_time() {
    let (_folder, path) = new_file();
    let time = Duration::from_secs(1);
    let [ours, theirs] = [open(&path), open(&path)].map(|disk| disk.with_lease_time(time));
    let origin = origin();
    let database = rusqlite::Connection::open(&path).unwrap();
    let until =
        || -> i64 { database.query_row("SELECT until FROM lease", [], |row| row.get(0)).unwrap() };
    let lease = ours.lease(&origin).await;
    let mut wait = Box::pin(theirs.lease(&origin));
    let first = until();
    // Renewed so often that it would have run out.
    while until() < first + 1500 {
        assert!(wait.as_mut().now_or_never().is_none());
        theirs.load(&origin).await.unwrap();
    }
    drop(lease);
    drop(wait.await);
}

#[tokio::test]
async fn thousands_wait_and_hold_up_nobody() {
    let (_folder, path) = new_file();
    let [ours, theirs] = [open(&path), open(&path)];
    let sites: Vec<Origin> = (0..8000).map(site).collect();
    let held = join_all(sites.iter().map(|site| ours.lease(site))).await;
    let mut waiting = Box::pin(join_all(sites.iter().map(|site| theirs.lease(site))));
    assert!(waiting.as_mut().now_or_never().is_none());
    // Others go on meanwhile.
    drop(theirs.lease(&origin()).await);
    assert_eq!(theirs.load(&site(1)).await, Ok(None));
    drop(held);
    assert_eq!(waiting.await.len(), 8000);
}

#[tokio::test]
async fn gatekeepers_that_share_a_file_ask_once() {
    let (_folder, path) = new_file();
    let asked = Scripted::new(&[status(200), status(200)]);
    let keepers = [(); 8].map(|()| Gatekeeper::new(&asked).with_store(open(&path)));
    let agent = Agent::token("OurBot");
    let asks = keepers.iter().map(|keeper| keeper.may_fetch("https://site.example/a", &agent));
    for answer in join_all(asks).await {
        assert_eq!(answer.unwrap().permission, Permission::Allowed);
    }
    assert_eq!(asked.asked().len(), 1);
}

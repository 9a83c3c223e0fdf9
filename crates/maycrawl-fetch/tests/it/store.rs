//! What outlives a process.

use std::fs;
use std::sync::{Arc, Mutex};

use maycrawl::{Agent, access::Timestamp};
use maycrawl_fetch::{
    Entry, Gatekeeper, Permission, SqliteStore, Store, StoreError, StoreErrorKind,
};
use maycrawl_url::Origin;
use proptest::prelude::*;
use tokio::sync::OwnedMutexGuard;

use crate::hostile;
use crate::site::{Scripted, answer, attempt, learn, origin, status};
use crate::sockets::Hand;

const HEADER: &str = "OurBot/1.0";
const HOUR: i64 = 3600;

fn agent() -> Agent {
    Agent::token("OurBot")
}

#[tokio::test]
async fn a_restart_asks_nobody_again_and_forgets_no_outage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let ask = async |hours: i64, answers: &[_]| {
        let site = Scripted::new(answers);
        let hand = Hand::default();
        hand.set(hours * HOUR);
        let disk = SqliteStore::open(&path, HEADER).unwrap();
        let keeper = Gatekeeper::new(&site).with_clock(hand).with_store(disk);
        let answer = keeper.may_fetch("https://site.example/private/a", &agent()).await.unwrap();
        let since = answer.access.unreachable_since.map(|since| since.0 / 1000 / HOUR);
        (answer.permission, site.asked().len(), since)
    };
    let file = answer(200, &[("Cache-Control", "max-age=36000")], "User-agent: *\nDisallow: /p");
    assert!(matches!(ask(0, &[file]).await, (Permission::Disallowed(_), 1, None)));
    assert!(matches!(ask(9, &[]).await, (Permission::Disallowed(_), 0, None)));
    // The site goes down, and each time another process asks.
    let Permission::Later { until, .. } = ask(10, &[status(500)]).await.0 else { panic!() };
    assert!(until < Timestamp((10 * HOUR + 70) * 1000), "{until:?}");
    assert!(matches!(ask(21, &[status(500)]).await, (Permission::Later { .. }, 1, Some(10))));
    // It has been down for 12 hours: the last copy counts again.
    assert!(matches!(ask(22, &[status(500)]).await, (Permission::Disallowed(_), 1, Some(10))));
}

#[tokio::test]
async fn what_came_to_another_header_is_not_given_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let [ours, theirs] =
        [HEADER, "TheirBot/1.0"].map(|header| SqliteStore::open(&path, header).unwrap());
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], Timestamp(0));
    ours.save(&origin(), &entry).await.unwrap();
    assert_eq!(ours.load(&origin()).await, Ok(Some(entry.clone())));
    assert_eq!(theirs.load(&origin()).await, Ok(None));
    // What is old is forgotten for all.
    theirs.forget_before(Timestamp(0)).unwrap();
    assert_eq!(ours.load(&origin()).await, Ok(Some(entry)));
    theirs.forget_before(Timestamp(1)).unwrap();
    assert_eq!(ours.load(&origin()).await, Ok(None));
}

#[tokio::test]
async fn what_came_by_another_route_is_not_given_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let plain = SqliteStore::open(&path, HEADER).unwrap();
    let test = SqliteStore::open(&path, HEADER).unwrap().with_route("site.example is 127.0.0.1");
    let [mut real, mut borrowed] = [Entry::default(), Entry::default()];
    learn(&mut real, &[status(200)], Timestamp(0));
    learn(&mut borrowed, &[status(404)], Timestamp(0));
    test.save(&origin(), &borrowed).await.unwrap();
    assert_eq!(plain.load(&origin()).await, Ok(None));
    plain.save(&origin(), &real).await.unwrap();
    assert_eq!(test.load(&origin()).await, Ok(Some(borrowed)));
    assert_eq!(plain.load(&origin()).await, Ok(Some(real)));
}

/// What format 1 was.
const FORMAT_1: &str = "
    CREATE TABLE origin (
        user_agent TEXT NOT NULL,
        origin     TEXT NOT NULL,
        asked      INTEGER NOT NULL,
        record     TEXT NOT NULL,
        body       BLOB,
        PRIMARY KEY (user_agent, origin)
    ) STRICT;
    INSERT INTO origin VALUES ('OurBot/1.0', 'https://site.example', 0, '{\"history\":[],\"hops\":[]}', NULL);
    PRAGMA application_id = 0x6D617963;
    PRAGMA user_version = 1;
    PRAGMA journal_mode = wal;";

/// Entries of format 1 may hold validators of a file that is gone.
#[tokio::test]
async fn a_file_of_format_1_is_emptied_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    rusqlite::Connection::open(&path).unwrap().execute_batch(FORMAT_1).unwrap();
    for _ in 0..2 {
        let disk = SqliteStore::open(&path, HEADER).unwrap();
        assert_eq!(disk.load(&origin()).await, Ok(None));
        drop(disk.lease(&origin()).await);
    }
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], Timestamp(0));
    SqliteStore::open(&path, HEADER).unwrap().save(&origin(), &entry).await.unwrap();
    // It is migrated once.
    let again = SqliteStore::open(&path, HEADER).unwrap();
    assert_eq!(again.load(&origin()).await, Ok(Some(entry)));
    let format = rusqlite::Connection::open(&path).unwrap().pragma_query_value(
        None,
        "user_version",
        |row| row.get::<_, u32>(0),
    );
    assert_eq!(format, Ok(3));
}

/// Format 2 had the routes as they were given, with the passwords of proxies.
#[tokio::test]
async fn a_file_of_format_2_loses_its_passwords() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], Timestamp(0));
    let secret = "allow-private proxy=http://us3r:s3cret@proxy.example:3128/";
    for route in ["", secret] {
        let disk = SqliteStore::open(&path, HEADER).unwrap().with_route(route);
        disk.save(&origin(), &entry).await.unwrap();
    }
    let old = rusqlite::Connection::open(&path).unwrap();
    old.pragma_update(None, "user_version", 2).unwrap();
    drop(old);
    let disk = SqliteStore::open(&path, HEADER).unwrap();
    assert_eq!(disk.load(&origin()).await, Ok(Some(entry)));
    drop(disk);
    let bytes = fs::read(&path).unwrap();
    assert!(!bytes.windows(6).any(|part| part == b"s3cret"));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let disk = SqliteStore::open(&folder.path().join("cache"), HEADER).unwrap();
    for file in fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
    drop(disk);
}

/// Another program locks the file, in both ways that there are. Every question gets its answer,
/// only one of them waits, and when the file is free it is used again.
#[tokio::test]
async fn a_locked_file_delays_nobody_for_long() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let site = Scripted::new(&vec![status(200); 20]);
    let disk = SqliteStore::open(&path, HEADER).unwrap();
    let keeper = Gatekeeper::new(&site).with_store(disk);
    assert_eq!(keeper.store_failure(), None);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let begun = std::time::Instant::now();
    let agent = agent();
    let urls: Vec<_> =
        (0..12).map(|number| format!("https://{number}.example/private/a")).collect();
    let asks = urls.iter().map(|url| keeper.may_fetch(url, &agent));
    for answer in futures_util::future::join_all(asks).await {
        assert!(matches!(answer.unwrap().permission, Permission::Disallowed(_)));
    }
    let took = begun.elapsed();
    assert!(took < std::time::Duration::from_secs(10), "{took:?}");
    assert_eq!(keeper.store_failure().map(|why| why.kind()), Some(StoreErrorKind::Busy));
    other.execute_batch("COMMIT").unwrap();
}

/// A file that is overwritten from a byte on is damaged, and says what to do.
async fn check_damaged(from: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], Timestamp(0));
    SqliteStore::open(&path, HEADER).unwrap().save(&origin(), &entry).await.unwrap();
    let mut file = fs::read(&path).unwrap();
    file[from..].fill(0xFF);
    fs::write(&path, file).unwrap();
    let error = match SqliteStore::open(&path, HEADER) {
        Ok(disk) => disk.load(&origin()).await.unwrap_err(),
        Err(error) => error,
    };
    assert_eq!(error.kind(), StoreErrorKind::Damaged, "from {from}");
    assert!(error.to_string().contains("delete it"), "{error}");
}

#[tokio::test]
async fn a_damaged_file_says_what_to_do() {
    // The table of contents, behind the header; then the first table.
    for from in [100, 4096] {
        check_damaged(from).await;
    }
}

/// More than it may keep in memory.
#[tokio::test]
async fn a_temporary_store_gives_back_all_that_it_took() {
    let disk = SqliteStore::temporary(HEADER).unwrap();
    let site = |number: usize| -> Origin { format!("https://{number}.example").parse().unwrap() };
    let entry = |number: usize| {
        let mut entry = Entry::default();
        let file = format!("Disallow: /{number:08}\n").repeat(100_000 / 20);
        learn(&mut entry, &[answer(200, &[], &file)], Timestamp(0));
        entry
    };
    for number in 0..500 {
        disk.save(&site(number), &entry(number)).await.unwrap();
    }
    for number in 0..500 {
        assert!(disk.load(&site(number)).await == Ok(Some(entry(number))), "{number}");
    }
    assert_eq!(disk.load(&site(500)).await, Ok(None));
    // Nobody else can ask.
    let _first = disk.lease(&origin()).await;
    let _second = disk.lease(&origin()).await;
}

/// As two processes would, each with its own connection.
#[test]
fn two_who_write_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cache");
    let site = |name: &str| -> Origin { format!("https://{name}.example").parse().unwrap() };
    let mut entry = Entry::default();
    learn(&mut entry, &[status(200)], Timestamp(0));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (path, entry) = (&path, &entry);
            scope.spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                runtime.block_on(async {
                    let disk = SqliteStore::open(path, HEADER).unwrap();
                    for number in 0..50 {
                        disk.save(&site(&format!("{number}.{writer}")), entry).await.unwrap();
                    }
                });
            });
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let disk = SqliteStore::open(&path, HEADER).unwrap();
    for (number, writer) in (0..50).flat_map(|number| (0..4).map(move |writer| (number, writer))) {
        let kept = runtime.block_on(disk.load(&site(&format!("{number}.{writer}"))));
        assert_eq!(kept, Ok(Some(entry.clone())));
    }
}

/// Opening fails so, and changes nothing.
fn check_refused(path: &std::path::Path, expected: StoreErrorKind) {
    let before = fs::read(path).unwrap();
    let error = SqliteStore::open(path, HEADER).unwrap_err();
    assert_eq!(error.kind(), expected);
    assert!(!error.to_string().is_empty());
    assert!(fs::read(path).unwrap() == before, "{} was changed", path.display());
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);

    fs::write(path("text"), "User-agent: *\n".repeat(100)).unwrap();
    check_refused(&path("text"), StoreErrorKind::Foreign);

    let other = rusqlite::Connection::open(path("other")).unwrap();
    other.execute_batch("CREATE TABLE users (name TEXT)").unwrap();
    drop(other);
    check_refused(&path("other"), StoreErrorKind::Foreign);

    drop(SqliteStore::open(&path("newer"), HEADER).unwrap());
    let newer = rusqlite::Connection::open(path("newer")).unwrap();
    newer.pragma_update(None, "user_version", 4).unwrap();
    drop(newer);
    check_refused(&path("newer"), StoreErrorKind::NewerFormat);

    let locked = path("locked");
    drop(SqliteStore::open(&locked, HEADER).unwrap());
    let mut mode = locked.metadata().unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(&locked, mode).unwrap();
    check_refused(&locked, StoreErrorKind::ReadOnly);

    let nowhere = SqliteStore::open(&path("no/such/folder"), HEADER).unwrap_err();
    assert_eq!(nowhere.kind(), StoreErrorKind::CannotOpen);
    // An empty file is a store that holds nothing yet.
    fs::write(path("empty"), "").unwrap();
    assert!(SqliteStore::open(&path("empty"), HEADER).is_ok());
}

/// A disk that is full.
struct Full;

impl Store for Full {
    type Lease = ();

    async fn lease(&self, _: &Origin) {}

    async fn load(&self, _: &Origin) -> Result<Option<Entry>, StoreError> {
        Err(StoreError::new(StoreErrorKind::Other, "it cannot be read"))
    }

    async fn save(&self, _: &Origin, _: &Entry) -> Result<(), StoreError> {
        Err(StoreError::new(StoreErrorKind::Full, "it is full"))
    }
}

#[tokio::test]
async fn a_store_that_fails_changes_no_answer() {
    let site = Scripted::new(&[status(200)]);
    let keeper = Gatekeeper::new(&site).with_store(Full);
    for _ in 0..3 {
        let answer = keeper.may_fetch("https://site.example/private/a", &agent()).await.unwrap();
        assert!(matches!(answer.permission, Permission::Disallowed(_)));
    }
    assert_eq!(site.asked().len(), 1);
}

/// A store that machines share: with leases.
#[derive(Clone, Default)]
struct Shared {
    kept: Arc<Mutex<Option<Entry>>>,
    lease: Arc<tokio::sync::Mutex<()>>,
}

impl Store for Shared {
    type Lease = OwnedMutexGuard<()>;

    async fn lease(&self, _: &Origin) -> Self::Lease {
        Arc::clone(&self.lease).lock_owned().await
    }

    async fn load(&self, _: &Origin) -> Result<Option<Entry>, StoreError> {
        Ok(self.kept.lock().unwrap().clone())
    }

    async fn save(&self, _: &Origin, entry: &Entry) -> Result<(), StoreError> {
        *self.kept.lock().unwrap() = Some(entry.clone());
        Ok(())
    }
}

#[tokio::test]
async fn machines_that_share_a_store_ask_once() {
    let store = Shared::default();
    let site = Scripted::new(&[status(200), status(200)]);
    let machines = [(); 8].map(|()| Gatekeeper::new(&site).with_store(store.clone()));
    let agent = agent();
    let asks = machines.iter().map(|keeper| keeper.may_fetch("https://site.example/a", &agent));
    for answer in futures_util::future::join_all(asks).await {
        assert_eq!(answer.unwrap().permission, Permission::Allowed);
    }
    assert_eq!(site.asked().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_entry_is_kept_as_it_is(
        attempts in prop::collection::vec((prop::collection::vec(hostile::answer(), 1..4), any::<i64>()), 0..5),
    ) {
        let mut entry = Entry::default();
        for (answers, now) in attempts {
            let came = attempt(&entry, &answers, Timestamp(now));
            entry.learn(came);
        }
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let kept = runtime.block_on(async {
            let disk = SqliteStore::open(&folder.path().join("cache"), HEADER).unwrap();
            disk.save(&origin(), &entry).await.unwrap();
            disk.load(&origin()).await.unwrap()
        });
        prop_assert_eq!(kept, Some(entry));
    }
}
